import {
  ANNOUNCED_POLL_MS,
  mayRequest,
  announcedPollMs,
  nextPollMs,
  noteObservations,
  PUSHED_POLL_MS,
  spendRequest,
} from '@madruga/core/bot.ts'
import { awardsShifts, hasWaitListPlace } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { SEND_WITHIN_MS } from '../../deps.ts'
import type { Search } from './model.ts'

/** Notes that the next poll is due so long after `now`; answers that wait. */
export function pollIn(search: Search, now: Timestamp, waitMs: number): number {
  search.pollDueAt = now + waitMs
  return waitMs
}

/**
 * Counts a poll that goes out now; where the budget does not bear it, the wait until it does, else 0. An
 * announced poll keeps no interval, and costs nothing where drivers share what was read.
 */
export function spendPoll(search: Search, now: Timestamp, isAnnounced: boolean): number {
  const { rate, feed } = search
  if (rate === undefined || (isAnnounced && feed.sharesReadings)) return 0
  rate.pollMs = search.pollMs
  const waitMs = isAnnounced ? announcedPollMs(rate, now) : nextPollMs(rate, now)
  if (waitMs > 0) return pollIn(search, now, waitMs)
  spendRequest(rate, now)
  return 0
}

/** How long after a poll that has just gone out the next one is due. */
export function nextPollIn(search: Search, now: Timestamp): number {
  const waitMs = search.rate?.schedule ? nextPollMs(search.rate, now) : search.pollMs
  return pollIn(search, now, search.isPushed ? Math.max(waitMs, PUSHED_POLL_MS) : waitMs)
}

/**
 * How long until the next turn of a search whose request is still out, ms. What was announced meanwhile waits
 * for that request's end alone.
 */
export function patienceMs({ rate, pollMs }: Search, isAnnounced: boolean): number {
  return isAnnounced ? ANNOUNCED_POLL_MS : (rate?.schedule?.plan.fastestMs ?? pollMs)
}

/**
 * Whether the driver wants a place on the wait list of an offer, of one shown as full or by the filter, and
 * the house grants one.
 */
export function joinsWaitList({ filter, held }: Search, { full }: Offer): boolean {
  const wants = full === true || !('waitlist' in filter.filter) || filter.filter.waitlist === 'hold'
  return wants && hasWaitListPlace(filter.houseRules, held)
}

/** Whether turns and head starts decide who gets a free place: the search goes after wait lists alone. */
export function isAwarded({ feed, filter, shadow }: Search): boolean {
  return feed.isAwarded === true && !shadow && awardsShifts(filter.houseRules)
}

/** The wait until the next poll after new offers, which make more of them likely, ms. */
export function hastenPoll({ rate }: Search, fresh: readonly Offer[], now: Timestamp): number {
  const isLikelier = rate !== undefined && noteObservations(rate, fresh, now)
  return isLikelier ? nextPollMs(rate, now) : Number.POSITIVE_INFINITY
}

/**
 * Why an accept may not go out any more; null = it may. Reconciliation reads the held blocks once nothing can
 * be sent.
 */
export function findUnsent(
  { lease }: Search,
  intendedAtMs: number,
  nowMs: number,
): 'too_late' | 'stopped' | null {
  if (nowMs - intendedAtMs > SEND_WITHIN_MS) return 'too_late'
  return nowMs > lease.until ? 'stopped' : null
}

/** Compiles a filter again whose windows have ended, before it judges. */
export function compileWhenDue(search: Search, now: Timestamp): void {
  if (now < search.filter.validUntil) return
  search.filter = search.filter.compileAgain(now)
  search.wider = search.wider?.compileAgain(now) ?? null
}

/** Whether the budget bears an accept now. */
export function hasBudget({ rate }: Search, now: Timestamp): boolean {
  return rate === undefined || mayRequest(rate, now)
}
