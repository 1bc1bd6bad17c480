import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { botWorld, offerAt, STATION } from '../testing.ts'
import type { BotWorld } from '../testing.ts'
import { writeIntent } from '../store/attempts.ts'
import { until } from '../../kit/testing.ts'

// A Friday noon in New York, sixteen hours before the next daily stop.
const NOON = Date.UTC(2026, 10, 20, 17)
const WATCH = { mode: 'regular', liveLog: true, shadowMinutes: 60 } as const

let fresh: TestDatabase
let world: BotWorld
after(close)

async function open(at: number): Promise<void> {
  fresh = await testDatabase()
  world = await botWorld(fresh, { now: at })
}

async function close(): Promise<void> {
  await world.close()
  await fresh.drop()
}

const strange = (error: unknown) => error instanceof AppError && error.code === 'bot.shadow_not_found'
const db = () => world.database.kysely
const now = () => world.clock.now()
await open(NOON)
const rowOf = (id: string) => world.rowOf(id)
const runsOf = async (id: string) => (await world.bots.listShadowRuns(id)).runs
const typesOf = async (id: string) => (await world.linesOf(id)).map((line) => line.type)
const newsOf = (id: string) => world.told.filter((news) => news.driverId === id)

async function watch(id: string, shadowMinutes: number = WATCH.shadowMinutes): Promise<void> {
  await world.bots.startBot(id, { ...WATCH, shadowMinutes })
  await searching(id)
}

async function searching(id: string): Promise<void> {
  await world.until(async () => (await rowOf(id))?.phase === 'running', 'running')
  await world.until(async () => (await rowOf(id))?.owner !== null, 'owned')
  await until(async () => {
    const polls = world.platform.polls
    await world.advance(1_000)
    return world.platform.polls > polls
  }, 'searching')
}

async function rest(id: string): Promise<void> {
  await until(async () => (await rowOf(id))?.phase === 'cooling_down', 'cooling down')
  await world.advance(world.settings.coolingMs)
}

test('a shadow run notes what it would have tried for, nothing that overlaps, and accepts nothing', async () => {
  await world.addDriver('ana')
  await watch('ana')
  const startAt = now() + 5 * HOUR_MS
  const [fits, overlaps, other, poor] = [
    offerAt(startAt, { payCents: 12_000, tipCents: 300 }),
    offerAt(startAt + HOUR_MS),
    offerAt(startAt + 3 * HOUR_MS),
    offerAt(startAt + 12 * HOUR_MS, { payCents: 100 }),
  ]
  world.platform.list = [fits, overlaps, other, poor]
  await until(async () => {
    await world.advance(1_000)
    return (await runsOf('ana'))[0]?.seen === 4 && (await typesOf('ana')).includes('offer.ignored')
  }, 'four offers seen')
  const run = (await runsOf('ana'))[0]
  assert.deepEqual([run?.count, run?.minutes, run?.payCents, run?.endedAt], [2, 360, 21_000, null])
  assert.deepEqual(run?.ignoredFor, { time: 0, price: 1, schedule: 1 })
  assert.deepEqual((await world.bots.readShadowRun('ana', run?.id ?? '')).run, run)
  assert.deepEqual(world.platform.accepts, [])

  // A new search of the same run, as after a rest or in another process, starts from what is given away
  // already.
  await sql`update bots set due_at = ${new Date(now())} where driver_id = 'ana'`.execute(db())
  await world.advance(11_000)
  await world.bots.sweeps.wakeOverdue()
  await until(async () => (await rowOf('ana'))?.phase === 'sleeping', 'asleep')
  await sql`update bots set due_at = ${new Date(now())} where driver_id = 'ana'`.execute(db())
  await world.advance(11_000)
  await world.bots.sweeps.wakeOverdue()
  await searching('ana')
  await world.advance(5_000)
  const again = (await runsOf('ana'))[0]
  assert.deepEqual([again?.seen, again?.count, again?.payCents], [4, 2, 21_000])
  assert.deepEqual(again?.ignoredFor, run?.ignoredFor, 'what it took is not left the second time')
  const report = await world.bots.readShadowRun('ana', again?.id ?? '')
  assert.deepEqual(report.offers.map((one) => one.offer.id).toSorted(), [fits.id, other.id].toSorted())
  assert.ok(report.offers.every(({ timeZone }) => timeZone === STATION.timeZone))
  assert.ok(report.offers.every((one) => one.rules.length > 0 && one.rules.every((rule) => rule.passed)))

  await world.advance(HOUR_MS)
  await rest('ana')
  assert.deepEqual([(await rowOf('ana'))?.reason, (await rowOf('ana'))?.shadowUntil], ['shadow_over', null])
  assert.ok((await runsOf('ana'))[0]?.endedAt)
  assert.deepEqual(
    newsOf('ana').map(({ kind, params }) => [kind, params]),
    [['shadow_over', { runId: again?.id, seen: 4, count: 2, cents: 21_000, others: 0 }]],
  )
  assert.equal((await typesOf('ana')).filter((type) => type === 'offer.shadowed').length, 2)
  assert.deepEqual([world.platform.accepts, world.platform.held], [[], []])
  world.platform.list = []
})

