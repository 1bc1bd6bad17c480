import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBots } from '@madruga/server/bot.ts'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { compare } from './chaos/compare.ts'
import { addDrivers, callMarket } from './chaos/drivers.ts'
import type { ChaosDriver } from './chaos/drivers.ts'
import { startFleet } from './chaos/fleet.ts'
import type { Fleet } from './chaos/fleet.ts'
import { pick, seededRandom } from './chaos/random.ts'
import { findOutOf, findStuck, waitForNone } from './chaos/rest.ts'
import { CHAOS_SETTINGS } from './chaos/settings.ts'
import { injectFault, FAULT_KINDS } from './chaos/faults.ts'
import type { InjectedFault } from './chaos/faults.ts'
import { createSupply } from './chaos/supply.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    drivers: { type: 'string', default: '60' },
    workers: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    /** Keeps the folder with logs and databases. */
    keep: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const seed = Number(values.seed)
const random = seededRandom(seed)
console.log(`chaos: ${values.drivers} drivers, ${values.workers} workers, ${seconds} s, seed ${seed}`)

/**
 * The market also misbehaves: answers that are late, broken or missing, even to an accept that it executed.
 */
const FAULTS = {
  unavailable: 0.01,
  slowMs: 700,
  slowShare: 0.03,
  drop: 0.01,
  truncate: 0.01,
  quotaPerHour: 1_000_000,
}

const fleet = await startFleet(Number(values.workers), seed)
const say = (line: string) => console.log(`  ${line}`)
for (const name of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) {
  process.once(name, (why: unknown) => {
    console.error(why)
    void end(1)
  })
}
await run().then(
  (failed) => end(failed ? 1 : 0),
  (error: unknown) => {
    console.error(error)
    return end(1)
  },
)

/** Cleans up in every case. */
async function end(code: number): Promise<never> {
  if (values.keep) say(`kept: ${fleet.folder}`)
  await fleet.stop(values.keep)
  process.exit(code)
}

async function run(): Promise<boolean> {
  const database = openDatabase(fleet.databaseUrl, { max: 10 })
  const drivers = await addDrivers(fleet, database, Number(values.drivers))
  const platform = createMarketPlatform({ url: fleet.marketUrl, clock: systemClock })
  for (const index of fleet.workers.keys()) fleet.startWorker(index)
  // The API's role: it starts and stops bots and runs no search.
  const bots = await createBots({
    database,
    databaseUrl: fleet.databaseUrl,
    clock: systemClock,
    settings: CHAOS_SETTINGS,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    keyRing: loadKeyRing(fleet.keyRingFile),
    platformOf: () => platform,
    worker: null,
  })
  const start = (driver: ChaosDriver) => bots.startBot(driver.id, { mode: 'regular', liveLog: true })
  await sleep(3_000)
  await callMarket(fleet, 'PUT', '/admin/faults', { quotaPerHour: FAULTS.quotaPerHour })
  await Promise.all(drivers.map(start))
  await callMarket(fleet, 'PUT', '/admin/faults', FAULTS)
  const running = await waitForNone(() => findOutOf(database, ['running']), 30_000)
  say(`${drivers.length - running.length} of ${drivers.length} bots run`)

  const raged = await rage(drivers, start, (driver) => bots.stopBot(driver.id))
  say(`strikes ${JSON.stringify(raged.faults)}`)
  const rested = await comeToRest(database, drivers, (driver) => bots.stopBot(driver.id))
  const failed = await report(database, drivers, raged, rested)
  await bots.close()
  await platform.close()
  await database.close()
  return failed
}

/** Bots that did not come to rest, and requests that were sent after all bots were at rest. */
type Rested = { stuck: string[]; requestsAfterStop: number }

/**
 * All faults are repaired and no more offers are placed: everything must come to rest by itself, and stop on
 * request.
 */
async function comeToRest(
  database: Database,
  drivers: readonly ChaosDriver[],
  stop: (driver: ChaosDriver) => Promise<unknown>,
): Promise<Rested> {
  await callMarket(fleet, 'PUT', '/admin/faults', { quotaPerHour: FAULTS.quotaPerHour })
  await sleep(6_000)
  const stuck = await waitForNone(() => findStuck(database), 60_000)
  await Promise.all(drivers.map((driver) => retry(() => stop(driver))))
  stuck.push(...(await waitForNone(() => findOutOf(database, ['not_running', 'failed_to_launch']), 60_000)))
  const polled = await countPolls(fleet)
  await sleep(3_000)
  return { stuck, requestsAfterStop: (await countPolls(fleet)) - polled }
}

/** Compares, prints, and returns whether anything is wrong. */
async function report(
  database: Database,
  drivers: readonly ChaosDriver[],
  { faults, wanted }: { faults: Record<string, number>; wanted: number },
  { stuck, requestsAfterStop }: Rested,
): Promise<boolean> {
  const { breaches, ...figures } = await compare(fleet, database, drivers)
  const { rows: attempts } = await database.pool.query<{ state: string; cause: string; n: number }>(
    `select state, coalesce(cause, '-') as cause, count(*)::int as n from attempts group by 1, 2 order by 1, 3 desc`,
  )
  say(`attempts ${attempts.map((row) => `${row.state}/${row.cause} ${row.n}`).join(', ')}`)
  const total = [...new Set<string>(FAULT_KINDS)].reduce((sum, kind) => sum + (faults[kind] ?? 0), 0)
  const summary = {
    seed,
    seconds,
    faults: total,
    wanted,
    ...figures,
    stuck: stuck.length,
    requestsAfterStop,
  }
  console.log(JSON.stringify(summary))
  for (const line of [...breaches, ...stuck].slice(0, 40)) say(line)
  if (figures.atMarket === 0) say('nothing was accepted: the run proves nothing')
  return breaches.length > 0 || stuck.length > 0 || requestsAfterStop > 0 || figures.atMarket === 0
}

/** Injects random faults while offers arrive and drivers start and stop. */
async function rage(
  drivers: readonly ChaosDriver[],
  start: (driver: ChaosDriver) => Promise<unknown>,
  stop: (driver: ChaosDriver) => Promise<unknown>,
): Promise<{ faults: Record<string, number>; wanted: number }> {
  const supply = createSupply(fleet, drivers, random)
  const faults: Partial<Record<InjectedFault | 'driver stops', number>> = {}
  const pending = new Set<Promise<void>>()
  const until = performance.now() + seconds * 1_000
  const offers = (async () => {
    while (performance.now() < until) {
      await supply.placeRound()
      await sleep(700)
    }
  })()
  const restless = (async () => {
    while (performance.now() < until) {
      const driver = pick(random, drivers)
      await stop(driver).catch(() => {})
      faults['driver stops'] = (faults['driver stops'] ?? 0) + 1
      await sleep(400)
      // Any that may start again does; the others refuse, as they should.
      await Promise.all(drivers.map((each) => start(each).catch(() => {})))
    }
  })()
  while (performance.now() < until) {
    await sleep(600 + random() * 1_800)
    const kind = pick(random, FAULT_KINDS)
    faults[kind] = (faults[kind] ?? 0) + 1
    await injectFault(fleet, kind, random, pending)
  }
  await Promise.all([offers, restless, ...pending])
  return { faults, wanted: supply.wanted() }
}

async function countPolls(of: Fleet): Promise<number> {
  const { searches } = await callMarket<{ searches: Record<string, unknown>[] }>(of, 'GET', '/admin/ledger')
  let sum = 0
  for (const row of searches)
    for (const value of Object.values(row)) if (typeof value === 'number') sum += value
  return sum
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries > 20) throw error
      await sleep(300)
    }
  }
}
