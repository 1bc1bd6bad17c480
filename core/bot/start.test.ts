import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bot, StartFacts } from '../bot.ts'
import type { StartRefusal } from '../bot-states.ts'
import { DEFAULT_SETTINGS as SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  cooling,
  failed,
  idle,
  IN_DAILY_STOP,
  NOW,
  preparing,
  running,
  sleeping,
  startInput,
  stopping,
} from './fixtures.ts'
import { prepareAt } from './phases.ts'
import { reasonNow } from './start.ts'
import { stepBot } from './step.ts'

test('a start carries mode, live log and speed into a run with a new number', () => {
  const custom = { refreshMs: 2_000, runMinutes: 20, sleepMinutes: 5 }
  const { bot, actions } = stepBot(
    idle,
    startInput({}, { mode: 'instant_only', liveLog: false, speed: '4X', custom }),
    NOW,
    SETTINGS,
  )
  assert.deepEqual(
    [bot.mode, bot.gps, bot.liveLog, bot.speed, bot.custom],
    ['instant_only', true, false, '4X', custom],
  )
  assert.deepEqual([bot.gen, bot.dueAt, prepareAt(bot, SETTINGS)], [6, NOW + 40_000, NOW])
  assert.deepEqual(actions, [
    {
      type: 'record',
      event: {
        type: 'bot.state_changed',
        data: { phase: 'preparing', gps: true, reason: null, dueAt: NOW + 40_000, mode: 'instant_only' },
      },
    },
  ])
})

test('a run that only watches accepts from a real start on, in the same window, under a new run number', () => {
  for (const bot of [preparing, running, sleeping]) {
    const watching = { ...bot, shadowUntil: NOW + HOUR_MS }
    const live = stepBot(watching, startInput(), NOW, SETTINGS)
    assert.deepEqual(live.bot, { ...bot, gen: bot.gen + 1 })
    const refused = { type: 'refused', refusal: 'already_running', params: { until: null } }
    const again = stepBot(watching, startInput({}, { shadowUntil: NOW + HOUR_MS }), NOW, SETTINGS)
    assert.deepEqual(again, { bot: watching, actions: [refused] })
    const task = stepBot(watching, startInput({}, { by: 'autostart' }), NOW, SETTINGS)
    assert.deepEqual([task.bot, task.actions[0]], [watching, refused])
    const suspended = stepBot(watching, startInput({ accountStatus: 'suspended' }), NOW, SETTINGS)
    assert.equal(suspended.bot, watching)
  }
})

/** [refusal, bot, facts, mode, until (minutes after NOW)] */
const REFUSALS: [StartRefusal, Bot, Partial<StartFacts>, Bot['mode'], number | null][] = [
  ['already_running', preparing, {}, 'regular', null],
  ['already_running', running, { hasFilter: false }, 'regular', null],
  ['already_running', sleeping, {}, 'regular', null],
  ['cooling', stopping, {}, 'regular', null],
  ['cooling', cooling, {}, 'regular', 1],
  ['cooling', failed, {}, 'regular', 1],
  ['cooling', { ...idle, coolUntil: NOW + HOUR_MS }, {}, 'regular', 60],
  ['old_version', idle, { appVersionOk: false }, 'regular', null],
  ['inactive', idle, { accountStatus: 'inactive' }, 'regular', null],
  ['suspended', idle, { accountStatus: 'suspended' }, 'regular', null],
  ['no_subscription', idle, { subscribed: false }, 'regular', null],
  ['server_unavailable', idle, { killed: true }, 'regular', null],
  ['server_unavailable', idle, { serverAvailable: false }, 'regular', null],
  ['servers_recycling', idle, { serversRecycling: true }, 'regular', 1],
  ['no_platform_account', idle, { hasPlatformAccount: false }, 'regular', null],
  ['no_filter', idle, { hasFilter: false }, 'regular', null],
  ['filter_too_dear', idle, { filterFits: false }, 'regular', null],
  ['no_instant_offers', { ...idle, variant: 'spark' }, {}, 'instant_only', null],
  ['no_instant_offers', { ...idle, variant: 'spark' }, { hasLocation: false }, 'regular_and_instant', null],
  ['no_location', idle, { hasLocation: false }, 'instant_only', null],
  ['no_location', idle, { hasLocation: false }, 'regular_and_instant', null],
  ['no_device', idle, { hasDevice: false }, 'instant_only', null],
]
for (const [refusal, bot, facts, mode, minutes] of REFUSALS) {
  test(`start refused in ${bot.phase} with ${JSON.stringify(facts)}, ${mode}: ${refusal}`, () => {
    const step = stepBot(bot, startInput(facts, { mode }), NOW, SETTINGS)
    const until = minutes === null ? null : NOW + minutes * MINUTE_MS
    assert.equal(step.bot, bot)
    assert.deepEqual(step.actions, [{ type: 'refused', refusal, params: { until } }])
  })
}

