import type { CompiledFilter } from '@madruga/core/filters.ts'
import { payOf, payPerHourOf } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'

/** Best pay an hour first, by the driver's own reading of tips; then the most in total, then the soonest. */
export function rankOffers(offers: Offer[], { filter }: Pick<CompiledFilter, 'filter'>): Offer[] {
  if (offers.length < 2) return offers
  const countTip = filter.variant === 'spark' ? filter.countTip : filter.shared.price.countTip
  return offers.sort(
    (one, other) =>
      payPerHourOf(other, countTip) - payPerHourOf(one, countTip) ||
      payOf(other, countTip) - payOf(one, countTip) ||
      one.startAt - other.startAt,
  )
}
