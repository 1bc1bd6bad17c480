import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bot, BotAction, BotInput, Step } from '../bot.ts'
import { TROUBLES } from '../events.ts'
import { DEFAULT_SETTINGS as SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  cooling,
  delivering,
  failed,
  forHuman,
  idle,
  IN_DAILY_STOP,
  late2x15,
  NOW,
  preparing,
  running,
  sleeping,
  startInput,
  stopping,
} from './fixtures.ts'
import { newBot, stepBot } from './step.ts'

const due: BotInput = { type: 'due', gen: 5, delivery: null }
const prepared: BotInput = { type: 'prepared', gen: 5, delivery: null }
const noAccount: BotInput = { type: 'preparing_failed', gen: 5, reason: 'no_platform_account' }
const stop: BotInput = { type: 'stop', reason: 'driver_stopped' }
const fallen: BotInput = { type: 'stop', reason: 'filter_too_dear' }
const kill: BotInput = { type: 'stop', reason: 'kill_switch' }
const settled: BotInput = { type: 'settled' }
const award = (sleepAfterAwardMinutes: number): BotInput => ({ type: 'awarded', sleepAfterAwardMinutes })
const until = (minutes: number, sleepDuringDelivery = true) => ({
  until: NOW + minutes * MINUTE_MS,
  sleepDuringDelivery,
})
const delivers = (minutes: number): BotInput => ({ type: 'delivery_started', delivery: until(minutes) })
const missed = (pauseMinutes: number): BotInput => {
  return { type: 'safety_limit_reached', reason: 'guard_misses', count: 3, pauseMinutes }
}
const goal: BotInput = { type: 'goal_reached', goalCents: 80_000, bookedCents: 81_500, currency: 'EUR' }
const shadowOver: BotInput = { type: 'shadow_over' }
const autostop: BotInput = { type: 'stop', reason: 'autostop' }
const delivered: BotInput = { type: 'delivery_ended' }
const solved: BotInput = { type: 'human_solved', delivery: null }
const unavailable: BotInput = {
  type: 'troubled',
  gen: 5,
  trouble: 'unavailable',
  retryAfterMs: null,
  jitter: 0.5,
  detail: null,
}

const aggressive2x15: Bot = { ...late2x15, phase: 'sleeping', reason: 'aggressive_search' }
const stopping2x15: Bot = { ...stopping, speed: '2X15' }
const unused2x15: Bot = { ...stopping2x15, windowStartedAt: null }

/** A run that only watches for half an hour, and one that the daily stop has interrupted. */
const watching: Bot = { ...running, shadowUntil: NOW + 30 * MINUTE_MS, dueAt: NOW + 30 * MINUTE_MS }
const paused: Bot = { ...idle, reason: 'daily_stop', shadowUntil: NOW + 30 * MINUTE_MS }

/**
 * [event, bot, input, minutes after NOW, new state (reason) and time left, actions besides record]
 */
