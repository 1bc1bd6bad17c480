import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { EVERY_DAY } from '@madruga/core/autostart.ts'
import type { TaskInput } from '@madruga/core/autostart.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { createAutostart } from './autostart.ts'
import type { Autostart } from './autostart.ts'
import { runTasks, startRun } from '../bot/life/start.ts'
import type { TaskTurn } from '../bot/life/start.ts'
import { isAtWork } from '../bot/store/bots.ts'
import { applyInput } from '../bot/life/steps.ts'
import { botWorld } from '../bot/testing.ts'
import type { BotWorld } from '../bot/testing.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { createNews } from '../notify/news.ts'
import type { NewsFeed } from '../notify/news.ts'

/** Friday 2026-11-20, noon in New York. */
const NOON = Date.UTC(2026, 10, 20, 17)
const logger = createLogger({ level: 'silent', style: 'plain' })

let fresh: TestDatabase
let world: BotWorld
let desk: NewsFeed
let autostart: Autostart
before(async () => {
  fresh = await testDatabase()
  const clock = { now: () => world?.clock.now() ?? NOON, after: () => () => {} }
  const db = fresh.database.kysely
  desk = createNews({ db, clock, logger, sendMessage: async () => {}, keepDays: 180 })
  world = await botWorld(fresh, { now: NOON, notify: desk })
  autostart = open(world.bots)
})
after(async () => {
  await world.close()
  await fresh.drop()
})

function open(bots: Parameters<typeof createAutostart>[0]['bots'], settings = world.settings): Autostart {
  return createAutostart({ ...world.deps, settings, bots, notify: desk })
}

const db = () => world.database.kysely
const phaseOf = async (id: string) => (await world.bots.readBot(id)).phase
const told = async (id: string) =>
  (await desk.readInbox(id, { limit: 50 })).notifications.map((news) => [news.kind, news.params])
const cameOf = async (id: string) =>
  (await autostart.readTasks(id)).past.map(({ outcome, refusal }) => refusal ?? outcome)
/** A bot at work, which the worker of this world may have prepared by now. */
const stateOf = async (id: string) => {
  const phase = await phaseOf(id)
  return phase && isAtWork(phase) ? 'at work' : phase
}
const came = async (id: string) => [await cameOf(id), await stateOf(id), await told(id)]
const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A task that is due in this many minutes; from a whole minute on, by the wall clock of New York. */
function inMinutes(minutes: number, over: Partial<TaskInput> = {}): TaskInput {
  const [from = '', time = ''] = wall
    .format(Math.ceil(world.clock.now() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS)
    .split(' ')
  const weekdays = [...EVERY_DAY]
  return {
    action: 'start',
    mode: 'regular',
    liveLog: true,
    time,
    every: 'once',
    from,
    to: '',
    weekdays,
    ...over,
  }
}

const refusedAs = (code: string, field?: string) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(error.code, code)
  const fields = error.params.fields?.map((each) => `${each.path} ${each.code}`)
  assert.deepEqual(fields, field === undefined ? undefined : [field])
  return true
}

