import { AsyncLocalStorage } from 'node:async_hooks'
import { weekSpan } from '@madruga/core/blocks.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import {
  asDriver,
  asOperator,
  DEMO_DRIVERS,
  DEMO_OPERATOR,
  endDemoWeeks,
  hasDemoDrivers,
  insertDemoWeeks,
  readOpenWeeks,
} from '../console/admin.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { GatewayAccess } from '../money/payments.ts'
import { createWorld } from '../world.ts'
import type { World } from '../world.ts'
import { keepDiary } from './demo-weeks/diary.ts'
import type { Happening } from './demo-weeks/diary.ts'
import { gatherLived } from './demo-weeks/gather.ts'
import type { Gathering } from './demo-weeks/gather.ts'
import { openPastMarket } from './demo-weeks/market.ts'
import type { PastMarket } from './demo-weeks/market.ts'
import { writeStretch } from './demo-weeks/write.ts'
import type { Lived, MovedClock } from './demo-weeks/write.ts'

/** The servers of a demo whose weeks are made. */
type Servers = { databaseUrl: string; marketUrl: string | null; gateway: GatewayAccess | null }

/** What weeks are made with. */
export type WeeksOptions = {
  now: Timestamp
  marketUrl: string
  gateway: GatewayAccess
  settings: Config['settings']
}

/** The market's own ten minutes before its start belong to no past. */
const MARKET_OWN_MS = 20 * MINUTE_MS
/** The driver has read all notifications but these. */
const UNREAD = 3

/**
 * Begins to make the weeks that the demo drivers have behind them, at the first start alone; a start after a
 * crash completes them. Resolves once the drivers exist, with the number of weeks (0 = there is nothing to
 * make); `made` settles once they are made, and never rejects: where they cannot be made, the demo continues
 * without them. The product's jobs wait for it, since they would close these weeks as of now.
 */
export async function beginDemoWeeks(
  config: Config,
  servers: Servers,
  logger: Logger,
): Promise<{ weeks: number; made: Promise<void> }> {
  const { gateway, marketUrl } = servers
  const nothing = { weeks: 0, made: Promise.resolve() }
  if (!config.demo || config.demoWeeks === 0 || config.role !== 'all') return nothing
  const hasAll = DEMO_DRIVERS.every(({ variant }) => config.variants.includes(variant))
  if (!hasAll || gateway === null || marketUrl === null) return nothing
  if (!(await isDue(servers.databaseUrl))) return nothing
  const startedMs = performance.now()
  const clock = createMovedClock(Date.now())
  const { databaseUrl } = servers
  const world = await createWorld(
    { ...config, role: 'api' },
    { clock, logger, databaseUrl, marketUrl, gateway, quiet: true },
  )
  const { demoWeeks: weeks, settings } = config
  const now = Date.now()
  const people = addDemoPeople(world, clock, { weeks, now })
  const make = async (): Promise<void> => {
    try {
      await makeDemoWeeks(world, clock, await people, { now, marketUrl, gateway, settings })
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      logger.info(`The demo drivers have ${weeks} weeks behind them (made in ${seconds} s)`)
    } catch (error) {
      logger.warn({ err: error }, 'The weeks of the demo drivers could not be made')
      await endDemoWeeks(world.database.kysely, Date.now())
    } finally {
      await world.close()
    }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'The weeks of the demo drivers do not end')
  const made = make().catch(failed)
  await people.catch(() => {})
  return { weeks, made }
}

async function isDue(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    const db = database.kysely
    return !(await hasDemoDrivers(db)) || (await readOpenWeeks(db)).length > 0
  } finally {
    await database.close()
  }
}

/** A clock that stands until it is set; its timers never fire. Work that is `apart` has its own time. */
export function createMovedClock(at: Timestamp): Clock & MovedClock {
  const common = { now: at }
  const own = new AsyncLocalStorage<{ now: Timestamp }>()
  const current = () => own.getStore() ?? common
  return {
    now: () => current().now,
    after: () => () => {},
    set(to) {
      current().now = to
    },
    apart: (work) => own.run({ now: current().now }, work),
  }
}

/**
 * Makes or completes the weeks, in its own world whose clock is moved through them: offers from the
 * market's past are judged, accepted and worked, weeks closed and paid, questions asked and answered, by the
 * functions that do it every day. Done again, it changes nothing.
 */
