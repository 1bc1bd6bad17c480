import type { Observation, ObservationHistory } from '../../observations.ts'
import { DAY_MS } from '../../time.ts'
import { rankOffers } from '../judge.ts'
import type { Filter, HeldSpan } from '../model.ts'
import type { PreparedFilter } from '../prepare.ts'
import { fitsHeld, matchOffer } from '../rules.ts'

/**
 * The blocks of a week count towards its hours, and an offer may have begun a day before it was seen; plus a
 * day for the driver's zone.
 */
const COUNTS_MS = 9 * DAY_MS

/**
 * The input of holding: the prepared filter, the history with its observation times, and the matching offers
 * in the order of observation.
 */
export type Holding = {
  prepared: PreparedFilter
  filter: Filter
  history: ObservationHistory
  seenAt: Float64Array
  fit: readonly number[]
  /** What the driver held before. */
  before: readonly HeldSpan[]
  /** Ids of offers that are held without regard to the filter, unless something conflicts. */
  won: ReadonlySet<string>
}

/**
 * The matching offers that a driver would hold who wins every attempt: first seen, first taken, and the best
 * first among those seen together, in the search's order. Returns indices into the history, in the order of
 * taking.
 */
export function holdOffers({ prepared, filter, history, seenAt, fit, before, won }: Holding): number[] {
  const taken: number[] = []
  let held = [...before]
  let prunedAt = Number.NEGATIVE_INFINITY
  for (let next = 0; next < fit.length;) {
    const now = seenAt[fit[next]!]!
    if (now - prunedAt > DAY_MS) {
      held = held.filter((span) => span.endAt > now - COUNTS_MS)
      prunedAt = now
    }
    const context = { now, held }
    const wants = (offer: Observation): boolean =>
      won.has(offer.id) ? fitsHeld(prepared, offer, context) : matchOffer(prepared, offer, context)
    const wanted: { offer: Observation; place: number }[] = []
    for (; next < fit.length && seenAt[fit[next]!] === now; next++) {
      const offer = history.at(fit[next]!)!
      if (wants(offer)) wanted.push({ offer, place: fit[next]! })
    }
    for (const { offer, place } of rankOffers(wanted, filter)) {
      // An offer taken a moment ago may conflict with it.
      if (!wants(offer)) continue
      held.push({ startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId })
      taken.push(place)
    }
  }
  return taken
}
