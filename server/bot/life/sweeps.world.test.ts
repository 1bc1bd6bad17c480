import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { stepBot } from '@madruga/core/bot.ts'
import type { Phase } from '@madruga/core/bot-states.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { readAfter } from '../../driver/log.ts'
import { takeForComparing } from '../../platforms.ts'
import { filterWorthComparing } from '../store/sweeps.ts'
import { isAtWork, readBotRow } from '../store/bots.ts'
import { lastDailyStop, stopDue } from './stops.ts'
import { compareHeld, sleepDuringDeliveries, wakeOverdue } from './sweeps.ts'
import { addElsewhere, ELSEWHERE, startBotWorld, offerAt, STATION } from '../testing.ts'
import { until } from '../../kit/testing.ts'

const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: true } as const

const world = await startBotWorld({ now: NOON })

const db = () => world.database.kysely
await addElsewhere(db())
const phaseOf = async (id: string) => (await readBotRow(db(), id))?.phase

/** A bot in a phase, as another process left it; untouched for so long. */
async function put(
  id: string,
  phase: Phase,
  {
    dueAt = NOON + HOUR_MS,
    startedAt = NOON - HOUR_MS,
    reason = null as string | null,
    restedMs = 60_000,
  } = {},
): Promise<void> {
  await world.addDriver(id)
  await sql`insert into bots (driver_id, variant, phase, owner, reason, gen, due_at, started_at, window_started_at, updated_at)
    values (${id}, 'amazon', ${phase}, ${isAtWork(phase) ? ELSEWHERE : null}, ${reason}, 1, ${new Date(dueAt)}, ${new Date(startedAt)}, ${new Date(startedAt)},
      clock_timestamp() - ${restedMs} * interval '1 millisecond')`.execute(db())
}

test('the last daily stop is found on every day, across both changes of the clocks', () => {
  const stop = { timeZone: 'America/New_York', startMinute: 240, endMinute: 250 }
  for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 7 * HOUR_MS) {
    const last = lastDailyStop(now, stop)
    assert.ok(last && last.startAt <= now && now - last.startAt <= 25 * HOUR_MS, new Date(now).toISOString())
  }
  assert.equal(lastDailyStop(NOON, null), null)
})

test('a stop of many is, row for row and line for line, what core does to one', async () => {
  const phases = [
    'preparing',
    'running',
    'sleeping',
    'cooling_down',
    'not_running',
    'pending_termination',
  ] as const
  for (const phase of phases) await put(`stop-${phase}`, phase)
  await sql`update service_state set killed = true`.execute(db())
  const rows = await Promise.all(phases.map((phase) => readBotRow(db(), `stop-${phase}`)))
  const driverIds = await stopDue(world.deps)
  await sql`update service_state set killed = false`.execute(db())
  assert.deepEqual(driverIds.toSorted(), ['stop-preparing', 'stop-running', 'stop-sleeping'])
  for (const row of rows) {
    assert.ok(row)
    const step = stepBot(row, { type: 'stop', reason: 'kill_switch' }, NOON, world.settings)
    const owner = isAtWork(step.bot.phase) ? row.owner : null
    assert.deepEqual(await readBotRow(db(), row.driverId), { ...step.bot, owner })
    const events = step.actions.flatMap((action) => (action.type === 'record' ? [action.event] : []))
    const lines = await readAfter(db(), row.driverId, { after: 0, limit: 10 })
    assert.deepEqual(
      lines.map(({ type, data }) => ({ type, data })),
      events,
    )
  }
  assert.deepEqual(await stopDue(world.deps), [])
})

test('the daily stop stops bots that started before its end, also when no process was up for it; later starts continue', async () => {
  const stop = lastDailyStop(NOON, world.settings.dailyStop)
  assert.ok(stop)
  await put('early', 'running', { startedAt: stop.startAt - HOUR_MS })
  await put('late', 'running', { startedAt: stop.endAt + MINUTE_MS })
  assert.deepEqual(await stopDue(world.deps), ['early'])
  assert.equal(await phaseOf('early'), 'pending_termination')
  assert.equal((await readBotRow(db(), 'early'))?.reason, 'daily_stop')
  assert.equal(await phaseOf('late'), 'running')
})

