import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import { BOT_REASONS, START_REFUSALS } from '@madruga/core/bot-states.ts'
import { BLOCK_CHANGES, LOSSES, WAITINGS } from '@madruga/core/events.ts'
import type { NewsContent } from '@madruga/core/notify.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { countSegments, foldToGsm } from './gsm.ts'
import { newsText } from './news.ts'

const ZONE = 'America/New_York'
/** A quarter past four in the afternoon in New York. */
const START = Date.parse('2026-11-28T16:15:00-05:00')
const block = (over: object = {}): NewsContent => ({
  kind: 'block_won',
  params: {
    blockId: 'b',
    station: 'VDO1 Doral Same-Day',
    startAt: START,
    endAt: START + 3.5 * HOUR_MS,
    payCents: 9_250,
    tipCents: 0,
    ...over,
  },
})

const received: NewsContent = {
  kind: 'payment_received',
  params: { paymentId: 'p', reference: 'P-7K2M9QXW', amountCents: 3_636, number: 'M-2026-000012' },
}
const DECLINES = [
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authentication_required',
  'no_account',
] as const
const failed = (reason: string): NewsContent => ({
  kind: 'payment_failed',
  params: { number: 'M-2026-000012', dueCents: 3_500, reason },
})

const many = {
  station: 'VNY1',
  startAt: START,
  endAt: START + 99 * HOUR_MS,
  count: 128,
  workMs: 256.5 * HOUR_MS,
}
const paid = { payCents: 9_000, tipCents: 0, lastStartAt: START + 96 * HOUR_MS }
/** Several blocks that followed the first of them within a minute. */
const GROUPS: NewsContent[] = [
  { kind: 'block_won', params: { ...many, ...paid, blockId: 'b' } },
  { kind: 'block_waiting', params: { ...many, ...paid, waiting: 'pending' } },
  { kind: 'block_taken', params: { ...many, ...paid, waiting: 'pending' } },
  ...(['gone', 'moved'] as const).map((change): NewsContent => ({
    kind: 'block_changed',
    params: { ...many, change, wasStartAt: START },
  })),
]

const EVERY: NewsContent[] = [
  block(),
  block({ tipCents: 1_200, payCents: 9_000 }),
  ...WAITINGS.flatMap((waiting): NewsContent[] => {
    const params = { station: 'VNY1', startAt: START, endAt: START, payCents: 9_000, tipCents: 0, waiting }
    return [
      { kind: 'block_waiting', params },
      { kind: 'block_taken', params },
      ...LOSSES.map((loss): NewsContent => ({ kind: 'block_taken', params: { ...params, loss } })),
    ]
  }),
  ...BLOCK_CHANGES.map((change): NewsContent => ({
    kind: 'block_changed',
    params: { station: 'VNY1', change, startAt: START, endAt: START, wasStartAt: START },
  })),
  ...GROUPS,
  { kind: 'human_needed', params: {} },
  { kind: 'run_over', params: { startableAt: START } },
  ...BOT_REASONS.flatMap((reason): NewsContent[] => [
    { kind: 'bot_failed', params: { reason } },
    { kind: 'bot_stopped', params: { reason } },
  ]),
  ...START_REFUSALS.map((refusal): NewsContent => ({
    kind: 'autostart_missed',
    params: { refusal, lateMs: null },
  })),
  { kind: 'autostart_missed', params: { refusal: null, lateMs: 125 * MINUTE_MS } },
  { kind: 'autostart_missed', params: { refusal: null, lateMs: null } },
  { kind: 'autostart_missed', params: { refusal: null, lateMs: 31 * MINUTE_MS, action: 'stop' } },
  {
    kind: 'reminder',
    params: {
      blockId: 'b',
      station: 'VDO1 Doral Same-Day',
      startAt: START,
      payCents: 9_250,
      tipCents: 1_900,
      minutes: 60,
    },
  },
  ...(['guard_misses', 'guard_releases'] as const).map((reason): NewsContent => ({
    kind: 'guard_paused',
    params: { reason, count: 3, until: START },
  })),
  { kind: 'goal_reached', params: { goalCents: 90_000, bookedCents: 92_250 } },
  { kind: 'shadow_over', params: { runId: 'r', seen: 200, count: 21, cents: 222_800 } },
  ...[1, 2].map((others): NewsContent => ({
    kind: 'shadow_over',
    params: { runId: 'r', seen: 200, count: 21, cents: 222_800, currency: 'EUR', others },
  })),
  { kind: 'support_replied', params: { requestId: 7 } },
  ...[1_200, 0].map((cents): NewsContent => ({
    kind: 'member_price',
    params: { house: 'Coop', cents, currency: 'EUR', from: '2027-01' },
  })),
  ...(['email', 'phone', 'preferredEmail', 'password'] as const).map((what): NewsContent => ({
    kind: 'account_changed',
    params: { what },
  })),
  ...(['active', 'inactive', 'suspended'] as const).flatMap((status): NewsContent[] => [
    { kind: 'account_status', params: { status, reason: '' } },
    { kind: 'account_status', params: { status, reason: 'Unpaid for five days.' } },
    { kind: 'account_status', params: { status, reason: '', dues: true } },
  ]),
  ...[0, 3_550].map((dueCents): NewsContent => ({
    kind: 'invoice_issued',
    params: { number: 'M-2026-000012', dueCents, suspendsAt: START },
  })),
  { kind: 'invoice_due', params: { number: 'M-2026-000012', dueCents: 129_950, suspendsAt: START } },
  received,
  ...[...DECLINES, 'generic_decline'].map(failed),
  ...PAID_PLANS.flatMap((tier): NewsContent[] => [
    { kind: 'subscription_ending', params: { tier, endsAt: START } },
    { kind: 'edition_changed', params: { tier, until: START } },
    { kind: 'edition_changed', params: { tier, until: null } },
  ]),
  { kind: 'edition_changed', params: { tier: null, until: null } },
  { kind: 'refunded', params: { reference: 'P-7K2M9QXW', amountCents: 3_636 } },
  { kind: 'friend_joined', params: {} },
  { kind: 'credit_earned', params: { available: 1, worthCents: 95 } },
  { kind: 'credit_earned', params: { available: 2, worthCents: 2_606 } },
  ...(['phone_unconfirmed', 'card_shared', 'card_known', 'account_known'] as const).map(
    (reason): NewsContent => ({ kind: 'credit_withheld', params: { reason } }),
  ),
  ...(['payment_returned', 'card_shared'] as const).flatMap((reason) =>
    [0, 1, 2].map((available): NewsContent => ({ kind: 'credit_taken_back', params: { reason, available } })),
  ),
]

