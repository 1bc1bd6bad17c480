import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { compare } from './chaos/compare.ts'
import { rageAmongCouriers } from './chaos/couriers.ts'
import { addDrivers, callMarket } from './chaos/drivers.ts'
import type { ChaosDriver } from './chaos/drivers.ts'
import { startFleet } from './chaos/fleet.ts'
import type { Fleet } from './chaos/fleet.ts'
import { noteOwners } from './chaos/owners.ts'
import { seededRandom } from './chaos/random.ts'
import { findOutOf, findStuck, waitForNone } from './chaos/rest.ts'
import { FAULT_KINDS, REPLACED, SLOW } from './chaos/faults.ts'
import type { InjectedFault } from './chaos/faults.ts'
import { rage } from './chaos/rage.ts'
import { watchPolls } from './chaos/watch.ts'
import type { Watched } from './chaos/watch.ts'

const { values } = parseArgs({
  options: {
    /** `market`; for couriers `market-couriers`, and the stand-ins `coopcycle` and `fleetbase`. */
    platform: { type: 'string', default: 'market' },
    /** What `npm test` runs: a few seconds and drivers. */
    short: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    /** This many faults, however long it takes; without it as many as there are in `seconds`. */
    faults: { type: 'string' },
    /** Mean time between two faults, ms. */
    pace: { type: 'string', default: '1500' },
    /** One kind of fault only. */
    only: { type: 'string' },
    drivers: { type: 'string' },
    workers: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    /** Keeps the folder with logs and databases. */
    keep: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds ?? (values.short ? 10 : 60))
const driverCount = Number(values.drivers ?? (values.short ? 20 : 60))
const workerCount = Number(values.workers ?? (values.short ? 2 : 3))
const seed = Number(values.seed)
// It exits when it is done.
if (values.platform !== 'market')
  await rageAmongCouriers({ kind: values.platform, seconds, seed, paceMs: Number(values.pace) })
const random = seededRandom(seed)
const only = FAULT_KINDS.find((kind) => kind === values.only) ?? null
if (values.only !== undefined && only === null)
  throw new Error(`no such fault; there are ${FAULT_KINDS.join(', ')}`)
const plan = {
  seconds,
  faults: values.faults === undefined ? null : Number(values.faults),
  paceMs: Number(values.pace),
  only,
}
console.log(
  `chaos: ${driverCount} drivers, ${workerCount} workers, ${values.faults ?? 'any'} faults, ${seconds} s, seed ${seed}`,
)

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

const fleet = await startFleet(workerCount, seed, { hasStandby: only === REPLACED, isLinked: only === SLOW })
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
  await noteOwners(database)
  const drivers = await addDrivers(fleet, database, driverCount)
  const { api } = fleet
  for (const index of fleet.workers.keys()) fleet.startWorker(index)
  const start = (driver: ChaosDriver) => api.start(driver.id)
  const areUp = async () => ((await api.hasWorkers()) ? [] : ['no worker is up'])
  const [down] = await waitForNone(areUp, 60_000)
  if (down !== undefined) throw new Error(down)
  await callMarket(fleet, 'PUT', '/admin/faults', { quotaPerHour: FAULTS.quotaPerHour })
  await Promise.all(drivers.map(start))
  await callMarket(fleet, 'PUT', '/admin/faults', FAULTS)
  const running = await waitForNone(() => findOutOf(database, ['running']), 30_000)
  say(`${drivers.length - running.length} of ${drivers.length} bots run`)

  const faults: InjectedFault[] = []
  const watch = watchPolls(fleet, database, drivers, faults)
  const stop = (driver: ChaosDriver) => api.stop(driver.id)
  const raged = await rage(fleet, drivers, { start, stop }, random, plan, faults)
  const rested = await comeToRest(database, drivers, stop)
  const watched = await watch.stop()
  const failed = await report(database, drivers, { faults, ...raged, ...rested, ...watched })
  await database.close()
  return failed
}

/** Bots that did not come to rest, and requests that were sent after all bots were at rest. */
type Rested = { stuck: string[]; requestsAfterStop: number }

/**
 * All faults are repaired and no more offers are placed: everything must come to rest automatically, and stop
 * on request.
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

type Outcome = { faults: readonly InjectedFault[]; wanted: number; stops: number } & Rested & Watched

/** Compares, prints, and returns whether anything is wrong. */
async function report(
  database: Database,
  drivers: readonly ChaosDriver[],
  { faults, wanted, stops, stuck, requestsAfterStop, silent, strays, gaps, ...polled }: Outcome,
): Promise<boolean> {
  const { breaches, ...figures } = await compare(fleet, database, drivers)
  const { rows: attempts } = await database.pool.query<{ state: string; cause: string; n: number }>(
    `select state, coalesce(cause, '-') as cause, count(*)::int as n from attempts group by 1, 2 order by 1, 3 desc`,
  )
  say(`attempts ${attempts.map((row) => `${row.state}/${row.cause} ${row.n}`).join(', ')}`)
  const byKind = Map.groupBy(faults, ({ kind }) => kind)
  say(`faults ${[...byKind].map(([kind, those]) => `${kind} ${those.length}`).join(', ')}; ${stops} stops`)
  for (const [kind, { count, p50, p99, longest }] of Object.entries(gaps).toSorted())
    say(`gaps of polls, ${kind}: ${count}, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`)
  const summary = {
    seed,
    faults: faults.length,
    wanted,
    ...figures,
    ...polled,
    silent: silent.length,
    strays: strays.length,
    stuck: stuck.length,
    requestsAfterStop,
  }
  console.log(JSON.stringify(summary))
  const faulty = [...breaches, ...stuck, ...silent, ...strays]
  for (const line of faulty.slice(0, 40)) say(line)
  if (figures.atMarket === 0) say('nothing was accepted: the run proves nothing')
  return faulty.length > 0 || requestsAfterStop > 0 || figures.atMarket === 0
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