test('suspended and unsubscribed drivers are stopped', async () => {
  await put('suspended', 'running')
  await put('expired', 'sleeping')
  await put('paying', 'running')
  await sql`update drivers set status = 'suspended' where id = 'suspended'`.execute(db())
  await sql`update drivers set plan_number = 1, subscribed_until = ${new Date(NOON - 1)} where id = 'expired'`.execute(
    db(),
  )
  await sql`update drivers set plan_number = 1, subscribed_until = ${new Date(NOON + 1)} where id = 'paying'`.execute(
    db(),
  )
  assert.deepEqual((await stopDue(world.deps)).toSorted(), ['expired', 'suspended'])
  assert.equal((await readBotRow(db(), 'expired'))?.reason, 'subscription_ended')
})

test('the watchdog takes the step of an overdue bot and leaves one that is not', async () => {
  await put('overdue', 'sleeping', { dueAt: NOON - 11_000, reason: 'run_window_over' })
  await put('punctual', 'sleeping', { dueAt: NOON - 9_000, reason: 'run_window_over' })
  const steps = await wakeOverdue(world.deps)
  const mine = steps.find((step) => step.bot.driverId === 'overdue')
  assert.equal(mine?.bot.phase, 'running')
  assert.equal(await phaseOf('punctual'), 'sleeping')
})

test('a bot whose driver sleeps during delivery falls asleep until its end, others continue', async () => {
  for (const id of ['sleeps', 'works']) {
    await put(id, 'running')
    await sql`insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents)
      values (${id}, ${id}, 'stub', ${id}, ${id}, ${STATION.id}, 'block', ${new Date(NOON - HOUR_MS)},
        ${new Date(NOON + HOUR_MS)}, 100)`.execute(db())
  }
  await sql`update filters set body = jsonb_set(body, '{switches,sleepDuringDelivery}', 'true') where driver_id = 'sleeps'`.execute(
    db(),
  )
  await sleepDuringDeliveries(world.deps)
  const bot = await readBotRow(db(), 'sleeps')
  assert.deepEqual([bot?.phase, bot?.reason, bot?.dueAt], ['sleeping', 'delivery', NOON + HOUR_MS])
  assert.equal(await phaseOf('works'), 'running')
})

test('the slow sweep asks the platform for each driver at work, and not again too soon', async () => {
  await sql`delete from bots`.execute(db())
  await put('compared', 'sleeping')
  world.platform.held = []
  world.platform.win(offerAt(NOON + DAY_MS))
  assert.equal((await compareHeld(world.deps)).added, 1)
  world.platform.win(offerAt(NOON + 2 * DAY_MS))
  assert.equal((await compareHeld(world.deps)).added, 0)
})

