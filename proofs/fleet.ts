import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { startFleet } from './chaos/fleet.ts'
import type { Fleet } from './chaos/fleet.ts'
import { FLEET_SETTINGS } from './chaos/settings.ts'
import { createMeter, readOf } from './fleet/meter.ts'
import type { Reading } from './fleet/meter.ts'
import { createReleases } from './fleet/releases.ts'
import { addFleetDrivers, countEach, countPolling, countPolls } from './fleet/people.ts'
import type { FleetDriver } from './fleet/people.ts'

/**
 * `npm run fleet -- --drivers 20000 --workers 3`: the bots of this many drivers are started at one moment on
 * real processes, search while offers are released, and are stopped at one moment. The API, which is asked
 * for it, is a process as well. The market runs in this process and answers searches by its fast lane; what
 * it received and gave is the measure.
 */
const { values } = parseArgs({
  options: {
    /** What `npm test` runs: a few seconds and drivers, whose pace is not judged: the machine may be busy. */
    short: { type: 'boolean', default: false },
    drivers: { type: 'string' },
    workers: { type: 'string' },
    /** How long all of them search, after the last has begun. */
    seconds: { type: 'string' },
    /** Offers to all drivers a day, which fit no filter: more of them measure the disk in less time. */
    listed: { type: 'string', default: '2000' },
    /** The longest that a start may take. */
    patience: { type: 'string', default: '300' },
  },
})
const count = Number(values.drivers ?? (values.short ? 60 : 2_000))
const workers = Number(values.workers ?? (values.short ? 2 : 1))
const seconds = Number(values.seconds ?? (values.short ? 5 : 60))
const PATIENCE_MS = Number(values.patience) * 1_000
const POLL_MS = FLEET_SETTINGS.speeds['1X'].pollMs
const WANTED = (count * 1_000) / POLL_MS
const STEADY_SHARE = 0.95
const EVERY_MS = 5_000
const LISTED_A_DAY = Number(values.listed)
/** Of a driver, as the demo's market lists them. */
const A_DAY = 2_000
/** Drivers to one released offer a second: 5,000 drivers win some 23 a second. */
const DRIVERS_A_RELEASE = 220

const market = await startMarket({ scenario: 'quiet', seed: 'fleet' })
const fleet = await startFleet(workers, 0, { marketUrl: market.url, settings: 'fleet' })
const end = async (code: number): Promise<never> => {
  await fleet.stop(false)
  process.exit(code)
}
process.once('SIGINT', () => void end(130))
await run().then(
  (isFine) => end(isFine ? 0 : 1),
  (error: unknown) => {
    console.error(error)
    return end(1)
  },
)

type Stage = { fleet: Fleet; market: RunningMarket; database: Database; drivers: readonly FleetDriver[] }

/** Whether all searched, at their pace, and what was released was won. */
async function run(): Promise<boolean> {
  const database = openDatabase(fleet.databaseUrl, { max: 24 })
  const keyRing = loadKeyRing(fleet.keyRingFile)
  const platform = createMarketPlatform({ url: market.url, clock: systemClock })
  const drivers = await addFleetDrivers(market, database, keyRing, platform, count)
  console.log(`${count} drivers, ${workers} workers, ${WANTED.toFixed(0)} polls a second wanted`)
  for (const index of fleet.workers.keys()) fleet.startWorker(index)
  await platform.close()
  while ((await readOf(database).workers()) < workers) await sleep(200)
  const stage = { fleet, market, database, drivers }
  const started = await massStart(stage)
  const searched = await search(stage)
  const restarted = await restart(stage)
  const stopped = await massStop(stage)
  for (const [name, value] of [...started, ...searched.figures, ...restarted, ...stopped])
    console.log(`| ${name} | ${value} |`)
  await database.close()
  return searched.isFine
}

/** Starts all bots by autostart's own call, until all of them poll. */
async function massStart(stage: Stage): Promise<[string, string][]> {
  const { drivers } = stage
  const meter = createMeter(stage.fleet, stage.database)
  const began = performance.now()
  const asking = stage.fleet.api
    .startByTask(drivers.map((driver) => driver.id))
    .then(() => (performance.now() - began) / 1_000)
  const refused: unknown[] = []
  asking.catch((error: unknown) => refused.push(error))
  let allMs = 0
  for (let next = EVERY_MS; allMs === 0; await sleep(250)) {
    if (refused.length > 0) throw refused[0]
    const passed = performance.now() - began
    const polling = countPolling(stage.market, drivers)
    if (polling === drivers.length) allMs = passed
    if (passed > PATIENCE_MS) break
    if (passed < next && allMs === 0) continue
    next += EVERY_MS
    console.log(`${(passed / 1_000).toFixed(0)} s: ${polling} poll; ${sayReading(await meter.read())}`)
  }
  const sum = await meter.sum()
  const aDriver = (spent: number) => `${((spent * 1_000) / drivers.length).toFixed(2)} ms`
  return [
    ['CPU of a start, a driver: PostgreSQL, workers', `${aDriver(sum.postgres)}, ${aDriver(sum.workers)}`],
    ['CPU of a start, a driver: API, market with this bench', `${aDriver(sum.api)}, ${aDriver(sum.market)}`],
    ['transactions of a start, a driver', (sum.commits / drivers.length).toFixed(1)],
    ['all are asked to start after', `${(await asking).toFixed(0)} s`],
    ['all poll after', allMs === 0 ? `not within ${values.patience} s` : `${(allMs / 1_000).toFixed(0)} s`],
  ]
}