const TRANSITIONS: [string, Bot, BotInput, number, string, string][] = [
  ['start', idle, startInput(), 0, 'preparing 40 s', ''],
  ['start again after cooling', failed, startInput(), 1, 'preparing 40 s', ''],
  ['start when cooling is over by the clock', cooling, startInput(), 1, 'preparing 40 s', ''],

  ['prepared', preparing, prepared, 0, 'running 60 min', ''],
  [
    'prepared in a delivery',
    preparing,
    { ...prepared, delivery: until(60) },
    0,
    'sleeping (delivery) 60 min',
    '',
  ],
  [
    'prepared when a delivery is over',
    preparing,
    { ...prepared, delivery: until(0) },
    0,
    'running 60 min',
    '',
  ],
  [
    'no account',
    preparing,
    noAccount,
    0,
    'failed_to_launch (no_platform_account)',
    'notify:failed_to_launch',
  ],

  ['run window over', running, due, 60, 'sleeping (run_window_over) 70 min', ''],
  ['run window over, taken late', running, due, 70, 'sleeping (run_window_over) 60 min', ''],
  ['run window and sleep over in an outage', running, due, 200, 'running 60 min', ''],
  ['run window and sleep just over', running, due, 130, 'running 60 min', ''],
  ['award', running, award(30), 0, 'sleeping (sleep_after_award) 30 min', ''],
  ['delivery', running, delivers(60), 0, 'sleeping (delivery) 60 min', ''],

  [
    'a short sleep after an award: the rest of the window',
    { ...sleeping, reason: 'sleep_after_award', dueAt: NOW + 25 * MINUTE_MS },
    due,
    25,
    'running 35 min',
    '',
  ],
  [
    'an award near the end of the window: its sleep, counted from there',
    { ...sleeping, reason: 'sleep_after_award', dueAt: NOW + 65 * MINUTE_MS },
    due,
    65,
    'sleeping (run_window_over) 65 min',
    '',
  ],
  [
    'a sleep after an award that ends with its window: the sleep of that',
    { ...sleeping, reason: 'sleep_after_award', dueAt: NOW + 60 * MINUTE_MS },
    due,
    60,
    'sleeping (run_window_over) 70 min',
    '',
  ],
  [
    'a guard that ends with the sleep of its window',
    { ...sleeping, reason: 'guard_misses', dueAt: NOW + 130 * MINUTE_MS },
    due,
    130,
    'running 60 min',
    '',
  ],
  ['its end', sleeping, due, 70, 'running 60 min', ''],
  [
    'its end in a delivery',
    sleeping,
    { ...due, delivery: until(180) },
    70,
    'sleeping (delivery) 110 min',
    '',
  ],
  ['award: longer, never shorter', sleeping, award(90), 0, 'sleeping (sleep_after_award) 90 min', ''],
  ['delivery takes longer', delivering, delivers(120), 0, 'sleeping (delivery) 120 min', ''],
  ['delivery over early', delivering, delivered, 0, 'running 60 min', ''],
  ['human verification solved', forHuman, solved, 300, 'running 60 min', ''],

  ['stop', preparing, stop, 0, 'pending_termination (driver_stopped) 5 s', 'settle_open'],
  ['stop', running, stop, 0, 'pending_termination (driver_stopped) 5 s', 'settle_open'],
  ['stop', sleeping, stop, 0, 'pending_termination (driver_stopped) 5 s', 'settle_open'],
  ['stop waiting for a human', forHuman, stop, 0, 'pending_termination (driver_stopped) 5 s', 'settle_open'],
  [
    'dear filter',
    running,
    fallen,
    0,
    'pending_termination (filter_too_dear) 5 s',
    'notify:filter_too_dear settle_open',
  ],
  ['kill switch', running, kill, 0, 'pending_termination (kill_switch) 5 s', 'settle_open'],
  ['accept not settled in time', stopping, due, 1, 'pending_termination (driver_stopped) 5 s', 'settle_open'],
  ['accept settled', stopping, settled, 0, 'cooling_down (driver_stopped) 60 s', ''],
  ['cooling over', cooling, due, 1, 'not_running (driver_stopped)', ''],

  ['missed too often', running, missed(45), 0, 'sleeping (guard_misses) 45 min', 'notify:guard_paused'],
  ['missed too often', sleeping, missed(90), 0, 'sleeping (guard_misses) 90 min', 'notify:guard_paused'],
  [
    'a guard ends after its window',
    { ...sleeping, reason: 'guard_misses' },
    due,
    70,
    'sleeping (run_window_over) 60 min',
    '',
  ],
  [
    'the goal of the week',
    running,
    goal,
    0,
    'pending_termination (goal_reached) 5 s',
    'notify:goal_reached settle_open',
  ],
  [
    'shadow mode over',
    watching,
    due,
    30,
    'pending_termination (shadow_over) 5 s',
    'notify:shadow_over settle_open',
  ],
  [
    'shadow mode over, said by the sweep',
    { ...forHuman, shadowUntil: NOW },
    shadowOver,
    1,
    'pending_termination (shadow_over) 5 s',
    'notify:shadow_over settle_open',
  ],
  [
    'prepared in shadow mode',
    { ...preparing, shadowUntil: NOW + 30 * MINUTE_MS },
    prepared,
    0,
    'running 30 min',
    '',
  ],
  [
    "2X15's three hours",
    late2x15,
    due,
    10,
    'pending_termination (speed_limit_reached) 5 s',
    'notify:speed_limit_reached settle_open',
  ],
  [
    "2X15's three hours",
    aggressive2x15,
    due,
    10,
    'pending_termination (speed_limit_reached) 5 s',
    'notify:speed_limit_reached settle_open',
  ],
  [
    'human solved after the three hours',
    { ...forHuman, speed: '2X15' },
    solved,
    181,
    'pending_termination (speed_limit_reached) 5 s',
    'notify:speed_limit_reached settle_open',
  ],
  ['a sleep past the three hours', late2x15, award(30), 0, 'sleeping (sleep_after_award) 10 min', ''],
  ['accept settled after a 2X15 run', stopping2x15, settled, 0, 'cooling_down (driver_stopped) 70 min', ''],
  ['settled, 2X15 never ran', unused2x15, settled, 0, 'cooling_down (driver_stopped) 60 s', ''],
]

