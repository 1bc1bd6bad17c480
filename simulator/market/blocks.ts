import { Refusal } from '../refusals.ts'
import { hideOffer, isShown } from './board.ts'
import { measureMetres } from './geo.ts'
import type { Place } from './geo.ts'
import { findBrokenLimit } from './limits.ts'
import { endListing, relistOffer } from './listings.ts'
import { STEEP_MS } from './pricing.ts'
import { makeId, openStream } from './random.ts'
import type { Block, BlockState, Driver, Offer } from './types.ts'
import { announce, record } from './world.ts'
import type { World } from './world.ts'

/** Check-in opens this long before the start, within this distance of the station (product settings). */
export const CHECK_IN_OPENS_MS = 15 * 60_000
export const GEOFENCE_M = 500
const HISTORY_MS = 14 * 86_400_000

/** Accepts the offer for the driver, or throws the refusal; the ledger records both. */
export function acceptOffer(world: World, driver: Driver, offerId: string): Block {
  const refusal = refuseAccept(world, driver, offerId)
  if (refusal !== undefined) {
    record(world, driver, { action: 'accept', offerId, status: refusal.status, code: refusal.code })
    throw refusal
  }
  const offer = world.offers.get(offerId) as Offer
  hideOffer(world, offer)
  const blockId = makeId('bl', driver.driverId, offerId)
  const block: Block = {
    blockId,
    offerId,
    driverId: driver.driverId,
    stationId: offer.station.id,
    terms: offer.terms,
    acceptedAt: world.now,
    finalTipCents: drawFinalTip(world, blockId, offer),
    tipFinalAt: offer.terms.end + world.scenario.tipFinalMs,
  }
  keepBlock(world, driver, block)
  record(world, driver, { action: 'accept', offerId, blockId, status: 200 }, block)
  world.counts.accepted++
  announce(world, { what: 'accepted', offer, driver, note: describeRace(offer, world.now) })
  return block
}

/** How an accept stood to the rival who would have got the offer, for viewers. */
function describeRace({ rival, shownAt }: Offer, now: number): string {
  const own = `after ${now - shownAt} ms`
  if (rival === undefined) return `${own}; no rival wanted it`
  return `${own}, ${rival.takesAt - now} ms before ${rival.watch} rival ${rival.number}`
}

/** Indexes the block by its driver, its id and its offer. */
export function keepBlock(world: World, driver: Driver, block: Block): void {
  driver.blocks.push(block)
  world.blocks.set(block.blockId, block)
  world.blockIdsByOffer.set(block.offerId, block.blockId)
}

function refuseAccept(world: World, driver: Driver, offerId: string): Refusal | undefined {
  if (driver.challenge !== undefined) {
    return new Refusal('human_verification', { challengeId: driver.challenge.challengeId })
  }
  if (driver.quota.lockedUntil > world.now) {
    return new Refusal('aggressive_search', { retryAfterMs: driver.quota.lockedUntil - world.now })
  }
  const own = world.blocks.get(world.blockIdsByOffer.get(offerId) ?? '')
  if (own?.driverId === driver.driverId && own.releasedAt === undefined) {
    return new Refusal('conflict', { offerId })
  }
  const offer = world.offers.get(offerId)
  if (offer === undefined || !isShown(world, driver, offer)) return new Refusal('gone')
  const conflict = driver.blocks.find((block) => conflicts(world, driver, block, offer))
  if (conflict !== undefined) return new Refusal('conflict', { offerId: conflict.offerId })
  const broken = findBrokenLimit(world, driver, offer.terms)
  if (broken !== undefined) return new Refusal('hour_limit', { ...broken })
  return undefined
}

/** Blocks may not overlap; in spark, a trip in progress must also end before the next one is taken. */
function conflicts(world: World, driver: Driver, block: Block, offer: Offer): boolean {
  if (block.releasedAt !== undefined || block.terms.end <= world.now) return false
  if (block.terms.start < offer.terms.end && offer.terms.start < block.terms.end) return true
  return driver.variant === 'spark' && (block.checkedInAt !== undefined || block.terms.start <= world.now)
}

function drawFinalTip(world: World, blockId: string, offer: Offer): number {
  const { tipCents } = offer.terms
  if (tipCents === 0) return 0
  const random = openStream(world.seed, 'tip', blockId)
  const kind = random()
  if (kind < 0.6) return tipCents
  return kind < 0.7 ? 0 : Math.round((tipCents * (0.5 + random())) / 50) * 50
}