test('a shadow run promises a day of twelve hours, since the platform takes no more of a driver', async () => {
  await world.addDriver('noa')
  await watch('noa')
  // From five in the morning to eight in the evening.
  const opensAt = NOON + 17 * HOUR_MS
  world.platform.list = [0, 3, 6, 9, 12].map((hours) => offerAt(opensAt + hours * HOUR_MS))
  const judged = async () => {
    await world.advance(1_000)
    const run = (await runsOf('noa'))[0]
    return run?.seen === 5 && run.count + run.ignoredFor.schedule === 5 && run
  }
  const run = await until(judged, 'five offers judged')
  assert.deepEqual([run.count, run.minutes, run.payCents], [4, 720, 36_000])
  world.platform.list = []
  await world.bots.stopBot('noa')
})

test('the fence refuses an accept of a bot in shadow mode, whatever a searcher believes', async () => {
  await world.addDriver('bea')
  await watch('bea')
  const row = await rowOf('bea')
  assert.ok(row)
  const intent = {
    driverId: 'bea',
    gen: row.gen,
    epoch: row.epoch,
    owner: row.owner,
    platform: 'stub',
    offer: offerAt(now() + 5 * HOUR_MS),
    rules: [],
    filterVersion: 1,
  }
  assert.equal(await writeIntent(world.deps.pool, intent), 'fenced')
  assert.equal(await writeIntent(world.deps.pool, { ...intent, byHand: true }), 'fenced')
  await sql`update bots set shadow_until = null where driver_id = 'bea'`.execute(db())
  assert.equal(
    typeof (await writeIntent(world.deps.pool, intent)),
    'object',
    'it is shadow mode that fenced it',
  )
  await sql`delete from attempts where driver_id = 'bea'`.execute(db())
  await sql`update bots set shadow_until = ${new Date(now() + HOUR_MS)} where driver_id = 'bea'`.execute(db())
  await world.bots.stopBot('bea')
  await rest('bea')
})

test("a driver's own stop ends a shadow run for good, without news; a start for real ends one that waits", async () => {
  await world.addDriver('cy')
  await watch('cy', 2 * 1_440)
  await world.bots.stopBot('cy')
  await rest('cy')
  assert.ok((await runsOf('cy'))[0]?.endedAt)
  assert.deepEqual(newsOf('cy'), [])
  await world.bots.sweeps.turnShadows()
  assert.equal((await rowOf('cy'))?.phase, 'not_running')

  await watch('cy', 2 * 1_440)
  await sql`update service_state set killed = true`.execute(db())
  await world.bots.sweeps.stopDue()
  await rest('cy')
  assert.equal((await runsOf('cy'))[0]?.endedAt, null, 'it waits to go on')
  await world.bots.sweeps.turnShadows()
  assert.equal((await rowOf('cy'))?.phase, 'not_running', 'not while the switch is on')
  await sql`update service_state set killed = false`.execute(db())
  const state = await world.bots.startBot('cy', { mode: 'regular', liveLog: true })
  assert.equal(state.shadowUntil, null)
  assert.ok((await runsOf('cy')).every((run) => run.endedAt !== null))
  await world.bots.stopBot('cy')
  await rest('cy')
})

