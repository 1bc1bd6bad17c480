import type { HeldSpan } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { AcceptResult } from '../../../platforms.ts'
import type { Search } from './model.ts'

/** The span of an offer that is held by this answer. Work without a stated end begins with its accept. */
export function spanOf({ startAt, endAt, stationId, endEstimated }: Offer, result?: AcceptResult): HeldSpan {
  const isWaitListed = result?.outcome === 'waiting' && result.waiting === 'waitlisted'
  return {
    startAt,
    endAt,
    stationId,
    ...(endEstimated && { isOpen: true, isRunning: true }),
    ...(isWaitListed && { isWaitListed }),
  }
}

/** Marks a span as occupied, once; spans stay in start order. Answers what is marked. */
export function hold(search: Search, span: HeldSpan): HeldSpan {
  const known = search.held.find((each) => sameSpan(each, span))
  if (known) return known
  search.held = [...search.held, span].sort((one, other) => one.startAt - other.startAt)
  return span
}

/** Whether two spans are of the same block. */
export function sameSpan(one: HeldSpan, other: HeldSpan): boolean {
  return one.startAt === other.startAt && one.endAt === other.endAt && one.stationId === other.stationId
}
