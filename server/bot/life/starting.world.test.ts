import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { prepareAt } from '@madruga/core/bot.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { addElsewhere, claimElsewhere, ELSEWHERE, STATION, startBotWorld, trouble } from '../testing.ts'
import type { BotWorld } from '../testing.ts'
import { until } from '../../kit/testing.ts'

// A Friday noon in New York, far from the daily stop.
const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: true } as const

let world: BotWorld

const run = (statement: ReturnType<typeof sql>) => statement.execute(world.database.kysely)
const startingOf = async (id: string) => (await world.bots.readBot(id)).starting

async function epochsOf(...ids: string[]): Promise<string> {
  const rows = await Promise.all(ids.map((id) => world.rowOf(id)))
  return rows.map((row) => row?.epoch).join()
}

/** A bot that no process has yet, as after a start or a sleep; the first to be added waits for longest. */
async function addWaiting(id: string, phase: 'preparing' | 'running'): Promise<void> {
  await world.addDriver(id)
  await run(sql`insert into bots (driver_id, variant, phase, gen, due_at, started_at)
    values (${id}, 'amazon', ${phase}, 1, ${new Date(NOON + 30 * SECOND_MS)}, ${new Date(NOON)})`)
}

/** A worker of another process, which claims nothing, has room for this many bots. */
async function addWorker(capacity: number, startsPerSecond: number): Promise<void> {
  await addElsewhere(world.database.kysely)
  await run(sql`update workers set capacity = ${capacity}, starts_per_second = ${startsPerSecond}
    where id = ${ELSEWHERE}`)
}

/** A world whose only worker is that one. */
async function leaveToElsewhere(capacity: number, startsPerSecond: number): Promise<void> {
  world = await startBotWorld({ now: NOON, worker: null })
  await addWorker(capacity, startsPerSecond)
}

/** A world whose worker searches for these drivers. */
async function search(...ids: string[]): Promise<void> {
  world = await startBotWorld({ now: NOON })
  for (const id of ids) {
    await world.addDriver(id)
    await world.bots.startBot(id, REGULAR)
  }
  const areSearched = async () => {
    await world.advance(SECOND_MS)
    const views = await Promise.all(ids.map((id) => world.bots.readBot(id)))
    return views.every(({ phase, starting }) => phase === 'running' && starting === null)
  }
  await world.until(areSearched, 'searched')
}

/** As if so much time had gone by in the database since anyone wrote there. */
async function passInDatabase(ms: number): Promise<void> {
  await run(sql`update search_polls set poll_by = poll_by - ${ms} * interval '1 millisecond'`)
}

test('a bot that waits reads when its turn comes: bots that run come first, then the longest waiting', async () => {
  await leaveToElsewhere(100, 2)
  for (const id of ['first', 'second', 'third']) await addWaiting(id, 'preparing')
  for (const id of ['awake', 'late']) await addWaiting(id, 'running')
  const turns = async () => ({
    awake: await startingOf('awake'),
    late: await startingOf('late'),
    first: await startingOf('first'),
    third: await startingOf('third'),
  })
  assert.deepEqual(await turns(), {
    awake: { aboutMs: 0 },
    late: { aboutMs: 1_000 },
    first: { aboutMs: 1_000 },
    third: { aboutMs: 2_000 },
  })
  await addWorker(4, 2)
  assert.deepEqual(await startingOf('second'), { aboutMs: 2_000 })
  assert.deepEqual(await startingOf('third'), { aboutMs: null }, 'room for four')
  await run(sql`update workers set seen_at = '2000-01-01'`)
  assert.deepEqual(await startingOf('awake'), { aboutMs: null }, 'no worker lives')
})

test('a claimed bot prepares as its phase says; once it runs, it starts until its first request', async () => {
  await leaveToElsewhere(100, 2)
  await addWaiting('ana', 'preparing')
  await run(sql`update bots set owner = ${ELSEWHERE}, epoch = 1`)
  assert.equal(await startingOf('ana'), null)
  await run(sql`update bots set phase = 'running'`)
  assert.deepEqual(await startingOf('ana'), { aboutMs: 0 })
  await run(sql`insert into search_polls (driver_id, poll_by, epoch)
    values ('ana', clock_timestamp() + interval '83 seconds', 1)`)
  assert.equal(await startingOf('ana'), null)
  for (const phase of ['sleeping', 'pending_termination', 'not_running'] as const) {
    await run(sql`update bots set phase = ${phase}, owner = null, epoch = 2`)
    assert.equal(await startingOf('ana'), null, phase)
  }
})

test('a search that changes workers reads Running, unless its next request is five seconds late', async () => {
  await search('ana')
  const { gen } = await world.bots.readBot('ana')
  await addElsewhere(world.database.kysely)
  await claimElsewhere(world.database.kysely, 'ana', gen)
  assert.equal(await startingOf('ana'), null, 'just taken over')
  await until(async () => (await world.advance(SECOND_MS), world.bots.size() === 0), 'not searched here')
  assert.equal(await startingOf('ana'), null)
  await passInDatabase(20 * SECOND_MS)
  assert.deepEqual(await startingOf('ana'), { aboutMs: 0 })
  await passInDatabase(90 * SECOND_MS)
  await run(sql`update bots set updated_at = updated_at - interval '90 seconds'`)
  const { starting, silentSince } = await world.bots.readBot('ana')
  assert.equal(starting, null)
  assert.ok(silentSince !== null, 'after a minute it is silent')
})

