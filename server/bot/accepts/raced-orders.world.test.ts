import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import type { FleetbaseOrder as Order } from '@madruga/simulator/platforms/fleetbase.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { createFleetbasePlatform } from '../../platforms/adapters/fleetbase.ts'
import { openInstanceHttp } from '../../platforms/instances/fetch.ts'
import { readHeld } from '../store/facts.ts'
import { startBotWorld } from '../testing.ts'
import { readBack } from './undecided.ts'
import { until } from '../../kit/testing.ts'

/** The bot on a platform that lets two drivers start one order, by the stand-in's own ledger. */

// A Friday noon in New York.
const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: true } as const
const world = await startBotWorld({ now: NOON })
const running = await startFleetbase({
  clock: 'stepped',
  startAt: NOON,
  levers: { requestsPerMinute: 10_000 },
})
const http = openInstanceHttp({ baseUrl: running.url, allowPrivate: true })
const { fetch, dispatcher } = http
const { key, url: baseUrl, payMetaKey } = running
const options = { payMetaKey }
const { clock } = world
const adapter = createFleetbasePlatform({ name: 'stub', baseUrl, key, clock, fetch, dispatcher, options })
Object.assign(world.platform, adapter)
after(async () => {
  await adapter.close()
  await http.close()
  await running.stop()
})

const open = (name: string, phone: string) =>
  running.openDriver({ email: `${name}@example.com`, phone, password: 'secret', location: FLEETBASE_CITY })
const [ana, luis] = [open('ana', '+13055550101'), open('luis', '+13055550102')]

/** Both clocks continue, and the held blocks are read back as the job does every second. */
async function advance(ms: number): Promise<void> {
  running.advance(ms)
  await world.advance(ms)
  await readBack(world.deps)
}

/** What the driver reads of an order, oldest first. */
async function toldOf(orderId: string): Promise<string[]> {
  const lines = await world.linesOf('ana')
  return lines.flatMap((line) => {
    if (!('offer' in line.data) || line.data.offer.id !== orderId) return []
    return line.type === 'offer.missed' ? [`${line.type} ${line.data.cause}`] : [line.type]
  })
}

/** Places an order that pays well, unless its `meta` says otherwise. */
function place(scheduledAt: number | null = null, meta: object = { [payMetaKey]: '25.00' }): Order {
  const pickup = { id: 'place_1', name: 'Casa Verde', street: '1 Bay St', city: 'Miami', ...FLEETBASE_CITY }
  return running.world.place({
    pickup,
    dropoff: pickup,
    distance: 4_830,
    time: 875,
    scheduledAt,
    meta: { ...meta },
  })
}

/** Places such an order; answers it once it is decided. `each` is called every half second. */
async function decided(each: (order: Order) => void = () => {}) {
  const order = place()
  await until(async () => {
    each(order)
    await advance(500)
    return /accepted|missed/.test((await toldOf(order.id)).at(-1) ?? '')
  }, 'decided')
  return order
}

test('an order that a rival takes over after both were told 200 is reported as taken, any other is won', async () => {
  const filter = proposeFilter('courier', 'basic', 'America/New_York', ['nearby'])
  await world.addDriver('ana', () => filter)
  await world.bots.startBot('ana', REGULAR)
  await until(async () => {
    await advance(1_000)
    return world.searches() > 0
  }, 'searching')
  assert.ok(ana.online, 'the run put the driver online')

  running.world.levers.raceShare = 1
  const luisOrder = await decided()
  assert.equal(luisOrder.driverId, luis.id)
  assert.deepEqual(await toldOf(luisOrder.id), ['offer.waiting', 'offer.missed taken'])

  running.world.levers.raceShare = 0
  const anaOrder = await decided()
  assert.equal(anaOrder.driverId, ana.id)
  // Before that, it may have overlapped with the time of the lost one, until that was free again.
  assert.deepEqual((await toldOf(anaOrder.id)).slice(-2), ['offer.waiting', 'offer.accepted'])
  const blocks = await world.database.kysely.selectFrom('blocks').select('offer_id').execute()
  assert.deepEqual(
    blocks.map((block) => block.offer_id),
    [anaOrder.id],
  )
})

