import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bot, BotInput } from '../bot.ts'
import type { Phase } from '../bot-states.ts'
import { TROUBLES, type Trouble } from '../events.ts'
import { DEFAULT_SETTINGS as SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { startInput } from './fixtures.ts'
import { prepareAt } from './phases.ts'
import { newBot, stepBot } from './step.ts'
import { findBackOffMs, REACTIONS } from './trouble.ts'

const NOW = Date.UTC(2026, 9, 20, 16, 0)
const preparing: Bot = {
  ...newBot('driver', 'amazon'),
  gen: 5,
  phase: 'preparing',
  startedAt: NOW,
  dueAt: NOW + 40 * SECOND_MS,
}
const running: Bot = { ...preparing, phase: 'running', windowStartedAt: NOW, dueAt: NOW + HOUR_MS }
const met = (trouble: Trouble, retryAfterMs: number | null = null): BotInput => ({
  type: 'troubled',
  gen: 5,
  trouble,
  retryAfterMs,
  jitter: 0,
  detail: null,
})
const due: BotInput = { type: 'due', gen: 5, delivery: null }

/** [trouble while running, troubles before, phase, reason, seconds until due, notices and actions] */
const RUNNING: [Trouble, number, Phase, Bot['reason'], number | null, string[]][] = [
  ['rate_limited', 0, 'sleeping', 'aggressive_search', 70 * 60, []],
  ['unavailable', 0, 'sleeping', 'platform_unavailable', 1, []],
  ['unavailable', 3, 'sleeping', 'platform_unavailable', 8, []],
  ['unavailable', 500, 'sleeping', 'platform_unavailable', 150, []],
  ['sign_in_needed', 0, 'running', null, 3_600, ['forget_sign_in']],
  ['sign_in_needed', 1, 'sleeping', 'platform_unavailable', 2, ['forget_sign_in']],
  ['sign_in_refused', 0, 'pending_termination', 'sign_in_refused', 5, ['stopped_by_platform', 'settle_open']],
  ['human_needed', 0, 'sleeping', 'human_verification', null, ['human_needed']],
  ['unexpected_reply', 0, 'sleeping', 'unexpected_reply', 1, []],
]
for (const [trouble, before, phase, reason, seconds, expected] of RUNNING) {
  test(`running: ${trouble}, number ${before + 1} in a row -> ${phase}, ${seconds} s`, () => {
    const { bot, actions } = stepBot({ ...running, troubles: before }, met(trouble), NOW, SETTINGS)
    const dueIn = bot.dueAt === null ? null : (bot.dueAt - NOW) / SECOND_MS
    assert.deepEqual([bot.phase, bot.reason, dueIn, bot.troubles], [phase, reason, seconds, before + 1])
    const given = actions.flatMap((of) =>
      of.type === 'notify' ? [of.notice.kind] : of.type === 'record' ? [] : [of.type],
    )
    assert.deepEqual(given, expected)
    const [line] = actions
    assert.ok(line?.type === 'record' && line.event.type === 'platform.troubled')
    assert.equal(line.event.data.trouble, trouble)
  })
}

/** [trouble while preparing, attempts before, phase, reason, seconds until the next attempt or start] */
const PREPARING: [Trouble, number, Phase, Bot['reason'], number][] = [
  ['unavailable', 0, 'preparing', 'platform_unavailable', 1],
  ['unavailable', 2, 'failed_to_launch', 'platform_unavailable', 60],
  ['sign_in_needed', 0, 'preparing', 'platform_unavailable', 1],
  ['sign_in_refused', 0, 'failed_to_launch', 'sign_in_refused', 60],
  ['human_needed', 0, 'failed_to_launch', 'human_verification', 60],
  ['unexpected_reply', 1, 'preparing', 'unexpected_reply', 2],
  ['unexpected_reply', 2, 'failed_to_launch', 'unexpected_reply', 60],
]
for (const [trouble, before, phase, reason, seconds] of PREPARING) {
  test(`preparing: ${trouble}, attempt ${before + 1} -> ${phase}`, () => {
    const { bot, actions } = stepBot({ ...preparing, troubles: before }, met(trouble), NOW, SETTINGS)
    assert.deepEqual([bot.phase, bot.reason], [phase, reason])
    if (phase === 'failed_to_launch') {
      assert.deepEqual([bot.coolUntil, bot.dueAt], [NOW + seconds * SECOND_MS, null])
      const notices = actions.flatMap((of) => (of.type === 'notify' ? [of.notice.kind] : []))
      const called = trouble === 'human_needed' ? ['human_needed'] : []
      assert.deepEqual(notices, ['failed_to_launch', ...called])
    } else {
      const at = NOW + seconds * SECOND_MS
      assert.equal(prepareAt(bot, SETTINGS), at)
      assert.equal(bot.dueAt, at + SETTINGS.preparingMs)
    }
  })
}

test('a bot signs in while it prepares, and at no other time', () => {
  assert.equal(prepareAt(preparing, SETTINGS), NOW)
  assert.equal(prepareAt(running, SETTINGS), null)
  assert.equal(prepareAt({ ...preparing, dueAt: null }, SETTINGS), null)
})

test('an attempt to prepare that takes long says so and continues; its own end decides', () => {
  let bot = preparing
  for (let times = 1; times <= 5; times++) {
    const now = bot.dueAt ?? 0
    const step = stepBot(bot, due, now, SETTINGS)
    assert.equal(step.actions[0]?.type, 'record')
    bot = step.bot
    assert.deepEqual([bot.phase, bot.reason, bot.troubles], ['preparing', 'platform_unavailable', 0])
    assert.deepEqual([bot.dueAt, prepareAt(bot, SETTINGS)], [now + SETTINGS.preparingMs, now])
  }
  const ready = stepBot(bot, { type: 'prepared', gen: 5, delivery: null }, NOW, SETTINGS).bot
  assert.deepEqual([ready.phase, ready.reason], ['running', null])
})

test('a courier who prepares waits for the shared requests however often they are used up, and says so', () => {
  let bot: Bot = { ...preparing, variant: 'courier' }
  for (let times = 1; times <= 10; times++) {
    bot = stepBot(bot, met('rate_limited', 20_000), NOW, SETTINGS).bot
    assert.deepEqual([bot.phase, bot.reason, bot.troubles], ['preparing', 'shared_limit', 0])
    assert.equal(prepareAt(bot, SETTINGS), NOW + 20_000, 'no longer than it was asked to')
  }
  assert.equal(stepBot(bot, due, bot.dueAt ?? 0, SETTINGS).bot.reason, 'shared_limit')
})

const sleepMs = (trouble: Trouble, retryAfterMs: number) =>
  (stepBot(running, met(trouble, retryAfterMs), NOW, SETTINGS).bot.dueAt ?? 0) - NOW

test('the platform gets at least its requested wait, at most a day; invalid values count as none', () => {
  assert.equal(sleepMs('unavailable', 90_000), 90_000)
  assert.equal(sleepMs('rate_limited', 60_000), 70 * MINUTE_MS)
  assert.equal(sleepMs('rate_limited', 2 * HOUR_MS), 2 * HOUR_MS)
  assert.equal(sleepMs('unavailable', 1e15), 24 * HOUR_MS)
  assert.equal(sleepMs('unavailable', Number.NaN), 1_000)
  assert.equal(sleepMs('unavailable', -1), 1_000)
})

test('an interruption leaves the run window where it was', () => {
  const asleep = stepBot(running, met('unavailable', MINUTE_MS), NOW + 30 * MINUTE_MS, SETTINGS).bot
  const awake = stepBot(asleep, due, NOW + 31 * MINUTE_MS, SETTINGS).bot
  assert.deepEqual([awake.phase, awake.dueAt, awake.windowStartedAt], ['running', NOW + HOUR_MS, NOW])
})

test('an interruption beyond the run window continues into its sleep, then into a new window', () => {
  const asleep = stepBot(running, met('unavailable', HOUR_MS), NOW + 30 * MINUTE_MS, SETTINGS).bot
  const resting = stepBot(asleep, due, NOW + 90 * MINUTE_MS, SETTINGS).bot
  assert.deepEqual([resting.reason, resting.dueAt], ['run_window_over', NOW + 130 * MINUTE_MS])
  const awake = stepBot(resting, due, NOW + 130 * MINUTE_MS, SETTINGS).bot
  assert.deepEqual([awake.phase, awake.windowStartedAt], ['running', NOW + 130 * MINUTE_MS])
})

test('troubles in a row end with a recovery and with the run window', () => {
  const troubled = { ...running, troubles: 4 }
  const recovered = stepBot(troubled, { type: 'recovered', gen: 5 }, NOW, SETTINGS)
  assert.deepEqual([recovered.bot.troubles, recovered.actions], [0, []])
  assert.equal(stepBot(troubled, due, NOW + HOUR_MS, SETTINGS).bot.troubles, 0)
})

test('a late refusal during sleep extends it, never shortens it', () => {
  const asleep: Bot = {
    ...running,
    phase: 'sleeping',
    reason: 'sleep_after_award',
    dueAt: NOW + 5 * MINUTE_MS,
  }
  const longer = stepBot(asleep, met('rate_limited'), NOW, SETTINGS).bot
  assert.deepEqual([longer.reason, longer.dueAt], ['aggressive_search', NOW + 70 * MINUTE_MS])
  const far = { ...asleep, dueAt: NOW + 3 * HOUR_MS }
  assert.equal(stepBot(far, met('rate_limited'), NOW, SETTINGS).bot.dueAt, far.dueAt)
  assert.equal(stepBot(asleep, met('unavailable'), NOW, SETTINGS).bot, asleep)
})

const stop: BotInput = { type: 'stop', reason: 'driver_stopped' }
const aggressive = (retryAfterMs: number | null = null) => met('rate_limited', retryAfterMs)

/** A bot after these inputs, each at this many minutes after NOW. */
function live(bot: Bot, ...inputs: [number, BotInput][]): Bot {
  return inputs.reduce((at, [minutes, input]) => {
    const own = 'gen' in input ? { ...input, gen: at.gen } : input
    return stepBot(at, own, NOW + minutes * MINUTE_MS, SETTINGS).bot
  }, bot)
}
const phaseOf = ({ phase, reason, dueAt }: Bot) => [
  phase,
  reason,
  dueAt === null ? null : (dueAt - NOW) / MINUTE_MS,
]

test("the platform's rest survives stop and start: a new run sleeps first, then prepares and searches", () => {
  const stopped = live(running, [0, aggressive()], [1, stop], [1, { type: 'settled' }])
  assert.equal(stopped.phase, 'cooling_down')
  const started = live(stopped, [10, startInput()])
  assert.deepEqual([...phaseOf(started), started.gen], ['sleeping', 'aggressive_search', 70, stopped.gen + 1])
  const step = stepBot(started, { ...due, gen: started.gen }, NOW + 70 * MINUTE_MS, SETTINGS)
  assert.equal(step.bot.phase, 'preparing')
  assert.deepEqual([step.bot.gen, prepareAt(step.bot, SETTINGS)], [started.gen, NOW + 70 * MINUTE_MS])
  const running2 = live(step.bot, [71, { type: 'prepared', gen: 0, delivery: null }])
  assert.deepEqual(phaseOf(running2), ['running', null, 131])
})

test('a start by a task, in shadow mode or with another speed sleeps through the rest too', () => {
  const rested: Bot = { ...newBot('driver', 'amazon'), restUntil: NOW + HOUR_MS }
  const shadowUntil = NOW + 2 * HOUR_MS
  for (const more of [
    { by: 'autostart' },
    { shadowUntil },
    { speed: '2X30' },
    { mode: 'instant_only' },
  ] as const)
    assert.deepEqual(phaseOf(live(rested, [0, startInput({}, more)])), ['sleeping', 'aggressive_search', 60])
  const over = live(rested, [0, startInput({}, { shadowUntil: NOW + 10 * MINUTE_MS })])
  assert.equal(over.dueAt, NOW + 10 * MINUTE_MS, 'a shadow run that ends before the rest does')
  assert.equal(live(rested, [60, startInput()]).phase, 'preparing', 'the rest is over')
})

test("the three hours of a 2X15 run begin when the platform's rest is over, however long that is", () => {
  const rested: Bot = { ...newBot('driver', 'amazon'), restUntil: NOW + 5 * HOUR_MS }
  const asleep = live(rested, [0, startInput({}, { speed: '2X15' })])
  assert.equal(asleep.dueAt, NOW + 5 * HOUR_MS)
  const awake = live(asleep, [300, due], [300, { type: 'prepared', gen: 0, delivery: null }])
  assert.deepEqual([awake.phase, awake.startedAt], ['running', NOW + 5 * HOUR_MS])
})

test('a search called aggressive while preparing sleeps and prepares again, instead of failing to launch', () => {
  const asleep = live(preparing, [0, aggressive()])
  assert.deepEqual(phaseOf(asleep), ['sleeping', 'aggressive_search', 70])
  assert.equal(live(asleep, [70, due]).phase, 'preparing')
})

test('a later, longer request of the platform extends the rest; a shorter one changes nothing', () => {
  const asleep = live(running, [0, aggressive()])
  assert.equal(live(asleep, [5, aggressive(3 * HOUR_MS)]).dueAt, NOW + 185 * MINUTE_MS)
  const long = live(running, [0, aggressive(3 * HOUR_MS)])
  assert.equal(live(long, [5, aggressive(MINUTE_MS)]).dueAt, NOW + 180 * MINUTE_MS)
  const stopping = live(running, [0, aggressive()], [1, stop])
  const late: BotInput = { ...aggressive(3 * HOUR_MS), gen: running.gen } as BotInput
  const { bot, actions } = stepBot(stopping, late, NOW + 2 * MINUTE_MS, SETTINGS)
  assert.deepEqual([bot.phase, bot.restUntil], ['pending_termination', NOW + 182 * MINUTE_MS])
  assert.deepEqual(
    actions.map(({ type }) => type),
    ['record'],
  )
})

test('a rest survives a human check and a delivery, and the bot sleeps through it afterwards', () => {
  const forHuman = live(running, [0, met('human_needed')], [1, aggressive()])
  assert.deepEqual(phaseOf(forHuman), ['sleeping', 'human_verification', null])
  const solved = live(forHuman, [5, { type: 'human_solved', delivery: null }])
  assert.deepEqual(phaseOf(solved), ['sleeping', 'aggressive_search', 71])
  const delivery = { until: NOW + 30 * MINUTE_MS, sleepDuringDelivery: true }
  const delivers = live(running, [0, { type: 'delivery_started', delivery }], [1, aggressive()])
  assert.deepEqual(phaseOf(delivers), ['sleeping', 'delivery', 30])
  assert.deepEqual(phaseOf(live(delivers, [30, due])), ['sleeping', 'aggressive_search', 71])
})

test('a limited wait for a human stops the bot at its end', () => {
  const settings = { ...SETTINGS, humanWaitMs: HOUR_MS }
  const waiting = stepBot(running, met('human_needed'), NOW, settings).bot
  assert.equal(waiting.dueAt, NOW + HOUR_MS)
  const { bot } = stepBot(waiting, due, NOW + HOUR_MS, settings)
  assert.deepEqual([bot.phase, bot.reason], ['pending_termination', 'human_verification'])
})

test('a bot that waits for a person has no end of its sleep, though its run has one', () => {
  const limited: Bot = { ...running, speed: '2X15' }
  assert.equal(stepBot(limited, met('human_needed'), NOW, SETTINGS).bot.dueAt, null)
  assert.equal(stepBot(limited, met('rate_limited', 4 * HOUR_MS), NOW, SETTINGS).bot.dueAt, NOW + 3 * HOUR_MS)
})

test('every trouble has one reaction', () => {
  assert.deepEqual(Object.keys(REACTIONS).sort(), [...TROUBLES].sort())
})

test('back-off doubles to its cap, and jitter spreads its upper half', () => {
  const backOff = { firstMs: 2_000, capMs: 300_000 }
  const full = [1, 2, 3, 8, 9, 1_000].map((troubles) => findBackOffMs(troubles, 1, backOff))
  assert.deepEqual(full, [2_000, 4_000, 8_000, 256_000, 300_000, 300_000])
  assert.equal(findBackOffMs(9, 0, backOff), 150_000)
  assert.equal(findBackOffMs(9, 0.5, backOff), 225_000)
})

test('a limit that all drivers of an instance share is waited for as long as it says, and no rest follows', () => {
  const courier = { ...running, variant: 'courier' as const }
  const { bot, actions } = stepBot(
    courier,
    {
      type: 'troubled',
      gen: courier.gen,
      trouble: 'rate_limited',
      retryAfterMs: 7_000,
      jitter: 0,
      detail: 'instance',
    },
    NOW,
    SETTINGS,
  )
  assert.deepEqual([bot.phase, bot.reason, bot.restUntil], ['sleeping', 'shared_limit', courier.restUntil])
  assert.ok(bot.dueAt !== null && bot.dueAt - NOW >= 7_000 && bot.dueAt - NOW < 60_000)
  assert.ok(actions.some((action) => action.type === 'record' && action.event.type === 'platform.troubled'))
})
