import { setTimeout as sleep } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { COMMAND_LINE, recordAction } from '@madruga/server/console/admin.ts'
import { announceHouseRules } from '@madruga/server/bot.ts'
import { readConfig } from '@madruga/server/config.ts'
import type { Config } from '@madruga/server/config.ts'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { createBrowser } from '@madruga/server/http/testing.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { connectAccount, createInstances, saveStations } from '@madruga/server/platforms.ts'
import { createWorld } from '@madruga/server/world.ts'
import { percentile } from './hot/scene.ts'
import { startProcesses } from './instance-budget/product.ts'
import type { Processes } from './instance-budget/product.ts'
import { startStandIn } from './instance-budget/stand-ins.ts'
import type { StandIn } from './instance-budget/stand-ins.ts'

/**
 * `sh scripts/node bench/instance-budget.ts`: couriers search on real processes that share one instance's
 * requests a minute. The stand-in runs in this process; its ledger of every request is the measure. First so
 * many drivers search, then three times as many, then the first ones alone again.
 */
const { values } = parseArgs({
  options: {
    /** Requests a minute that the operator of the instance allows. */
    limit: { type: 'string', default: '120' },
    drivers: { type: 'string', default: '6' },
    bots: { type: 'string', default: '2' },
    /** `coopcycle` or `fleetbase`. */
    platform: { type: 'string', default: 'coopcycle' },
    /** Whom each job fits: `one` courier alone, or `all`. */
    fits: { type: 'string', default: 'one' },
    /** How long each phase is measured. */
    seconds: { type: 'string', default: '60' },
  },
})
const [limit, few, seconds] = [Number(values.limit), Number(values.drivers), Number(values.seconds)]
const TIMES = 3
/** Until the polls of who has just begun or ended are in step with their shares. */
const SETTLE_MS = 30_000
const PLACE_EVERY_MS = 4_000
/** Jobs placed so far. */
let turns = 0
const FIGURES = [
  '',
  'drivers who search, by process',
  'most requests in any 60 s',
  'lists read, and by the tokens of a driver: least, median, most',
  'jobs placed, and won',
  'placed to taken, ms: p50, p95, most',
  'requests to take a job that were held back',
  "a driver's share, as home shows it",
  'what the console shows: last minute, waited, not sent, searching',
]

const PASSWORD = 'a bench of a bike'

const standIn = await startStandIn(values.platform)
const processes = await startProcesses(Number(values.bots))
let exitCode = 1
try {
  exitCode = (await run()) ? 0 : 1
} catch (error) {
  console.error(error)
} finally {
  await processes.stop()
  await standIn.stop()
}
process.exit(exitCode)

type Browser = ReturnType<typeof createBrowser>
type Driver = { id: string; username: string; browser: Browser }
type Stage = { standIn: StandIn; database: Database; processes: Processes; instanceId: string }

async function run(): Promise<boolean> {
  const database = openDatabase(processes.databaseUrl, { max: 4 })
  const instanceId = await recordInstance(database)
  const stage: Stage = { standIn, database, processes, instanceId }
  const drivers = await addDrivers(stage, few * TIMES)
  console.log(`${limit} requests a minute; load ${loadavg()[0]!.toFixed(1)}`)
  const first = drivers.slice(0, few)
  const others = drivers.slice(few)
  const phases: string[][] = []
  await startAll(stage, first)
  phases.push(await measure(stage, `${few} drivers`, first))
  await startAll(stage, others)
  phases.push(await measure(stage, `${drivers.length} drivers`, drivers))
  await Promise.all(others.map(({ browser }) => browser.call('POST', '/api/bot/stop')))
  phases.push(await measure(stage, `${few} drivers again`, first))
  const most = busiestMinute(standIn.arrivals().map(({ at }) => at))
  for (const [index, name] of FIGURES.entries())
    console.log(`| ${name} | ${phases.map((phase) => phase[index]).join(' | ')} |`)
  console.log(`most requests in any 60 s of the run: ${most} of ${limit}`)
  await database.close()
  return most <= limit
}

/** Measures one phase once it has settled. */
async function measure(stage: Stage, name: string, drivers: readonly Driver[]): Promise<string[]> {
  await sleep(SETTLE_MS)
  const since = standIn.arrivals().length
  const before = await readUsed(stage)
  const heldBack = await countHeldBack(stage)
  const placed = await placeJobs(drivers.length, seconds * 1_000)
  const arrivals = standIn.arrivals().slice(since)
  const polls = drivers.map(({ username }) => arrivals.filter((one) => one.listedBy === username).length)
  polls.sort((one, other) => one - other)
  const taken = [...placed].flatMap(([id, at]) => {
    const takenAt = standIn.takenAt(id)
    return takenAt === null ? [] : [takenAt - at]
  })
  const after = await readUsed(stage)
  const { body } = await drivers[0]!.browser.call<Today>('GET', '/api/bot/today')
  return [
    name,
    await readOwners(stage),
    String(busiestMinute(arrivals.map(({ at }) => at))),
    [polls.reduce((sum, one) => sum + one, 0), polls[0], percentile(polls, 0.5), polls.at(-1)].join(', '),
    `${placed.size}, ${taken.length}`,
    taken.length === 0
      ? '-'
      : [percentile(taken, 0.5), percentile(taken, 0.95), Math.max(...taken)].join(', '),
    String((await countHeldBack(stage)) - heldBack),
    `${body.requests.perHour} an hour`,
    `${after.lastMinute}, ${after.waited - before.waited}, ${after.refused - before.refused}, ${after.searching}`,
  ]
}

