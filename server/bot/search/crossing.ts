import type { MissCause } from '@madruga/core/events.ts'
import type { HeldSpan, Verdict } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Search } from './model.ts'

/**
 * Why an offer cannot be taken although its driver wants it: it crosses another, or their hours are full;
 * null = it can.
 */
export function findCrossing({ failed }: Verdict): MissCause | null {
  if (failed.some(({ rule }) => rule === 'overlap' || rule === 'travel')) return 'conflict'
  return failed.some(({ rule }) => rule === 'hours_day' || rule === 'hours_week') ? 'hour_limit' : null
}

/** Gives the offer's time away, once; spans stay in start order. Answers its span in the list. */
export function hold(search: Search, { startAt, endAt, stationId }: Offer): HeldSpan {
  const span = { startAt, endAt, stationId }
  const known = search.held.find((each) => sameSpan(each, span))
  if (known) return known
  search.held.push(span)
  search.held.sort((one, other) => one.startAt - other.startAt)
  return span
}

/** Whether two spans are of the same block. */
export function sameSpan(one: HeldSpan, other: HeldSpan): boolean {
  return one.startAt === other.startAt && one.endAt === other.endAt && one.stationId === other.stationId
}