const named = (action: BotAction) => (action.type === 'notify' ? `notify:${action.notice.kind}` : action.type)

function shown({ bot }: Step, now: number): string {
  const { phase, reason, dueAt } = bot
  const words: string[] = [phase]
  if (reason !== null) words.push(`(${reason})`)
  const seconds = dueAt === null ? null : (dueAt - now) / 1_000
  if (seconds !== null) words.push(seconds > 60 ? `${seconds / 60} min` : `${seconds} s`)
  return words.join(' ')
}

for (const [what, bot, input, minutes, state, orders] of TRANSITIONS) {
  test(`${bot.phase}: ${what} -> ${state}`, () => {
    const now = NOW + minutes * MINUTE_MS
    const step = stepBot(Object.freeze(bot), input, now, SETTINGS)
    assert.equal(shown(step, now), state)
    const names = step.actions.map(named)
    assert.equal(names[0], 'record')
    assert.equal(names.slice(1).join(' '), orders)
    const enters = (phase: Bot['phase']) => step.bot.phase === phase && bot.phase !== phase
    const newRun = enters('preparing') || enters('pending_termination')
    assert.equal(step.bot.gen, bot.gen + (newRun ? 1 : 0))
  })
}

test('the bot of a driver who never started one does nothing', () => {
  const { phase, gps, gen, troubles, dueAt } = newBot('ana', 'amazon')
  assert.deepEqual([phase, gps, gen, troubles, dueAt], ['not_running', false, 0, 0, null])
})

test('a bot that is prepared, or that recovers, has no trouble behind it', () => {
  const once = { ...running, troubles: 1 }
  assert.equal(stepBot(once, { type: 'recovered', gen: 5 }, NOW, SETTINGS).bot.troubles, 0)
  assert.equal(stepBot({ ...preparing, troubles: 2 }, prepared, NOW, SETTINGS).bot.troubles, 0)
})

test('a stop fences the searcher of the run that it ends', () => {
  const { bot, actions } = stepBot({ ...running, gps: true }, stop, NOW, SETTINGS)
  assert.deepEqual([bot.gen, bot.gps, bot.dueAt], [running.gen + 1, false, NOW + 5_000])
  assert.deepEqual(actions.slice(1), [{ type: 'settle_open' }])
})

test('the end of a 2X15 run says when the next may start', () => {
  const { actions } = stepBot(late2x15, due, NOW + 10 * MINUTE_MS, SETTINGS)
  const notice = { kind: 'speed_limit_reached', startableAt: NOW + 80 * MINUTE_MS }
  assert.deepEqual(actions[1], { type: 'notify', notice })
})

test('a bot that the sweep missed does not wake into the daily stop', () => {
  const { bot } = stepBot({ ...sleeping, dueAt: IN_DAILY_STOP }, due, IN_DAILY_STOP, SETTINGS)
  assert.deepEqual([bot.phase, bot.reason], ['pending_termination', 'daily_stop'])
})