test('a won block: station, whole date, length and money, which a call says in full', () => {
  const line =
    'You won a block. VDO1 Doral Same-Day, Sat, Nov 28, 4:15 PM, 3 h 30 min, $90 plus about $12 in tips.'
  assert.deepEqual(newsText('en', ZONE, block({ tipCents: 1_200, payCents: 9_000 })), {
    title: 'You won a block',
    text: line.replace('You won a block. ', ''),
    sms: line,
    spoken: line.replace('Sat, Nov 28, 4:15 PM', 'Saturday, November 28 at 4:15 PM'),
  })
  const spanish = newsText('es', ZONE, block())
  assert.equal(spanish.title, 'Ganaste un bloque')
  assert.match(spanish.text, /, sáb, 28 de nov, 4:15 p\. ?m\., 3 h 30 min, \$92\.50\.$/)
  assert.match(newsText('en', 'America/Los_Angeles', block()).sms, /1:15 PM/)
  // A driver of spark wins trips.
  assert.equal(newsText('en', ZONE, block(), 'spark').title, 'You won a trip')
  assert.match(newsText('es', ZONE, block(), 'spark').spoken, /^Ganaste un viaje\. /)
})

test('several won blocks: how many, their hours, when the first and the last start', () => {
  const line = '128 more jobs won. 256 h 30 min, first Sat, Nov 28, 4:15 PM, last Wed, Dec 2, 4:15 PM.'
  const [wins] = GROUPS
  assert.equal(newsText('en', ZONE, wins!, 'courier').sms, line)
  assert.match(newsText('es', ZONE, wins!, 'courier').title, /^Ganaste 128 trabajos más$/)
})

test('a watch is worth what its main currency pays, and says how many are not in it', () => {
  const told = (language: Language, others: number) => {
    const params = { runId: 'r', seen: 9, count: 4, cents: 5_000, currency: 'EUR', others }
    return newsText(language, ZONE, { kind: 'shadow_over', params }).text
  }
  assert.equal(told('en', 0), '4 of 9 offers fit, worth €50.')
  assert.match(told('en', 2), /worth €50 without 2 in another currency\.$/)
  assert.match(told('es', 1), /: €50 sin 1 en otra moneda\.$/)
  const goal = { goalCents: 80_000, bookedCents: 81_250, currency: 'EUR' }
  assert.match(newsText('en', ZONE, { kind: 'goal_reached', params: goal }).text, /€812\.50/)
})

test('no message names an amount of nothing: of a watch without offers, or of pay that is not stated', () => {
  const watch = (language: Language, count: number, payBasis: 'estimated' | null) => {
    const params = { runId: 'r', seen: 200, count, cents: 0, payBasis }
    return newsText(language, ZONE, { kind: 'shadow_over', params }).text
  }
  assert.equal(watch('en', 0, null), '0 of 200 offers fit.')
  assert.equal(watch('es', 0, null), '0 de 200 ofertas encajaban.')
  assert.match(watch('en', 3, 'estimated'), /fit\. Pay not stated\.$/)
  assert.match(watch('es', 3, 'estimated'), /encajaban\. Sin pago indicado\.$/)
  const unstated = block({ payCents: 0, payBasis: 'unknown' })
  assert.match(newsText('en', ZONE, unstated).spoken, /3 h 30 min, pay not stated\.$/)
  assert.match(newsText('es', ZONE, unstated).spoken, /3 h 30 min, pago no indicado\.$/)
  for (const language of LANGUAGE_CODES)
    for (const text of Object.values(newsText(language, ZONE, unstated))) assert.doesNotMatch(text, /\$0/)
})