test('a task is kept with its next time, shown, refused where it cannot be, and deleted', async () => {
  await world.addDriver('keeps')
  const input = inMinutes(60, {
    every: 'range',
    to: '2026-11-24',
    mode: 'regular_and_instant',
    liveLog: false,
  })
  const task = await autostart.createTask('keeps', input)
  assert.equal(task.nextAt, NOON + HOUR_MS)
  const view = await autostart.readTasks('keeps')
  assert.deepEqual(view.tasks, [task])
  assert.deepEqual([view.timeZone, view.mostDays], ['America/New_York', 92])
  // Saturday 04:00 in New York.
  assert.equal(view.dailyStop?.startAt, Date.UTC(2026, 10, 21, 9))

  const refuse = (change: Partial<TaskInput>, field: string) =>
    assert.rejects(
      autostart.createTask('keeps', { ...input, ...change }),
      refusedAs('autostart.invalid', field),
    )
  await refuse({}, 'time autostart.conflict')
  await refuse({ every: 'once', from: '2026-11-24', action: 'stop' }, 'time autostart.conflict')
  await refuse({ time: '04:05', from: '2026-11-21' }, 'time autostart.daily_stop')
  await refuse({ from: '2026-11-19' }, 'from autostart.past')
  await refuse({ from: '' }, 'from autostart.missing')
  await refuse({ from: '2026-11-31' }, 'from autostart.date_invalid')
  assert.deepEqual((await autostart.readTasks('keeps')).tasks, [task])

  await db().updateTable('drivers').set({ variant: 'spark' }).where('id', '=', 'keeps').execute()
  await refuse({ time: '20:00' }, 'mode bot.no_instant_offers')
  await db().updateTable('drivers').set({ variant: 'amazon' }).where('id', '=', 'keeps').execute()

  await world.addDriver('stranger')
  await assert.rejects(autostart.removeTask('stranger', task.id), refusedAs('autostart.not_found'))
  await autostart.removeTask('keeps', task.id)
  await autostart.removeTask('keeps', task.id)
  assert.deepEqual((await autostart.readTasks('keeps')).tasks, [])
  // Its time is free again.
  await autostart.createTask('keeps', input)
})

test('of two tasks for one minute that are sent at once, one is taken; and there are only this many', async () => {
  await world.addDriver('twice')
  const both = [inMinutes(10), inMinutes(10, { action: 'stop' })].map((input) =>
    autostart.createTask('twice', input),
  )
  const states = (await Promise.allSettled(both)).map((each) => each.status)
  assert.deepEqual(states.toSorted(), ['fulfilled', 'rejected'])
  const narrow = open(world.bots, { ...world.settings, autostart: { mostTasks: 2, mostDays: 92 } })
  await narrow.createTask('twice', inMinutes(11))
  await assert.rejects(narrow.createTask('twice', inMinutes(12)), refusedAs('autostart.too_many'))
})

test('a start is done at its minute, once, with its mode and live log; a stop ends the run; both quietly', async () => {
  await world.addDriver('day')
  await autostart.createTask('day', inMinutes(2, { liveLog: false }))
  const stop = await autostart.createTask('day', inMinutes(10, { action: 'stop' }))
  await world.advance(2 * MINUTE_MS - SECOND_MS)
  await autostart.fireDue()
  assert.equal(await phaseOf('day'), 'not_running')
  await world.advance(SECOND_MS)
  await Promise.all([autostart.fireDue(), autostart.fireDue()])
  await world.until(async () => (await phaseOf('day')) === 'running', 'running')
  const bot = await world.bots.readBot('day')
  assert.deepEqual([bot.mode, bot.liveLog, bot.gen], ['regular', false, 1])

  await world.advance(stop.nextAt! - world.clock.now())
  await autostart.fireDue()
  await world.until(async () => (await phaseOf('day')) === 'cooling_down', 'cooling down')
  assert.equal((await world.bots.readBot('day')).reason, 'autostop')
  const view = await autostart.readTasks('day')
  assert.deepEqual(
    view.past.map(({ action, outcome, firedAt, dueAt }) => [action, outcome, firedAt - dueAt]),
    [
      ['stop', 'done', 0],
      ['start', 'done', 0],
    ],
  )
  // Over, and still on the list, the newest first.
  assert.deepEqual(
    view.tasks.map(({ action, nextAt, firings }) => [action, nextAt, firings.length]),
    [
      ['stop', null, 1],
      ['start', null, 1],
    ],
  )
  assert.deepEqual(await told('day'), [])
  await autostart.fireDue()
  assert.equal((await autostart.readTasks('day')).past.length, 2)
})

