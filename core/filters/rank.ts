import { payOf, payPerHourOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import type { Filter } from './model.ts'

/** Whether a driver reads a projected tip as pay, where one answer is asked for all their stations. */
export function countsTip(filter: Filter): boolean {
  return filter.variant === 'spark' ? filter.countTip : filter.shared.price.countTip
}

/**
 * Puts offers that came together into the order in which they are gone after: best pay an hour first, by the
 * driver's own reading of tips; then the most in total, then the soonest.
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
