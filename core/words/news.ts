import { nameDevice } from '../accounts.ts'
import type { NamedDevice } from '../accounts.ts'
import { formatDay } from '../days.ts'
import { BLOCK_CHANGES, WAITINGS } from '../events.ts'
import type { BlockChangeKind, Waiting } from '../events.ts'
import type { Formats } from '../formats.ts'
import type { Language } from '../languages.ts'
import { burstOf } from '../notify.ts'
import type { NewsContent, NotificationKind } from '../notify.ts'
import { isUnstated } from '../offers.ts'
import type { Pay } from '../offers.ts'
import { payFigure, payLine } from '../pay-words.ts'
import type { bot } from './en/app/bot.ts'
import type { homeLate } from './en/app/home-late.ts'
import type { moreErrors } from './en/app/more-errors.ts'
import type { notify } from './en/app/notify.ts'
import type { payment } from './en/app/payment.ts'
import type { shell } from './en/app/shell.ts'

type Catalogue = typeof bot &
  typeof homeLate &
  typeof moreErrors &
  typeof notify &
  typeof payment &
  typeof shell

/** A text that notifications are made of. */
export type NewsKey = {
  [K in keyof Catalogue]: Catalogue[K] extends string ? K : never
}[keyof Catalogue]

/** The texts of notifications, which the app has too. */
export type NewsTexts = Readonly<Record<NewsKey, string>>

/** The language, the formats and the texts in which a notification is said. */
export type NewsWords = Pick<
  Formats,
  'locale' | 'number' | 'money' | 'dayTime' | 'date' | 'hours' | 'span'
> & {
  language: Language
  say: (key: NewsKey, params?: Record<string, unknown>) => string
}

/**
 * The text of a notification, in the app and outside: a reason, then what to do. `sayPay` says a pay. Throws
 * RangeError for an unknown zone.
 */
export function describeNews(
  words: NewsWords,
  { kind, params }: { kind: NotificationKind; params: Params },
  timeZone?: string,
  sayPay: SayPay = payLine,
): { title: string; text: string } {
  const burst = typeof params.count === 'number' ? burstOf({ kind, params } as unknown as NewsContent) : null
  if (burst !== null) {
    const values = groupValues(params, words, timeZone)
    return { title: words.say(`news.burst.${burst}`, values), text: words.say('news.burst.text', values) }
  }
  const values = VALUES[kind]?.(params, { ...words, sayPay }, timeZone) ?? {}
  return {
    title: words.say(titleKey(kind, params)),
    text: words.say(textKey(kind, params), values).trim(),
  }
}

function isStop(kind: NotificationKind, params: Params): boolean {
  return kind === 'autostart_missed' && params.action === 'stop'
}

function titleKey(kind: NotificationKind, params: Params): NewsKey {
  if (isStop(kind, params)) return 'news.autostart_missed.stop'
  if (kind === 'block_changed') return `news.block_changed.${changeOf(params)}`
  if (kind === 'block_taken') return takenKey(params)
  if (kind === 'account_changed' && params.what === 'device') return 'news.account_changed.signed_in'
  return kind === 'block_waiting' ? `news.block_waiting.${waitingOf(params)}` : `news.${kind}`
}

/** The key of a lost block's texts, by why it was lost. */
function takenKey({ loss }: Params) {
  return loss === 'canceled' || loss === 'gone' ? (`news.block_taken.${loss}` as const) : 'news.block_taken'
}

function waitingOf(params: Params): Waiting {
  return WAITINGS.find((waiting) => waiting === params.waiting) ?? 'pending'
}

function changeOf(params: Params): BlockChangeKind {
  return BLOCK_CHANGES.find((change) => change === params.change) ?? 'moved'
}

function textKey(kind: NotificationKind, params: Params): NewsKey {
  return OWN_TEXT[kind]?.(params) ?? `news.${kind}.text`
}

/**
 * These have their own texts: an autostart that came too late, an autostop, the basic plan, a failed
 * purchase, an invoice or an app that costs nothing, a credit whose worth is known, and a watch without a
 * sum or with offers of two currencies.
 */
