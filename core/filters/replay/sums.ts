import type { Cents } from '../../money.ts'
import type { ObservationHistory } from '../../observations.ts'
import { isPaidIn, offerMinutes } from '../../offers.ts'
import type { Pay, PayBasis } from '../../offers.ts'
import { addPay } from '../../pay-sums.ts'
import type { CurrencySum } from '../../pay-sums.ts'

/**
 * The pay of offers in the replay's currency, without tips, and what is paid in others. `payBasis` is there
 * as soon as the pay of one of them is not stated: that one adds its estimate, or nothing.
 */
type PaidOffers = { cents: Cents; payBasis?: PayBasis; others: CurrencySum[] }
/** Offers and what they pay. */
export type OfferSum = PaidOffers & { count: number }
/** The same, their projected tips in the replay's currency, and how long they take. */
export type OfferPay = OfferSum & { tipCents: Cents; minutes: number }

/** How many were seen at a station, and what was held of them. */
export type StationSum = OfferSum & { stationId: string; considered: number }

/** How many of these offers are paid in the replay's currency. */
export function countPaid({ count, others }: OfferSum): number {
  return count - others.reduce((sum, other) => sum + other.count, 0)
}

/** Counts one more at its station. */
export function countAt(stations: Map<string, StationSum>, stationId: string): void {
  const sum = stations.get(stationId)
  if (sum === undefined) stations.set(stationId, { stationId, considered: 1, count: 0, cents: 0, others: [] })
  else sum.considered++
}

/** The stations with what was held of them besides, most pay first. */
export function sumStations(
  stations: ReadonlyMap<string, StationSum>,
  history: ObservationHistory,
  held: readonly number[],
  currency: string | null,
): StationSum[] {
  for (const place of held) {
    const offer = history.at(place)!
    const sum = stations.get(offer.stationId)!
    sum.count++
    addPaid(sum, offer, currency)
  }
  return [...stations.values()].sort(
    (one, other) => other.cents - one.cents || other.count - one.count || other.considered - one.considered,
  )
}

/** What is more in one sum than in another; of other currencies only what is more. */
export function lessOf(after: OfferPay, before: OfferPay): OfferPay {
  const others = after.others.flatMap((one) => {
    const had = before.others.find((each) => isPaidIn(one, each.currency ?? null))
    const count = one.count - (had?.count ?? 0)
    const payCents = one.payCents - (had?.payCents ?? 0)
    const tipCents = Math.max(0, one.tipCents - (had?.tipCents ?? 0))
    return count > 0 && payCents >= 0 ? [{ ...one, count, payCents, tipCents }] : []
  })
  return {
    ...after,
    count: after.count - before.count,
    cents: after.cents - before.cents,
    tipCents: after.tipCents - before.tipCents,
    minutes: after.minutes - before.minutes,
    others,
  }
}

/** What the offers at these places of a history pay, and how long they take. */
export function sumPlaces(
  history: ObservationHistory,
  places: readonly number[],
  currency: string | null,
): OfferPay {
  const sum: OfferPay = { count: 0, cents: 0, tipCents: 0, minutes: 0, others: [] }
  for (const place of places) {
    const offer = history.at(place)!
    sum.count++
    sum.minutes += offerMinutes(offer)
    if (addPaid(sum, offer, currency)) sum.tipCents += offer.tipCents
  }
  return sum
}

/** Adds the pay of an offer to its currency's sum; answers whether that is the replay's. */
function addPaid(sum: PaidOffers, offer: Pay, currency: string | null): boolean {
  const isMain = isPaidIn(offer, currency)
  if (isMain) {
    sum.cents += offer.payCents
    if (offer.payBasis) sum.payBasis = 'estimated'
  } else addPay(sum.others, offer)
  return isMain
}
