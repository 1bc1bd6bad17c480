import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bot, BotInput, Phase } from '../bot.ts'
import { TROUBLES, type Trouble } from '../events.ts'
import { DEFAULT_SETTINGS as SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
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

/** [trouble while running, troubles before, phase, reason, seconds until due, notices and orders] */
const RUNNING: [Trouble, number, Phase, Bot['reason'], number | null, string[]][] = [
  ['rate_limited', 0, 'sleeping', 'aggressive_search', 70 * 60, ['end_search']],
  ['unavailable', 0, 'sleeping', 'platform_unavailable', 1, ['end_search']],
  ['unavailable', 3, 'sleeping', 'platform_unavailable', 8, ['end_search']],
  ['unavailable', 500, 'sleeping', 'platform_unavailable', 150, ['end_search']],
  ['sign_in_needed', 0, 'running', null, 3_600, ['forget_sign_in', 'search']],
  ['sign_in_needed', 1, 'sleeping', 'platform_unavailable', 2, ['forget_sign_in', 'end_search']],
  [
    'sign_in_refused',
    0,
    'pending_termination',
    'sign_in_refused',
    5,
    ['stopped_by_platform', 'end_search', 'settle_open'],
  ],
  ['human_needed', 0, 'sleeping', 'human_verification', null, ['human_needed', 'end_search']],
  ['unexpected_reply', 0, 'sleeping', 'unexpected_reply', 1, ['end_search']],
]
for (const [trouble, before, phase, reason, seconds, orders] of RUNNING) {
  test(`running: ${trouble}, number ${before + 1} in a row -> ${phase}, ${seconds} s`, () => {
    const { bot, actions } = stepBot({ ...running, troubles: before }, met(trouble), NOW, SETTINGS)
    const dueIn = bot.dueAt === null ? null : (bot.dueAt - NOW) / SECOND_MS
    assert.deepEqual([bot.phase, bot.reason, dueIn, bot.troubles], [phase, reason, seconds, before + 1])
    const given = actions.flatMap((of) =>
      of.type === 'notify' ? [of.notice.kind] : of.type === 'record' || of.type === 'wake' ? [] : [of.type],
    )
    assert.deepEqual(given, orders)
    const [line] = actions
    assert.ok(line?.type === 'record' && line.event.type === 'platform.troubled')
    assert.equal(line.event.data.trouble, trouble)
  })
}

/** [trouble while preparing, attempts before, phase, reason, seconds until the next attempt or start] */
const PREPARING: [Trouble, number, Phase, Bot['reason'], number][] = [
  ['rate_limited', 0, 'failed_to_launch', 'aggressive_search', 70 * 60],
  ['unavailable', 0, 'preparing', null, 1],
  ['unavailable', 2, 'failed_to_launch', 'platform_unavailable', 60],
  ['sign_in_needed', 0, 'preparing', null, 1],
  ['sign_in_refused', 0, 'failed_to_launch', 'sign_in_refused', 60],
  ['human_needed', 0, 'failed_to_launch', 'human_verification', 60],
  ['unexpected_reply', 1, 'preparing', null, 2],
  ['unexpected_reply', 2, 'failed_to_launch', 'unexpected_reply', 60],
]
for (const [trouble, before, phase, reason, seconds] of PREPARING) {
  test(`preparing: ${trouble}, attempt ${before + 1} -> ${phase}`, () => {
    const { bot, actions } = stepBot({ ...preparing, troubles: before }, met(trouble), NOW, SETTINGS)
    assert.deepEqual([bot.phase, bot.reason], [phase, reason])
    if (phase === 'failed_to_launch') {
      assert.deepEqual([bot.coolUntil, bot.dueAt], [NOW + seconds * SECOND_MS, null])
      assert.ok(actions.some((of) => of.type === 'notify' && of.notice.kind === 'failed_to_launch'))
    } else {
      const at = NOW + seconds * SECOND_MS
      assert.deepEqual(actions.at(-1), { type: 'prepare', gen: 5, at })
      assert.equal(bot.dueAt, at + SETTINGS.preparingMs)
    }
  })
}

test('an attempt to prepare that takes too long counts as unavailable, and the third fails', () => {
  let bot = preparing
  for (let attempt = 1; attempt <= 3; attempt++) {
    assert.equal(bot.phase, 'preparing')
    bot = stepBot(bot, due, bot.dueAt ?? 0, SETTINGS).bot
  }
  assert.deepEqual([bot.phase, bot.reason], ['failed_to_launch', 'platform_unavailable'])
})

const sleepMs = (trouble: Trouble, retryAfterMs: number) =>
  (stepBot(running, met(trouble, retryAfterMs), NOW, SETTINGS).bot.dueAt ?? 0) - NOW

test('the platform is given at least the time that it asks for, at most a day, and nonsense counts as none', () => {
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

test('an interruption that outlasts the run window goes over into its sleep, and then into a new window', () => {
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

test('a late refusal met in sleep makes it longer, never shorter', () => {
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

test('a wait for a human that has an end stops the bot there', () => {
  const settings = { ...SETTINGS, humanWaitMs: HOUR_MS }
  const waiting = stepBot(running, met('human_needed'), NOW, settings).bot
  assert.equal(waiting.dueAt, NOW + HOUR_MS)
  const { bot } = stepBot(waiting, due, NOW + HOUR_MS, settings)
  assert.deepEqual([bot.phase, bot.reason], ['pending_termination', 'human_verification'])
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
