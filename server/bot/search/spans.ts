import type { HeldSpan } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Search } from './model.ts'

/**
 * Marks the offer's time as occupied, once; spans stay in start order. Work without a stated end begins with
 * its accept. Answers its span.
 */
export function hold(
  search: Search,
  { startAt, endAt, stationId, endEstimated }: Offer,
  isWaitListed = false,
): HeldSpan {
  const marks = {
    ...(endEstimated && { isOpen: true, isRunning: true }),
    ...(isWaitListed && { isWaitListed }),
  }
  const span = { startAt, endAt, stationId, ...marks }
  const known = search.held.find((each) => sameSpan(each, span))
  if (known) return known
  search.held = [...search.held, span].sort((one, other) => one.startAt - other.startAt)
  return span
}

/** Whether two spans are of the same block. */
export function sameSpan(one: HeldSpan, other: HeldSpan): boolean {
  return one.startAt === other.startAt && one.endAt === other.endAt && one.stationId === other.stationId
}
