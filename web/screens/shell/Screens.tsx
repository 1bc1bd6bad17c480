import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { ShownScreen, type Shown } from '../../address.ts'
import { onShown } from '../../routes.ts'
import { scrollToPlace } from '../../scroll.ts'
import { Shell } from './Shell.tsx'

/** The frame with the screen of the address; while the next one loads the previous one stays. */
export function Screens({ first }: { first: Shown }) {
  const [screen, setScreen] = useState(first)
  useEffect(
    () =>
      onShown((next) =>
        // In slices: a slow phone hears a finger in between.
        startTransition(() => setScreen((before) => (before.address === next.address ? before : next))),
      ),
    [],
  )
  useLayoutEffect(() => scrollToPlace(screen.address), [screen])
  return (
    <ShownScreen value={screen}>
      <Shell />
    </ShownScreen>
  )
}
