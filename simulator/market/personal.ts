import { hideOffer } from './board.ts'
import { measureMiles } from './geo.ts'
import { listOffer } from './listings.ts'
import { drawSurge, priceBlock } from './pricing.ts'
import { drawBetween, drawCount, drawOne, drawWhole, openStream } from './random.ts'
import type { Station } from './stations.ts'
import { drawBlock, drawTrip } from './supply.ts'
import type { Driver, Offer } from './types.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
/** Maximum distance of an instant offer's station from the driver. */
export const INSTANT_MILES = 15
/** How long a trip waits for the decision of its one driver. */
export const DECISION_MS = 60_000
const RESERVED_LIFE_MS = 10 * MINUTE_MS
const INSTANT_LIFE_MS = 60_000
const INSTANT_MINUTES = [15, 30, 45] as const

/** Starts the stream of personal offers: reserved and instant blocks, trips on a timer. */
export function openPersonalSupply(world: World): void {
  const { reservedPerHour, instantPerHour, timerTripsPerHour } = world.scenario
  if (reservedPerHour + instantPerHour + timerTripsPerHour === 0) return
  const offerMinute = () => {
    const minute = Math.floor(world.now / MINUTE_MS)
    for (const driver of world.drivers.values()) offerTo(world, driver, minute)
    world.queue.push((minute + 1) * MINUTE_MS, offerMinute)
  }
  world.queue.push(Math.ceil(world.now / MINUTE_MS) * MINUTE_MS, offerMinute)
}

function offerTo(world: World, driver: Driver, minute: number): void {
  const { reservedPerHour, instantPerHour, timerTripsPerHour } = world.scenario
  const plans: [name: string, perHour: number, offer: (lineage: string) => void][] =
    driver.variant === 'spark'
      ? [['timer', timerTripsPerHour, (lineage) => offerTimerTrip(world, driver, lineage)]]
      : [
          ['reserved', reservedPerHour, (lineage) => offerReserved(world, driver, lineage)],
          ['instant', instantPerHour, (lineage) => offerInstant(world, driver, lineage)],
        ]
  for (const [name, perHour, offer] of plans) {
    const random = openStream(world.seed, name, driver.driverId, minute)
    const count = drawCount(random, perHour / 60)
    for (let index = 0; index < count; index++) {
      const at = Math.max(world.now, minute * MINUTE_MS + Math.round(random() * MINUTE_MS))
      world.queue.push(at, () => offer(`${name}/${driver.driverId}/${minute}/${index}`))
    }
  }
}

function offerReserved(world: World, driver: Driver, lineage: string): void {
  const random = openStream(world.seed, 'offer', lineage)
  const station = drawOne(random, listStationsOf(world, driver))
  const surge = drawSurge(random)
  const terms = drawBlock(random, station, world.now, world.scenario.blockReachHours, surge, 'reserved')
  const { driverId } = driver
  listOffer(world, {
    station,
    terms,
    lineage,
    driverId,
    surge,
    round: 0,
    raisedCents: 0,
    lifeMs: RESERVED_LIFE_MS,
  })
}

function offerInstant(world: World, driver: Driver, lineage: string): void {
  if (driver.location === undefined || !driver.instant.enabled || !driver.instant.confirmed) return
  const near = listStationsOf(world, driver).filter((station) => isNear(driver, station))
  if (near.length === 0) return
  const random = openStream(world.seed, 'offer', lineage)
  const station = drawOne(random, near)
  const minutes = drawOne(random, INSTANT_MINUTES)
  const start =
    Math.ceil((world.now + drawWhole(random, 10, 20) * MINUTE_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  const surge = Math.round(drawBetween(random, 0.2, 0.9) * 100) / 100
  const terms = {
    kind: 'instant' as const,
    start,
    end: start + minutes * MINUTE_MS,
    payCents: priceBlock(minutes, surge),
    tipCents: 0,
    miles: Math.round((measureMiles(driver.location, station) + drawBetween(random, 1, 6)) * 10) / 10,
  }
  listOffer(world, {
    station,
    terms,
    lineage,
    driverId: driver.driverId,
    surge,
    round: 0,
    raisedCents: 0,
    lifeMs: INSTANT_LIFE_MS,
  })
}

function offerTimerTrip(world: World, driver: Driver, lineage: string): void {
  const random = openStream(world.seed, 'offer', lineage)
  const station = drawOne(random, listStationsOf(world, driver))
  const terms = drawTrip(random, world.now, world.scenario.tripReachHours, 'timer')
  const { driverId } = driver
  listOffer(world, {
    station,
    terms,
    lineage,
    driverId,
    surge: 0,
    round: 0,
    raisedCents: 0,
    lifeMs: DECISION_MS,
  })
}

/** Removes the instant offers that the driver's location or switch no longer allows. */
export function dropInstantOffers(world: World, driver: Driver): void {
  const allowed = (offer: Offer) =>
    offer.terms.kind !== 'instant' || (driver.instant.enabled && isNear(driver, offer.station))
  for (const offer of driver.personal.values()) if (!allowed(offer)) hideOffer(world, offer)
}

/** The stations or stores of a driver's offers: those of the driver's metro. */
export function listStationsOf(world: World, driver: Driver): Station[] {
  return [...world.stations.values()].filter(
    (station) => station.variant === driver.variant && station.metroId === driver.metroId,
  )
}

function isNear(driver: Driver, station: Station): boolean {
  return driver.location !== undefined && measureMiles(driver.location, station) <= INSTANT_MILES
}