test('a week of watching outlives the daily stop and another process, and ends on time', async () => {
  // Over the next daily stop, 04:00 to 04:10 in New York: no one has to live through the night before it.
  const stopAt = Date.UTC(2026, 10, 21, 9)
  await close()
  await open(stopAt - 10 * MINUTE_MS)
  await world.addDriver('dora')
  await watch('dora', 7 * 1_440)
  const { endsAt, id } = (await runsOf('dora'))[0] ?? { endsAt: 0, id: '' }
  await sql`update bots set due_at = null where driver_id = 'dora'`.execute(db())
  await world.advance(stopAt - now() + MINUTE_MS)
  await world.bots.sweeps.stopDue()
  await rest('dora')
  assert.equal((await rowOf('dora'))?.reason, 'daily_stop')
  await world.bots.sweeps.turnShadows()
  assert.equal((await rowOf('dora'))?.phase, 'not_running', 'not within the daily stop')
  await world.advance(10 * MINUTE_MS)
  const elsewhere = await world.another()
  await elsewhere.sweeps.turnShadows()
  await until(async () => (await rowOf('dora'))?.phase === 'running', 'running again')
  assert.deepEqual([(await rowOf('dora'))?.shadowUntil, (await runsOf('dora')).length], [endsAt, 1])

  // Its time comes while nothing wakes the bot: the sweep ends it.
  await sql`update bots set phase = 'sleeping', reason = 'human_verification', due_at = null where driver_id = 'dora'`.execute(
    db(),
  )
  await sql`update shadow_runs set ends_at = ${new Date(now())} where id = ${id}`.execute(db())
  await sql`update bots set shadow_until = ${new Date(now())} where driver_id = 'dora'`.execute(db())
  await world.bots.sweeps.turnShadows()
  await until(async () => (await rowOf('dora'))?.reason === 'shadow_over', 'over')
  assert.deepEqual(
    newsOf('dora').map((news) => news.kind),
    ['shadow_over'],
  )
  await world.bots.sweeps.turnShadows()
  assert.equal(newsOf('dora').length, 1)
  // Each process counts what it sees: a bot that changes between two would count its offers twice.
  await elsewhere.close()
})

test('a run of more than a week is cut, and reports are for their own driver alone', async () => {
  await world.addDriver('eve')
  const view = await world.bots.startBot('eve', { ...WATCH, shadowMinutes: 99_999 })
  assert.equal(view.shadowUntil, (view.startedAt ?? 0) + 7 * DAY_MS)
  const run = (await runsOf('eve'))[0]
  await assert.rejects(world.bots.readShadowRun('ana', run?.id ?? ''), strange)
  await world.bots.stopBot('eve')
  await rest('eve')
  const short = await world.bots.startBot('eve', { ...WATCH, shadowMinutes: 1 })
  assert.equal(short.shadowUntil, (short.startedAt ?? 0) + world.settings.shadow.testMs)
})

test('a watch adds up the currency of most of its offers, and tells the others apart', async () => {
  await world.addDriver('fay')
  await watch('fay')
  const startAt = now() + 5 * HOUR_MS
  const days = (count: number, pay: Partial<Offer>) => offerAt(startAt + count * DAY_MS, pay)
  world.platform.list = [
    days(0, { payCents: 12_000, currency: 'EUR' }),
    days(1, { payCents: 10_000, currency: 'EUR', tipCents: 500 }),
    days(2, { payCents: 9_000, currency: 'USD' }),
  ]
  await until(async () => {
    await world.advance(1_000)
    return (await runsOf('fay'))[0]?.seen === 3
  }, 'three offers seen')
  const run = (await runsOf('fay'))[0]!
  const { count, payCents, tipCents, currency, others } = run
  assert.deepEqual([count, payCents, tipCents, currency], [3, 22_000, 500, 'EUR'])
  assert.deepEqual(others, [{ count: 1, payCents: 9_000, tipCents: 0 }])
  await world.advance(HOUR_MS)
  await rest('fay')
  const figures = { runId: run.id, seen: 3, count: 3, cents: 22_000, currency: 'EUR', others: 1 }
  assert.deepEqual(
    newsOf('fay').map(({ params }) => params),
    [figures],
  )
  world.platform.list = []
})
