import { sql } from 'kysely'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { readConfig } from '@madruga/server/config.ts'
import type { Database } from '@madruga/server/db.ts'
import { testDatabase } from '@madruga/server/db/testing.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { watchPlatform } from '@madruga/server/bot/testing-market.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { makeKeyRing } from '@madruga/server/kit/encryption.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { createWorld } from '@madruga/server/world.ts'
import type { World } from '@madruga/server/world.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'
import { seededRandom, type Random } from '../chaos/random.ts'
import { createTickClock, TICK_MS } from './clock.ts'
import { openCouriers, recordInstance } from './couriers.ts'
import { createErrands, moveUntil } from './errands.ts'
import type { Errands } from './errands.ts'
import { noteSearches, readFacts } from './facts.ts'
import type { Facts } from './facts.ts'
import { judgeAll } from './invariants.ts'
import type { Verdict } from './invariants.ts'
import { placesOf } from './invariants/blocks.ts'
import { answerConfirmations, checkInSome, planLife, planOutages } from './life.ts'
import type { PlannedAction } from './life.ts'
import { addPeople, countCouriers } from './people.ts'
import { findWork, work } from './quiet.ts'

/** Sweeps with an interval of a few seconds run this often instead: they do the same, only later. */
const SWEEPS_MS = 12_000
const CHECK_INS_MS = 5 * MINUTE_MS
/** Drivers check their phones for requests within the minute. */
const ASK_MS = 20_000

/**
 * The product's settings, with fewer polls and a proportional budget: the cost of a search is measured
 * elsewhere, and a simulated week of two polls a second would take days.
 */
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  budget: { ...DEFAULT_SETTINGS.budget, perHour: 110 },
  speeds: {
    '1X': { ...DEFAULT_SETTINGS.speeds['1X'], pollMs: 30_000 },
    '2X15': { ...DEFAULT_SETTINGS.speeds['2X15'], pollMs: 25_000 },
    '2X30': { ...DEFAULT_SETTINGS.speeds['2X30'], pollMs: 25_000 },
    '3X': { ...DEFAULT_SETTINGS.speeds['3X'], pollMs: 20_000 },
  },
  fastestPollMs: 20_000,
}

export type WeekPlan = { name: string; from: number; hours: number; drivers: number; seed: number }
export type WeekResult = { verdicts: Verdict[]; facts: Facts; faults: string[] }

/**
 * Simulates a time span on real PostgreSQL and the real market over HTTP, and compares both sides' records.
 */
export async function liveThrough(plan: WeekPlan, say: (line: string) => void): Promise<WeekResult> {
  const dice = seededRandom(plan.seed)
  const { from } = plan
  const to = from + plan.hours * HOUR_MS
  const { fresh, market, clock, faults, open, people, couriers, allows } = await openWeek(plan, dice)
  const outages = planOutages(from, to, dice)
  const actions = planLife(people, from, to, dice)
  const searches = new Map<string, Map<number, number>>()
  let world: World | null = await open()
  const errands = createErrands(clock)
  const serve = planRecurring(fresh.database, errands, dice, from)
  let hour = from

  const tick = async (): Promise<void> => {
    if (world !== null) await serve.jobs(world, clock.now())
    await runActions(actions, errands, world, clock.now(), market)
    if (world !== null) await serve.drivers(world, clock.now())
    await clock.settle()
    if (clock.now() >= hour + HOUR_MS) {
      hour += HOUR_MS
      noteSearches(searches, people, market)
      if ((hour - from) % (12 * HOUR_MS) === 0)
        say(`${plan.name}: ${(hour - from) / HOUR_MS} h of ${plan.hours}`)
    }
  }

  for (const outage of [...outages, { from: to, to }]) {
    await clock.runTo(outage.from, tick)
    await errands.finish()
    if (world !== null) await moveUntil(clock, world.close())
    world = null
    await clock.runTo(outage.to, tick)
    if (outage.to < to) world = await open()
  }
  noteSearches(searches, people, market)
  const facts = await readFacts(fresh.database, market, {
    from,
    to,
    settings: SETTINGS,
    people,
    outages,
    searches,
    instance: { maxRequestsPerMinute: allows, requests: couriers.requests },
    places: placesOf(market.market.world.stations.values()),
  })
  const verdicts = judgeAll(facts)
  await couriers.close()
  await market.stop()
  await fresh.drop()
  return { verdicts, facts, faults }
}

