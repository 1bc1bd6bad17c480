import { LAST_LISTING_MS, listOffer } from './listings.ts'
import { drawSurge, findListingMs, priceBlock, priceTrip } from './pricing.ts'
import { drawBetween, drawCount, drawOne, drawWhole, openStream } from './random.ts'
import type { Random } from './random.ts'
import type { Station } from './stations.ts'
import type { OfferKind, Terms } from './types.ts'
import type { World } from './world.ts'
import { findLocalMinute, findLocalWeekday } from './zones.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const QUARTER_MS = 15 * MINUTE_MS
const DURATIONS = {
  logistics: [180, 210, 240, 270, 300, 360],
  grocery: [120, 150, 180, 240],
  pharmacy: [120, 180, 240],
} as const
/** Typical times of bursts: before dawn, late morning, afternoon, evening (local minutes). */
const BURST_TIMES = [
  [180, 360],
  [600, 750],
  [840, 1_020],
  [1_200, 1_380],
] as const

/** Starts the stream of new blocks and trips: every station, every minute, determined by the seed. */
export function openSupply(world: World): void {
  if (world.scenario.blocksPerHour === 0 && world.scenario.tripsPerHour === 0) return
  const releaseMinute = () => {
    const minute = Math.floor(world.now / MINUTE_MS)
    for (const station of world.stations.values()) release(world, station, minute)
    world.queue.push((minute + 1) * MINUTE_MS, releaseMinute)
  }
  world.queue.push(Math.ceil(world.now / MINUTE_MS) * MINUTE_MS, releaseMinute)
}

/** The minutes of that weekday (0: Monday) at which the station releases many blocks at once. */
export function findBursts(seed: string, stationId: string, weekday: number, perDay: number): number[] {
  const random = openStream(seed, 'bursts', stationId, weekday)
  return Array.from({ length: perDay }, (_, index) => {
    const [from, to] = BURST_TIMES[index % BURST_TIMES.length] as (typeof BURST_TIMES)[number]
    return drawWhole(random, from, to)
  })
}

/** Activity of a minute of the day: about 1 on average, low at night, high at dawn and in the afternoon. */
export function findDayShape(localMinute: number): number {
  const bump = (centre: number, width: number) => Math.exp(-(((localMinute - centre) / width) ** 2))
  return 0.35 + 1.5 * bump(330, 150) + 0.9 * bump(660, 180) + 1.1 * bump(930, 150) + 0.7 * bump(1_260, 120)
}

function release(world: World, station: Station, minute: number): void {
  if (station.variant === 'courier') return
  const { scenario, seed } = world
  const random = openStream(seed, 'release', station.id, minute)
  const at = minute * MINUTE_MS
  const localMinute = findLocalMinute(station.timeZone, at)
  const shape = 1 + scenario.dayShape * (findDayShape(localMinute) - 1)
  const perHour = station.variant === 'amazon' ? scenario.blocksPerHour : scenario.tripsPerHour
  const offsets = Array.from(
    { length: drawCount(random, (perHour * shape) / 60) },
    () => random() * MINUTE_MS,
  )
  const burst = station.variant === 'amazon' ? drawBurst(world, station, minute, localMinute, random) : 0
  const burstSecond = drawBetween(random, 0, 55_000)
  for (let index = 0; index < burst; index++) offsets.push(burstSecond + random() * 2_500)
  offsets.forEach((offset, index) => {
    const name = `${station.id}/${minute}/${index}`
    world.queue.push(at + Math.round(offset), () => releaseOne(world, station, name))
  })
}

function drawBurst(
  world: World,
  station: Station,
  minute: number,
  localMinute: number,
  random: Random,
): number {
  const { burstsPerDay, burstEveryMinutes, burstSize } = world.scenario
  const weekday = findLocalWeekday(station.timeZone, minute * MINUTE_MS)
  const weekly = findBursts(world.seed, station.id, weekday, burstsPerDay).includes(localMinute)
  const phase = Math.floor(openStream(world.seed, 'phase', station.id)() * 1_000)
  const regular = burstEveryMinutes > 0 && (minute + phase) % burstEveryMinutes === 0
  return weekly || regular ? Math.max(2, drawCount(random, burstSize)) : 0
}

