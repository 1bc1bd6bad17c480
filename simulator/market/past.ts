import { createHash } from 'node:crypto'
import { pastOf } from '../scenarios.ts'
import type { Scenario } from '../scenarios.ts'
import { Refusal } from '../refusals.ts'
import { acceptOffer, checkIn } from './blocks.ts'
import { findLagMs } from './listings.ts'
import { createForgetfulJournal } from './journal.ts'
import { openSupply } from './supply.ts'
import type { Block, Driver, Past, PastOffer } from './types.ts'
import { advanceWorld, createCounts, createWorld, findBoard } from './world.ts'
import type { World } from './world.ts'

/** A span of the past, end exclusive. */
export interface PastSpan {
  from: number
  to: number
}

/** The live world opens with ten minutes of its own: a past ends before them. */
const OWN_MS = 15 * 60_000
const LONGEST_MS = 70 * 86_400_000
/** So long a past that was asked for stays in memory. */
const KEPT_MS = 5 * 60_000

/**
 * What the driver's metro would have listed in a span that is over: the same rules and the same seed, so that
 * the same question has the same answer in every process.
 */
export function recallPast(world: World, driver: Driver, span: PastSpan): Past {
  const { from, to } = span
  if (!(from < to) || to - from > LONGEST_MS || to > world.now - OWN_MS)
    throw new Refusal('bad_request', { issues: ['to: a past is over, and at most ten weeks long'] })
  const key = [driver.variant, driver.metroId, from, to].join('/')
  const known = world.pasts.get(key)
  if (known !== undefined) return known
  const past = tellPast(world, driver, span)
  world.pasts.set(key, past)
  world.queue.push(world.now + KEPT_MS, () => world.pasts.delete(key))
  return past
}

function tellPast(world: World, { variant, metroId }: Driver, { from, to }: PastSpan): Past {
  const scenario = pastOf(world.scenario)
  const then = createWorld(scenario, world.seed, from, createForgetfulJournal())
  const own = [...then.stations].filter(
    ([, station]) => station.variant === variant && station.metroId === metroId,
  )
  const there: World = { ...then, stations: new Map(own) }
  const offers = new Map<string, PastOffer>()
  const newest = new Map<string, string>()
  there.watch = ({ at, what, offer }) => {
    if (offer === undefined) return
    if (what === 'listed') {
      const follows = newest.get(offer.lineage)
      newest.set(offer.lineage, offer.offerId)
      const ends = { goneAt: offer.expiresAt, hiddenAt: offer.expiresAt }
      offers.set(offer.offerId, { offer, ...ends, ...(follows === undefined ? {} : { follows }) })
    }
    const known = offers.get(offer.offerId)
    if (what === 'taken' && known !== undefined) {
      known.goneAt = at
      known.hiddenAt = at + findLagMs(there, offer)
    }
  }
  openSupply(there)
  advanceWorld(there, to)
  return { scenario, offers }
}

/** When the driver's wave saw a listing first. */
export function findShownAt(driver: Driver, { offer }: PastOffer): number {
  return offer.shownAt + offer.waveGapMs * driver.wave
}

/**
 * Accepts an offer of the past as of a time within it: by today's rules, against the crowd of that time. The
 * ledger records it at that time. Accepting it again answers the same block.
 */
export function acceptPast(
  world: World,
  driver: Driver,
  span: PastSpan,
  { offerId, at }: { offerId: string; at: number },
): Block {
  const own = world.blocks.get(world.blockIdsByOffer.get(offerId) ?? '')
  if (own?.driverId === driver.driverId) return own
  const { scenario, offers } = recallPast(world, driver, span)
  const known = offers.get(offerId)
  if (known === undefined || at < span.from || at >= span.to) throw new Refusal('not_found')
  const then = viewAt(world, at, scenario)
  if (at >= findShownAt(driver, known) && at < known.goneAt) {
    then.offers.set(offerId, known.offer)
    const { variant, metroId } = driver
    findBoard(then, variant, metroId)[driver.wave]?.offers.set(offerId, known.offer)
  }
  return acceptOffer(then, driver, offerId)
}

/**
 * Checks the driver in at a block of the past, at its station; again, it answers the first time (epoch ms).
 */
export function checkInPast(world: World, driver: Driver, blockId: string, at: number): number {
  const block = world.blocks.get(blockId)
  const station = world.stations.get(block?.stationId ?? '')
  if (station === undefined || at >= world.now) throw new Refusal('not_found')
  return checkIn(viewAt(world, at, world.scenario), driver, blockId, station)
}

/** The world with another time: what is written lasts, and no one who watches now hears about it. */
function viewAt(world: World, at: number, scenario: Scenario): World {
  return {
    ...world,
    scenario,
    now: at,
    offers: new Map(),
    boards: new Map(),
    counts: createCounts(),
    fingerprint: createHash('sha256'),
    latest: [],
    watch: () => {},
  }
}
