import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { announceSteps, listenToBots } from '@madruga/server/bot/life/announce.ts'
import type { BotDeps } from '@madruga/server/bot/deps.ts'
import { createLeaseKeeper } from '@madruga/server/bot/workers/lease-keeper.ts'
import type { LeaseKeeper } from '@madruga/server/bot/workers/lease-keeper.ts'
import { claimBots } from '@madruga/server/bot/store/bots.ts'
import { migrate, openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'
import { usageOf } from '../proofs/fleet/processes.ts'

/**
 * `sh scripts/node bench/claims.ts [--bots 50000] [--workers 3]`: what claims, beats and announcements take
 * of bots that do not search, in CPU of PostgreSQL and of this process, which holds all workers.
 */
const { values } = parseArgs({
  options: {
    bots: { type: 'string', default: '50000' },
    workers: { type: 'string', default: '3' },
    beats: { type: 'string', default: '40' },
    /** Bots that change their phase between two beats of all workers. */
    changes: { type: 'string', default: '50' },
  },
})
const [BOTS, WORKERS, BEATS, CHANGES] = [values.bots, values.workers, values.beats, values.changes].map(
  Number,
) as [number, number, number, number]
const CLAIMED_AT_ONCE = 60
const ANNOUNCED = 10_000
const CAPACITY = Math.ceil(BOTS / WORKERS)

const folder = mkdtempSync(join(tmpdir(), 'madruga-claims-'))
const postgres = await startPostgres({ dataDir: join(folder, 'pg') })
const database = openDatabase(postgres.url, { max: 4 })
try {
  await migrate(database)
  await addBots(database)
  console.log(`${BOTS} bots, ${WORKERS} workers, ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(0)}`)
  await run(database)
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

async function addBots({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into drivers (id, name, email) select 'driver-' || n, 'D', n || '@example.com' from generate_series(1, $1::int) n`,
    [BOTS],
  )
  await pool.query(
    `insert into bots (driver_id, variant, phase, gen, due_at, updated_at)
     select id, 'amazon', 'running', 1, now() + interval '1 hour', now() - interval '1 hour' from drivers`,
  )
  await pool.query('vacuum analyze')
}

/** Prints the CPU of some work, by the unit. */
async function measure(name: string, units: number, work: () => Promise<void>): Promise<void> {
  const [before, own] = [usageOf(postgres.pid).cpuSeconds, process.cpuUsage()]
  await work()
  const spent = process.cpuUsage(own)
  const us = ((usageOf(postgres.pid).cpuSeconds - before) * 1e6) / units
  console.log(`| ${name} | ${us.toFixed(0)} us | ${((spent.user + spent.system) / units).toFixed(0)} us |`)
}

type Worker = { workerId: string; keeper: LeaseKeeper }

async function run(stage: Database): Promise<void> {
  const { kysely: db } = stage
  const deps = {
    db,
    clock: { ...systemClock, after: () => () => {} },
    logger: createLogger({ level: 'silent', style: 'plain' }),
    settings: DEFAULT_SETTINGS,
  } as unknown as BotDeps
  const workers = Array.from({ length: WORKERS }, (_, index) => {
    const workerId = `worker-${index}`
    const pace = { beatMs: 1_000, leaseMs: 3_000 }
    const rest = { capacity: () => CAPACITY, onBeat: () => {}, monotonic: () => performance.now() }
    const keeper = createLeaseKeeper(deps, { leases: db, workerId, startsPerSecond: 300, pace, ...rest })
    return { workerId, keeper }
  })
  for (const { keeper } of workers) await keeper.check()
  console.log('| what | PostgreSQL | this process |')
  await measureClaims(stage, workers)
  await stage.pool.query('vacuum analyze bots')
  await measureBeats(stage, workers)
  await measureAnnouncements(stage, workers)
  for (const { keeper } of workers) await keeper.close()
}

async function measureClaims({ kysely: db }: Database, workers: readonly Worker[]): Promise<void> {
  const claimAll = async ({ workerId, keeper }: Worker): Promise<void> => {
    for (let free = CAPACITY; free > 0; free = CAPACITY - keeper.size()) {
      const most = Math.min(CLAIMED_AT_ONCE, free)
      const bots = await claimBots(db, workerId, { phase: 'running', most, dueAt: 0 })
      if (bots.length === 0) return
      for (const { driverId, gen, epoch } of bots)
        keeper.add({ driverId, gen, epoch, controller: new AbortController(), since: performance.now() })
    }
  }
  await measure('a claim, a bot', BOTS, async () => {
    for (const worker of workers) await claimAll(worker)
  })
}

async function measureBeats({ pool }: Database, workers: readonly Worker[]): Promise<void> {
  const beat = async (): Promise<void> => {
    for (const { keeper } of workers) await keeper.check()
  }
  await beat()
  await beat()
  await measure('a beat, nothing changed', BEATS * WORKERS, async () => {
    for (let round = 0; round < BEATS; round++) await beat()
  })
  let moved = 0
  const change = async (): Promise<void> => {
    await pool.query(
      `update bots set phase = 'sleeping', owner = null, updated_at = clock_timestamp()
       where driver_id = any(array(select 'driver-' || n from generate_series($1::int, $2::int) n))`,
      [moved + 1, (moved += CHANGES)],
    )
  }
  await measure(`${CHANGES} changes without an announcement`, BEATS, async () => {
    for (let round = 0; round < BEATS; round++) await change()
  })
  await measure('the same, with a beat of each worker', BEATS, async () => {
    for (let round = 0; round < BEATS; round++) {
      await change()
      await beat()
    }
  })
  const held = workers.reduce((sum, { keeper }) => sum + keeper.size(), 0)
  console.log(`held ${held}, by the rows ${BOTS - moved}`)
}

async function measureAnnouncements({ kysely: db }: Database, workers: readonly Worker[]): Promise<void> {
  const count = { heard: 0 }
  const none = { judgedAnew() {}, confirmationAnswered() {}, freed() {}, mayHaveMissed() {} }
  const listeners = workers.map(({ keeper }) =>
    listenToBots(postgres.url, systemClock, {
      ...none,
      botChanged(driverId, gen, phase) {
        count.heard++
        keeper.botChanged(driverId, gen, phase)
      },
    }),
  )
  const changed = Array.from({ length: ANNOUNCED }, (_, index) => ({
    driverId: `driver-${BOTS - index}`,
    gen: 1,
    phase: 'running' as const,
  }))
  // Until all of them listen.
  do {
    count.heard = 0
    await announceSteps(db, changed.slice(0, 1))
    await sleep(200)
  } while (count.heard < workers.length)
  count.heard = 0
  await measure('an announcement, to all workers', ANNOUNCED, async () => {
    for (let first = 0; first < ANNOUNCED; first += CLAIMED_AT_ONCE)
      await announceSteps(db, changed.slice(first, first + CLAIMED_AT_ONCE))
    while (count.heard < ANNOUNCED * workers.length) await sleep(5)
  })
  await Promise.all(listeners.map((listener) => listener.close()))
}