function releaseOne(world: World, station: Station, lineage: string): void {
  const random = openStream(world.seed, 'offer', lineage)
  if (station.variant === 'spark') {
    const terms = drawTrip(random, world.now, world.scenario.tripReachHours, 'first_come')
    const lifeMs = world.scenario.tripListMs
    listOffer(world, { station, terms, lineage, round: 0, surge: 0, raisedCents: 0, lifeMs })
    return
  }
  const surge = drawSurge(random)
  const terms = drawBlock(random, station, world.now, world.scenario.blockReachHours, surge)
  if (terms.start - world.now <= LAST_LISTING_MS) return
  const lifeMs = findListingMs(world.scenario.surgeEveryMs, terms.start - world.now)
  const waveGapMs = random() < world.scenario.hiddenShare ? drawWhole(random, 1_000, 6_000) : 0
  listOffer(world, { station, terms, lineage, round: 0, surge, raisedCents: 0, lifeMs, waveGapMs })
}

/**
 * A block of that station: 2 to 6 hours, on the quarter hour, starting between four and ten in the station's
 * day.
 */
export function drawBlock(
  random: Random,
  station: Station,
  now: number,
  reachHours: number,
  surge: number,
  kind: OfferKind = 'block',
): Terms {
  const minutes = drawOne(random, DURATIONS[station.programme])
  let start = drawStart(random, now, reachHours)
  for (let tries = 0; tries < 6 && !isOpen(station, start); tries++)
    start = drawStart(random, now, reachHours)
  const miles = drawWhole(random, 60, 420) / 10
  return {
    kind,
    start,
    end: start + minutes * MINUTE_MS,
    payCents: priceBlock(minutes, surge),
    tipCents: station.programme === 'grocery' ? drawWhole(random, 8, 26) * 100 : 0,
    ...(station.programme === 'logistics' ? {} : { miles }),
  }
}

/** A trip: curbside (up to 3 stops, more when batched), shopping or delivery, starting within the horizon. */
export function drawTrip(
  random: Random,
  now: number,
  reachHours: number,
  decision: 'timer' | 'first_come',
): Terms {
  const kindDraw = random()
  const kind = kindDraw < 0.35 ? 'curbside' : kindDraw < 0.7 ? 'shopping' : 'delivery'
  const batched = random() < 0.3
  const single = kind === 'curbside' ? drawWhole(random, 1, 3) : 1
  const stops = batched ? drawWhole(random, kind === 'shopping' ? 2 : 4, kind === 'shopping' ? 3 : 6) : single
  const miles = drawWhole(random, 12, 110) / 10 + (batched ? drawWhole(random, 10, 60) / 10 : 0)
  const soon = random() < 0.5 ? Math.min(3, reachHours) : reachHours
  const aheadMs = drawBetween(random, 12 * MINUTE_MS, Math.max(0.5, soon) * HOUR_MS)
  const start = Math.ceil((now + aheadMs) / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  const minutes = Math.ceil((15 + 2.2 * miles + 6 * stops + (kind === 'shopping' ? 20 : 0)) / 5) * 5
  return {
    kind,
    batched,
    start,
    end: start + minutes * MINUTE_MS,
    payCents: priceTrip(kind, miles, stops),
    tipCents: random() < 0.2 ? 0 : drawWhole(random, 100, 350 + 250 * stops),
    miles: Math.round(miles * 10) / 10,
    stops,
    decision,
  }
}

function drawStart(random: Random, now: number, reachHours: number): number {
  const kind = random()
  const [from, to] = kind < 0.25 ? [0.75, 4] : kind < 0.5 ? [2, 24] : [8, reachHours]
  const ahead = drawBetween(random, from, Math.min(to, reachHours)) * HOUR_MS
  return Math.ceil((now + ahead) / QUARTER_MS) * QUARTER_MS
}

function isOpen(station: Station, start: number): boolean {
  const minute = findLocalMinute(station.timeZone, start)
  return minute >= 4 * 60 && minute <= 22 * 60
}
