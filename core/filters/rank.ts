import { payOf, payPerHourOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import type { Filter } from './model.ts'

/** Whether a driver counts a projected tip as pay, where one answer is needed for all their stations. */
export function countsTip(filter: Filter): boolean {
  return filter.variant === 'spark' ? filter.countTip : filter.shared.price.countTip
}

/**
 * Sorts offers that arrived together into the order of attempts: best pay an hour first, with tips as the
 * driver counts them; then the highest total, then the soonest.
 */
export function rankOffers<O extends Offer>(offers: O[], { filter }: { filter: Filter }): O[] {
  if (offers.length < 2) return offers
  const countTip = countsTip(filter)
  return offers.sort(
    (one, other) =>
      payPerHourOf(other, countTip) - payPerHourOf(one, countTip) ||
      payOf(other, countTip) - payOf(one, countTip) ||
      one.startAt - other.startAt,
  )
}
