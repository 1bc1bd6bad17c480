import type { BotReason, Phase } from '../bot-states.ts'
import type { MissCause } from '../events.ts'

/**
 * Why a matching offer was not won, as a driver can act on it: others were faster (or it was gone between two
 * polls), the bot rested, it was not started, the request budget was used up, a block, an hour limit or the
 * week's goal prevented it, it was canceled or taken back, or the platform failed or required a person.
 * Offers that the filter ignored are not misses: the outcomes list them by rule, and the counterfactuals show
 * what a wider filter would have brought.
 */
export const RECAP_CAUSES = [
  'too_slow',
  'asleep',
  'parked',
  'budget',
  'limits',
  'withdrawn',
  'platform',
] as const
export type RecapCause = (typeof RECAP_CAUSES)[number]

const OF_MISS: Record<MissCause, RecapCause> = {
  taken: 'too_slow',
  canceled: 'withdrawn',
  gone: 'withdrawn',
  conflict: 'limits',
  hour_limit: 'limits',
  house_rule: 'limits',
  not_eligible: 'limits',
  quota: 'budget',
  human_verification: 'platform',
  stopped: 'parked',
  unavailable: 'platform',
  no_answer: 'platform',
  // Others had it before.
  left: 'too_slow',
  turn: 'limits',
}

/** The cause of a missed attempt. */
export function causeOfMiss(cause: MissCause): RecapCause {
  return OF_MISS[cause]
}

/**
 * Reasons that explain more than the state that they led to: a bot that the platform stopped had been
 * started.
 */
const OF_REASON: Partial<Record<BotReason, RecapCause>> = {
  aggressive_search: 'budget',
  shared_limit: 'budget',
  goal_reached: 'limits',
  human_verification: 'platform',
  platform_unavailable: 'platform',
  platform_turned_off: 'platform',
  unexpected_reply: 'platform',
  sign_in_refused: 'platform',
}

/** Why a bot in this state did not try an offer that its filter wanted. */
export function causeOfState(phase: Phase, reason: BotReason | null): RecapCause {
  if (phase === 'running') return 'too_slow'
  return (reason && OF_REASON[reason]) ?? (phase === 'sleeping' ? 'asleep' : 'parked')
}
