import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Phase } from '@madruga/core/bot-states.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { planNumberOf } from '@madruga/core/plans.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { isAtWork } from '../store/bots.ts'
import { addElsewhere, ELSEWHERE, startBotWorld, offerAt, STATION } from '../testing.ts'

const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: true } as const

const world = await startBotWorld({ now: NOON, settings: { coolingMs: 0 } })

const db = () => world.database.kysely
await addElsewhere(db())

/**
 * Rules that no cheaper plan has: second hours of a day, and for professional a run schedule of one's own.
 */
function violations(variant: Variant, plan: Plan): Filter {
  const filter = proposeFilter(variant, plan, 'America/New_York', [STATION.id])
  const ranges = [
    { startMinute: 60, endMinute: 120 },
    { startMinute: 180, endMinute: 1380 },
  ]
  if (plan === 'basic') return filter
  const days = filter.schedule.days.map((day) => ({ ...day, allDay: false, ranges }))
  const twice = { ...filter, schedule: { ...filter.schedule, days } }
  if (plan === 'advanced') return twice
  return { ...twice, speed: '4X', custom: { refreshMs: 1000, runMinutes: 60, sleepMinutes: 30 } }
}

async function pay(id: string, plan: Plan): Promise<void> {
  const until = plan === 'basic' ? null : new Date(NOON + 1_000 * HOUR_MS)
  await sql`update drivers set plan_number = ${planNumberOf(plan)}, subscribed_until = ${until} where id = ${id}`.execute(
    db(),
  )
}

async function save(id: string, version: number, filter: Filter): Promise<void> {
  const row = { driver_id: id, variant: filter.variant, version, body: JSON.stringify(filter) } as const
  await db().insertInto('filters').values(row).execute()
}

/** A driver of a plan, with a filter of it, whose bot is in a phase. */
async function put(id: string, filter: Filter, phase: Phase): Promise<void> {
  const { variant, plan } = filter
  await world.addDriver(id)
  await db().updateTable('drivers').set({ variant }).where('id', '=', id).execute()
  await db().updateTable('platform_accounts').set({ variant }).where('driver_id', '=', id).execute()
  await pay(id, plan)
  await save(id, 2, filter)
  const [since, dueAt] = [new Date(NOON - HOUR_MS), new Date(NOON + 500 * HOUR_MS)]
  await sql`insert into bots (driver_id, variant, phase, owner, gen, due_at, started_at, window_started_at, updated_at)
    values (${id}, ${variant}, ${phase}, ${isAtWork(phase) ? ELSEWHERE : null}, 1, ${phase === 'not_running' ? null : dueAt}, ${since}, ${since}, clock_timestamp())`.execute(
    db(),
  )
}

const readingOf = async (id: string) => {
  const { phase, reason } = await world.bots.readBot(id)
  return [phase, reason]
}
const toldOf = (id: string) =>
  world.told.filter((news) => news.driverId === id).map(({ kind, params }) => [kind, params])
const TOLD = ['bot_stopped', { reason: 'filter_too_dear' }]

const PHASES = ['preparing', 'running', 'sleeping', 'not_running'] as const
const FALLS: [Plan, Plan][] = [
  ['professional', 'advanced'],
  ['professional', 'basic'],
  ['advanced', 'basic'],
]
for (const [from, to] of FALLS) {
  for (const variant of ['amazon', 'spark'] as const) {
    test(`${variant}, ${from} to ${to}: whatever was at work stops and says why, whatever rested does not start`, async () => {
      const drivers = PHASES.map((phase) => ({ phase, id: `${variant} ${from} ${to} ${phase}` }))
      for (const { id, phase } of drivers) await put(id, violations(variant, from), phase)
      await world.bots.sweeps.stopDue()
      for (const { id, phase } of drivers)
        assert.deepEqual(await readingOf(id), [phase, null], 'it is paid for')
      for (const { id } of drivers) await pay(id, to)
      await world.bots.sweeps.stopDue()
      await world.advance(MINUTE_MS)
      for (const { id, phase } of drivers) {
        assert.deepEqual(await readingOf(id), ['not_running', 'filter_too_dear'], id)
        assert.deepEqual(toldOf(id), phase === 'not_running' ? [] : [TOLD], id)
        await assert.rejects(world.bots.startBot(id, REGULAR), { code: 'bot.filter_too_dear' })
      }
    })
  }
}