/** Lets all of them search while offers are released. */
async function search(stage: Stage): Promise<{ isFine: boolean; figures: [string, string][] }> {
  await sleep(EVERY_MS)
  const meter = createMeter(stage.fleet, stage.database)
  const releases = createReleases(stage.market, stage.drivers)
  const [before, sizes] = [countPolls(stage.market, stage.drivers), await readOf(stage.database).sizes()]
  const began = performance.now()
  const listed = await releases.during(seconds * 1_000, {
    driversARelease: DRIVERS_A_RELEASE,
    listedADay: LISTED_A_DAY,
  })
  const passed = (performance.now() - began) / 1_000
  const reading = await meter.read()
  const polls = (countPolls(stage.market, stage.drivers) - before) / passed
  const { released, won, p50, p99 } = await releases.settle(POLL_MS)
  const lines = await countIgnored(stage.database)
  const grown = await growthOf(stage, sizes, listed)
  return {
    isFine:
      released > 0 &&
      won === released &&
      lines === listed * stage.drivers.length &&
      (values.short || polls >= STEADY_SHARE * WANTED),
    figures: [
      ['polls a second, wanted and seen', `${WANTED.toFixed(0)}, ${polls.toFixed(0)}`],
      ['offers released and won', `${released}, ${won}`],
      [`release to accept, p50 and p99 (a poll each ${POLL_MS} ms)`, `${p50} ms, ${p99} ms`],
      ['cores of the workers', reading.workers.map((one) => one.cores.toFixed(2)).join(', ')],
      ['memory of the workers, MB', reading.workers.map((one) => one.residentMb.toFixed(0)).join(', ')],
      ['cores of PostgreSQL', reading.postgres.cores.toFixed(2)],
      ['transactions a second', reading.commits.toFixed(0)],
      ['WAL a second', `${(reading.walBytes / 1_024).toFixed(0)} KB`],
      ['offers listed to all, and what drivers ignored', `${listed}, ${lines}`],
      ...grown,
    ],
  }
}

/**
 * What a day of a driver with `A_DAY` ignored offers leaves on disk, by table and index, and an hour of
 * 10,000: by the offers that were listed, however fast.
 */
async function growthOf(
  { database, drivers }: Stage,
  before: ReadonlyMap<string, number>,
  listed: number,
): Promise<[string, string][]> {
  const aDay = A_DAY / listed / drivers.length
  const grown = [...(await readOf(database).sizes())]
    .map(([name, octets]): [string, number] => [name, (octets - (before.get(name) ?? 0)) * aDay])
    .filter(([, octets]) => octets >= 500)
    .toSorted(([, one], [, other]) => other - one)
  const all = grown.reduce((sum, [, octets]) => sum + octets, 0)
  return [
    [`disk a driver and day of ${A_DAY} ignored offers`, `${(all / 1_000).toFixed(0)} KB`],
    ['disk after an hour of 10,000 drivers', `${((all / 24) * 0.01).toFixed(0)} MB`],
    ...grown.map(([name, octets]): [string, string] => [`- ${name}`, `${(octets / 1_000).toFixed(1)} KB`]),
  ]
}

/** Each offer that was ignored by each driver: a search that another worker takes over judges it again. */
async function countIgnored({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (driver_number, listing))::int as count from log_ignored`.execute(kysely)
  return rows[0]?.count ?? 0
}

/** Ends the first worker and starts it again, as a new version does, until all drivers poll again. */
async function restart(stage: Stage): Promise<[string, string][]> {
  const [worker] = stage.fleet.workers
  if (!worker) throw new Error('no worker runs')
  const began = performance.now()
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  const polls = () => countEach(stage.market, stage.drivers)
  const before = polls()
  const wait = () => polls().some((each, index) => each === before[index])
  while (wait() && performance.now() - began < PATIENCE_MS) await sleep(250)
  const passed = wait()
    ? `not within ${values.patience} s`
    : `${((performance.now() - began) / 1_000).toFixed(0)} s`
  return [['a worker is restarted: all poll again after', passed]]
}

/** Stops all bots by the kill switch, as the daily stop does, until nothing is asked for any more. */
async function massStop(stage: Stage): Promise<[string, string][]> {
  const { database } = stage
  const began = performance.now()
  await database.kysely.updateTable('service_state').set({ killed: true }).execute()
  const stopping = stage.fleet.api.stopDue().then(() => performance.now() - began)
  let [polls, quietMs, last] = [countPolls(stage.market, stage.drivers), 0, began]
  for (; performance.now() - last < 2 * POLL_MS; await sleep(100)) {
    const now = countPolls(stage.market, stage.drivers)
    if (now === polls) continue
    polls = now
    last = performance.now()
    quietMs = last - began
  }
  const fencedMs = await stopping
  return [
    ['mass stop: all are stopped and settled after', `${(fencedMs / 1_000).toFixed(1)} s`],
    ['mass stop: the last poll was after', `${(quietMs / 1_000).toFixed(1)} s`],
    ['bots by state afterwards', await readOf(database).phases()],
  ]
}

function sayReading({ workers: processes, postgres, commits, phases }: Reading): string {
  const all = processes
    .map((one) => `${one.cores.toFixed(2)} core ${one.residentMb.toFixed(0)} MB`)
    .join(', ')
  return `workers ${all}; PostgreSQL ${postgres.cores.toFixed(2)} core, ${commits.toFixed(0)} transactions a second; ${phases}`
}
