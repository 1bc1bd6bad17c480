import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../db.ts'
import { systemClock } from '../../kit/clock.ts'
import { createLeaseKeeper, LEASE_PACE } from './lease-keeper.ts'
import { applyInput } from '../life/steps.ts'
import { addElsewhere, ELSEWHERE, startBotWorld } from '../testing.ts'
import { createWorker } from './worker.ts'
import { until } from '../../kit/testing.ts'

const world = await startBotWorld({ now: Date.UTC(2026, 10, 20, 17) })

async function seenAt(): Promise<number[]> {
  const rows = await world.database.kysely.selectFrom('workers').select('seen_at').orderBy('id').execute()
  return rows.map((row) => row.seen_at)
}

test('leases are renewed while every other connection of the process is taken', async () => {
  const databaseUrl = world.databaseUrl
  const database = openDatabase(databaseUrl, { max: 2 })
  const queries = [1, 2].map(() => database.pool.query('select pg_sleep(4)'))
  const before = Math.max(...(await seenAt()))
  const deps = { ...world.deps, db: database.kysely, clock: systemClock }
  const worker = await createWorker(deps, {
    databaseUrl,
    clock: systemClock,
    limits: { capacity: 10, startsPerSecond: 10 },
    follow: () => {},
  })
  const first = Math.max(...(await seenAt()))
  assert.ok(first > before, 'the worker is known at once')
  await until(async () => Math.max(...(await seenAt())) > first, 'it is seen again')
  assert.equal(database.pool.idleCount, 0, 'no connection was free in that time')
  await Promise.all(queries)
  await worker.close()
  await database.close()
})

/** A keeper that beats when it is told to, with bots that it has claimed. */
async function keepBots(workerId: string, driverIds: readonly string[]) {
  let now = 0
  const still = { ...systemClock, after: () => () => {} }
  const keeper = createLeaseKeeper(
    { ...world.deps, clock: still },
    {
      leases: world.database.kysely,
      workerId,
      startsPerSecond: 10,
      pace: LEASE_PACE,
      capacity: () => 10,
      onBeat: () => {},
      monotonic: () => (now += 1),
    },
  )
  const passes = async (ms: number): Promise<void> => {
    now += ms
    await keeper.check()
  }
  await passes(0)
  for (const driverId of driverIds) {
    await world.addDriver(driverId)
    await sql`insert into bots (driver_id, variant, phase, gen, epoch, owner, updated_at)
      values (${driverId}, 'amazon', 'running', 1, 1, ${workerId}, now() - interval '1 hour')`.execute(
      world.database.kysely,
    )
    keeper.add({ driverId, gen: 1, epoch: 1, controller: new AbortController(), since: now })
  }
  // The first beats read all.
  for (let beats = 0; beats < 3; beats++) await passes(1_000)
  assert.equal(keeper.size(), driverIds.length)
  return { keeper, passes }
}

test('a bot that a step took away is let go of by the next beat, announced or not', async () => {
  const { keeper, passes } = await keepBots('reader', ['kept', 'stopped'])
  await applyInput(world.deps, 'stopped', { type: 'stop', reason: 'driver_stopped' })
  await passes(1_000)
  assert.equal(keeper.size(), 1)
  await keeper.close()
})

test('a worker that was forgotten lets go of everything that it does not own any more', async () => {
  const { keeper, passes } = await keepBots('forgotten', ['taken', 'free'])
  await addElsewhere(world.database.kysely)
  await sql`delete from workers where id = 'forgotten'`.execute(world.database.kysely)
  await sql`update bots set epoch = 2, owner = ${ELSEWHERE} where driver_id = 'taken'`.execute(
    world.database.kysely,
  )
  await passes(1_000)
  assert.equal(keeper.size(), 0, 'a bot without an owner is claimed like any other')
  await keeper.close()
})

test('what changed in no row that a beat reads is found within ten seconds', async () => {
  const { keeper, passes } = await keepBots('comparing', ['moved'])
  await addElsewhere(world.database.kysely)
  await sql`update bots set epoch = 2, owner = ${ELSEWHERE} where driver_id = 'moved'`.execute(
    world.database.kysely,
  )
  await passes(1_000)
  assert.equal(keeper.size(), 1)
  await passes(10_000)
  assert.equal(keeper.size(), 0)
  await keeper.close()
})