type Today = { requests: { perHour: number } }

/** The most requests within any 60 seconds. */
function busiestMinute(times: readonly number[]): number {
  let from = 0
  let most = 0
  for (const [to, at] of times.entries()) {
    while (times[from]! <= at - MINUTE_MS) from++
    most = Math.max(most, to - from + 1)
  }
  return most
}

/** Places one job after another, by turns for each of this many drivers; answers when each was placed. */
async function placeJobs(drivers: number, ms: number): Promise<Map<string, number>> {
  const placed = new Map<string, number>()
  for (const end = performance.now() + ms; performance.now() < end; await sleep(PLACE_EVERY_MS)) {
    const index = values.fits === 'one' ? turns++ % drivers : null
    placed.set(standIn.place(index), Date.now())
  }
  return placed
}

/** Accepts that were written down and then not sent, since no request was left. */
async function countHeldBack({ database }: Stage): Promise<number> {
  const rows = await database.pool.query<{ count: string }>(
    `select count(*) as count from attempts where cause = 'quota'`,
  )
  return Number(rows.rows[0]!.count)
}

async function readOwners({ database }: Stage): Promise<string> {
  const { rows } = await database.pool.query<{ count: string }>(
    `select count(*) as count from bots where phase in ('running', 'sleeping') group by owner order by 1`,
  )
  return rows.map(({ count }) => count).join(' + ')
}

function openInstances({ kysely: db }: Database) {
  const keyRing = loadKeyRing(processes.keyRingFile)
  return createInstances({ db, keyRing, clock: systemClock, announceHouseRules, recordAction })
}

async function readUsed({ database, instanceId }: Stage) {
  const all = await openInstances(database).list()
  return all.find(({ id }) => id === instanceId)!.used
}

async function recordInstance(database: Database): Promise<string> {
  const { id } = await openInstances(database).add(COMMAND_LINE, {
    ...standIn.record,
    name: 'Bench',
    authorisedBy: 'the bench',
    authorisedOn: new Date().toISOString().slice(0, 10),
    maxRequestsPerMinute: limit,
    allowPrivate: true,
  })
  return id
}

/** Couriers with an account on both sides, a filter for any job, and signed in. */
async function addDrivers({ database, instanceId }: Stage, count: number): Promise<Driver[]> {
  const { databaseUrl, keyRingFile, url } = processes
  const env = { KEY_RING_FILE: keyRingFile, DATABASE_URL: databaseUrl, DEMO: 'off' }
  // It signs people up and searches for nobody.
  const config: Config = { ...readConfig(env, []), role: 'api' }
  const world = await createWorld(config, { databaseUrl, marketUrl: 'http://127.0.0.1:9' })
  const ring = loadKeyRing(keyRingFile)
  const db = database.kysely
  const platform = `${standIn.record.kind}:${instanceId}`
  const drivers: Driver[] = []
  let places: Awaited<ReturnType<typeof readPlaces>> | null = null
  for (let index = 0; index < count; index++) {
    const secret = standIn.open(index)
    const username = standIn.nameOf(index)
    const login = { email: `courier-${index}@example.com`, password: PASSWORD }
    const id = await world.accounts.createDriver({ ...login, name: username, variant: 'courier' })
    await connectAccount(db, ring, { driverId: id, variant: 'courier', platform, secret })
    places ??= await readPlaces(world, platform, secret)
    await saveStations(db, id, platform, 'courier', places)
    const filter = wideFilter(places.map((place) => place.id))
    const body = JSON.stringify(values.fits === 'one' ? standIn.own(index, filter) : filter)
    await db.insertInto('filters').values({ driver_id: id, variant: 'courier', version: 1, body }).execute()
    const browser = createBrowser(url)
    const entered = await browser.signIn(login)
    if (!entered.ok) throw new Error(`${username} cannot sign in: ${entered.status}`)
    drivers.push({ id, username, browser })
  }
  await world.close()
  return drivers
}

async function readPlaces(
  { platforms }: Pick<Awaited<ReturnType<typeof createWorld>>, 'platforms'>,
  name: string,
  secret: { email: string; password: string },
) {
  await platforms.refresh()
  const platform = platforms.byName(name)
  const signedIn = await platform.signIn(secret)
  const places = signedIn.ok ? await platform.stations(signedIn.value, 'courier') : signedIn
  if (!places.ok) throw new Error(`the stand-in does not answer: ${places.problem.trouble}`)
  return places.value
}

/** Any day and hour, whatever it pays; wait lists are left. */
function wideFilter(placeIds: string[]): CourierFilter {
  const filter = proposeFilter('courier', 'basic', standIn.timeZone, placeIds) as CourierFilter
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  filter.price.perHourMinCents = 0
  return { ...filter, unknownPay: 'take', arrivalMinutes: 0, waitlist: 'leave' }
}

async function startAll({ database }: Stage, drivers: readonly Driver[]): Promise<void> {
  for (const { browser, username } of drivers) {
    const reply = await browser.call('POST', '/api/bot/start', { mode: 'regular', liveLog: true })
    if (reply.status !== 200) throw new Error(`${username} is not started: ${JSON.stringify(reply.body)}`)
  }
  const ids = drivers.map(({ id }) => id)
  for (const end = Date.now() + 120_000; ; await sleep(200)) {
    const { rows } = await database.pool.query<{ phase: string }>(
      `select phase from bots where driver_id = any($1::text[]) and phase <> 'running'`,
      [ids],
    )
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error(`not running: ${JSON.stringify(rows)}`)
  }
}
