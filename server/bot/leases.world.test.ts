import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../db.ts'
import { systemClock } from '../kit/clock.ts'
import { startBotWorld } from './testing.ts'
import { createWorker } from './worker.ts'
import { until } from '../kit/testing.ts'

const world = await startBotWorld({ now: Date.UTC(2026, 10, 20, 17) })

async function seenAt(): Promise<number[]> {
  const rows = await world.database.kysely.selectFrom('workers').select('seen_at').orderBy('id').execute()
  return rows.map((row) => row.seen_at)
}

test('leases are renewed while every other connection of the process is taken', async () => {
  const databaseUrl = world.databaseUrl
  const crowded = openDatabase(databaseUrl, { max: 2 })
  const taken = [1, 2].map(() => crowded.pool.query('select pg_sleep(4)'))
  const before = Math.max(...(await seenAt()))
  const deps = { ...world.deps, db: crowded.kysely, clock: systemClock }
  const worker = await createWorker(deps, {
    databaseUrl,
    clock: systemClock,
    limits: { capacity: 10, startsPerSecond: 10 },
    follow: () => {},
  })
  const first = Math.max(...(await seenAt()))
  assert.ok(first > before, 'the worker is known at once')
  await until(async () => Math.max(...(await seenAt())) > first, 'it is seen again')
  assert.equal(crowded.pool.idleCount, 0, 'meanwhile no connection was free')
  await Promise.all(taken)
  await worker.close()
  await crowded.close()
})
