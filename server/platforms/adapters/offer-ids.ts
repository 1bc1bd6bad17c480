/**
 * Some platforms list an offer under the id that it had before: a shift whose courier gave it back, an order
 * that was taken from its driver. Our ids name one listing, since an offer is accepted once at most. There an
 * adapter appends its own mark, and the held blocks carry the platform's id without it.
 */
const MARK = '~'

/** The id of a listing that follows earlier ones of the same offer. `mark` tells it from them. */
export function markOfferId(platformId: string, mark: string | number): string {
  return `${platformId}${MARK}${mark}`
}

/** The platform's own id of a listing. */
export function platformOfferId(offerId: string): string {
  const at = offerId.indexOf(MARK)
  return at < 0 ? offerId : offerId.slice(0, at)
}

/** What tells a listing from earlier ones of the same offer; null for the first. */
export function markOf(offerId: string): string | null {
  const at = offerId.indexOf(MARK)
  return at < 0 ? null : offerId.slice(at + MARK.length)
}

/** Whether a held block, by its offer's id, is of this listing. */
export function isOfferOf(heldOfferId: string, offerId: string): boolean {
  return heldOfferId === offerId || heldOfferId === platformOfferId(offerId)
}
