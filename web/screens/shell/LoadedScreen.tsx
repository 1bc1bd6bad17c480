import { useContext } from 'react'
import { ShownScreen } from '../../address.ts'
import { CatchBoundary } from '../../ui/CatchBoundary.tsx'
import { Crashed } from './Crashed.tsx'

/** The screen of the address; one that breaks leaves the frame as it is. */
export function LoadedScreen() {
  const shown = useContext(ShownScreen)
  return (
    shown && (
      <CatchBoundary key={shown.address.path} of={shown} Fallback={Crashed}>
        <shown.Screen />
      </CatchBoundary>
    )
  )
}
