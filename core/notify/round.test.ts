import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { CHANNELS, MATTERING, NOTIFICATION_KINDS } from './model.ts'
import type { Channel, NewsContent, NotificationKind, NotifySettings } from './model.ts'
import { decideRound, expiryOf } from './round.ts'
import type { DueNews } from './round.ts'
import { ALWAYS_BY_EMAIL, DEFAULT_NOTIFY_SETTINGS } from './settings.ts'

const ZONE = 'America/New_York'
/** Noon in New York on a Saturday. */
const NOON = Date.parse('2026-11-21T12:00:00-05:00')
const NIGHT = Date.parse('2026-11-21T23:00:00-05:00')
const SEVEN = Date.parse('2026-11-22T07:00:00-05:00')

const block = { blockId: 'b', station: 'VDO1', payCents: 9_000, tipCents: 0 }
const won = (startAt: number): NewsContent => ({
  kind: 'block_won',
  params: { ...block, startAt, endAt: startAt + 3 * HOUR_MS },
})
const invoice = { number: 'M-2026-000012', dueCents: 3_500 }
const CONTENT: Record<NotificationKind, NewsContent> = {
  block_won: won(NOON + 24 * HOUR_MS),
  block_waiting: {
    kind: 'block_waiting',
    params: {
      station: 'VMI1',
      startAt: NOON,
      endAt: NOON,
      payCents: 9_000,
      tipCents: 0,
      waiting: 'provisional' as const,
    },
  },
  block_taken: {
    kind: 'block_taken',
    params: {
      station: 'VMI1',
      startAt: NOON,
      endAt: NOON,
      payCents: 9_000,
      tipCents: 0,
      waiting: 'provisional' as const,
    },
  },
  block_changed: {
    kind: 'block_changed',
    params: { station: 'VMI1', change: 'moved', startAt: NOON, endAt: NOON, wasStartAt: NOON },
  },
  human_needed: { kind: 'human_needed', params: {} },
  run_over: { kind: 'run_over', params: { startableAt: NOON + HOUR_MS } },
  bot_failed: { kind: 'bot_failed', params: { reason: 'sign_in_refused' } },
  bot_stopped: { kind: 'bot_stopped', params: { reason: 'sign_in_refused' } },
  autostart_missed: { kind: 'autostart_missed', params: { refusal: 'no_filter', lateMs: null } },
  reminder: {
    kind: 'reminder',
    params: {
      blockId: 'b',
      station: 'VDO1',
      startAt: NOON + HOUR_MS,
      payCents: 9_000,
      tipCents: 0,
      minutes: 60,
    },
  },
  ask: {
    kind: 'ask',
    params: {
      askId: 'a',
      station: 'VDO1',
      startAt: NOON + HOUR_MS,
      endAt: NOON + 4 * HOUR_MS,
      payCents: 9_000,
      tipCents: 0,
      expiresAt: NOON + 60_000,
    },
  },
  guard_paused: { kind: 'guard_paused', params: { reason: 'guard_misses', count: 3, until: NOON + HOUR_MS } },
  goal_reached: { kind: 'goal_reached', params: { goalCents: 80_000, bookedCents: 81_000 } },
  shadow_over: { kind: 'shadow_over', params: { runId: 'r', seen: 200, count: 21, cents: 222_800 } },
  support_replied: { kind: 'support_replied', params: { requestId: 1 } },
  account_changed: { kind: 'account_changed', params: { what: 'email' } },
  account_status: { kind: 'account_status', params: { status: 'suspended', reason: '' } },
  member_price: {
    kind: 'member_price',
    params: { house: 'Coop', cents: 1_200, currency: 'EUR', from: '2027-01' },
  },
  invoice_issued: { kind: 'invoice_issued', params: { ...invoice, suspendsAt: NOON + 5 * 24 * HOUR_MS } },
  invoice_due: { kind: 'invoice_due', params: { ...invoice, suspendsAt: NOON + 2 * 24 * HOUR_MS } },
  payment_received: {
    kind: 'payment_received',
    params: { paymentId: 'p', reference: 'P-7K2M9QXW', amountCents: 3_636, number: invoice.number },
  },
  payment_failed: { kind: 'payment_failed', params: { ...invoice, reason: 'insufficient_funds' } },
  subscription_ending: { kind: 'subscription_ending', params: { tier: 'advanced', endsAt: NOON + HOUR_MS } },
  edition_changed: { kind: 'edition_changed', params: { tier: null, until: null } },
  refunded: { kind: 'refunded', params: { reference: 'P-7K2M9QXW', amountCents: 3_636 } },
  friend_joined: { kind: 'friend_joined', params: {} },
  credit_earned: { kind: 'credit_earned', params: { available: 2, worthCents: 2_606 } },
  credit_withheld: { kind: 'credit_withheld', params: { reason: 'card_shared' } },
  credit_taken_back: { kind: 'credit_taken_back', params: { reason: 'payment_returned', available: 1 } },
}
const due = (
  content: NewsContent,
  over: Partial<Pick<DueNews, 'acknowledged' | 'humanAwaited'>> = {},
): DueNews => ({ ...content, acknowledged: false, humanAwaited: true, ...over })

