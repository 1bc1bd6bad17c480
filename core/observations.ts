import type { Offer, OfferKind } from './offers.ts'
import type { CurrencyCounts } from './pay-sums.ts'
import type { Timestamp } from './time.ts'

/**
 * An offer of the shared history: what a platform offered, and when a bot first saw it. The driver is not
 * stored.
 */
export type Observation = Offer & { seenAt: Timestamp }

/**
 * Observations in any order, read one at a time. The result of `at` is valid until the next call, so that a
 * columnar history may return one object repeatedly; an array of observations is a history as it is.
 */
export type ObservationHistory = {
  readonly length: number
  at(index: number): Observation | undefined
  /** When one was seen, if that is faster than `at`. */
  seenAt?(index: number): Timestamp
  /** How many of all are paid in each currency, if that is faster than `at`. */
  countCurrencies?(): CurrencyCounts
}

/**
 * Whether a platform makes offers of this kind to every driver. A reserved offer belongs to one driver, and
 * an instant offer to one location: neither may enter the shared history.
 */
export function isOfferedToAll(kind: OfferKind): boolean {
  return kind !== 'reserved' && kind !== 'instant'
}