test('a bot that a worker gives back reads Running: its last request was stored before', async () => {
  await search('ana', 'luis')
  await passInDatabase(HOUR_MS)
  const before = await epochsOf('ana', 'luis')
  await addWorker(1_000, 100)
  await until(async () => {
    await world.advance(100)
    return (await epochsOf('ana', 'luis')) !== before
  }, 'one of two is given back, and claimed')
  // However long the database took for it: what was stored an hour ago is late still.
  await passInDatabase(-10 * MINUTE_MS)
  for (const id of ['ana', 'luis']) {
    const { phase, starting } = await world.bots.readBot(id)
    assert.deepEqual([id, phase, starting], [id, 'running', null])
  }
})

test('the pause before the next attempt to prepare holds for the worker that claims the bot', async () => {
  world = await startBotWorld({ now: NOON })
  await addWaiting('ana', 'preparing')
  const pausedUntil = NOON + 20 * SECOND_MS
  await run(sql`update bots set due_at = ${new Date(pausedUntil + world.settings.preparingMs)}`)
  const row = await world.rowOf('ana')
  assert.equal(row && prepareAt(row, world.settings), pausedUntil)
  await until(async () => {
    await world.advance(SECOND_MS)
    return (await world.rowOf('ana'))?.owner
  }, 'claimed')
  await world.advance(pausedUntil - SECOND_MS - world.clock.now())
  assert.equal(world.platform.signIns, 0)
  await world.advance(2 * SECOND_MS)
  await world.until(async () => (await world.bots.readBot('ana')).phase === 'running', 'running')
})

test('a bot waits for room in its order, for as long as it takes, and its time to prepare begins then', async () => {
  world = await startBotWorld({ now: NOON, worker: { capacity: 1, startsPerSecond: 100 } })
  for (const id of ['ana', 'luis', 'eva']) {
    await world.addDriver(id)
    await world.bots.startBot(id, REGULAR)
  }
  await until(async () => (await world.advance(SECOND_MS), world.bots.size() === 1), 'one is searched')
  await world.advance(10 * MINUTE_MS)
  for (const id of ['luis', 'eva']) {
    const { phase, starting } = await world.bots.readBot(id)
    assert.deepEqual([phase, starting], ['preparing', { aboutMs: null }], id)
  }
  await world.bots.stopBot('ana')
  await until(async () => {
    await world.advance(100)
    return (await world.rowOf('luis'))?.owner
  }, 'claimed')
  await world.until(async () => (await world.bots.readBot('luis')).phase === 'running', 'running')
  assert.equal((await world.rowOf('eva'))?.owner, null)
  const lines = await world.linesOf('luis')
  assert.deepEqual(
    lines.map(({ type }) => type),
    ['bot.state_changed', 'bot.state_changed'],
    'nothing failed meanwhile',
  )
})

test('a preparation that takes longer than it should says so and is waited for: only its end counts', async () => {
  world = await startBotWorld({ now: NOON, settings: { preparingMs: 2 * SECOND_MS } })
  const { platform } = world
  const { stations } = platform
  const { promise: reply, resolve: answer } = Promise.withResolvers<void>()
  platform.stations = async (tokens, variant) => {
    await reply
    return await stations(tokens, variant)
  }
  const ids = ['ana', 'luis']
  for (const id of ids) {
    await world.addDriver(id)
    await world.bots.startBot(id, REGULAR)
  }
  const slow = async () => {
    await world.clock.advance(SECOND_MS)
    const views = await Promise.all(ids.map((id) => world.bots.readBot(id)))
    return views.every(({ phase, reason }) => phase === 'preparing' && reason === 'platform_unavailable')
  }
  await until(slow, 'told that it takes long')
  await world.clock.advance(MINUTE_MS)
  for (const id of ids) assert.equal((await world.bots.readBot(id)).phase, 'preparing', id)
  answer()
  for (const id of ids) {
    await until(async () => {
      await world.advance(SECOND_MS)
      return (await world.bots.readBot(id)).phase === 'running'
    }, 'running')
    assert.equal((await world.bots.readBot(id)).reason, null)
  }
  assert.equal(platform.signIns, ids.length, 'one attempt each')
})

test('a courier whose platform has no requests left waits for them, and then searches', async () => {
  world = await startBotWorld({ now: NOON })
  await world.addDriver('rosa', () => proposeFilter('courier', 'basic', 'America/New_York', [STATION.id]))
  const { troubles } = world.platform
  troubles.heldBlocks = Array.from({ length: 5 }, () => trouble('rate_limited', 10 * SECOND_MS))
  await world.bots.startBot('rosa', REGULAR)
  await until(async () => {
    await world.advance(SECOND_MS)
    return (await world.bots.readBot('rosa')).reason === 'shared_limit'
  }, 'told why it waits')
  assert.equal((await world.bots.readBot('rosa')).phase, 'preparing')
  await until(async () => {
    await world.advance(10 * SECOND_MS)
    return (await world.bots.readBot('rosa')).phase === 'running'
  }, 'running')
  assert.equal(troubles.heldBlocks.length, 0)
})