const ALL: Channel[] = [...CHANNELS]
const settingsOf = (over: Partial<NotifySettings> = {}): NotifySettings => ({
  routes: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, ALL])) as NotifySettings['routes'],
  channels: { push: true, email: true, sms: true, call: true },
  quiet: { enabled: false, startMinute: 22 * 60, endMinute: 7 * 60, letMattering: true },
  repeat: { enabled: false, everyMinutes: 5, times: 2 },
  ...over,
})
const quiet = { enabled: true, startMinute: 22 * 60, endMinute: 7 * 60, letMattering: false }
const repeat = { enabled: true, everyMinutes: 5, times: 2 }

const unawaited = (kind: NotificationKind) =>
  decideRound(due(CONTENT[kind], { humanAwaited: false }), settingsOf(), ZONE, NOON, 0).channels

test('what needs no person is sent whether or not the bot waits for one', () => {
  assert.deepEqual([unawaited('human_needed'), unawaited('block_won')], [[], ALL])
})

test('several wins repeat until the last of them starts, and are worth sending until it ends', () => {
  const { params } = won(NOON) as Extract<NewsContent, { kind: 'block_won' }>
  const lastStartAt = NOON + 20 * 60_000
  const many: NewsContent = {
    kind: 'block_won',
    params: { ...params, count: 2, workMs: HOUR_MS, lastStartAt, endAt: NOON + HOUR_MS },
  }
  const settings = settingsOf({ repeat })
  assert.equal(decideRound(due(many), settings, ZONE, lastStartAt - 6 * 60_000, 0).nextRound, 1)
  assert.equal(decideRound(due(many), settings, ZONE, lastStartAt - 5 * 60_000, 0).nextAt, null)
  assert.equal(expiryOf(many, 'call', NOON), NOON + HOUR_MS)
})

test('news goes out on the channels that are routed and switched on, once', () => {
  const settings = settingsOf({
    routes: { ...settingsOf().routes, guard_paused: ['push', 'sms'] },
    channels: { push: true, email: true, sms: false, call: true },
  })
  assert.deepEqual(decideRound(due(CONTENT.guard_paused), settings, ZONE, NOON, 0), {
    channels: ['push'],
    nextAt: null,
    nextRound: 0,
  })
})

test('with the defaults, a 2X15 run that is over comes by e-mail', () => {
  const { channels } = decideRound(due(CONTENT.run_over), DEFAULT_NOTIFY_SETTINGS, ZONE, NOON, 0)
  assert.deepEqual(channels, ['push', 'email'])
})

test('security mail and receipts go out though route and channel are off', () => {
  const channels = { push: false, email: false, sms: false, call: false }
  const routes = { ...settingsOf().routes, account_changed: [], account_status: [], payment_received: [] }
  for (const kind of ['account_changed', 'account_status', 'payment_received'] as const)
    assert.deepEqual(
      decideRound(due(CONTENT[kind]), settingsOf({ channels, routes }), ZONE, NOON, 0).channels,
      ['email'],
    )
})

test('with the defaults, money is told by e-mail; what stops the bot and what ends by push', () => {
  const told: Partial<Record<NotificationKind, Channel[]>> = {
    invoice_due: ['push', 'email'],
    payment_failed: ['push', 'email'],
    account_status: ['push', 'email'],
    invoice_issued: ['email'],
    payment_received: ['email'],
    refunded: ['email'],
    subscription_ending: ['push'],
    edition_changed: ['push'],
    friend_joined: ['push'],
    credit_earned: ['push'],
    credit_withheld: ['push'],
    credit_taken_back: ['push'],
  }
  for (const [kind, channels] of Object.entries(told) as [NotificationKind, Channel[]][]) {
    const round = decideRound(due(CONTENT[kind]), DEFAULT_NOTIFY_SETTINGS, ZONE, NOON, 0)
    assert.deepEqual(round.channels, channels, kind)
  }
})