const OWN_TEXT: Partial<Record<NotificationKind, (params: Params) => NewsKey | null>> = {
  autostart_missed(params) {
    if (isStop('autostart_missed', params)) return 'news.autostart_missed.stop_late'
    if (typeof params.lateMs === 'number') return 'news.autostart_missed.late'
    return params.refusal === null ? 'news.autostart_missed.unknown' : null
  },
  block_waiting: (params) => `news.block_waiting.${waitingOf(params)}.text`,
  block_changed: (params) => `news.block_changed.${changeOf(params)}.text`,
  block_taken: (params) => `${takenKey(params)}.text`,
  edition_changed({ tier, until }) {
    if (tier === null) return 'news.edition_changed.basic'
    return until === null ? 'news.edition_changed.open' : null
  },
  credit_earned: ({ worthCents }) => (typeof worthCents === 'number' ? 'news.credit_earned.worth' : null),
  invoice_issued: ({ dueCents }) => (dueCents === 0 ? 'news.invoice_issued.free' : null),
  member_price: ({ cents }) => (cents === 0 ? 'news.member_price.free' : null),
  payment_failed: ({ number }) => (number === null ? 'news.payment_failed.purchase' : null),
  shadow_over(params) {
    if (Number(params.count) === 0) return 'news.shadow_over.none'
    if (isUnstated(watchedPay(params))) return 'news.shadow_over.unstated'
    return Number(params.others ?? 0) > 0 ? 'news.shadow_over.others' : null
  },
}

/** Reasons of a declined charge that have their own text (docs.stripe.com/declines/codes). */
const REFUSALS = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_required',
  'authentication_failed',
  'bank_declined',
  'bank_silent',
  'given_up',
  'no_account',
] as const

/** The text of why a charge was declined; a reason that is not known by name has one too. */
export function refusalKey(reason: string): `payments.reason.${(typeof REFUSALS)[number] | 'other'}` {
  return `payments.reason.${REFUSALS.find((known) => known === reason) ?? 'other'}`
}

type Values = Record<string, unknown>
type Params = Record<string, unknown>
type SayPay = (language: Language, pay: Pay) => string
type Words = NewsWords & { sayPay: SayPay }

/** The values of each kind's text; the other texts have none. A day weeks ahead includes its month. */
const VALUES: Partial<
  Record<NotificationKind, (params: Params, words: Words, timeZone: string | undefined) => Values>
> = {
  block_won: lengthValues,
  block_waiting: offerValues,
  block_taken: offerValues,
  block_changed: (params, words, timeZone) => ({
    ...offerValues(params, words, timeZone),
    before: words.dayTime(Number(params.wasStartAt), timeZone),
  }),
  reminder: offerValues,
  ask: lengthValues,
  guard_paused: (params, words, timeZone) => ({
    ...reasonValues(params, words),
    until: words.dayTime(Number(params.until), timeZone),
  }),
  goal_reached: (params, { money }) => ({
    booked: money(Number(params.bookedCents), currencyOf(params)),
    goal: money(Number(params.goalCents), currencyOf(params)),
  }),
  shadow_over: (params, words) => ({
    seen: words.number(Number(params.seen)),
    fit: words.number(Number(params.count)),
    pay: payFigure(words.language, watchedPay(params)),
    count: Number(params.others ?? 0),
  }),
  run_over: (params, words, timeZone) => ({ until: words.dayTime(Number(params.startableAt), timeZone) }),
  bot_failed: reasonValues,
  bot_stopped: reasonValues,
  autostart_missed: ({ lateMs, refusal }, words) =>
    typeof lateMs === 'number'
      ? { late: words.span(lateMs) }
      : { why: refusal === null ? '' : words.say(`error.bot.${refusal}` as NewsKey) },
  account_changed: ({ what, browser, system }, words) => ({
    what: words.say(`news.account_changed.${what}` as NewsKey, {
      device: nameDevice(words.language, { browser, system } as NamedDevice),
    }),
  }),
  account_status: ({ dues, status, reason }, words) =>
    dues === true && status !== 'inactive'
      ? { what: words.say(`news.account_status.dues.${status}` as NewsKey), reason: '' }
      : { what: words.say(`news.account_status.${status}` as NewsKey), reason: reason ?? '' },
  member_price: ({ house, cents, currency, from }, words) => ({
    house: String(house),
    price: words.money(Number(cents), String(currency)),
    month: formatDay(words.locale, `${String(from)}-01`, { month: 'long', year: 'numeric' }),
  }),
  invoice_issued: invoiceValues,
  invoice_due: invoiceValues,
  payment_failed: (params, words) => ({
    ...dueValues(params, words),
    why: words.say(refusalKey(String(params.reason))),
  }),
  payment_received: paymentValues,
  refunded: paymentValues,
  subscription_ending: (params, words, timeZone) => planValues(params, words, params.endsAt, timeZone),
  edition_changed: (params, words, timeZone) =>
    params.tier === null ? {} : planValues(params, words, params.until, timeZone),
  credit_earned: (params, words) => ({
    ...availableValues(params, words),
    worth: words.money(Number(params.worthCents)),
  }),
  credit_withheld: ({ reason }, words) => ({ why: words.say(`news.credit_withheld.${reason}` as NewsKey) }),
  credit_taken_back: (params, words) => ({
    ...availableValues(params, words),
    why: words.say(`news.credit_taken_back.${params.reason}` as NewsKey),
  }),
}