test('an order that its driver delivers before it is read back for the last time is won, and over', async () => {
  // The order of the test before: nothing is accepted while it runs.
  for (const each of running.world.orders.values()) running.world.complete(each)
  await advance(MINUTE_MS)
  const order = await decided((next) => {
    if (next.started) running.world.complete(next)
  })
  assert.equal(order.status, 'completed')
  assert.deepEqual((await toldOf(order.id)).slice(-2), ['offer.waiting', 'offer.accepted'])
  const { state } = await world.database.kysely
    .selectFrom('blocks')
    .select('state')
    .where('offer_id', '=', order.id)
    .executeTakeFirstOrThrow()
  assert.equal(state, 'done')
  assert.equal((await world.bots.readBot('ana')).phase, 'running', 'it does not sleep for what is over')
})

test('an order that is scheduled for later and delivered at once leaves its driver free for the next one', async () => {
  await advance(15 * MINUTE_MS)
  const early = place(Math.floor(clock.now() / 1_000) * 1_000 + 3 * HOUR_MS)
  await until(async () => {
    if (early.started) running.world.complete(early)
    await advance(500)
    return (await toldOf(early.id)).includes('offer.accepted')
  }, 'decided')
  assert.equal((await world.bots.readBot('ana')).phase, 'running', 'it does not sleep for what is over')
  const next = place(Math.floor(clock.now() / 1_000) * 1_000 + 5 * HOUR_MS)
  await until(async () => {
    await advance(500)
    return next.started
  }, 'the next order')
  running.world.complete(next)
  await advance(MINUTE_MS)
})

test('an order that is scheduled for later runs from its accept: nothing else is accepted until it is delivered', async () => {
  // The estimated time of the order of the test before.
  await advance(15 * MINUTE_MS)
  // The wire has whole seconds.
  const scheduledAt = Math.floor(clock.now() / 1_000) * 1_000 + 3 * HOUR_MS
  const order = place(scheduledAt)
  await until(async () => {
    await advance(MINUTE_MS)
    return (await toldOf(order.id)).includes('offer.accepted')
  }, 'decided')
  assert.ok(order.started)
  const row = await world.rowOf('ana')
  assert.deepEqual([row?.phase, row?.reason], ['sleeping', 'delivery'])

  const other = place()
  for (let minute = 0; minute < 3; minute++) await advance(MINUTE_MS)
  assert.equal(other.started, false, 'one at a time')
  const spans = await readHeld(world.database.kysely, 'ana', clock.now())
  assert.deepEqual(
    spans.filter((span) => span.isRunning).map(({ startAt }) => startAt),
    [scheduledAt],
    'shown at its time',
  )

  running.world.complete(order)
  await until(async () => {
    await advance(MINUTE_MS)
    return other.started
  }, 'the other order')
  const block = await world.database.kysely
    .selectFrom('blocks')
    .select(['state', 'start_at', 'end_at'])
    .where('offer_id', '=', order.id)
    .executeTakeFirstOrThrow()
  assert.equal(block.state, 'done')
  assert.ok(Number(block.start_at) <= Number(block.end_at) && Number(block.end_at) < scheduledAt)
})

test('an order that is done is heard of at once', async () => {
  for (const each of running.world.orders.values()) running.world.complete(each)
  await advance(MINUTE_MS)
  const order = await decided()
  const stateOf = async () =>
    await world.database.kysely
      .selectFrom('blocks')
      .select('state')
      .where('offer_id', '=', order.id)
      .executeTakeFirst()
  await until(async () => {
    await advance(500)
    return (await stateOf())?.state === 'checked_in'
  }, 'running')
  running.world.complete(order)
  // No time passes: the minute after which a job is read anyway never comes.
  await world.until(async () => {
    await readBack(world.deps)
    return (await stateOf())?.state === 'done'
  }, 'done')
})