const atNight = (kind: NotificationKind, letMattering: boolean) =>
  decideRound(due(CONTENT[kind]), settingsOf({ quiet: { ...quiet, letMattering } }), ZONE, NIGHT, 0)

test('in quiet hours e-mail still goes; the rest is left to the inbox unless it matters', () => {
  assert.deepEqual(atNight('run_over', true), { channels: ['email'], nextAt: null, nextRound: 0 })
  assert.deepEqual(atNight('block_won', true), { channels: ALL, nextAt: null, nextRound: 0 })
  assert.deepEqual(atNight('block_won', false), { channels: ['email'], nextAt: SEVEN, nextRound: 0 })
})

test('what waited for the end of the quiet hours goes out then, in the same round', () => {
  const settings = settingsOf({ quiet, repeat })
  assert.deepEqual(decideRound(due(CONTENT.block_won), settings, ZONE, SEVEN, 0), {
    channels: ALL,
    nextAt: SEVEN + 5 * MINUTE_MS,
    nextRound: 1,
  })
})

test('a block that starts before the quiet hours end does not wait for their end', () => {
  const early = won(SEVEN - HOUR_MS)
  assert.deepEqual(decideRound(due(early), settingsOf({ quiet, repeat }), ZONE, NIGHT, 0), {
    channels: ['email'],
    nextAt: null,
    nextRound: 0,
  })
})

test('what matters repeats by push, SMS and call, as often as the driver wants', () => {
  const settings = settingsOf({ repeat })
  const rounds: { channels: Channel[]; at: number }[] = []
  let at: number | null = NOON
  for (let round = 0; at !== null;) {
    const next = decideRound(due(CONTENT.human_needed), settings, ZONE, at, round)
    rounds.push({ channels: next.channels, at: (at - NOON) / MINUTE_MS })
    at = next.nextAt
    round = next.nextRound
  }
  assert.deepEqual(rounds, [
    { channels: ALL, at: 0 },
    { channels: ['push', 'sms', 'call'], at: 5 },
    { channels: ['push', 'sms', 'call'], at: 10 },
  ])
})

test('what matters and has no loud channel is sent once and not repeated', () => {
  for (const at of [NOON, NIGHT]) {
    const settings = settingsOf({ repeat, channels: { push: false, email: true, sms: false, call: false } })
    const next = decideRound(due(CONTENT.human_needed), settings, ZONE, at, 0)
    assert.deepEqual(next, { channels: ['email'], nextAt: null, nextRound: 0 })
  }
})

test('it stops when the driver knows, when the block has started, when no person is needed, when repeats are switched off', () => {
  const settings = settingsOf({ repeat })
  const nothing = (news: DueNews, at = NOON, round = 1, with_ = settings) =>
    assert.deepEqual(decideRound(news, with_, ZONE, at, round), {
      channels: [],
      nextAt: null,
      nextRound: round,
    })
  nothing(due(CONTENT.block_won, { acknowledged: true }))
  nothing(due(CONTENT.block_won, { acknowledged: true }), NOON, 0)
  nothing(due(won(NOON)))
  // A security notification cannot be silenced by acknowledging it first.
  const changed = due(CONTENT.account_changed, { acknowledged: true })
  assert.ok(decideRound(changed, settings, ZONE, NOON, 0).channels.includes('email'))
  nothing(due(CONTENT.human_needed, { humanAwaited: false }))
  nothing(due(CONTENT.human_needed, { humanAwaited: false }), NOON, 0)
  nothing(due(CONTENT.block_won), NOON, 1, settingsOf())
  const soon = won(NOON + 5 * MINUTE_MS)
  assert.equal(decideRound(due(soon), settings, ZONE, NOON, 0).nextAt, null)
  // A driver who was never told about a block is told, even after it has begun.
  assert.deepEqual(decideRound(due(won(NOON - MINUTE_MS)), settings, ZONE, NOON, 0).channels, ALL)
})

test('an e-mail is never of no use; a loud message is after some hours, a won block when it has ended', () => {
  assert.equal(expiryOf(CONTENT.run_over, 'email', NOON), null)
  assert.equal(expiryOf(CONTENT.run_over, 'push', NOON), NOON + 6 * HOUR_MS)
  assert.equal(expiryOf(CONTENT.human_needed, 'sms', NOON), NOON + 30 * MINUTE_MS)
  assert.equal(expiryOf(won(NOON - HOUR_MS), 'push', NOON), NOON + 2 * HOUR_MS)
})

