import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import { createBots } from '../bot.ts'
import type { BotOptions, Bots } from '../bot.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { systemClock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { findPorts, startRestate } from '../kit/restate.ts'
import type { Restate } from '../kit/restate.ts'
import { addDriver, offerAt, stubPlatform, until } from './testing.ts'
import type { StubPlatform } from './testing.ts'

const REGULAR = { mode: 'regular', liveLog: true } as const
const folder = mkdtempSync(join(tmpdir(), 'madruga-engine-'))

let fresh: TestDatabase
let restate: Restate
let deps: BotOptions
let platform: StubPlatform
let api: Bots
const workers: Bots[] = []

before(async () => {
  fresh = await testDatabase()
  restate = await startRestate({ dataDir: join(folder, 'restate') })
  platform = stubPlatform(systemClock)
  deps = {
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
    platformOf: () => platform,
    engine: restate,
    worker: null,
  }
  api = await createBots(deps)
  const [port = 0] = await findPorts(1)
  for (let index = 0; index < 2; index++) {
    workers.push(await createBots({ ...deps, worker: { host: '127.0.0.1', port } }))
  }
})
after(async () => {
  await Promise.all([api, ...workers].map((bots) => bots.close()))
  await restate.stop()
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

const phaseOf = async (id: string) => (await api.readBot(id)).phase
const searches = () => workers.reduce((sum, bots) => sum + bots.size(), 0)
const wake = () => workers[0]?.sweeps.wakeOverdue()

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

test('the engine carries a bot through preparing, windows and sleeps, and its search accepts', async () => {
  await run('carried', '3X')
  const seen = new Set<string>()
  await until(async () => {
    seen.add(await phaseOf('carried'))
    return seen.has('sleeping') && seen.has('running')
  }, 'sleeping and running in turn')
  const offer = offerAt(Date.now() + DAY_MS)
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

test('while the engine is down nothing is searched and stopping still works; afterwards all goes on, folder or not', async () => {
  await run('survivor', '1X')
  await run('stopped', '1X')
  await until(() => searches() === 2, 'searching')
  rmSync(join(folder, 'restate'), { recursive: true, force: true })
  process.kill(restate.pid, 'SIGSTOP')
  process.kill(restate.pid, 'SIGKILL')
  await until(() => searches() === 0, 'searches ended')
  await api.stopBot('stopped')
  await until(async () => (await phaseOf('stopped')) !== 'pending_termination', 'settled without the engine')
  await until(async () => await api.answers(), 'the engine is back')
  await until(() => searches() === 1, 'searching again')
  await until(async () => {
    await wake()
    return (await phaseOf('stopped')) === 'not_running'
  }, 'not running')
  assert.equal(await phaseOf('survivor'), 'running')
  await stop('survivor')
})