export async function makeDemoWeeks(
  world: World,
  clock: Clock & MovedClock,
  operator: Operator,
  { now, marketUrl, gateway, settings }: WeeksOptions,
): Promise<void> {
  const db = world.database.kysely
  const people = (await readOpenWeeks(db)).map((open) => ({
    driverId: open.driverId,
    livedTo: open.livedTo,
    span: open,
    driver: DEMO_DRIVERS.find(({ email }) => email === open.email)!,
  }))
  const market = openPastMarket(marketUrl)
  try {
    const lives = new Map(
      people.map((person) => {
        const life = beginLife({ world, market, marketUrl, settings, ...person })
        return [person.driverId, life] as const
      }),
    )
    const learned = Promise.all(lives.values()).then(() => clock.apart(() => learn(world, clock, now)))
    // The turns report what fails, once nothing is under way any more.
    learned.catch(() => {})
    const diary = keepDiary(world, gateway, operator, people)
    for (const { driverId, span } of people) {
      const end = async () => endLife(world, market, await lives.get(driverId)!)
      diary.push({ at: span.until, driverId, happen: end })
    }
    await takeTurns([...lives.keys()], diary, {
      async live(driverId, to) {
        const life = await lives.get(driverId)!
        await clock.apart(() => liveUpTo(world, clock, life, to))
      },
      happen: ({ at, happen }) =>
        clock.apart(() => {
          clock.set(at)
          return happen()
        }),
    })
    await learned
    await endDemoWeeks(db, now)
  } finally {
    await market.close()
  }
}

type Operator = { id: string; name: string }

/** A driver's weeks, and up to when they are written. */
type Life = { marketId: string; lived: Lived; livedTo: Timestamp }

/** Gathers a driver's weeks; what was seen is observed before any of it is written to the driver. */
async function beginLife(gathering: Gathering): Promise<Life> {
  const gathered = await gatherLived(gathering)
  await gathering.world.observations.flush()
  return { ...gathered, livedTo: gathering.livedTo }
}

/**
 * Adds the demo's people who do not exist, as of when they joined, this many complete weeks before the
 * running one; the second driver by the first one's code.
 */
export async function addDemoPeople(
  { accounts, database, referrals }: World,
  clock: MovedClock,
  { weeks, now }: { weeks: number; now: Timestamp },
): Promise<Operator> {
  const until = Math.floor((now - MARKET_OWN_MS) / MINUTE_MS) * MINUTE_MS
  let code: string | null = null
  for (const driver of DEMO_DRIVERS) {
    const { from } = weekSpan(driver.timeZone, until - weeks * 7 * DAY_MS)
    clock.set(from)
    const known = await accounts.findDriver(driver.email)
    const driverId: string =
      known ??
      (await database.kysely.transaction().execute(async (tx) => {
        const id = await accounts.createDriver({ ...asDriver(driver), joinedAt: from }, tx)
        await insertDemoWeeks(tx, id, { from, until })
        if (code !== null) await referrals.join(tx, { friendId: id, phone: null, code, at: from })
        return id
      }))
    code ??= (await referrals.read(driverId)).code
  }
  const { email, name } = DEMO_OPERATOR
  const operator = await accounts.findDriver(email)
  return { id: operator ?? (await accounts.createDriver(asOperator())), name }
}

async function liveUpTo(world: World, clock: MovedClock, life: Life, to: Timestamp): Promise<void> {
  const { lived, livedTo } = life
  const end = Math.min(to, lived.span.until)
  if (end <= livedTo) return
  await writeStretch(world, clock, lived, { from: livedTo, to: end })
  life.livedTo = end
}

/** Takes over what became of the blocks; the driver has read most notifications. */
async function endLife(
  { bots, notify, platform }: World,
  market: PastMarket,
  { marketId, lived: { driverId } }: Life,
): Promise<void> {
  await bots.past.syncHeld(driverId, platform.name, await market.listBlocks(marketId))
  const { notifications } = await notify.readInbox(driverId, { limit: UNREAD + 1 })
  const oldest = notifications[UNREAD]
  if (oldest) await notify.markRead(driverId, oldest.id)
}

/** The forecast learns from observations alone. */
async function learn({ forecast }: World, clock: MovedClock, now: Timestamp): Promise<void> {
  clock.set(now)
  await forecast.learn()
}

/** What is done at a time: `live` up to it for each driver concerned, then `happen`. */
type TurnDeps = {
  live(driverId: string, to: Timestamp): Promise<void>
  happen(happening: Happening): Promise<unknown>
}

/**
 * Goes through a diary. Drivers know nothing of each other, so that each goes on alone, side by side with the
 * others, up to what concerns all of them. Resolves when everybody is through; if something failed, once
 * nothing of it is under way any more.
 */
async function takeTurns(
  driverIds: readonly string[],
  diary: readonly Happening[],
  { live, happen }: TurnDeps,
): Promise<void> {
  const turns = new Map<string, Promise<unknown>>()
  const all: Promise<unknown>[] = []
  const goOn = async (driverId: string, to: Timestamp): Promise<void> => {
    await turns.get(driverId)
    await live(driverId, to)
  }
  for (const happening of diary) {
    const concerned = happening.driverId === null ? driverIds : [happening.driverId]
    const lived = concerned.map((driverId) => goOn(driverId, happening.at))
    const turn = Promise.all(lived).then(() => happen(happening))
    all.push(...lived, turn)
    for (const driverId of concerned) turns.set(driverId, turn)
  }
  const ends = await Promise.allSettled(all)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
