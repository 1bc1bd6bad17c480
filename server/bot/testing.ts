import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import type { Filter } from '@madruga/core/filters.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { HOUR_MS, SECOND_MS } from '@madruga/core/time.ts'
import { sql } from 'kysely'
import { createBots } from '../bot.ts'
import type { BotOptions, Bots } from '../bot.ts'
import { openDatabase } from '../db.ts'
import type { Database } from '../db.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { handClock, until } from '../kit/testing.ts'
import type { HandClock } from '../kit/testing.ts'
import { connectAccount, saveStations, onePlatform } from '../platforms.ts'
import { readAfter } from '../driver/log.ts'
import type { News } from '../notify.ts'
import type { BotDeps } from './deps.ts'
import { createBotNews } from './news.ts'
import { readBotRow } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { STATION, stubPlatform } from './testing-platform.ts'
import type { StubPlatform } from './testing-platform.ts'

export { STATION, stubPlatform, trouble } from './testing-platform.ts'
export type { StubPlatform } from './testing-platform.ts'

/** Of leases, for a clock that runs hours ahead in a second: most of what it set off would be beats. */
export const AHEAD = { beatMs: 10_000, leaseMs: 30_000 }

/** An offer of the stub's station that the filter of `addDriver` wants. */
export function offerAt(startAt: number, over: Partial<Offer> = {}): Offer {
  return {
    id: randomUUID(),
    stationId: STATION.id,
    kind: 'block',
    startAt,
    endAt: startAt + 3 * HOUR_MS,
    payCents: 9_000,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    ...over,
  }
}

/** A driver of the stub platform with a filter for its station, of the variant of that filter. */
export async function addDriver(
  { database, keyRing }: Pick<BotOptions, 'database' | 'keyRing'>,
  platform: StubPlatform,
  id: string,
  change: (filter: Filter) => Filter = (filter) => filter,
): Promise<void> {
  const db = database.kysely
  const email = `${id}@example.com`
  const filter = change(proposeFilter('amazon', 'basic', 'America/New_York', [STATION.id]))
  const { variant } = filter
  await db.insertInto('drivers').values({ id, name: id, email, plan_number: null, variant }).execute()
  const secret = { email, password: 'secret' }
  await connectAccount(db, keyRing, { driverId: id, variant, platform: platform.name, secret })
  await saveStations(db, id, platform.name, variant, [{ ...STATION, variant }])
  const row = { driver_id: id, variant, version: 1, body: JSON.stringify(filter) } as const
  await db.insertInto('filters').values(row).execute()
}

/** A worker of another process, which is always seen, has room for nothing and keeps what it owns. */
export const ELSEWHERE = 'elsewhere'

/** Adds that worker. */
export async function addElsewhere(db: Database['kysely']): Promise<void> {
  await sql`insert into workers (id, starts_per_second, seen_at) values (${ELSEWHERE}, 1000, '2100-01-01')
    on conflict do nothing`.execute(db)
}

/** Takes a running bot as that worker, in a new incarnation; -1 when that run is over. */
export async function claimElsewhere(db: Database['kysely'], driverId: string, gen: number): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`update bots set epoch = epoch + 1, owner = ${ELSEWHERE}
    where driver_id = ${driverId} and gen = ${gen} and phase = 'running' returning epoch`.execute(db)
  return rows[0]?.epoch ?? -1
}

/** Bots over a real database with everything foreign in the test's hands. */
export type BotWorld = {
  bots: Bots
  clock: HandClock
  platform: StubPlatform
  database: Database
  databaseUrl: string
  deps: BotDeps
  settings: Settings
  /** The notifications of drivers, unless the test gave its own desk. */
  told: News[]
  rowOf(id: string): Promise<BotRow | null>
  linesOf(id: string): ReturnType<typeof readAfter>
  addDriver(id: string, change?: (filter: Filter) => Filter): Promise<void>
  /** Moves time and waits for what it set off, databases included. */
  advance(ms: number): Promise<void>
  /**
   * Waits until `look` answers something true. Time moves on by a second a look once all that is under way
   * has ended: a claim that met a locked row, or a step that failed, is tried again by the next beat.
   */
  until<T>(look: () => Promise<T> | T, what: string): Promise<void>
  /** Another process over the same rows. */
  another(): Promise<Bots>
  /** Searches of all processes. */
  searches(): number
  close(): Promise<void>
}

