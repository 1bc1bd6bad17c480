import type { Observation, ObservationHistory } from '../../observations.ts'
import { DAY_MS } from '../../time.ts'
import { fitsHeld, matchOffer } from '../match.ts'
import type { Filter, HeldSpan } from '../model.ts'
import type { FilterPlan } from '../plan.ts'
import { rankOffers } from '../rank.ts'

/**
 * The blocks of a week count towards its hours, and an offer may have begun a day before it was seen; a day
 * more for the driver's zone.
 */
const COUNTS_MS = 9 * DAY_MS

/**
 * What holding goes by: the filter's plan, the history with the instants of its observations, and which of
 * them fit, in the order of sight.
 */
export type Holding = {
  plan: FilterPlan
  filter: Filter
  history: ObservationHistory
  seenAt: Float64Array
  fit: readonly number[]
  /** What the driver held before. */
  before: readonly HeldSpan[]
  /** Ids of offers that need no filter: they are held unless something is in their way. */
  won: ReadonlySet<string>
}

/**
 * Of offers that fit, those that one driver would hold who wins whatever they go after: first seen, first
 * taken, and of those seen together the best first, as the search goes after them. Answers places in the
 * history, as they are taken.
 */
export function holdOffers({ plan, filter, history, seenAt, fit, before, won }: Holding): number[] {
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
      won.has(offer.id) ? fitsHeld(plan, offer, context) : matchOffer(plan, offer, context)
    const wanted: (Observation & { place: number })[] = []
    for (; next < fit.length && seenAt[fit[next]!] === now; next++) {
      const offer = history.at(fit[next]!)!
      if (wants(offer)) wanted.push({ ...offer, place: fit[next]! })
    }
    for (const offer of rankOffers(wanted, { filter })) {
      // What was taken a moment ago may be in the way of it.
      if (!wants(offer)) continue
      held.push({ startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId })
      taken.push(offer.place)
    }
  }
  return taken
}