/** Drivers at rest who hold a block, with accounts that were never compared. */
async function addHolders(prefix: string, count: number): Promise<void> {
  const { pool } = world.database
  const ids = `select '${prefix}-' || n as id from generate_series(1, $1::int) n`
  for (const statement of [
    `insert into drivers (id, name, email) select id, 'Driver', id || '@example.com' from (${ids}) i`,
    `insert into bots (driver_id, variant) select id, 'amazon' from (${ids}) i`,
    `insert into platform_accounts (driver_id, variant, platform, email) select id, 'amazon', 'stub', id from (${ids}) i`,
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents)
     select id, id, 'stub', id, id, 'st', 'block', now() + interval '1 day', now() + interval '25 hours', 100 from (${ids}) i`,
  ])
    await pool.query(statement, [count])
}

const comparedMinutesAgo = async (prefix: string) => {
  const { rows } = await sql<{ ago: number }>`
    select extract(epoch from clock_timestamp() - blocks_compared_at)::float8 / 60 as ago
    from platform_accounts where driver_id like ${`${prefix}-%`}`.execute(db())
  return rows.map((row) => row.ago)
}

test('20,000 accounts have their turn within 15 minutes, and what fell due together does not again', async () => {
  // An eighteenth of them, in an eighteenth of the turns of 5 s that 15 minutes have.
  await addHolders('fleet', 1_112)
  for (let turn = 0; turn < 10; turn++) await compareHeld(world.deps)
  const ago = await comparedMinutesAgo('fleet')
  assert.ok(ago.every((minutes) => minutes < 15))
  assert.ok(Math.max(...ago) - Math.min(...ago) > 1)
})

test('processes that compare at once share the accounts', async () => {
  await addHolders('shared', 600)
  const [one, other] = await Promise.all([
    takeForComparing(db(), { everyMs: MINUTE_MS * 14, spreadMs: 0, most: 500 }),
    takeForComparing(db(), { everyMs: MINUTE_MS * 14, spreadMs: 0, most: 500 }),
  ])
  const driverIds = [...one, ...other].map((each) => each.driverId).filter((id) => id.startsWith('shared-'))
  assert.equal(new Set(driverIds).size, driverIds.length)
  assert.equal(driverIds.length, 600)
})

test('what a preparation has compared is not compared again by the next turn', async () => {
  await world.addDriver('prepared')
  await world.bots.startBot('prepared', REGULAR)
  await world.until(() => world.bots.size() === 1, 'searching')
  const owners = await takeForComparing(db(), { everyMs: MINUTE_MS * 14, spreadMs: 0, most: 500 })
  assert.ok(owners.every(({ driverId }) => driverId !== 'prepared'))
  await world.bots.stopBot('prepared')
  await world.until(() => world.bots.size() === 0, 'at rest')
})

test('bots at work, drivers who hold a block and accounts that were never read are worth a question to the platform', async () => {
  await put('at-work', 'running')
  await put('at-rest', 'not_running')
  await put('prepares', 'preparing')
  await addHolders('holder', 1)
  await put('restored', 'not_running')
  await sql`update platform_accounts set held_read_at = now() where driver_id not in ('restored', 'prepares')`.execute(
    db(),
  )
  const accounts = ['at-work', 'at-rest', 'prepares', 'holder-1', 'restored'].map((driverId) => ({
    driverId,
    variant: 'amazon' as const,
  }))
  assert.deepEqual((await filterWorthComparing(db(), accounts)).toSorted(), [
    'at-work',
    'holder-1',
    'restored',
  ])
})

test('a human who solves the verification anywhere wakes the bot', async () => {
  await world.addDriver('human')
  world.platform.challenge = true
  await sql`insert into bots (driver_id, variant, phase, reason, gen, started_at, window_started_at)
    values ('human', 'amazon', 'sleeping', 'human_verification', 1, ${new Date(NOON)}, ${new Date(NOON)})`.execute(
    db(),
  )
  await world.bots.sweeps.resumeSolved()
  assert.equal(await phaseOf('human'), 'sleeping')
  world.platform.challenge = false
  await world.bots.sweeps.resumeSolved()
  assert.equal(await phaseOf('human'), 'running')
  await world.bots.stopBot('human')
})

test('another process takes over a search, and the first one ends', async () => {
  await world.addDriver('moved')
  await world.bots.startBot('moved', REGULAR)
  await world.until(() => world.bots.size() === 1, 'searching here')
  // Only now: of two processes with room, either may claim the bot.
  const other = await world.another()
  // The epoch as it is then: the other process may just have taken it up.
  const { rows } = await sql<{ epoch: number }>`
    update bots set epoch = epoch + 1, owner = ${ELSEWHERE} where driver_id = 'moved' returning epoch`.execute(
    db(),
  )
  await until(async () => {
    await world.advance(1_000)
    return world.bots.size() === 0
  }, 'given up here')
  const afterwards = await readBotRow(db(), 'moved')
  assert.equal(afterwards?.epoch, rows[0]?.epoch)
  assert.equal(afterwards?.owner, ELSEWHERE)
  await other.stopBot('moved')
})
