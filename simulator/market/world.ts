import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { Faults, Scenario } from '../scenarios.ts'
import { createLedger } from './ledger.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import type { Journal } from './journal.ts'
import { createQueue } from './queue.ts'
import type { EventQueue } from './queue.ts'
import { openStream } from './random.ts'
import type { Random } from './random.ts'
import type { CourierWorld } from './courier/model.ts'
import { openQuota } from './quota.ts'
import { listStations } from './stations.ts'
import type { Station } from './stations.ts'
import type { Block, Driver, Offer, OfferList, Past, Session } from './types.ts'

/** The number of waves of a metro's drivers: hidden offers reach one wave after the other. */
export const WAVES = 4

/** What one wave of drivers in one metro sees. */
export interface Wave {
  offers: Map<string, Offer>
  /** Counts the changes. */
  version: number
  list?: OfferList
}

/** An event, for listeners. */
export interface Happening {
  at: number
  what:
    | 'listed'
    | 'taken'
    | 'ended'
    | 'returned'
    | 'accepted'
    | 'released'
    | 'checked_in'
    | 'refused'
    | 'driver'
  offer?: Offer
  driver?: Driver
  note?: string
}

/** The whole state of the market. Rule functions change it; nothing in it knows of HTTP. */
export interface World {
  readonly seed: string
  readonly scenario: Scenario
  readonly queue: EventQueue
  readonly stations: ReadonlyMap<string, Station>
  /** By `boardKey`: the waves of each metro and variant. */
  readonly boards: Map<string, Wave[]>
  readonly offers: Map<string, Offer>
  readonly drivers: Map<string, Driver>
  readonly driverIdsByEmail: Map<string, string>
  readonly sessions: Map<string, Session>
  readonly refreshTokens: Map<string, string>
  readonly blocks: Map<string, Block>
  readonly blockIdsByOffer: Map<string, string>
  /** What couriers see; its jobs are not in the journal. */
  readonly courier: CourierWorld
  readonly ledger: Ledger
  readonly journal: Journal
  readonly counts: Counts
  /** Epoch ms; changes only in `advanceWorld`. */
  now: number
  /** The NO_FAULTS object itself while no fault is active. */
  faults: Faults
  /** For faults of calls that belong to no driver. */
  faultDice: Random
  quotaPerHour: number
  tokensIssued: number
  offersPlaced: number
  watch: (happening: Happening) => void
  fingerprint: Hash
  /** Pasts that were asked for lately, by metro, variant and span. */
  readonly pasts: Map<string, Past>
  /** What drivers and rivals did last, for viewers who have just come. */
  latest: Happening[]
}

/** `latest` holds at least this many of the newest happenings. */
const LATEST = 60

export interface Counts {
  listed: number
  taken: number
  ended: number
  returned: number
  accepted: number
  released: number
  checkedIn: number
  searches: number
  refused: Record<string, number>
}

/** An empty world at time `now`. */
export function createWorld(scenario: Scenario, seed: string, now: number, journal: Journal): World {
  return {
    seed,
    scenario,
    queue: createQueue(),
    stations: new Map(listStations().map((station) => [station.id, station])),
    boards: new Map(),
    offers: new Map(),
    drivers: new Map(),
    driverIdsByEmail: new Map(),
    sessions: new Map(),
    refreshTokens: new Map(),
    blocks: new Map(),
    blockIdsByOffer: new Map(),
    courier: {
      jobs: new Map(),
      holdings: new Map(),
      quota: openQuota(scenario.quotaPerHour, now),
      levers: { agreement: false, lost: false, refusedShare: 0 },
      announce: () => {},
      placed: 0,
    },
    ledger: createLedger(),
    journal,
    counts: createCounts(),
    now,
    faults: scenario.faults,
    faultDice: openStream(seed, 'faults'),
    quotaPerHour: scenario.quotaPerHour,
    tokensIssued: 0,
    offersPlaced: 0,
    watch: () => {},
    fingerprint: createHash('sha256'),
    pasts: new Map(),
    latest: [],
  }
}

/** Counts of nothing yet. */
export function createCounts(): Counts {
  return {
    listed: 0,
    taken: 0,
    ended: 0,
    returned: 0,
    accepted: 0,
    released: 0,
    checkedIn: 0,
    searches: 0,
    refused: {},
  }
}

/** Executes everything due up to `now`, each event at its own time. */
export function advanceWorld(world: World, now: number): void {
  while (world.queue.nextAt() <= now) {
    const event = world.queue.pop()
    if (event === undefined) break
    world.now = Math.max(world.now, event.at)
    event.run()
  }
  world.now = Math.max(world.now, now)
}

/** The four waves of a station's metro and variant. */
export function findBoard(world: World, variant: string, metroId: string): Wave[] {
  const key = `${variant}/${metroId}`
  let board = world.boards.get(key)
  if (board === undefined) {
    board = Array.from({ length: WAVES }, () => ({ offers: new Map(), version: 0 }))
    world.boards.set(key, board)
  }
  return board
}

/**
 * Notifies listeners, and includes the event in the world's fingerprint: equal fingerprints mean equal
 * histories.
 */
export function announce(world: World, happening: Omit<Happening, 'at'>): void {
  const { what, offer, driver, note } = happening
  world.fingerprint.update(
    `${world.now} ${what} ${offer?.json ?? ''} ${driver?.driverId ?? ''} ${note ?? ''}\n`,
  )
  if (what !== 'listed' && what !== 'ended') {
    world.latest.push({ at: world.now, ...happening })
    if (world.latest.length > 2 * LATEST) world.latest = world.latest.slice(-LATEST)
  }
  world.watch({ at: world.now, ...happening })
}

/** Writes one line of the ledger, in memory and in the journal. */
export function record(
  world: World,
  driver: Driver,
  entry: Omit<LedgerEntry, 'seq' | 'at' | 'driverId'>,
  block?: Block,
): void {
  const written = world.ledger.append({ at: world.now, driverId: driver.driverId, ...entry })
  world.journal.write(block === undefined ? { entry: written } : { entry: written, block })
  if (entry.code !== undefined) {
    world.counts.refused[entry.code] = (world.counts.refused[entry.code] ?? 0) + 1
    announce(world, { what: 'refused', driver, note: `${entry.action} ${entry.code}` })
  }
}
