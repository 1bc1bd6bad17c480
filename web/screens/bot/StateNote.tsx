import { StateHelp } from './StateHelp.tsx'
import { Resting } from './Resting.tsx'
import { Watching } from './Watching.tsx'
import { hasRestAhead } from './state.ts'
import type { BotView } from './state.ts'

/**
 * What stands under the state on home when there is more to say: that it only watches, a rest that a start
 * would meet, the way to what a reason asks for.
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