function payOf(params: Params, words: Words): string {
  return words.sayPay(words.language, readPay(params))
}

function watchedPay(params: Params): Pay {
  return readPay({ ...params, payCents: params.cents ?? 0 })
}

function readPay({ payCents, tipCents, payBasis, currency = null }: Params): Pay {
  return {
    payCents: Number(payCents),
    tipCents: Number(tipCents ?? 0),
    payBasis: payBasis === 'unknown' || payBasis === 'estimated' ? payBasis : null,
    currency: currencyOf({ currency }),
  }
}

function currencyOf({ currency }: Params): string | null {
  return typeof currency === 'string' ? currency : null
}

function offerValues(params: Params, words: Words, timeZone: string | undefined): Values {
  return {
    station: params.station,
    minutes: String(params.minutes ?? ''),
    when: words.dayTime(Number(params.startAt), timeZone),
    pay: payOf(params, words),
  }
}

/** The same with how long it takes, which a driver weighs before a yes. */
function lengthValues(params: Params, words: Words, timeZone: string | undefined): Values {
  const values = offerValues(params, words, timeZone)
  return { ...values, when: `${values.when}, ${words.hours(Number(params.endAt) - Number(params.startAt))}` }
}

/** Several blocks that followed the first of them within a minute. */
function groupValues(params: Params, words: NewsWords, timeZone: string | undefined): Values {
  return {
    count: words.number(Number(params.count)),
    hours: words.hours(Number(params.workMs)),
    first: words.dayTime(Number(params.startAt), timeZone),
    last: words.dayTime(Number(params.lastStartAt ?? params.startAt), timeZone),
  }
}

function reasonValues({ reason }: Params, words: Words): Values {
  return { why: words.say(`reason.${reason}` as NewsKey) }
}

function dueValues({ dueCents, number }: Params, { money }: Words): Values {
  return { due: money(Number(dueCents)), number }
}

function invoiceValues(params: Params, words: Words, timeZone: string | undefined): Values {
  return { ...dueValues(params, words), until: words.date(Number(params.suspendsAt), timeZone) }
}

function paymentValues({ amountCents, reference, number }: Params, { money }: Words): Values {
  return { amount: money(Number(amountCents)), reference, number }
}

function planValues({ tier }: Params, words: Words, until: unknown, timeZone: string | undefined): Values {
  return { plan: words.say(`activation.${tier}` as NewsKey), until: words.date(Number(until), timeZone) }
}

function availableValues({ available }: Params, { number }: Words): Values {
  return { available: number(Number(available)) }
}
