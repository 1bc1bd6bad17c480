import { useContext } from 'react'
import { ShownScreen } from '../../address.ts'
import { CatchBoundary } from '../../ui/CatchBoundary.tsx'
import { Crashed } from './Crashed.tsx'

/** The screen of the address; one that breaks leaves the frame as it is. */
export function LoadedScreen() {
  const screen = useContext(ShownScreen)
  return (
    screen && (
      <CatchBoundary key={screen.address.path} of={screen} Fallback={Crashed}>
        <screen.Screen />
      </CatchBoundary>
    )
  )
}