/** A database, a market and the drivers of a week; `open` starts the service on them. */
async function openWeek(plan: WeekPlan, dice: Random) {
  const { from } = plan
  const fresh = await testDatabase()
  const market = await startMarket({
    clock: 'stepped',
    scenario: 'courier',
    seed: `${plan.name}-${plan.seed}`,
    startAt: from,
  })
  const clock = createTickClock(from, TICK_MS, findWork, (ms) => market.advance(ms))
  const keyRing = makeKeyRing()
  const faults: string[] = []
  const logger = createLogger({
    level: 'error',
    style: 'json',
    write: (line) => faults.push(line.slice(0, 400)),
  })
  const config = { ...readConfig({ DEMO: 'off' }, []), role: 'bot' as const, settings: SETTINGS }
  const couriers = openCouriers(market, clock.now)
  const open = (): Promise<World> =>
    createWorld(config, {
      clock,
      logger,
      keyRing,
      databaseUrl: fresh.url,
      platform: watchPlatform(createMarketPlatform({ url: market.url, clock: systemClock }), work, true),
      marketUrl: market.url,
      adapters: couriers.adapters,
      budgetTime: clock.now,
      bots: { monotonic: clock.now, random: dice },
    })

  const allows = await recordInstance(fresh.database, market, countCouriers(plan.drivers))
  const platform = createMarketPlatform({ url: market.url, clock: systemClock })
  const people = await addPeople(
    { market, database: fresh.database, keyRing, platform, couriers: couriers.platform },
    plan.drivers,
    dice,
    from,
  )
  await platform.close()
  return { fresh, market, clock, faults, open, people, couriers, allows }
}

/** What recurs while the service is up: its jobs, and what drivers do every so often. */
function planRecurring(database: Database, errands: Errands, dice: Random, from: number) {
  const nextRun = new Map<string, number>()
  let [checkInsAt, askedAt] = [from, from]
  return {
    jobs: (world: World, now: number) => runJobs(world, errands, nextRun, now),
    async drivers(world: World, now: number): Promise<void> {
      if (now >= askedAt + ASK_MS) {
        askedAt = now
        await errands.run('answer requests', () => askThose(world, database, dice))
      }
      if (now >= checkInsAt) {
        checkInsAt = now + CHECK_INS_MS
        await errands.run('check in', () => checkInSome(world, database, dice))
      }
    },
  }
}

/** The recurring jobs that are due by the simulated clock. */
async function runJobs(
  world: World,
  errands: Errands,
  nextRun: Map<string, number>,
  now: number,
): Promise<void> {
  const due = world.recurring.filter(({ name }) => now >= (nextRun.get(name) ?? 0))
  for (const { name, everyMs } of due) nextRun.set(name, now + Math.max(everyMs, SWEEPS_MS))
  await Promise.all(due.map((job) => errands.run(job.name, () => job.run())))
}

/** Runs due events; events that need the service wait while it is down. */
async function runActions(
  actions: PlannedAction[],
  errands: Errands,
  world: World | null,
  now: number,
  market: Parameters<PlannedAction['run']>[1],
): Promise<void> {
  for (let index = 0; index < actions.length && (actions[index] as PlannedAction).at <= now;) {
    const action = actions[index] as PlannedAction
    if (action.needsWorld && world === null) {
      index++
      continue
    }
    actions.splice(index, 1)
    await errands.run(`${action.what} ${action.at}`, () => action.run(world as World, market))
  }
}

/** Drivers with an open confirmation request check their phones. */
async function askThose(world: World, { kysely }: Database, dice: Random): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct driver_id as id from confirmations where state = 'open' order by 1`.execute(kysely)
  for (const person of rows) await answerConfirmations(world, person, dice)
}
