import { findBoard } from './world.ts'
import type { Wave, World } from './world.ts'
import type { Driver, Offer, OfferList } from './types.ts'

/** An offer in wire format: `offerId` first, flat. Optional fields are omitted without a value. */
export function writeOffer(offer: Omit<Offer, 'json'>): string {
  const { kind, batched, start, end, payCents, tipCents, miles, stops, decision } = offer.terms
  return JSON.stringify({
    offerId: offer.offerId,
    stationId: offer.station.id,
    kind,
    batched,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    payCents,
    tipCents,
    miles,
    stops,
    decision,
    expiresAt: new Date(offer.expiresAt).toISOString(),
  })
}

/** Lists the offer for those who may see it: its driver, or the metro wave by wave. */
export function showOffer(world: World, offer: Offer): void {
  world.offers.set(offer.offerId, offer)
  if (offer.driverId !== undefined) {
    const driver = world.drivers.get(offer.driverId)
    driver?.personal.set(offer.offerId, offer)
    if (driver !== undefined) driver.version++
    return
  }
  findBoard(world, offer.station.variant, offer.station.metroId).forEach((wave, index) => {
    const delayMs = offer.waveGapMs * index
    if (delayMs === 0) addToWave(wave, offer)
    else
      world.queue.push(world.now + delayMs, () => {
        if (world.offers.get(offer.offerId) === offer) addToWave(wave, offer)
      })
  })
}

/**
 * Ends the offer now, but leaves it listed for `lagMs`: a driver who still sees it and accepts is too late.
 */
export function hideOfferLater(world: World, offer: Offer, lagMs: number): void {
  if (lagMs === 0) {
    hideOffer(world, offer)
    return
  }
  world.offers.delete(offer.offerId)
  world.queue.push(world.now + lagMs, () => hideOffer(world, offer))
}

/** Ends the offer and removes it from every list. */
export function hideOffer(world: World, offer: Offer): void {
  world.offers.delete(offer.offerId)
  const driver = offer.driverId === undefined ? undefined : world.drivers.get(offer.driverId)
  if (driver?.personal.delete(offer.offerId)) driver.version++
  if (offer.driverId !== undefined) return
  for (const wave of findBoard(world, offer.station.variant, offer.station.metroId)) {
    if (wave.offers.delete(offer.offerId)) wave.version++
  }
}

/** Whether this driver sees the offer now. */
export function isShown(world: World, driver: Driver, offer: Offer): boolean {
  if (driver.declined.has(offer.offerId)) return false
  if (offer.driverId !== undefined) return offer.driverId === driver.driverId
  return findWave(world, driver).offers.has(offer.offerId)
}

/**
 * The prepared answer to this driver's search: the same Buffer as the last time while the list is unchanged.
 */
export function findList(world: World, driver: Driver): OfferList {
  const wave = findWave(world, driver)
  if (driver.personal.size === 0 && driver.declined.size === 0) return findSharedList(wave)
  const last = driver.list
  if (last?.boardVersion === wave.version && last.driverVersion === driver.version) return last
  dropOldRefusals(driver, wave)
  const offers = [...wave.offers.values()].filter((offer) => !driver.declined.has(offer.offerId))
  const delayMs = (offer: Offer) => offer.waveGapMs * driver.wave
  const all = [...offers, ...driver.personal.values()].sort(
    (a, b) => a.shownAt + delayMs(a) - b.shownAt - delayMs(b),
  )
  const list = writeList(all, wave.version, driver.version)
  // Another driver's accept may change the versions and not this list: the old Buffer then stays.
  driver.list = last !== undefined && last.body.equals(list.body) ? { ...list, body: last.body } : list
  return driver.list
}

function findWave(world: World, driver: Driver): Wave {
  return findBoard(world, driver.variant, driver.metroId)[driver.wave] as Wave
}

function findSharedList(wave: Wave): OfferList {
  if (wave.list?.boardVersion !== wave.version) wave.list = writeList(wave.offers.values(), wave.version, -1)
  return wave.list
}

function writeList(offers: Iterable<Offer>, boardVersion: number, driverVersion: number): OfferList {
  const parts = Array.from(offers, (offer) => offer.json)
  const body = Buffer.from(`{"offers":[${parts.join(',')}]}`)
  return { body, count: parts.length, boardVersion, driverVersion }
}

function addToWave(wave: Wave, offer: Offer): void {
  wave.offers.set(offer.offerId, offer)
  wave.version++
}

function dropOldRefusals(driver: Driver, wave: Wave): void {
  for (const offerId of driver.declined) if (!wave.offers.has(offerId)) driver.declined.delete(offerId)
}
