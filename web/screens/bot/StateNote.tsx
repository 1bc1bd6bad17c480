import type { BotReason } from '@madruga/core/bot.ts'
import { StateHelp } from './StateHelp.tsx'
import { Watching } from './Watching.tsx'

/** What stands under the state on home when there is more to say: that it only watches, and the way to what a reason asks for. */
export function StateNote({ reason, shadowUntil }: { reason: BotReason | null; shadowUntil: number | null }) {
  return (
    <>
      <StateHelp reason={reason} />
      {shadowUntil !== null && <Watching until={shadowUntil} />}
    </>
  )
}
