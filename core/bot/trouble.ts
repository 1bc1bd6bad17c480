import { describeVariant } from '../variants.ts'
import type { BotReason } from '../bot-states.ts'
import type { Trouble } from '../events.ts'
import type { Variant } from '../offers.ts'
import type { Settings } from '../settings.ts'

/** The bot's reaction to a trouble, as an entry of the table below. */
export type Reaction = {
  /** While searching: sleep and return, wait for a human, sign in again and continue, or stop for good. */
  running: 'sleep' | 'wait_for_human' | 'sign_in_again' | 'stop'
  /**
   * While preparing: retry until the attempts are used up, retry however often, sleep and then prepare, or
   * fail to launch.
   */
  preparing: 'retry' | 'wait' | 'sleep' | 'fail'
  /**
   * How long: the aggressive sleep, a back-off that grows with consecutive troubles, or as long as a human
   * needs.
   */
  pause: 'aggressive' | 'back_off' | 'human' | 'none'
  /**
   * Why the bot sleeps, fails or stops, as the driver reads it (texts: `reason.<reason>`; of the trouble
   * itself: `trouble.<trouble>`).
   */
  reason: BotReason
}

/**
 * Trouble -> reaction, defined only here. Signing in again is tried once; from the second in a row on it
 * backs off.
 */
export const REACTIONS: Record<Trouble, Reaction> = {
  rate_limited: { running: 'sleep', preparing: 'sleep', pause: 'aggressive', reason: 'aggressive_search' },
  unavailable: { running: 'sleep', preparing: 'retry', pause: 'back_off', reason: 'platform_unavailable' },
  sign_in_needed: {
    running: 'sign_in_again',
    preparing: 'retry',
    pause: 'back_off',
    reason: 'platform_unavailable',
  },
  sign_in_refused: { running: 'stop', preparing: 'fail', pause: 'none', reason: 'sign_in_refused' },
  human_needed: {
    running: 'wait_for_human',
    preparing: 'fail',
    pause: 'human',
    reason: 'human_verification',
  },
  unexpected_reply: { running: 'sleep', preparing: 'retry', pause: 'back_off', reason: 'unexpected_reply' },
  // By our operator: nothing is wrong that another try could mend, and nothing that the driver could.
  turned_off: { running: 'sleep', preparing: 'sleep', pause: 'back_off', reason: 'platform_turned_off' },
}

/**
 * A courier platform limits the requests of all its drivers together: no one searched too fast, so that the
 * bot waits as long as it is asked to, and no longer rest follows. A bot that prepares waits its turn however
 * often others come first: the limit is a queue, and no failed launch.
 */
const SHARED_LIMIT: Reaction = {
  running: 'sleep',
  preparing: 'wait',
  pause: 'back_off',
  reason: 'shared_limit',
}

/** The reaction of a variant's bot to a trouble. */
export function reactionTo(trouble: Trouble, variant: Variant): Reaction {
  return trouble === 'rate_limited' && describeVariant(variant).sharesRequestLimit
    ? SHARED_LIMIT
    : REACTIONS[trouble]
}

/** The wait that the platform requested, ms; 0 for none or an invalid one. */
function askedMs(retryAfterMs: number | null, settings: Settings): number {
  return Math.min(retryAfterMs || 0, settings.retryAfterCapMs)
}

/**
 * Back-off, ms: doubles with each consecutive trouble up to the cap. `jitter` (0 to 1, exclusive) spreads its
 * upper half, so that bots which failed together do not return together.
 */
export function findBackOffMs(
  troubles: number,
  jitter: number,
  { firstMs, capMs }: Settings['backOff'],
): number {
  const fullMs = Math.min(capMs, firstMs * 2 ** (troubles - 1))
  return Math.round((fullMs * (1 + jitter)) / 2)
}

/**
 * How long a bot pauses for the `troubles`th trouble in a row; null = until a human has solved it. Never
 * less than the platform requests.
 */
export function findPauseMs(
  { pause }: Reaction,
  troubles: number,
  retryAfterMs: number | null,
  jitter: number,
  settings: Settings,
): number | null {
  const askedWaitMs = askedMs(retryAfterMs, settings)
  switch (pause) {
    case 'aggressive':
      return Math.max(askedWaitMs, settings.aggressiveSleepMs)
    case 'back_off':
      return Math.max(askedWaitMs, findBackOffMs(troubles, jitter, settings.backOff))
    case 'human':
      return settings.humanWaitMs
    case 'none':
      return 0
  }
}
