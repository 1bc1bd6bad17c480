import type { Offer, OfferKind } from './offers.ts'
import type { Timestamp } from './time.ts'

/**
 * An offer of the market's history: what a platform offered, and when a bot saw it first. Whose bot it was,
 * nobody keeps.
 */
export type Observation = Offer & { seenAt: Timestamp }

/**
 * Observations in any order, read one at a time. What `at` answers holds until it is asked again, so that a
 * history may lie in columns and hand out one object; an array of observations is a history as it is.
 */
export type ObservationHistory = {
  readonly length: number
  at(index: number): Observation | undefined
  /** When one was seen, where that is told faster than by `at`. */
  seenAt?(index: number): Timestamp
}

/**
 * Whether a platform makes offers of this kind to everyone who works there. A reserved offer is one driver's,
 * and an instant offer one place's: neither is anybody else's business, so they never come into the shared
 * history.
 */
export function isOfferedToAll(kind: OfferKind): boolean {
  return kind !== 'reserved' && kind !== 'instant'
}
