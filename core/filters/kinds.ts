import { variantOf } from '../offers.ts'
import type { Offer, OfferKind } from '../offers.ts'
import type { SparkKind } from './model.ts'

/**
 * More customers than this make a trip a multiple order (the seed: "curbside orders allow at most 3 stops").
 */
export const CURBSIDE_MAX_STOPS = 3

export const AMAZON_KINDS: readonly OfferKind[] = ['block', 'instant', 'reserved']

/** Whether an offer belongs to the amazon variant. */
export function isAmazonKind(kind: OfferKind): boolean {
  return variantOf(kind) === 'amazon'
}

/**
 * The kind of a spark trip: `multiple` when batched or with more than 3 stops, else `shopping`, else
 * `curbside`, which includes plain deliveries. null for an offer of the other variant.
 */
export function sparkKindOf(offer: Pick<Offer, 'kind' | 'batched' | 'stops'>): SparkKind | null {
  if (isAmazonKind(offer.kind)) return null
  if (offer.batched || (offer.stops !== null && offer.stops > CURBSIDE_MAX_STOPS)) return 'multiple'
  return offer.kind === 'shopping' ? 'shopping' : 'curbside'
}
