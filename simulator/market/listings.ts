import { hideOffer, hideOfferLater, showOffer, writeOffer } from './board.ts'
import { drawTaker, findInterest } from './contention.ts'
import type { Taker } from './contention.ts'
import { findListingMs, MAX_RAISED_CENTS, priceBlock, RAISE_CENTS, raiseSurge, STEEP_MS } from './pricing.ts'
import { drawBetween, makeId, openStream } from './random.ts'
import type { Offer } from './types.ts'
import { announce } from './world.ts'
import type { World } from './world.ts'

/** Nothing is listed in the last five minutes before its start. */
export const LAST_LISTING_MS = 5 * 60_000

export type Draft = Pick<Offer, 'station' | 'terms' | 'lineage' | 'round' | 'surge' | 'raisedCents'> & {
  lifeMs: number
  waveGapMs?: number
  driverId?: string
  relisted?: boolean
  /** Instead of the crowd: taken after this many ms, or never. */
  takenAfterMs?: number | 'never'
}

/**
 * Lists an offer now and lets the crowd compete. Undefined if it was sold before a restart of this market.
 */
export function listOffer(world: World, draft: Draft): Offer | undefined {
  const { lifeMs, takenAfterMs, waveGapMs = 0, relisted = true, ...rest } = draft
  const offerId = makeId('of', world.seed, rest.lineage, rest.round)
  if (world.blockIdsByOffer.has(offerId)) return undefined
  const expiresAt = Math.min(world.now + lifeMs, rest.terms.start)
  const bare = { ...rest, offerId, shownAt: world.now, expiresAt, waveGapMs, relisted }
  const offer: Offer = { ...bare, json: writeOffer(bare) }
  showOffer(world, offer)
  world.counts.listed++
  announce(world, { what: 'listed', offer })
  const taker = takenAfterMs === undefined ? drawCrowd(world, offer) : makeTaker(takenAfterMs)
  if (taker !== undefined && world.now + taker.afterMs < expiresAt) {
    const { afterMs, watch, number } = taker
    offer.rival = { takesAt: world.now + afterMs, watch, number }
    world.queue.push(world.now + afterMs, () => {
      if (world.offers.get(offerId) === offer) giveToCrowd(world, offer, taker)
    })
  }
  world.queue.push(expiresAt, () => {
    if (world.offers.get(offerId) === offer) endListing(world, offer)
  })
  return offer
}

/** Ends an unsold listing; it may return at a higher price with a new id. */
export function endListing(world: World, offer: Offer): void {
  hideOffer(world, offer)
  world.counts.ended++
  announce(world, { what: 'ended', offer })
  if (!offer.relisted || offer.terms.kind === 'instant' || offer.terms.kind === 'reserved') return
  const random = openStream(world.seed, 'after', offer.offerId)
  if (random() < world.scenario.withdrawShare) return
  relistOffer(world, offer, drawBetween(random, 200, 3_000))
}

/** Relists a block or trip after `gapMs` at the next price: an unsold or a released one. */
export function relistOffer(world: World, offer: Offer, gapMs: number): void {
  const beforeStartMs = offer.terms.start - world.now - gapMs
  if (beforeStartMs <= LAST_LISTING_MS) return
  const { lineage, station } = offer
  const round = offer.round + 1
  world.queue.push(world.now + Math.round(gapMs), () => {
    if (station.variant === 'spark') {
      const raisedCents = offer.raisedCents + RAISE_CENTS
      if (raisedCents > MAX_RAISED_CENTS) return
      const terms = {
        ...offer.terms,
        payCents: offer.terms.payCents + RAISE_CENTS,
        decision: 'first_come' as const,
      }
      const lifeMs = world.scenario.tripListMs
      listOffer(world, { station, terms, lineage, round, surge: 0, raisedCents, lifeMs })
      return
    }
    const surge = raiseSurge(offer.surge, beforeStartMs)
    const minutes = (offer.terms.end - offer.terms.start) / 60_000
    const payCents = Math.max(offer.terms.payCents, priceBlock(minutes, surge))
    const terms = { ...offer.terms, kind: 'block' as const, payCents }
    const lifeMs = findListingMs(world.scenario.surgeEveryMs, beforeStartMs)
    listOffer(world, { station, terms, lineage, round, surge, raisedCents: 0, lifeMs })
  })
}

function drawCrowd(world: World, offer: Offer): Taker | undefined {
  // A reserved offer and a trip on a driver's timer have no competitors.
  if (offer.terms.kind === 'reserved' || offer.terms.decision === 'timer') return undefined
  const hours = (offer.terms.end - offer.terms.start) / 3_600_000
  // Short trips pay more per hour than blocks; the crowd weighs them accordingly.
  const perHour = (offer.terms.payCents + offer.terms.tipCents / 2) / hours
  const weighed = offer.station.variant === 'spark' ? perHour * 0.8 : perHour
  const random = openStream(world.seed, 'take', offer.offerId)
  return drawTaker(random, world.scenario, findInterest(weighed))
}

function makeTaker(afterMs: number | 'never'): Taker | undefined {
  return afterMs === 'never' ? undefined : { afterMs, watch: 'quick', number: 100 }
}

function giveToCrowd(world: World, offer: Offer, taker: Taker): void {
  hideOfferLater(world, offer, findLagMs(world, offer))
  world.counts.taken++
  const note = `${taker.watch} rival ${taker.number} after ${taker.afterMs} ms`
  announce(world, { what: 'taken', offer, note })
  if (offer.terms.kind !== 'block' || !offer.relisted) return
  const returnAt = drawForfeit(world, offer)
  if (returnAt === undefined) return
  world.queue.push(returnAt, () => {
    world.counts.returned++
    announce(world, { what: 'returned', offer })
    relistOffer(world, offer, 0)
  })
}

/** How long an offer stays listed after the crowd took it. */
export function findLagMs(world: World, offer: Offer): number {
  return Math.round(openStream(world.seed, 'lag', offer.offerId)() * world.scenario.listLagMs)
}

/** When a competitor releases the block: mostly in the wave just before it would count as late. */
function drawForfeit(world: World, offer: Offer): number | undefined {
  const random = openStream(world.seed, 'forfeit', offer.offerId)
  if (random() >= world.scenario.forfeitShare) return undefined
  const lastFreeAt = offer.terms.start - STEEP_MS
  if (lastFreeAt - world.now < 60_000) return undefined
  const inWave = random() < 0.7
  const at = inWave
    ? lastFreeAt - drawBetween(random, 5_000, 300_000)
    : drawBetween(random, world.now, lastFreeAt)
  return Math.round(Math.max(world.now, at))
}
