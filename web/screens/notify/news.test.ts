import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { BLOCK_CHANGES } from '@madruga/core/events.ts'
import { NOTIFICATION_KINDS } from '@madruga/core/notify.ts'
import { makeFormats, pluralRules } from '@madruga/core/formats.ts'
import { describeNews } from '@madruga/core/words/news.ts'
import { chooseForm, fillIn } from '@madruga/core/words/model.ts'
import type { Message } from '@madruga/core/words/model.ts'
import type { Words } from '../../i18n.ts'
import { SCREENS } from '../table.ts'
import { groupByDay } from './by-day.ts'
import { isWaiting, wayOf } from './news.ts'
import type { Notification } from './news.ts'

const TEXTS = Object.fromEntries(
  await Promise.all(
    LANGUAGE_CODES.map(async (language) => {
      const { first } = await LANGUAGES[language].first()
      const { parts } = await LANGUAGES[language].parts()
      return [language, { ...first, ...(await parts.more()) }] as const
    }),
  ),
) as Record<Language, Record<string, Message>>
const wordsIn = (language: Language) => {
  const texts = TEXTS[language]
  const say = (key: string, params: Record<string, string | number> = {}) => {
    const text = texts[key]
    assert.ok(text, `no words for ${key}`)
    if (typeof text === 'string') return fillIn(text, params)
    return fillIn(chooseForm(text, Number(params.count), pluralRules(language)), params)
  }
  return { ...makeFormats(language, { now: () => AT }), language, say, t: say } as unknown as Words
}
const AT = Date.UTC(2026, 10, 21, 18)
const news = (part: Partial<Notification>): Notification => ({
  id: 1,
  kind: 'block_won',
  params: {},
  at: AT,
  readAt: null,
  matters: true,
  acknowledgedAt: null,
  ...part,
})
const SAMPLES: Record<Notification['kind'], Notification['params'][]> = {
  block_won: [
    { blockId: 'b', station: 'VMI1', startAt: AT, endAt: AT + 4 * 3_600_000, payCents: 9000, tipCents: 800 },
  ],
  block_waiting: ['pending', 'waitlisted', 'provisional'].map((waiting) => ({
    station: 'VMI1',
    startAt: AT,
    endAt: AT,
    waiting,
  })),
  block_taken: [{}, { loss: 'taken' }, { loss: 'canceled' }, { loss: 'gone' }].map((more) => ({
    station: 'VMI1',
    startAt: AT,
    endAt: AT,
    waiting: 'provisional',
    ...more,
  })),
  block_changed: BLOCK_CHANGES.map((change) => ({
    station: 'VMI1',
    change,
    startAt: AT,
    endAt: AT,
    wasStartAt: AT,
  })),
  human_needed: [{}],
  run_over: [{ startableAt: AT }],
  bot_failed: [{ reason: 'sign_in_refused' }],
  bot_stopped: [{ reason: 'kill_switch' }],
  autostart_missed: [
    { refusal: 'no_filter', lateMs: null },
    { refusal: null, lateMs: 45 * 60_000 },
    { refusal: null, lateMs: null },
    { refusal: null, lateMs: 45 * 60_000, action: 'stop' },
  ],
  reminder: [{ blockId: 'b', station: 'VMI1', startAt: AT, payCents: 9000, minutes: 30 }],
  ask: [{ askId: 'a', station: 'VMI1', startAt: AT, endAt: AT, payCents: 9000, tipCents: 0, expiresAt: AT }],
  guard_paused: [{ reason: 'guard_misses', count: 3, until: AT }],
  goal_reached: [
    { goalCents: 80_000, bookedCents: 81_250 },
    { goalCents: 80_000, bookedCents: 81_250, currency: 'EUR' },
  ],
  shadow_over: [
    { runId: 'r', seen: 200, count: 21, cents: 222_800 },
    { runId: 'r', seen: 200, count: 21, cents: 222_800, currency: 'EUR', payBasis: 'estimated', others: 2 },
    { runId: 'r', seen: 200, count: 1, cents: 0, payBasis: 'estimated', others: 1 },
    { runId: 'r', seen: 200, count: 0, cents: 0, payBasis: null },
  ],
  support_replied: [{ requestId: 3 }],
  member_price: [1_200, 0].map((cents) => ({ house: 'Coop', cents, currency: 'EUR', from: '2027-01' })),
  account_changed: ['email', 'phone', 'preferredEmail', 'password', 'passkey', 'device'].map((what) => ({
    what,
    browser: 'Chrome',
    system: 'Android',
  })),
  account_status: [
    ...['active', 'inactive', 'suspended'].map((status) => ({ status, reason: '' })),
    ...['active', 'suspended'].map((status) => ({ status, reason: 'unpaid', dues: true })),
  ],
  invoice_issued: [2500, 0].map((dueCents) => ({ number: 'M-2026-000123', dueCents, suspendsAt: AT })),
  invoice_due: [{ number: 'M-2026-000123', dueCents: 2500, suspendsAt: AT }],
  payment_received: [{ paymentId: 'p', reference: 'P-7K2M9QXW', amountCents: 2606, number: 'M-2026-000123' }],
  payment_failed: [
    { number: 'M-2026-000123', dueCents: 2500, reason: 'insufficient_funds' },
    { number: null, dueCents: 2606, reason: 'bank_declined' },
  ],
  subscription_ending: [{ tier: 'advanced', endsAt: AT }],
  edition_changed: [
    { tier: 'professional', until: AT },
    { tier: 'advanced', until: null },
    { tier: null, until: null },
  ],
  refunded: [{ reference: 'P-7K2M9QXW', amountCents: 600 }],
  friend_joined: [{}],
  credit_earned: [{ available: 2, worthCents: 95 }, { available: 2 }],
  credit_withheld: [
    { reason: 'phone_unconfirmed' },
    { reason: 'card_shared' },
    { reason: 'card_known' },
    { reason: 'account_known' },
  ],
  credit_taken_back: [
    { reason: 'payment_returned', available: 1 },
    { reason: 'card_shared', available: 0 },
  ],
}