test('in the night in which the clocks skip both, the task of the later minute wins', async () => {
  const { deps, own, wait } = openAside()
  await world.addDriver('skipped')
  const range = { every: 'range', from: '2027-03-13', to: '2027-03-15' } as const
  await own.createTask('skipped', inMinutes(0, { ...range, action: 'stop', time: '02:50' }))
  await own.createTask('skipped', inMinutes(0, { ...range, time: '02:10' }))
  wait(Date.parse('2027-03-14T07:00Z') - deps.clock.now())
  await own.fireDue()
  const { past } = await own.readTasks('skipped')
  const thatNight = past.filter(({ dueAt }) => dueAt === Date.parse('2027-03-14T07:00Z'))
  assert.deepEqual(
    thatNight.map(({ action }) => action),
    ['stop', 'start'],
    'newest first',
  )
  assert.notEqual(await stateOf('skipped'), 'at work')
})

type TurnOf = [driverId: string, turn: TaskTurn]
type Refusal = { name: string; mode?: StartMode; set?: string }
const REFUSALS: Refusal[] = [
  { name: 'suspended', set: `update drivers set status = 'suspended' where id = $1` },
  { name: 'inactive', set: `update drivers set status = 'inactive' where id = $1` },
  { name: 'no_subscription', set: 'update drivers set plan_number = 1 where id = $1' },
  { name: 'no_filter', set: 'delete from filters where driver_id = $1' },
  { name: 'no_platform_account', set: 'delete from platform_accounts where driver_id = $1' },
  { name: 'no_location', mode: 'instant_only' },
  {
    name: 'cooling',
    set: `insert into bots (driver_id, variant, phase, cool_until) values ($1, 'amazon', 'cooling_down', '2027-01-01')`,
  },
]

test('a start that is refused is told with its reason, once, in the list and in the news', async () => {
  for (const { name, mode = 'regular', set } of REFUSALS) {
    await world.addDriver(name)
    await autostart.createTask(name, inMinutes(1, { mode }))
    if (set) await sql.raw(set.replaceAll('$1', `'${name}'`)).execute(db())
  }
  await world.advance(MINUTE_MS)
  await autostart.fireDue()
  for (const { name } of REFUSALS) {
    assert.deepEqual(await cameOf(name), [name])
    assert.deepEqual(await told(name), [['autostart_missed', { refusal: name, lateMs: null }]])
  }
})

test('the operator’s switches and the daily stop refuse a start too', async () => {
  const switches: [driver: string, off: string][] = [
    ['unavailable', 'server_available = false'],
    ['killed', 'killed = true'],
  ]
  for (const [id, off] of switches) {
    await world.addDriver(id)
    await autostart.createTask(id, inMinutes(1))
    await world.advance(MINUTE_MS)
    await sql.raw(`update service_state set ${off}`).execute(db())
    await autostart.fireDue()
    await sql`update service_state set server_available = true, killed = false`.execute(db())
    assert.deepEqual(await cameOf(id), ['server_unavailable'])
    const params = { refusal: 'server_unavailable', lateMs: null }
    assert.deepEqual(await told(id), [['autostart_missed', params]])
  }
  // Due a minute before the daily stop, and kept by an outage until inside it.
  await world.addDriver('stopped')
  await autostart.createTask('stopped', inMinutes(1))
  const startMinute = ((world.clock.now() + 2 * MINUTE_MS) / MINUTE_MS) % 1440
  const dailyStop = { timeZone: 'UTC', startMinute, endMinute: 1440 }
  await world.advance(2 * MINUTE_MS)
  const deps = { ...world.deps, settings: { ...world.settings, dailyStop } }
  await open({
    runTask: async (driverId, turn) => (await runTasks(deps, [{ driverId, turn }]))[0] !== null,
  }).fireDue()
  assert.deepEqual(await cameOf('stopped'), ['daily_stop'])
  assert.deepEqual(await told('stopped'), [['autostart_missed', { refusal: 'daily_stop', lateMs: null }]])
})