test('instant offers switched on the platform appear beside the state', () => {
  const on = stepBot(running, { type: 'instant_changed', on: true }, NOW, SETTINGS)
  assert.deepEqual([on.bot.phase, on.bot.gps, on.bot.mode], ['running', true, 'regular_and_instant'])
  assert.deepEqual(on.actions.map(named), ['record'])
  const off = stepBot({ ...sleeping, gps: true }, { type: 'instant_changed', on: false }, NOW, SETTINGS)
  assert.deepEqual([off.bot.phase, off.bot.gps, off.bot.mode], ['sleeping', false, 'regular'])
  const only: Bot = { ...running, gps: true, mode: 'instant_only' }
  assert.equal(stepBot(only, { type: 'instant_changed', on: false }, NOW, SETTINGS).bot, only)
})

const after = (bot: Bot, input: BotInput, now = NOW) => stepBot(bot, input, now, SETTINGS).bot.shadowUntil

test('only its time and the driver end a shadow run for good; it survives every other stop', () => {
  const over = NOW + 30 * MINUTE_MS
  for (const input of [stop, autostop]) assert.equal(after(watching, input), null)
  assert.equal(after(watching, due, over), null)
  for (const reason of [
    'daily_stop',
    'kill_switch',
    'suspended',
    'subscription_ended',
    'filter_too_dear',
  ] as const)
    assert.equal(after(watching, { type: 'stop', reason }), over, reason)
  assert.equal(after({ ...watching, ...late2x15, shadowUntil: over }, due, NOW + 10 * MINUTE_MS), over)
  assert.equal(after(paused, startInput()), null, 'a start for real')
})

test("a shadow run needs its speed's wait, and the one-minute live-log test needs none", () => {
  const over = NOW + 30 * MINUTE_MS
  const fast: Bot = { ...watching, speed: '2X15', windowStartedAt: NOW - MINUTE_MS }
  for (const [input, at] of [
    [due, over],
    [stop, NOW],
  ] as const) {
    const { bot } = stepBot(fast, input, at, SETTINGS)
    assert.equal(stepBot(bot, settled, at, SETTINGS).bot.coolUntil, at + 70 * MINUTE_MS)
    const tested = stepBot({ ...fast, startedAt: over - MINUTE_MS }, input, at, SETTINGS)
    assert.equal(stepBot(tested.bot, settled, at, SETTINGS).bot.coolUntil, at + SETTINGS.coolingMs)
  }
})

test("a shadow run that resumes keeps its speed's wait, without a notification", () => {
  const over = NOW + 30 * MINUTE_MS
  const at = NOW + 10 * MINUTE_MS
  const limit = stepBot({ ...late2x15, shadowUntil: over }, due, at, SETTINGS)
  assert.deepEqual(limit.actions.map(named), ['record', 'settle_open'])
  assert.equal(stepBot(limit.bot, settled, at, SETTINGS).bot.coolUntil, at + 70 * MINUTE_MS)
})

test('a waiting shadow run ends by the driver, or by its time with a notification', () => {
  const byDriver = stepBot(paused, stop, NOW, SETTINGS)
  assert.deepEqual([byDriver.bot, byDriver.actions], [{ ...paused, shadowUntil: null }, []])
  assert.equal(stepBot(paused, shadowOver, NOW, SETTINGS).bot, paused)
  const byTime = stepBot(paused, shadowOver, NOW + 30 * MINUTE_MS, SETTINGS)
  assert.deepEqual(byTime.bot, { ...paused, shadowUntil: null })
  assert.deepEqual(byTime.actions, [{ type: 'notify', notice: { kind: 'shadow_over' } }])
})

const noticesOf = (bot: Bot) =>
  stepBot(bot, unavailable, NOW + MINUTE_MS, SETTINGS).actions.filter((action) => action.type === 'notify')

test('a shadow run that recovers from a failed launch notifies no one', () => {
  const failing: Bot = { ...preparing, troubles: SETTINGS.preparingAttempts - 1 }
  assert.equal(noticesOf(failing).length, 1)
  assert.equal(noticesOf({ ...failing, shadowUntil: NOW + HOUR_MS }).length, 0)
})