const MANY = { count: 28, workMs: 56 * 3_600_000, startAt: AT, lastStartAt: AT + 4 * 86_400_000 }

test('several blocks have their number, their hours, and when the first and the last start', () => {
  const { title, text } = describeNews(wordsIn('en'), { kind: 'block_won', params: MANY }, 'UTC')
  assert.deepEqual([title, text], ['28 more [blocks] won', '56 h, first Sat 6:00 PM, last Wed 6:00 PM.'])
  const titles = (['block_won', 'block_waiting', 'block_taken', 'block_changed'] as const).flatMap((kind) =>
    ['moved', 'gone'].map(
      (change) => describeNews(wordsIn('es'), { kind, params: { ...MANY, change } }, 'UTC').title,
    ),
  )
  assert.equal(new Set(titles).size, 5)
})

const way = (kind: Notification['kind'], app: 'amazon' | 'spark' = 'amazon') =>
  wayOf({ kind, params: SAMPLES[kind][0]! }, { app }).screen

test('every kind has a title and a text with nothing left open, in every language', () => {
  for (const language of LANGUAGE_CODES)
    for (const kind of NOTIFICATION_KINDS)
      for (const params of SAMPLES[kind]) {
        const { title, text } = describeNews(wordsIn(language), { kind, params }, 'UTC')
        assert.ok(title.length > 0)
        assert.doesNotMatch(
          title + text,
          /[{}]|NaN|undefined|null|Invalid/,
          `${kind} ${JSON.stringify(params)}`,
        )
      }
})

const sayWin = (pay: object) =>
  describeNews(
    wordsIn('en'),
    news({ params: { ...SAMPLES.block_won[0]!, tipCents: 0, ...pay } }),
    'America/New_York',
  ).text

test('a win whose pay is not stated, or estimated, says so', () => {
  assert.match(sayWin({ payCents: 0, payBasis: 'unknown' }), /, pay not stated\.$/)
  assert.match(sayWin({ payBasis: 'estimated' }), /~\$90 by your rate/)
  assert.match(sayWin({ currency: 'EUR' }), /€90/)
})

test('a block says where, when, how long, and pay and the projected tip apart', () => {
  const { text } = describeNews(wordsIn('en'), news({ params: SAMPLES.block_won[0]! }), 'America/New_York')
  assert.match(text, /^VMI1, Sat,? 1:00\sPM, 4 h, \$90 \+ ~\$8 tip\.$/)
})

test('a sentence that ends with "p.m." ends once', () => {
  const { text } = describeNews(wordsIn('es'), { kind: 'run_over', params: SAMPLES.run_over[0]! }, 'UTC')
  assert.match(text, /[^.]p\.m\.$/)
})

test('every kind leads to a screen that there is: a block home, a check to the check, an answer to support', () => {
  for (const kind of NOTIFICATION_KINDS) assert.ok(way(kind) in SCREENS, kind)
  assert.equal(way('run_over'), 'home')
  assert.equal(way('run_over', 'spark'), 'spark-home')
  assert.equal(wayOf({ kind: 'human_needed', params: {} }, null).screen, 'captcha')
  assert.equal(way('support_replied'), 'support')
  assert.equal(way('account_status'), 'profile')
})