test('a Spanish sentence that ends in p.m. has one full stop', () => {
  const { text, sms, spoken } = newsText('es', ZONE, { kind: 'run_over', params: { startableAt: START } })
  for (const told of [text, sms, spoken]) assert.match(told, /4:15 p\. ?m\.$/)
})

test('an autostart that came late says by how much', () => {
  const late: NewsContent = { kind: 'autostart_missed', params: { refusal: null, lateMs: 125 * MINUTE_MS } }
  assert.match(newsText('en', ZONE, late).text, /2 h 5 min late/)
  assert.match(newsText('es', ZONE, late).text, /2 h 5 min tarde/)
  const stop: NewsContent = {
    kind: 'autostart_missed',
    params: { refusal: null, lateMs: 125 * MINUTE_MS, action: 'stop' },
  }
  assert.match(newsText('en', ZONE, stop).title, /Autostop did not stop/)
  assert.match(newsText('es', ZONE, stop).text, /2 h 5 min tarde/)
})

const suspended = (reason: string): NewsContent => ({
  kind: 'account_status',
  params: { status: 'suspended', reason },
})

test('an operator’s reason is told where there is one', () => {
  assert.match(newsText('en', ZONE, suspended('Unpaid.')).text, /bot stops\. Unpaid\.$/)
  assert.doesNotMatch(newsText('en', ZONE, suspended('')).text, /Unpaid/)
})

test('who is suspended for an unpaid invoice reads that paying helps at once, and who has paid that the bot may start', () => {
  const told = (language: Language, status: 'active' | 'suspended') =>
    newsText(language, ZONE, { kind: 'account_status', params: { status, reason: '', dues: true } }).text
  assert.match(told('en', 'suspended'), /unpaid invoice.*Pay it to be active right away/)
  assert.match(told('es', 'suspended'), /factura sin pagar.*Págala y se activa enseguida/)
  assert.match(told('en', 'active'), /Invoice paid: your account is active/)
  assert.match(told('es', 'active'), /Factura pagada: tu cuenta está activa/)
  assert.doesNotMatch(newsText('en', ZONE, suspended('')).text, /at once/)
})

test('an invoice names its number, what it comes to, and by when to pay it in the zone of the driver', () => {
  const due: NewsContent = {
    kind: 'invoice_due',
    params: { number: 'M-2026-000012', dueCents: 3_550, suspendsAt: START },
  }
  const text =
    '$35.50 for invoice M-2026-000012. Pay it, or your account is suspended on Sat, Nov 28, 4:15 PM.'
  assert.deepEqual(newsText('en', ZONE, due), {
    title: 'Your invoice is unpaid',
    text,
    sms: `Your invoice is unpaid. ${text}`,
    spoken: `Your invoice is unpaid. ${text.replace('Sat, Nov 28,', 'Saturday, November 28 at')}`,
  })
  assert.match(newsText('es', 'America/Los_Angeles', due).text, /se suspende el sáb, 28 de nov, 1:15/)
})

test('an invoice of zero asks for no payment', () => {
  const params = { number: 'M-2026-000012', dueCents: 0, suspendsAt: START }
  const { title, text } = newsText('en', ZONE, { kind: 'invoice_issued', params })
  assert.equal(`${title}. ${text}`, 'Your invoice is ready. Invoice M-2026-000012: nothing to pay.')
})

test('a payment names its reference; one that failed says why where the bank said so', () => {
  assert.match(newsText('en', ZONE, received).text, /M-2026-000012, reference P-7K2M9QXW/)
  assert.match(newsText('es', ZONE, received).text, /\$36\.36/)
  for (const language of LANGUAGE_CODES) {
    const texts = [...DECLINES, 'generic_decline'].map(
      (reason) => newsText(language, ZONE, failed(reason)).text,
    )
    assert.equal(new Set(texts).size, texts.length)
    const { text } = newsText(language, ZONE, failed('what_no_bank_said_before'))
    assert.equal(text, texts.at(-1))
  }
})

/** Before signs of two parts and of money, and within a number, French has spaces that do not break. */
const FRENCH_SPACES = /\u00a0(?=[:;!?»$€])|(?<=«)\u00a0|\u202f(?=\d{3})/g

test('every kind, reason and refusal has words in every language, each its own, short for SMS', () => {
  for (const news of EVERY) {
    const all = LANGUAGE_CODES.map((language) => newsText(language, ZONE, news))
    const what = JSON.stringify(news)
    for (const part of ['title', 'text', 'sms', 'spoken'] as const) {
      for (const each of all) {
        const text = each[part].replaceAll(FRENCH_SPACES, ' ')
        assert.ok(text.length > 5, `${what} ${part}`)
        assert.doesNotMatch(text, /undefined|null|NaN|\{|\}| {2}|[^\S ]|\.\./u, `${what} ${part}`)
      }
      assert.equal(new Set(all.map((each) => each[part])).size, all.length, `${what} ${part}`)
    }
    for (const { title, sms } of all) {
      assert.ok(title.length <= 70, title)
      assert.ok(countSegments(foldToGsm(`Madruga: ${sms}`)) <= 2, sms)
    }
  }
})