test('safety limits report count and end, the goal reports the booked pay', () => {
  const [, notice] = stepBot(running, missed(45), NOW, SETTINGS).actions
  const pausedUntil = NOW + 45 * MINUTE_MS
  assert.deepEqual(notice, {
    type: 'notify',
    notice: { kind: 'guard_paused', reason: 'guard_misses', count: 3, until: pausedUntil },
  })
  const [, reached] = stepBot(running, goal, NOW, SETTINGS).actions
  assert.deepEqual(reached, {
    type: 'notify',
    notice: { kind: 'goal_reached', goalCents: 80_000, bookedCents: 81_500, currency: 'EUR' },
  })
})

/** [why, bot, input] */
const IGNORED: [string, Bot, BotInput][] = [
  ['stale_run', running, { ...due, gen: 4 }],
  ['stale_run', preparing, { ...prepared, gen: 4 }],
  ['stale_run', running, { ...unavailable, gen: 4 }],
  ['not_due', running, due],
  ['not_expected', idle, stop],
  ['not_expected', failed, stop],
  ['not_expected', stopping, stop],
  ['not_expected', cooling, stop],
  ['not_expected', running, prepared],
  ['not_expected', running, settled],
  ['not_expected', idle, due],
  ['not_expected', forHuman, due],
  ['not_expected', sleeping, solved],
  ['not_expected', forHuman, award(90)],
  ['not_expected', running, award(0)],
  ['not_expected', running, { type: 'delivery_started', delivery: until(60, false) }],
  ['not_expected', sleeping, delivers(60)],
  ['not_expected', running, delivered],
  ['not_expected', running, { type: 'recovered', gen: 5 }],
  ['not_expected', { ...sleeping, troubles: 1 }, { type: 'recovered', gen: 5 }],
  ['not_expected', running, noAccount],
  ['not_expected', preparing, { type: 'instant_changed', on: true }],
  ['not_expected', stopping, { type: 'instant_changed', on: true }],
  ['not_expected', running, missed(0)],
  ['not_expected', sleeping, award(70)],
  ['not_expected', delivering, delivers(60)],
  ['not_expected', running, delivers(0)],
  ['not_expected', sleeping, missed(30)],
  ['not_expected', sleeping, missed(70)],
  ['not_expected', forHuman, missed(30)],
  ['not_expected', stopping, missed(30)],
  ['not_expected', idle, goal],
  ['not_expected', running, shadowOver],
  ['not_expected', watching, shadowOver],
  ['not_expected', paused, autostop],
]
for (const [why, bot, input] of IGNORED) {
  test(`${bot.phase} ignores ${input.type}: ${why}`, () => {
    const step = stepBot(bot, input, NOW, SETTINGS)
    assert.equal(step.bot, bot)
    assert.deepEqual(step.actions, [{ type: 'ignored', why }])
  })
}

test('every phase has an answer to every input: a change, or a reason why there is none', () => {
  const bots = [
    idle,
    preparing,
    running,
    sleeping,
    forHuman,
    delivering,
    failed,
    stopping,
    cooling,
    late2x15,
    watching,
    paused,
  ]
  const troubles = TROUBLES.map((trouble): BotInput => {
    return { type: 'troubled', gen: 5, trouble, retryAfterMs: null, jitter: 0.5, detail: 'refused' }
  })
  const facts: BotInput[] = [
    startInput(),
    stop,
    kill,
    settled,
    award(0),
    award(30),
    delivers(60),
    delivered,
    solved,
    missed(30),
    goal,
    shadowOver,
  ]
  const ofRun: BotInput[] = [due, prepared, noAccount, { type: 'recovered', gen: 5 }, ...troubles]
  const switched: BotInput[] = [true, false].map((on) => ({ type: 'instant_changed', on }))
  for (const bot of bots) {
    for (const input of [...facts, ...ofRun, ...switched]) {
      for (const now of [NOW, NOW + HOUR_MS, IN_DAILY_STOP]) {
        const { bot: next, actions } = stepBot(Object.freeze(bot), input, now, SETTINGS)
        const [first] = actions
        const answered = first?.type === 'ignored' || first?.type === 'refused'
        assert.equal(next === bot, answered, `${bot.phase} ${JSON.stringify(input)}`)
      }
    }
  }
})