test('a reminder is of no use once its block has started: it is not repeated, nor sent late, nor after quiet hours', () => {
  const { reminder } = CONTENT
  assert.equal(expiryOf(reminder, 'push', NOON), NOON + HOUR_MS)
  const again: NotifySettings = {
    ...DEFAULT_NOTIFY_SETTINGS,
    repeat: { enabled: true, everyMinutes: 40, times: 9 },
  }
  assert.equal(decideRound(due(reminder), again, ZONE, NOON, 0).nextAt, NOON + 40 * MINUTE_MS)
  assert.equal(decideRound(due(reminder), again, ZONE, NOON + 40 * MINUTE_MS, 1).nextAt, null)
  assert.deepEqual(decideRound(due(reminder), again, ZONE, NOON + HOUR_MS, 1).channels, [])
  const tonight: NewsContent = {
    kind: 'reminder',
    params: {
      blockId: 'b',
      station: 'VDO1',
      startAt: NIGHT + HOUR_MS,
      payCents: 9_000,
      tipCents: 0,
      minutes: 60,
    },
  }
  const silent: NotifySettings = {
    ...again,
    quiet: { enabled: true, startMinute: 22 * 60, endMinute: 7 * 60, letMattering: false },
  }
  assert.deepEqual(decideRound(due(tonight), silent, ZONE, NIGHT, 0), {
    channels: [],
    nextAt: null,
    nextRound: 0,
  })
})

const anySettings: fc.Arbitrary<NotifySettings> = fc.record({
  routes: fc.record(
    Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, fc.subarray(ALL)])),
  ) as fc.Arbitrary<NotifySettings['routes']>,
  channels: fc.record({ push: fc.boolean(), email: fc.boolean(), sms: fc.boolean(), call: fc.boolean() }),
  quiet: fc.record({
    enabled: fc.boolean(),
    startMinute: fc.integer({ min: 0, max: 1439 }),
    endMinute: fc.integer({ min: 0, max: 1439 }),
    letMattering: fc.boolean(),
  }),
  repeat: fc.record({
    enabled: fc.boolean(),
    everyMinutes: fc.integer({ min: 1, max: 60 }),
    times: fc.integer({ min: 1, max: 20 }),
  }),
})

test('whatever is chosen: it ends, only goes on in time, is e-mailed once at most, loud only where allowed', () => {
  fc.assert(
    fc.property(
      anySettings,
      fc.constantFrom(...NOTIFICATION_KINDS),
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      fc.integer({ min: 0, max: 10 }),
      (settings, kind, minutes, lateMinutes) => {
        const { enabled, startMinute, endMinute } = settings.quiet
        const loudMinutes = (startMinute - endMinute + 1440) % 1440
        // A driver who is always later than their one non-quiet minute a day waits as long as the bot does.
        fc.pre(!enabled || loudMinutes === 0 || loudMinutes > lateMinutes)
        const news = due(CONTENT[kind])
        // Each message by its name, as the outbox stores them: once per round and channel.
        const sent = new Set<string>()
        const loudTimes: number[] = []
        // Around the clock change of 2026-11-01.
        let at: number | null = Date.parse('2026-10-31T12:00:00-04:00') + minutes * MINUTE_MS
        let round = 0
        for (let looks = 0; at !== null; looks++) {
          assert.ok(looks <= 2 * settings.repeat.times + 4, 'it ends')
          const next = decideRound(news, settings, ZONE, at, round)
          for (const channel of next.channels) sent.add(`${round} ${channel}`)
          if (next.channels.some((channel) => channel !== 'email')) loudTimes.push(at)
          for (const channel of next.channels)
            assert.ok(
              (settings.routes[kind].includes(channel) && settings.channels[channel]) ||
                (channel === 'email' && ALWAYS_BY_EMAIL.includes(kind)),
            )
          assert.ok(next.nextAt === null || next.nextAt > at)
          assert.ok(next.nextRound === round || next.nextRound === round + 1)
          at = next.nextAt === null ? null : next.nextAt + lateMinutes * MINUTE_MS
          round = next.nextRound
        }
        const emails = [...sent].filter((name) => name.endsWith('email'))
        assert.ok(emails.length <= 1)
        const most = MATTERING.includes(kind) && settings.repeat.enabled ? settings.repeat.times + 1 : 1
        assert.ok(loudTimes.length <= most)
      },
    ),
    { numRuns: 300 },
  )
})
