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
 * An offer as everything behind the search knows it. If its pay is unknown and the driver reckons with their
 * own rate, the pay is that estimate and `payBasis` says so; any other offer is returned as it is. Applied
 * once, where an offer enters: attempts, log lines, blocks and recaps carry what it made.
 */
export function estimatePay<O extends Pay & Pick<Offer, 'startAt' | 'endAt' | 'miles'>>(
  offer: O,
  filter: Filter,
): O {
  if (offer.payBasis !== 'unknown' || !reckonsPay(filter)) return offer
  return { ...offer, payCents: payByRate(filter.ownRate, offer), payBasis: 'estimated' }
}

/** Whether a filter reckons unknown pay with the driver's own rate. */
export function reckonsPay(filter: Filter): filter is Extract<Filter, { variant: 'courier' }> {
  return filter.variant === 'courier' && filter.unknownPay === 'own_rate'
}