test('news of an offer leads to its entry; older news, which names none, to the screen', () => {
  const courier = { app: 'courier' } as const
  const opens = (kind: Notification['kind'], params: Notification['params']) =>
    wayOf({ kind, params }, courier)
  const search = { open: 'b1', at: AT }
  for (const kind of ['block_won', 'block_waiting'] as const)
    assert.deepEqual(opens(kind, { blockId: 'b1', startAt: AT }), { screen: 'calendar', search })
  assert.deepEqual(opens('block_waiting', { startAt: AT }), { screen: 'calendar', search: { at: AT } })
  assert.deepEqual(opens('block_taken', { seq: 7, startAt: AT }), {
    screen: 'courier-logs',
    search: { open: 7 },
  })
  assert.deepEqual(opens('block_taken', { startAt: AT }), { screen: 'courier-logs', search: {} })
})

test('news about money leads to where it is settled, a spark driver to the invoices of spark', () => {
  for (const kind of ['invoice_issued', 'invoice_due', 'payment_failed'] as const) {
    assert.equal(way(kind), 'invoices')
    assert.equal(way(kind, 'spark'), 'spark-invoices')
  }
  assert.equal(wayOf({ kind: 'payment_failed', params: { number: null } }, null).screen, 'activation')
  assert.equal(way('payment_received'), 'payment-history')
  assert.equal(way('refunded'), 'payment-history')
  assert.equal(way('subscription_ending'), 'activation')
  assert.equal(way('edition_changed'), 'activation')
  assert.equal(way('friend_joined'), 'invite')
  assert.equal(way('credit_earned'), 'invite')
  assert.equal(way('credit_withheld'), 'invite')
  assert.equal(way('credit_taken_back'), 'invite')
  const dues = { kind: 'account_status', params: { status: 'suspended', reason: '', dues: true } } as const
  assert.equal(wayOf(dues, { app: 'amazon' }).screen, 'invoices')
  assert.equal(wayOf(dues, { app: 'spark' }).screen, 'spark-invoices')
})

test('an account that is suspended for an unpaid invoice reads how it comes back, not the words of the operator', () => {
  const params = { status: 'suspended', reason: 'because', dues: true }
  const { text } = describeNews(wordsIn('en'), { kind: 'account_status', params }, 'UTC')
  assert.match(text, /Pay it to be active right away\.$/)
})

test('money news names amount, invoice and the day until which it is to be paid', () => {
  const params = SAMPLES.invoice_due[0]!
  const { text } = describeNews(wordsIn('en'), { kind: 'invoice_due', params }, 'UTC')
  assert.match(text, /^\$25 for invoice M-2026-000123\. .* on Nov 21, 6:00\sPM\.$/)
})

test("days are the driver's: one o'clock at night in Miami is yesterday in Los Angeles", () => {
  const night = Date.UTC(2026, 10, 21, 6)
  const list = [news({ id: 2, at: night }), news({ id: 1, at: night - 4 * 3_600_000 })]
  assert.deepEqual(
    groupByDay(list, 'America/New_York').map(({ day, items }) => [day, items.length]),
    [
      ['2026-11-21', 1],
      ['2026-11-20', 1],
    ],
  )
  assert.deepEqual(
    groupByDay(list, 'America/Los_Angeles').map(({ day, items }) => [day, items.length]),
    [['2026-11-20', 2]],
  )
})

test('what matters waits until it is acknowledged or past, what does not never waits', () => {
  const block = (endAt: number) => news({ params: { ...SAMPLES.block_won[0], endAt } })
  assert.equal(isWaiting(block(AT + 1), AT), true)
  assert.equal(isWaiting(block(AT), AT), false)
  assert.equal(isWaiting(news({ kind: 'human_needed' }), AT), true)
  assert.equal(isWaiting(news({ kind: 'human_needed', acknowledgedAt: AT }), AT), false)
  assert.equal(isWaiting(news({ kind: 'human_needed', matters: false }), AT), false)
})

const tell = (kind: 'goal_reached' | 'shadow_over', index: number) =>
  describeNews(wordsIn('en'), { kind, params: SAMPLES[kind][index]! }, 'UTC').text

test('a goal and a watch are told in the money of their offers, and what is not in the sum', () => {
  assert.equal(tell('goal_reached', 1), 'Booked €812.50, goal €800. The bot stopped.')
  assert.equal(tell('shadow_over', 1), '21 of 200 offers fit, worth ~€2,228 without 2 in another currency.')
})

test('the inbox names no amount of nothing', () => {
  assert.equal(tell('shadow_over', 3), '0 of 200 offers fit.')
  assert.match(tell('shadow_over', 2), /fit\. Pay not stated\./)
})