test('a filter that cannot be read keeps no other bot at work', async () => {
  for (const id of ['broken', 'whole']) {
    await put(id, violations('amazon', 'professional'), 'sleeping')
    await pay(id, 'advanced')
  }
  await sql`update filters set body = body - 'schedule' - 'stations' where driver_id = 'broken'`.execute(db())
  await world.bots.sweeps.stopDue()
  await world.advance(MINUTE_MS)
  assert.deepEqual(await readingOf('whole'), ['not_running', 'filter_too_dear'])
  await sql`delete from drivers where id = 'broken'`.execute(db())
})

test('nothing that is offered after the fall is taken by the rules of before', async () => {
  const id = 'hunting'
  await world.addDriver(id)
  await pay(id, 'professional')
  await save(id, 2, { ...violations('amazon', 'professional'), schedule: proposedHours() })
  await world.bots.startBot(id, REGULAR)
  const offer = offerAt(NOON + 24 * HOUR_MS)
  world.platform.list = [offer]
  await world.advance(2 * MINUTE_MS)
  assert.deepEqual(world.platform.accepts, [offer.id])
  await pay(id, 'advanced')
  await world.bots.sweeps.stopDue()
  await world.advance(MINUTE_MS)
  const { polls } = world.platform
  world.platform.list = [offerAt(NOON + 48 * HOUR_MS)]
  await world.advance(20 * MINUTE_MS)
  assert.deepEqual([world.platform.polls, world.platform.accepts], [polls, [offer.id]])
  assert.deepEqual(await readingOf(id), ['not_running', 'filter_too_dear'])
  world.platform.list = []
})

const proposedHours = () => violations('amazon', 'basic').schedule

test('an autostart with a filter above the plan is refused with its reason, and the driver is notified', async () => {
  await put('planned', violations('spark', 'professional'), 'not_running')
  await pay('planned', 'advanced')
  const came: unknown[] = []
  await world.bots.runTask('planned', {
    order: { action: 'start', ...REGULAR },
    dueAt: world.clock.now(),
    claim: async () => true,
    settle: async (_tx, { outcome, refusal }) => void came.push(outcome, refusal),
  })
  assert.deepEqual(came, ['refused', 'filter_too_dear'])
  assert.deepEqual(toldOf('planned'), [['autostart_missed', { refusal: 'filter_too_dear', lateMs: null }]])
})

test('a filter saved in a higher plan that uses nothing of it continues', async () => {
  for (const [id, plan] of [
    ['modest', 'advanced'],
    ['thrifty', 'basic'],
  ] as const) {
    await put(id, { ...violations('amazon', plan), plan: 'professional' }, 'sleeping')
    await pay(id, plan)
    await world.bots.sweeps.stopDue()
    assert.deepEqual(await readingOf(id), ['sleeping', null])
  }
})

test('a filter for the plan of now, or the plan of before, ends the matter', async () => {
  for (const id of ['saves', 'renews']) {
    await put(id, violations('amazon', 'professional'), 'sleeping')
    await pay(id, 'advanced')
  }
  await world.bots.sweeps.stopDue()
  await world.advance(MINUTE_MS)
  assert.deepEqual(await readingOf('saves'), ['not_running', 'filter_too_dear'])
  await save('saves', 3, violations('amazon', 'advanced'))
  await pay('renews', 'professional')
  for (const id of ['saves', 'renews']) {
    assert.deepEqual(await readingOf(id), ['not_running', null])
    assert.ok(isAtWork((await world.bots.startBot(id, REGULAR)).phase))
    await world.bots.stopBot(id)
  }
})

test('the kill switch is why a bot rests while it is on, and explains nothing once it is lifted', async () => {
  await put('halted', violations('amazon', 'basic'), 'sleeping')
  await sql`update service_state set killed = true`.execute(db())
  await world.bots.sweeps.stopDue()
  await world.advance(MINUTE_MS)
  assert.deepEqual(await readingOf('halted'), ['not_running', 'kill_switch'])
  await sql`update service_state set killed = false`.execute(db())
  assert.deepEqual(await readingOf('halted'), ['not_running', null])
})