/** Declines an offer: it leaves this driver's list; a trip on the driver's timer is offered to the others. */
export function declineOffer(world: World, driver: Driver, offerId: string): void {
  const offer = world.offers.get(offerId)
  if (offer === undefined || !isShown(world, driver, offer)) throw new Refusal('gone')
  record(world, driver, { action: 'decline', offerId, status: 204 })
  if (offer.driverId === driver.driverId) {
    endListing(world, offer)
    return
  }
  driver.declined.add(offerId)
  driver.version++
}

/** The state of a block at that time; undefined if it was released in time. */
export function findState(block: Block, now: number): BlockState | undefined {
  if (block.releasedAt !== undefined) return block.late ? 'forfeited' : undefined
  const ended = block.terms.end <= now
  if (block.checkedInAt !== undefined) return ended ? 'done' : 'checked_in'
  return ended ? 'forfeited' : 'held'
}

/** The driver's blocks of the last 14 days and all future ones, by start. */
export function listBlocks(world: World, driver: Driver): Block[] {
  return driver.blocks
    .filter((block) => block.terms.end > world.now - HISTORY_MS && findState(block, world.now) !== undefined)
    .sort((a, b) => a.terms.start - b.terms.start)
}

/**
 * Releases a block; the market lists it again. Returns whether that was late (inside the last 45 minutes).
 */
export function releaseBlock(world: World, driver: Driver, blockId: string): boolean {
  const block = findOwn(world, driver, blockId)
  if (block.terms.start <= world.now) {
    const refusal = new Refusal('too_late')
    record(world, driver, { action: 'release', blockId, status: refusal.status, code: refusal.code })
    throw refusal
  }
  const late = block.terms.start - world.now < STEEP_MS
  block.releasedAt = world.now
  block.late = late
  record(world, driver, { action: 'release', blockId, offerId: block.offerId, status: 200 }, block)
  world.counts.released++
  announce(world, { what: 'released', driver, note: block.offerId })
  returnToMarket(world, block)
  return late
}

function returnToMarket(world: World, block: Block): void {
  const station = world.stations.get(block.stationId)
  if (station === undefined || world.scenario.forfeitShare === 0) return
  const lineage = `returned/${block.blockId}`
  const sold: Offer = {
    offerId: block.offerId,
    station,
    terms: block.terms,
    shownAt: block.acceptedAt,
    expiresAt: block.terms.start,
    lineage,
    round: 0,
    surge: 0,
    raisedCents: 0,
    waveGapMs: 0,
    relisted: true,
    json: '',
  }
  if (block.terms.kind !== 'instant') relistOffer(world, sold, 2_000)
}

/** Records the arrival; a second call returns the first one's time. Returns epoch ms. */
export function checkIn(world: World, driver: Driver, blockId: string, place: Place): number {
  const block = findOwn(world, driver, blockId)
  if (block.checkedInAt !== undefined) return block.checkedInAt
  const refusal = refuseCheckIn(world, block, place)
  if (refusal !== undefined) {
    record(world, driver, { action: 'check_in', blockId, status: refusal.status, code: refusal.code })
    throw refusal
  }
  block.checkedInAt = world.now
  record(world, driver, { action: 'check_in', blockId, offerId: block.offerId, status: 200 }, block)
  world.counts.checkedIn++
  announce(world, { what: 'checked_in', driver, note: block.offerId })
  return world.now
}

function refuseCheckIn(world: World, block: Block, place: Place): Refusal | undefined {
  const opensAt = block.terms.start - CHECK_IN_OPENS_MS
  if (world.now < opensAt) return new Refusal('too_early', { opensAt: new Date(opensAt).toISOString() })
  if (world.now >= block.terms.end) return new Refusal('too_late')
  const station = world.stations.get(block.stationId)
  const distanceM = station === undefined ? 0 : Math.round(measureMetres(place, station))
  return distanceM > GEOFENCE_M ? new Refusal('outside_geofence', { distanceM }) : undefined
}

function findOwn(world: World, driver: Driver, blockId: string): Block {
  const block = world.blocks.get(blockId)
  if (block?.driverId !== driver.driverId || block.releasedAt !== undefined) throw new Refusal('not_found')
  return block
}
