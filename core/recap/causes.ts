import type { BotReason, Phase } from '../bot.ts'
import type { MissCause } from '../events.ts'

/**
 * Why an offer that fitted was not won, as a driver can do something about it: others were faster (or it was
 * gone between two looks), the bot rested, it was not started at all, the request budget was used up, a
 * block, limits of hours or the week's goal in the way, or the platform did not work or wanted a person. What
 * the filter left is no miss: it is told by rule in the outcomes, and by what a wider filter would have
 * brought in the counterfactuals.
 */
export const RECAP_CAUSES = ['too_slow', 'asleep', 'parked', 'budget', 'limits', 'platform'] as const
export type RecapCause = (typeof RECAP_CAUSES)[number]

const OF_MISS: Record<MissCause, RecapCause> = {
  taken: 'too_slow',
  conflict: 'limits',
  hour_limit: 'limits',
  quota: 'budget',
  human_verification: 'platform',
  stopped: 'parked',
  unavailable: 'platform',
  no_answer: 'platform',
}

/** The cause of an attempt that was missed. */
export function causeOfMiss(cause: MissCause): RecapCause {
  return OF_MISS[cause]
}

/**
 * Reasons that tell more than the state that they led to: a bot whom the platform stopped was started well
 * enough.
 */
const OF_REASON: Partial<Record<BotReason, RecapCause>> = {
  aggressive_search: 'budget',
  goal_reached: 'limits',
  human_verification: 'platform',
  platform_unavailable: 'platform',
  unexpected_reply: 'platform',
  sign_in_refused: 'platform',
}

/** Why a bot in this state did not go after an offer that its filter wanted. */
export function causeOfState(phase: Phase, reason: BotReason | null): RecapCause {
  if (phase === 'running') return 'too_slow'
  return (reason && OF_REASON[reason]) ?? (phase === 'sleeping' ? 'asleep' : 'parked')
}