test('regular offers need neither location nor device', () => {
  const step = stepBot(idle, startInput({ hasLocation: false, hasDevice: false }), NOW, SETTINGS)
  assert.equal(step.bot.phase, 'preparing')
})

test('where no driver pays, none needs a subscription', () => {
  const settings = { ...SETTINGS, billing: { ...SETTINGS.billing, charges: false } }
  assert.equal(stepBot(idle, startInput({ subscribed: false }), NOW, settings).bot.phase, 'preparing')
})

test('start is refused inside the daily stop, until its end', () => {
  const step = stepBot(idle, startInput(), IN_DAILY_STOP, SETTINGS)
  const params = { until: IN_DAILY_STOP + 5 * MINUTE_MS }
  assert.deepEqual(step, { bot: idle, actions: [{ type: 'refused', refusal: 'daily_stop', params }] })
})

test('an autostart tells the driver why it did not start', () => {
  const refused = stepBot(idle, startInput({ killed: true }, { by: 'autostart' }), NOW, SETTINGS)
  assert.deepEqual(refused.actions, [
    { type: 'refused', refusal: 'server_unavailable', params: { until: null } },
    { type: 'notify', notice: { kind: 'autostart_refused', refusal: 'server_unavailable' } },
  ])
  const lateMs = 30 * MINUTE_MS + 1
  const late = stepBot(idle, startInput({}, { by: 'autostart', lateMs }), NOW, SETTINGS)
  assert.deepEqual(late.actions, [
    { type: 'ignored', why: 'too_late' },
    { type: 'notify', notice: { kind: 'autostart_late', lateMs } },
  ])
  const enough = startInput({ goalReached: true }, { by: 'autostart' })
  const [reached] = stepBot(idle, enough, NOW, SETTINGS).actions
  assert.deepEqual(reached, { type: 'refused', refusal: 'goal_reached', params: { until: null } })
  assert.equal(stepBot(idle, { ...enough, by: 'driver' }, NOW, SETTINGS).bot.phase, 'preparing', 'by hand')
  const inTime = stepBot(idle, startInput({}, { by: 'autostart', lateMs: 30 * MINUTE_MS }), NOW, SETTINGS)
  assert.equal(inTime.bot.phase, 'preparing')
  const byHand = stepBot({ ...idle, troubles: 3 }, startInput({}, { lateMs }), NOW, SETTINGS).bot
  assert.deepEqual([byHand.phase, byHand.troubles], ['preparing', 0], 'a driver is never late')
})

test('the cause of a stop is the reason only until it is resolved', () => {
  const well = { accountStatus: 'active', subscribed: true, killed: false, filterFits: true } as const
  const facts = [
    well,
    { ...well, accountStatus: 'suspended' },
    { ...well, subscribed: false },
    { ...well, killed: true },
  ] as const
  const read = (reason: Bot['reason']) =>
    facts.map((each) => reasonNow({ phase: 'not_running', reason }, each))
  assert.deepEqual(read('suspended'), [null, 'suspended', null, null])
  assert.deepEqual(read('subscription_ended'), [null, 'suspended', 'subscription_ended', null])
  assert.deepEqual(read('kill_switch'), [null, 'suspended', null, 'kill_switch'])
  assert.deepEqual(read('filter_too_dear'), [null, 'suspended', null, null])
  assert.deepEqual(read('daily_stop'), ['daily_stop', 'suspended', 'daily_stop', 'daily_stop'])
  assert.deepEqual(read(null), [null, 'suspended', null, null])
})

test('an inactive account is the reason of every bot at rest, whatever stopped it', () => {
  const facts = { accountStatus: 'inactive', subscribed: true, killed: false, filterFits: true } as const
  const read = (phase: Bot['phase']) => reasonNow({ phase, reason: 'driver_stopped' }, facts)
  for (const phase of ['not_running', 'failed_to_launch', 'pending_termination', 'cooling_down'] as const)
    assert.equal(read(phase), 'suspended')
  for (const phase of ['preparing', 'running', 'sleeping'] as const)
    assert.equal(read(phase), 'driver_stopped')
})

test('a filter that waits for its plan is the reason of a bot at rest, after what forbids any start', () => {
  const fallen = { accountStatus: 'active', subscribed: true, killed: false, filterFits: false } as const
  const read = (reason: Bot['reason'], facts: Parameters<typeof reasonNow>[1] = fallen) =>
    reasonNow({ phase: 'not_running', reason }, facts)
  for (const reason of [null, 'driver_stopped', 'filter_too_dear', 'kill_switch'] as const)
    assert.equal(read(reason), 'filter_too_dear')
  assert.equal(read('kill_switch', { ...fallen, killed: true }), 'kill_switch')
  assert.equal(read('subscription_ended', { ...fallen, subscribed: false }), 'subscription_ended')
  assert.equal(read('suspended', { ...fallen, accountStatus: 'suspended' }), 'suspended')
  for (const phase of ['running', 'sleeping', 'cooling_down'] as const)
    assert.equal(reasonNow({ phase, reason: 'driver_stopped' }, fallen), 'driver_stopped')
})