/** Starts one over its own database; both end with the calling file's tests. */
export async function startBotWorld(options: BotWorldOptions): Promise<BotWorld> {
  const fresh = await testDatabase()
  const world = await botWorld(fresh, options)
  after(async () => {
    await world.close()
    await fresh.drop()
  })
  return world
}

type BotWorldOptions = { now: number; settings?: Partial<Settings>; worker?: BotOptions['worker'] } & Pick<
  BotOptions,
  'leasePace' | 'notify' | 'observations' | 'observe' | 'savedPlace'
>

const ROOMY = { capacity: 1_000, startsPerSecond: 1_000 }

/** Starts one; the caller closes it and drops the database. */
export async function botWorld(
  fresh: TestDatabase,
  {
    now,
    settings = {},
    worker = ROOMY,
    leasePace,
    notify,
    observations,
    observe,
    savedPlace,
  }: BotWorldOptions,
): Promise<BotWorld> {
  const { database } = fresh
  const announcements: News[] = []
  const desk = {
    announce: async (_: unknown, news: News) => void announcements.push(news),
    acknowledgeOpen: async () => {},
  }
  const accepts = openDatabase(fresh.url, { max: 4 })
  const clock = handClock(now, { pools: [database.pool, accepts.pool] })
  const platform = stubPlatform(clock)
  const keyRing = makeKeyRing()
  const logger = createLogger({ level: 'silent', style: 'plain' })
  const options: BotOptions = {
    database,
    databaseUrl: fresh.url,
    clock,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    logger,
    keyRing,
    platforms: onePlatform(platform),
    worker,
    monotonic: clock.now,
    random: () => 0.5,
    accepts,
    // The hand clock waits for what is under way on these connections, and sees no others.
    leases: database,
    notify: notify ?? desk,
    ...(leasePace && { leasePace }),
    ...(observations && { observations }),
    ...(observe && { observe }),
    ...(savedPlace && { savedPlace }),
  }
  const all: Bots[] = []
  const open = async (): Promise<Bots> => {
    const bots = await createBots(options)
    all.push(bots)
    return bots
  }
  const bots = await open()
  const advance = async (ms: number): Promise<void> => {
    await clock.advance(ms)
    await Promise.all(all.map((each) => each.idle()))
    await clock.advance(0)
  }
  const deps: BotDeps = {
    ...options,
    db: database.kysely,
    pool: accepts.pool,
    random: () => 0.5,
    news: createBotNews(options.notify ?? null),
    readyInstant: async () => null,
    savedPlace: savedPlace ?? (async () => null),
    observations: options.observations ?? { note: () => {} },
    forecast: options.forecast ?? { lookOut: async () => null },
    hasWorkers: async () => true,
  }
  return {
    bots,
    clock,
    platform,
    database,
    databaseUrl: fresh.url,
    deps,
    settings: options.settings,
    told: announcements,
    rowOf: (id) => readBotRow(database.kysely, id),
    linesOf: (id) => readAfter(database.kysely, id, { after: 0, limit: 500 }),
    addDriver: (id, change) => addDriver(options, platform, id, change),
    advance,
    async until(look, what) {
      let stepMs = 0
      await until(async () => {
        const value = await look()
        if (!value) await advance(stepMs)
        stepMs = SECOND_MS
        return value
      }, what)
    },
    another: open,
    searches: () => all.reduce((sum, each) => sum + each.size(), 0),
    async close() {
      await Promise.all(all.map((each) => each.close()))
      await accepts.close()
    },
  }
}
