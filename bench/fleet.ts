import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBots } from '@madruga/server/bot.ts'
import type { Bots } from '@madruga/server/bot.ts'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { createMarketPlatform } from '@madruga/server/platforms.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { startFleet } from './chaos/fleet.ts'
import type { Fleet } from './chaos/fleet.ts'
import { FLEET_SETTINGS } from './chaos/settings.ts'
import { addFleetDrivers, countPolls } from './fleet/people.ts'
import type { FleetDriver } from './fleet/people.ts'
import { usageOf } from './fleet/processes.ts'

/**
 * `npm run fleet -- --drivers 5000`: the bots of so many drivers are started at one moment on real processes,
 * and what the market receives is compared with what it should receive. The market runs in this process.
 */
const { values } = parseArgs({
  options: {
    drivers: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '120' },
  },
})
const [count, workers, seconds] = [Number(values.drivers), Number(values.workers), Number(values.seconds)]
const EVERY_MS = 10_000
const STARTS_AT_ONCE = 32

const market = await startMarket({ scenario: 'quiet', seed: 'fleet' })
const fleet = await startFleet(workers, 0, { marketUrl: market.url, settings: 'fleet' })
const end = async (code: number): Promise<never> => {
  await fleet.stop(false)
  process.exit(code)
}
process.once('SIGINT', () => void end(130))
await run().then(
  (steady) => end(steady ? 0 : 1),
  (error: unknown) => {
    console.error(error)
    return end(1)
  },
)

/** Whether the market received at least 95% of the wanted polls in the end. */
async function run(): Promise<boolean> {
  const database = openDatabase(fleet.databaseUrl, { max: 16 })
  const keyRing = loadKeyRing(fleet.keyRingFile)
  const platform = createMarketPlatform({ url: market.url, clock: systemClock })
  const drivers = await addFleetDrivers(market, database, keyRing, platform, count)
  console.log(`${count} drivers, ${workers} workers`)
  for (const index of fleet.workers.keys()) fleet.startWorker(index)
  // The API's role: it starts bots and runs no search.
  const bots = await createBots({
    database,
    databaseUrl: fleet.databaseUrl,
    clock: systemClock,
    settings: FLEET_SETTINGS,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    keyRing,
    platformOf: () => platform,
    worker: null,
  })
  await sleep(4_000)
  const starting = startAll(bots, drivers)
  const share = await watch(fleet, market, database, drivers)
  console.log(`start requests answered after ${((await starting) / 1_000).toFixed(0)} s`)
  await bots.close()
  await platform.close()
  await database.close()
  return share >= 0.95
}

/** Asks to start all bots; answers how long that took, in ms. */
async function startAll(bots: Bots, drivers: readonly FleetDriver[]): Promise<number> {
  const began = performance.now()
  const waiting = drivers.values()
  const startNext = async (): Promise<void> => {
    for (const { id } of waiting) await bots.startBot(id, { mode: 'regular', liveLog: false })
  }
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startNext))
  return performance.now() - began
}

/** Prints a line each ten seconds; answers the share of the wanted polls in the last of them. */
async function watch(
  { workers: processes, postgres }: Fleet,
  running: RunningMarket,
  database: Database,
  drivers: readonly FleetDriver[],
): Promise<number> {
  const wanted = (drivers.length * 1_000) / FLEET_SETTINGS.speeds['1X'].pollMs
  const read = () => ({
    at: performance.now(),
    polls: countPolls(running, drivers),
    worker: sum(processes.map((child) => usageOf(child?.pid ?? -1))),
    postgres: usageOf(postgres.pid),
  })
  const began = performance.now()
  let [last, share] = [read(), 0]
  while (performance.now() - began < seconds * 1_000) {
    await sleep(EVERY_MS)
    const now = read()
    const passed = (now.at - last.at) / 1_000
    const cores = (['worker', 'postgres'] as const).map(
      (name) => `${name} ${((now[name].cpuSeconds - last[name].cpuSeconds) / passed).toFixed(2)}`,
    )
    const polls = (now.polls - last.polls) / passed
    share = polls / wanted
    console.log(
      `${((now.at - began) / 1_000).toFixed(0)} s: ${polls.toFixed(0)} of ${wanted.toFixed(0)} polls a second; ` +
        `cores: ${cores.join(', ')}; workers ${now.worker.residentMb.toFixed(0)} MB; ${await phasesOf(database)}`,
    )
    last = now
  }
  return share
}

function sum(all: readonly ReturnType<typeof usageOf>[]): ReturnType<typeof usageOf> {
  const total = { cpuSeconds: 0, residentMb: 0 }
  for (const each of all) {
    total.cpuSeconds += each.cpuSeconds
    total.residentMb += each.residentMb
  }
  return total
}

async function phasesOf({ kysely }: Database): Promise<string> {
  const rows = await kysely
    .selectFrom('bots')
    .select(['phase', (each) => each.fn.countAll().as('count'), (each) => each.fn.count('owner').as('owned')])
    .groupBy('phase')
    .orderBy('phase')
    .execute()
  return rows.map(({ phase, count: bots, owned }) => `${phase} ${bots} (${owned} owned)`).join(', ')
}
