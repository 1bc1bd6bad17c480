import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { HeldBlock } from '../../platforms.ts'
import { listReleased } from '../store/limits.ts'
import { readHeld } from '../store/facts.ts'
import { compareDriver } from '../life/sweeps.ts'
import { offerAt, startBotWorld } from '../testing.ts'
import { readBack } from '../accepts/undecided.ts'

/** What a platform does to held blocks: it moves them, takes them back, lists them again. */

const world = await startBotWorld({ now: Date.UTC(2026, 10, 24, 15), worker: null })
const db = world.database.kysely
const { platform } = world
platform.capabilities.listsAllHeld = true

/** A driver with one held block that the platform lists. */
async function addHolder(id: string): Promise<HeldBlock> {
  await world.addDriver(id)
  await db.insertInto('bots').values({ driver_id: id, variant: 'amazon' }).execute()
  const {
    id: offerId,
    batched: _batched,
    expiresAt: _expires,
    ...terms
  } = offerAt(world.clock.now() + 5 * HOUR_MS)
  const block: HeldBlock = { ...terms, blockId: `b-${id}`, offerId, state: 'held' }
  platform.held = [block]
  assert.equal((await compareDriver(world.deps, id)).added, 1)
  world.told.length = 0
  return block
}

const changesOf = async (id: string) =>
  (await world.linesOf(id)).flatMap((line) => (line.type === 'block.changed' ? [line.data] : []))
const toldOf = (id: string) =>
  world.told.flatMap((news) =>
    news.driverId === id && news.kind === 'block_changed' ? [news.params.change] : [],
  )
const spansOf = async (id: string) =>
  (await readHeld(db, id, world.clock.now())).map(({ startAt, endAt }) => [startAt, endAt])
const rowOf = (id: string) =>
  db
    .selectFrom('blocks')
    .select(['state', 'loss', 'missing_since'])
    .where('driver_id', '=', id)
    .executeTakeFirstOrThrow()

test('a block that the platform moves has its new times, and its driver is notified once', async () => {
  const block = await addHolder('ana')
  const newBlock = { ...block, startAt: block.startAt + 3 * HOUR_MS, endAt: block.endAt + 3 * HOUR_MS }
  platform.held = [newBlock]
  const both = await Promise.all([compareDriver(world.deps, 'ana'), compareDriver(world.deps, 'ana')])
  assert.ok(both.some(({ changed }) => changed === 1))
  await compareDriver(world.deps, 'ana')
  assert.deepEqual(await spansOf('ana'), [[newBlock.startAt, newBlock.endAt]])
  const [line, ...others] = await changesOf('ana')
  assert.deepEqual(
    [line?.change, line?.startAt, line?.wasStartAt, others.length],
    ['moved', newBlock.startAt, block.startAt, 0],
  )
  assert.deepEqual(toldOf('ana'), ['moved'])
})

test('a block that two lists lack is lost, its time is free again, and its driver is notified once', async () => {
  await addHolder('luis')
  platform.held = []
  await compareDriver(world.deps, 'luis')
  await compareDriver(world.deps, 'luis')
  assert.deepEqual([(await rowOf('luis')).state, toldOf('luis')], ['held', []], 'one list may be wrong')

  await world.advance(MINUTE_MS)
  await readBack(world.deps)
  const { state, loss } = await rowOf('luis')
  assert.deepEqual([state, loss, await spansOf('luis')], ['forfeited', 'gone', []])
  await world.advance(MINUTE_MS)
  await readBack(world.deps)
  await compareDriver(world.deps, 'luis')
  assert.deepEqual(toldOf('luis'), ['gone'])
  assert.deepEqual(
    (await changesOf('luis')).map(({ change }) => change),
    ['gone'],
  )
})

test('a block that only one list lacked stays, and one that comes back is reported', async () => {
  const block = await addHolder('eva')
  platform.held = []
  await compareDriver(world.deps, 'eva')
  platform.held = [block]
  await world.advance(MINUTE_MS)
  await readBack(world.deps)
  const { state, missing_since: missing } = await rowOf('eva')
  assert.deepEqual([state, missing, toldOf('eva')], ['held', null, []])

  platform.held = []
  await compareDriver(world.deps, 'eva')
  await world.advance(MINUTE_MS)
  await compareDriver(world.deps, 'eva')
  platform.held = [block]
  await compareDriver(world.deps, 'eva')
  assert.deepEqual([(await rowOf('eva')).state, toldOf('eva')], ['held', ['gone', 'listed_again']])
  assert.equal((await spansOf('eva')).length, 1)
})

test('a block that the platform took back is not one that its driver gave back', async () => {
  await addHolder('pam')
  await sql`update filters set body = jsonb_set(body, '{safetyLimits,pauseAfterReleases}', '1') where driver_id = 'pam'`.execute(
    db,
  )
  await sql`update bots set phase = 'running' where driver_id = 'pam'`.execute(db)
  platform.held = []
  await compareDriver(world.deps, 'pam')
  await world.advance(MINUTE_MS)
  await compareDriver(world.deps, 'pam')
  assert.equal((await rowOf('pam')).state, 'forfeited')
  assert.equal((await listReleased(db, world.clock.now(), 'pam')).size, 0)
})

test('where a platform does not list all that a driver holds, a missing block stays', async () => {
  platform.capabilities.listsAllHeld = false
  await addHolder('joe')
  platform.held = []
  for (let times = 0; times < 3; times++) {
    await compareDriver(world.deps, 'joe')
    await world.advance(MINUTE_MS)
  }
  assert.deepEqual([(await rowOf('joe')).state, await changesOf('joe')], ['held', []])
  platform.capabilities.listsAllHeld = true
})
