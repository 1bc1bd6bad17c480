import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import { createBots } from '../../bot.ts'
import type { Bots } from '../../bot.ts'
import { testDatabase } from '../../db/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { createLogger } from '../../kit/logger.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { addDriver, offerAt, stubPlatform } from '../testing.ts'
import { onePlatform } from '../../platforms.ts'
import { realNow, until } from '../../kit/testing.ts'

const REGULAR = { mode: 'regular', liveLog: true } as const
const LIMITS = { capacity: 4, startsPerSecond: 100 }

const workers: Bots[] = []

const fresh = await testDatabase()
const platform = stubPlatform(systemClock)
const deps = {
  database: fresh.database,
  databaseUrl: fresh.url,
  clock: systemClock,
  settings: {
    ...DEFAULT_SETTINGS,
    dailyStop: null,
    coolingMs: 100,
    budget: { perHour: 1_000_000, burstMinutes: 10, reserveShare: 0.1 },
    fastestPollMs: 20,
    shortestRunMs: 300,
    speeds: {
      ...DEFAULT_SETTINGS.speeds,
      '1X': { runMs: 60 * SECOND_MS, sleepMs: SECOND_MS, pollMs: 20, totalMs: null, waitMs: null },
      '3X': { runMs: 300, sleepMs: 100, pollMs: 20, totalMs: null, waitMs: null },
    },
  },
  logger: createLogger({ level: 'silent', style: 'plain' }),
  keyRing: makeKeyRing(),
  platforms: onePlatform(platform),
  worker: null,
}
const api = await createBots(deps)
for (let index = 0; index < 2; index++) workers.push(await createBots({ ...deps, worker: LIMITS }))
after(async () => {
  await Promise.all([api, ...workers].map((bots) => bots.close()))
  await fresh.drop()
})

const phaseOf = async (id: string) => (await api.readBot(id)).phase
const searches = () => workers.reduce((sum, bots) => sum + bots.size(), 0)
const owners = async () =>
  (
    await sql<{ bots: number }>`select count(*)::int as bots from bots where owner is not null group by owner
      order by bots`.execute(fresh.database.kysely)
  ).rows.map((row) => row.bots)

/** Runs at any hour: the clock here is the machine's. */
async function run(id: string, speed: '1X' | '3X'): Promise<void> {
  await addDriver(deps, platform, id, (filter) => ({
    ...filter,
    speed,
    schedule: {
      ...filter.schedule,
      days: filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] })),
    },
  }))
  await api.startBot(id, REGULAR)
  await until(async () => (await phaseOf(id)) === 'running', 'running')
}

async function stop(id: string): Promise<void> {
  await api.stopBot(id)
  await until(async () => (await phaseOf(id)) === 'not_running', 'not running')
}

test('workers carry a bot through preparing, windows and sleeps, and its search accepts', async () => {
  await run('carried', '3X')
  const phases = new Set<string>()
  await until(async () => {
    phases.add(await phaseOf('carried'))
    return phases.has('sleeping') && phases.has('running')
  }, 'sleeping and running in turn')
  const offer = offerAt(realNow() + DAY_MS)
  platform.list = [offer]
  await until(() => platform.accepts.includes(offer.id), 'accepted')
  await until(async () => (await api.readToday('carried')).accepted === 1, 'settled')
  await stop('carried')
  const { polls } = platform
  await until(() => searches() === 0, 'no search left')
  assert.ok(platform.polls - polls <= 1)
})

test('a worker that closes gives its searches to another', async () => {
  await run('handed', '1X')
  await until(() => searches() === 1, 'searching')
  const holder = workers.find((bots) => bots.size() === 1)
  assert.ok(holder)
  workers.splice(workers.indexOf(holder), 1)
  await holder.close()
  await until(() => searches() === 1, 'searching elsewhere')
  await stop('handed')
})

test('what several workers have room for is shared; what is beyond it waits, in its order, and starts when there is room', async () => {
  workers.push(await createBots({ ...deps, worker: LIMITS }))
  const ids = Array.from({ length: 12 }, (_, index) => `many-${index}`)
  for (const id of ids) {
    await addDriver(deps, platform, id)
    await api.startBot(id, REGULAR)
  }
  await until(() => searches() === 8, 'both are full')
  assert.deepEqual(await owners(), [4, 4])
  const waiting = await fresh.database.kysely
    .selectFrom('bots')
    .select('driver_id')
    .where('owner', 'is', null)
    .where('phase', 'in', ['preparing', 'running'])
    .orderBy('driver_id')
    .execute()
  assert.deepEqual(
    waiting.map((row) => row.driver_id),
    ['many-10', 'many-11', 'many-8', 'many-9'],
    'the newest wait',
  )
  // A worker that joins takes those that wait; the next one takes its share of the others.
  workers.push(await createBots({ ...deps, worker: LIMITS }))
  await until(async () => searches() === 12 && (await owners()).join() === '4,4,4', 'all run')
  workers.push(await createBots({ ...deps, worker: LIMITS }))
  await until(async () => searches() === 12 && (await owners()).join() === '3,3,3,3', 'spread evenly')
  await Promise.all(ids.map(stop))
})

test('without any worker starting is refused and stopping still works', async () => {
  await run('last', '1X')
  await Promise.all(workers.splice(0).map((bots) => bots.close()))
  assert.equal(await api.hasWorkers(), false)
  assert.equal(await phaseOf('last'), 'running')
  await api.stopBot('last')
  await until(async () => (await phaseOf('last')) === 'cooling_down', 'settled')
  await addDriver(deps, platform, 'refused')
  await assert.rejects(api.startBot('refused', REGULAR), { code: 'bot.servers_recycling' })
})