/** The last notification of the driver, and why. */
function lastNews() {
  const news = world.told.at(-1)
  return news && [news.kind, 'loss' in news.params ? news.params.loss : undefined]
}

test('an order that its customer cancels before the last reading is reported as canceled', async () => {
  // The order of the test before: nothing is accepted while it runs.
  for (const each of running.world.orders.values()) running.world.complete(each)
  await advance(MINUTE_MS)
  const order = await decided((next) => {
    if (next.started) running.world.cancel(next)
  })
  assert.deepEqual((await toldOf(order.id)).slice(-2), ['offer.waiting', 'offer.missed canceled'])
  assert.deepEqual(lastNews(), ['block_taken', 'canceled'])
})

test('an order that is canceled before the late yes of its driver is not started again, and told as canceled', async () => {
  for (const each of running.world.orders.values()) running.world.complete(each)
  await advance(MINUTE_MS)
  // The proposed filter asks about what states no pay.
  const order = place(null, {})
  const confirmations = async () => (await world.bots.listConfirmations('ana')).confirmations
  await until(async () => {
    await advance(1_000)
    return (await confirmations()).length > 0
  }, 'asked')
  running.world.cancel(order)
  await advance(10_000)
  await world.bots.answerConfirmation('ana', { id: (await confirmations())[0]?.id ?? '', take: true })
  await until(async () => {
    await advance(500)
    return (await toldOf(order.id)).at(-1) === 'offer.missed canceled'
  }, 'told')
  assert.deepEqual([order.status, order.driverId], ['canceled', null])
})

for (const [loss, lose] of [
  ['canceled', (order: Order) => running.world.cancel(order)],
  ['taken', (order: Order) => void (order.driverId = luis.id)],
  // As after a platform that lost its data.
  ['gone', (order: Order) => void running.world.orders.delete(order.id)],
] as const)
  test(`a job under way that is ${loss} pays and costs nothing, its driver is notified once, and the search continues`, async () => {
    const order = await decided()
    assert.equal((await toldOf(order.id)).at(-1), 'offer.accepted')
    lose(order)
    const before = world.told.length
    await until(async () => {
      await advance(MINUTE_MS)
      return world.told.length > before
    }, 'told')
    await advance(MINUTE_MS)
    const changes = world.told.slice(before).filter(({ kind }) => kind === 'block_changed')
    assert.deepEqual(
      changes.map(({ params }) => 'change' in params && params.change),
      [loss],
    )
    const lines = (await world.linesOf('ana')).flatMap((line) =>
      line.type === 'block.changed' && line.data.blockId.startsWith(order.id) ? [line.data.change] : [],
    )
    assert.deepEqual(lines, [loss])
    const block = await world.database.kysely
      .selectFrom('blocks')
      .select(['state', 'loss', 'forfeited_at'])
      .where('offer_id', '=', order.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([block.state, block.loss, block.forfeited_at], ['forfeited', loss, null])
    assert.equal((await world.bots.readBot('ana')).phase, 'running')
    if (order.status !== 'canceled') running.world.orders.delete(order.id)
  })

test('an order that is dispatched again after its cancelation is won again, as another job', async () => {
  for (const each of running.world.orders.values()) running.world.complete(each)
  await advance(MINUTE_MS)
  const order = await decided()
  running.world.cancel(order)
  const stateOf = async () =>
    (
      await world.database.kysely
        .selectFrom('blocks')
        .select('state')
        .where('platform_block_id', 'like', `${order.id}%`)
        .orderBy('accepted_at')
        .execute()
    ).map(({ state }) => state)
  await until(async () => {
    await advance(MINUTE_MS)
    return (await stateOf())[0] === 'forfeited'
  }, 'lost')
  running.world.reset(order)
  await until(async () => {
    await advance(1_000)
    return (await stateOf()).length === 2
  }, 'won again')
  assert.deepEqual(await stateOf(), ['forfeited', 'checked_in'])
})