test('while no worker lives a start is refused as recycling, a stop is not', async () => {
  const deps = { ...world.deps, hasWorkers: async () => false }
  const recycling = open({
    runTask: async (driverId, turn) => (await runTasks(deps, [{ driverId, turn }]))[0] !== null,
  })
  await world.addDriver('away')
  await world.addDriver('stops')
  await autostart.createTask('away', inMinutes(1))
  await autostart.createTask('stops', inMinutes(1, { action: 'stop' }))
  await world.bots.startBot('stops', { mode: 'regular', liveLog: true })
  await world.advance(MINUTE_MS)
  await recycling.fireDue()
  assert.deepEqual(await cameOf('away'), ['servers_recycling'])
  assert.deepEqual(await told('away'), [['autostart_missed', { refusal: 'servers_recycling', lateMs: null }]])
  assert.deepEqual(await cameOf('stops'), ['done'])
  assert.equal((await world.bots.readBot('stops')).reason, 'autostop')
})

/**
 * The same rows on its own clock, without searches: hours of the world's clock would be thousands of
 * polls.
 */
function openAside() {
  let now = Math.ceil(world.clock.now() / MINUTE_MS) * MINUTE_MS
  const deps = { ...world.deps, clock: { now: () => now, after: () => () => {} } }
  const bots = {
    runTask: async (...[driverId, turn]: TurnOf) => (await runTasks(deps, [{ driverId, turn }]))[0] !== null,
  }
  const own = createAutostart({ ...deps, bots, notify: desk })
  return { deps, own, wait: (ms: number) => (now += ms) }
}

test('what an outage kept from its minute is done up to half an hour late, and told after that', async () => {
  const { deps, own, wait } = openAside()
  const plans: [driver: string, minutes: number, action: TaskInput['action'], works: boolean][] = [
    ['in-time', 2, 'start', false],
    ['too-late', 1, 'start', false],
    ['works', 1, 'start', true],
    ['stops-late', 2, 'stop', true],
    ['stops-too-late', 1, 'stop', true],
    ['rests', 1, 'stop', false],
  ]
  for (const [id, minutes, action, works] of plans) {
    await world.addDriver(id)
    await own.createTask(id, inMinutes(minutes, { action }))
    if (works) await startRun(deps, id, { mode: 'regular', liveLog: true })
  }
  wait(32 * MINUTE_MS)
  await own.fireDue()
  const news = ['autostart_missed', { refusal: null, lateMs: 31 * MINUTE_MS }] as const
  assert.deepEqual(await came('in-time'), [['done'], 'at work', []])
  assert.deepEqual(await came('too-late'), [['late'], 'not_running', [news]])
  assert.deepEqual(await came('stops-late'), [['done'], 'pending_termination', []])
  const stopNews = [news[0], { ...news[1], action: 'stop' }]
  assert.deepEqual(await came('stops-too-late'), [['late'], 'at work', [stopNews]])
  // What the driver wanted is so already: no one is alarmed.
  assert.deepEqual(await came('works'), [['already_running'], 'at work', []])
  assert.deepEqual(await came('rests'), [['done'], 'not_running', []])
})

test('days that an outage swallowed are told one by one; a deleted task does nothing, what it did stays', async () => {
  const { deps, own, wait } = openAside()
  await world.addDriver('swallowed')
  await world.addDriver('deleted')
  const last = wall.format(deps.clock.now() + 2 * DAY_MS).slice(0, 10)
  const range = inMinutes(1, { every: 'range', to: last })
  const task = await own.createTask('swallowed', range)
  const gone = await own.createTask('deleted', range)
  wait(MINUTE_MS)
  await own.fireDue()
  await own.removeTask('deleted', gone.id)
  for (const id of ['swallowed', 'deleted']) {
    await applyInput(deps, id, { type: 'stop', reason: 'driver_stopped' })
    await applyInput(deps, id, { type: 'settled' })
  }
  wait(2 * DAY_MS)
  await own.fireDue()
  assert.deepEqual(await cameOf('swallowed'), ['done', 'late', 'done'])
  const [kept] = (await own.readTasks('swallowed')).tasks
  assert.deepEqual([kept?.id, kept?.nextAt], [task.id, null])
  assert.deepEqual((await own.readTasks('deleted')).tasks, [])
  assert.deepEqual(await cameOf('deleted'), ['done'])
})
