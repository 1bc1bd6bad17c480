import { offerMinutes } from '../offers.ts'
import type { Cents } from '../money.ts'
import type { Offer, Pay } from '../offers.ts'
import type { Filter, OwnRate } from './model.ts'

/** What a driver's own rate makes of a job: its hours and its miles, of which unknown ones count nothing. */
export function payByRate(
  { perHourCents, perMileCents }: OwnRate,
  offer: Pick<Offer, 'startAt' | 'endAt' | 'miles'>,
): Cents {
  return Math.round((perHourCents * offerMinutes(offer)) / 60 + perMileCents * (offer.miles ?? 0))
}

/**
 * An offer as everything behind the search knows it. If its pay is unknown and the driver has a rate of their
 * own, the pay is an estimate by that rate and `payBasis` says so; any other offer is returned as it is.
 * Applied once, where an offer enters: attempts, log lines, blocks and recaps carry what it made.
 */
export function estimatePay<O extends Pay & Pick<Offer, 'startAt' | 'endAt' | 'miles'>>(
  offer: O,
  filter: Filter,
): O {
  if (offer.payBasis !== 'unknown' || !estimatesPay(filter)) return offer
  return { ...offer, payCents: payByRate(filter.ownRate, offer), payBasis: 'estimated' }
}

/** Whether a filter estimates unknown pay by the driver's own rate. */
export function estimatesPay(filter: Filter): filter is Extract<Filter, { variant: 'courier' }> {
  return filter.variant === 'courier' && filter.unknownPay === 'own_rate'
}
