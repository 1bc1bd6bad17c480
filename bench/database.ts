import type { Offer } from '@madruga/core/offers.ts'
import type { LogEvents } from '@madruga/core/events.ts'
import { writeIntent } from '@madruga/server/bot/store/attempts.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogWriter, keepPartitions } from '@madruga/server/driver/log.ts'
import { percentile } from './hot/scene.ts'
import { withDatabase } from './postgres.ts'

export type DatabaseFigures = {
  fenceMs: { p50: number; p99: number }
  logRowsPerSecond: number
  /** CPU of this process per log row. */
  logCpuUsPerRow: number
}

const LOG_DRIVERS = 1_000

/**
 * The embedded PostgreSQL as the product runs it (durable): the fence's round trip, and log rows per second.
 */
export async function benchDatabase(sizes: { intents: number; rows: number }): Promise<DatabaseFigures> {
  return await withDatabase({}, async (database) => {
    await keepPartitions(database.kysely, Date.now(), 7)
    await addDrivers(database, Math.max(sizes.intents, LOG_DRIVERS))
    const fenceMs = await benchFence(database, sizes.intents)
    return { fenceMs, ...(await benchLog(database, sizes.rows)) }
  })
}

async function addDrivers({ pool }: Database, count: number): Promise<void> {
  await pool.query(
    `insert into drivers (id, name, email)
     select 'driver-' || n, 'Driver', n || '@example.com' from generate_series(0, $1::int - 1) n`,
    [count],
  )
  await pool.query(
    `insert into bots (driver_id, variant, phase, gen, epoch) select id, 'amazon', 'running', 1, 1 from drivers`,
  )
}

function makeOffer(index: number): Offer {
  const startAt = Date.now() + 4 * 3_600_000
  return {
    id: `of${index.toString(16).padStart(24, '0')}`,
    stationId: 'st-vse3',
    kind: 'block',
    startAt,
    endAt: startAt + 2 * 3_600_000,
    payCents: 9_000,
    tipCents: 0,
    miles: 12.5,
    stops: null,
    batched: false,
    expiresAt: startAt,
  }
}

/** Sequential intents of different drivers: what one accept waits for. */
async function benchFence({ pool }: Database, count: number): Promise<{ p50: number; p99: number }> {
  // The fence uses no other dependencies.
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const offer = makeOffer(index)
    const driverId = `driver-${index}`
    const startedAt = performance.now()
    const claim = { driverId, gen: 1, epoch: 1, owner: null }
    const intent = { ...claim, platform: 'market', offer, rules: [], filterVersion: 1 }
    const answer = await writeIntent(pool, intent)
    times.push(performance.now() - startedAt)
    if (typeof answer === 'string') throw new Error(`the fence answered ${answer}`)
  }
  // The first ones prepare the statement.
  const warm = times.slice(Math.floor(count / 10))
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) }
}

function makeLine(index: number): LogEvents['offer.ignored'] {
  return {
    offer: makeOffer(index),
    stationCode: 'VSE3',
    filterVersion: 1,
    rules: [{ rule: 'price_per_hour', passed: false, value: 1_800, limit: 2_400, bound: 'min' }],
    ignoredFor: 'price',
  }
}

async function benchLog(
  { kysely }: Database,
  rows: number,
): Promise<{ logRowsPerSecond: number; logCpuUsPerRow: number }> {
  const writer = createLogWriter({ db: kysely, clock: systemClock, flushMs: 300, maxLines: rows * 2 })
  const at = Date.now()
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  for (let index = 0; index < rows; index++) {
    const driverId = `driver-${index % LOG_DRIVERS}`
    writer.decide({
      driverId,
      stationId: 'st-1',
      at,
      ignoredFor: 'price',
      hidden: false,
      data: () => makeLine(index),
    })
  }
  await writer.flush()
  const seconds = (performance.now() - startedAt) / 1_000
  const spent = process.cpuUsage(cpu)
  await writer.close()
  return { logRowsPerSecond: rows / seconds, logCpuUsPerRow: (spent.user + spent.system) / rows }
}
