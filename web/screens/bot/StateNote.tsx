import { StateHelp } from './StateHelp.tsx'
import { Resting } from './Resting.tsx'
import { Watching } from './Watching.tsx'
import { hasRestAhead } from './state.ts'
import type { BotView } from './state.ts'

/**
 * Notes under the state on home: shadow mode, a rest that a start would run into, a link to a reason's fix.
 */
export function StateNote({ view }: { view: BotView }) {
  const { reason, shadowUntil, restUntil } = view
  return (
    <>
      <StateHelp reason={reason} />
      {hasRestAhead(view) && restUntil !== null && <Resting until={restUntil} />}
      {shadowUntil !== null && <Watching until={shadowUntil} />}
    </>
  )
}
