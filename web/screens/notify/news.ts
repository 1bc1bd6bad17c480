import { invoicesScreen, nounOf } from '../invoices/names.ts'
import { nameDevice } from '@madruga/core/accounts.ts'
import type { NamedDevice } from '@madruga/core/accounts.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { BLOCK_CHANGES, WAITINGS } from '@madruga/core/events.ts'
import type { BlockChangeKind, Waiting } from '@madruga/core/events.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import { payLine } from '@madruga/core/pay-words.ts'
import { burstOf, isOfOffer, placeOfOffer } from '@madruga/core/notify.ts'
import type { NewsContent, NotificationKind } from '@madruga/core/notify.ts'
import { readVariant } from '@madruga/core/variants.ts'
import { formatDay } from '@madruga/core/days.ts'
import type { KnownDriver } from '../../driver.ts'
import type { Key, Words } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { homeScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'

export type Notification = Outputs['notify']['inbox']['notifications'][number]

/** The text of a notification. */
export function describeNews(
  words: Words,
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  timeZone: string | undefined,
): { title: string; text: string } {
  const burst = typeof params.count === 'number' ? burstOf({ kind, params } as unknown as NewsContent) : null
  if (burst !== null) {
    const values = groupValues(params, words, timeZone)
    return { title: words.say(`news.burst.${burst}`, values), text: words.say('news.burst.text', values) }
  }
  return {
    title: words.say(titleKey(kind, params)),
    text: words.say(textKey(kind, params), VALUES[kind]?.(params, words, timeZone) ?? {}).trim(),
  }
}

function isStop(kind: NotificationKind, params: Notification['params']): boolean {
  return kind === 'autostart_missed' && params.action === 'stop'
}

function titleKey(kind: NotificationKind, params: Notification['params']): Key {
  if (isStop(kind, params)) return 'news.autostart_missed.stop'
  if (kind === 'block_changed') return `news.block_changed.${changeOf(params)}`
  if (kind === 'block_taken') return takenKey(params)
  if (kind === 'account_changed' && params.what === 'device') return 'news.account_changed.signed_in'
  return kind === 'block_waiting' ? `news.block_waiting.${waitingOf(params)}` : `news.${kind}`
}

/** The key of a lost block's texts, by why it was lost. */
function takenKey({ loss }: Notification['params']) {
  return loss === 'canceled' || loss === 'gone' ? (`news.block_taken.${loss}` as const) : 'news.block_taken'
}

function waitingOf(params: Notification['params']): Waiting {
  return WAITINGS.find((waiting) => waiting === params.waiting) ?? 'pending'
}

function changeOf(params: Notification['params']): BlockChangeKind {
  return BLOCK_CHANGES.find((change) => change === params.change) ?? 'moved'
}

function textKey(kind: NotificationKind, params: Notification['params']): Key {
  return OWN_TEXT[kind]?.(params) ?? `news.${kind}.text`
}

/**
 * These have their own texts: an autostart that came too late, an autostop, the basic plan, a failed
 * purchase, an app that costs nothing any more, a credit whose worth is known, and a watch without a sum or
 * with offers of two currencies.
 */
const OWN_TEXT: Partial<Record<NotificationKind, (params: Notification['params']) => Key | null>> = {
  autostart_missed(params) {
    if (isStop('autostart_missed', params)) return 'news.autostart_missed.stop_late'
    return typeof params.lateMs === 'number' ? 'news.autostart_missed.late' : null
  },
  block_waiting: (params) => `news.block_waiting.${waitingOf(params)}.text`,
  block_changed: (params) => `news.block_changed.${changeOf(params)}.text`,
  block_taken: (params) => `${takenKey(params)}.text`,
  edition_changed({ tier, until }) {
    if (tier === null) return 'news.edition_changed.basic'
    return until === null ? 'news.edition_changed.open' : null
  },
  credit_earned: ({ worthCents }) => (typeof worthCents === 'number' ? 'news.credit_earned.worth' : null),
  member_price: ({ cents }) => (cents === 0 ? 'news.member_price.free' : null),
  payment_failed: ({ number }) => (number === null ? 'news.payment_failed.purchase' : null),
  shadow_over(params) {
    if (Number(params.count) === 0) return 'news.shadow_over.none'
    if (isUnstated(watchedPay(params))) return 'news.shadow_over.unstated'
    return Number(params.others ?? 0) > 0 ? 'news.shadow_over.others' : null
  },
}

type Values = Record<string, unknown>
type Params = Notification['params']

/** The values of each kind's text; the other texts have none. A day weeks ahead includes its month. */
const VALUES: Partial<
  Record<NotificationKind, (params: Params, words: Words, timeZone: string | undefined) => Values>
> = {
  block_won: (params, words, timeZone) => {
    const start = words.dayTime(Number(params.startAt), timeZone)
    const length = words.hours(Number(params.endAt) - Number(params.startAt))
    return { station: params.station, when: `${start}, ${length}`, pay: payOf(params, words) }
  },
  block_waiting: offerValues,
  block_taken: offerValues,
  block_changed: (params, words, timeZone) => ({
    ...offerValues(params, words, timeZone),
    before: words.dayTime(Number(params.wasStartAt), timeZone),
  }),
  reminder: offerValues,
  ask: offerValues,
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
    pay: payParts(words, watchedPay(params), true).amount,
    count: Number(params.others ?? 0),
  }),
  run_over: (params, words, timeZone) => ({ until: words.dayTime(Number(params.startableAt), timeZone) }),
  bot_failed: reasonValues,
  bot_stopped: reasonValues,
  autostart_missed: ({ lateMs, refusal }, words) =>
    typeof lateMs === 'number'
      ? { minutes: words.number(Math.round(lateMs / 60_000)) }
      : { why: refusal === null ? '' : words.say(`error.bot.${refusal}` as Key) },
  account_changed: ({ what, browser, system }, words) => ({
    what: words.say(`news.account_changed.${what}` as Key, {
      device: nameDevice(words.language, { browser, system } as NamedDevice),
    }),
  }),
  account_status: ({ dues, status, reason }, words) =>
    dues === true
      ? { what: words.say(`news.account_status.dues.${status}` as Key), reason: '' }
      : { what: words.say(`news.account_status.${status}` as Key), reason: reason ?? '' },
  member_price: ({ house, cents, currency, from }, words) => ({
    house: String(house),
    price: words.money(Number(cents), String(currency)),
    month: sayMonth(words, String(from)),
  }),
  invoice_issued: invoiceValues,
  invoice_due: invoiceValues,
  payment_failed: dueValues,
  payment_received: paymentValues,
  refunded: paymentValues,
  subscription_ending: (params, words, timeZone) => planValues(params, words, params.endsAt, timeZone),
  edition_changed: (params, words, timeZone) =>
    params.tier === null ? {} : planValues(params, words, params.until, timeZone),
  credit_earned: (params, words) => ({
    ...availableValues(params, words),
    worth: words.money(Number(params.worthCents)),
  }),
  credit_withheld: ({ reason }, words) => ({ why: words.say(`news.credit_withheld.${reason}` as Key) }),
  credit_taken_back: (params, words) => ({
    ...availableValues(params, words),
    why: words.say(`news.credit_taken_back.${params.reason}` as Key),
  }),
}

function payOf(params: Params, words: Words): string {
  return payLine(words.language, readPay(params))
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

/** Several blocks that followed the first of them within a minute. */
function groupValues(params: Params, words: Words, timeZone: string | undefined): Values {
  return {
    count: words.number(Number(params.count)),
    hours: words.hours(Number(params.workMs)),
    first: words.dayTime(Number(params.startAt), timeZone),
    last: words.dayTime(Number(params.lastStartAt), timeZone),
  }
}

function reasonValues({ reason }: Params, words: Words): Values {
  return { why: words.say(`reason.${reason}` as Key) }
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

function sayMonth({ locale }: Words, month: string): string {
  return formatDay(locale, `${month}-01`, { month: 'long', year: 'numeric' })
}

function planValues({ tier }: Params, words: Words, until: unknown, timeZone: string | undefined): Values {
  return { plan: words.say(`activation.${tier}` as Key), until: words.date(Number(until), timeZone) }
}

function availableValues({ available }: Params, { number }: Words): Values {
  return { available: number(Number(available)) }
}

/** The target screen of each kind; of the others it is home. */
const SCREEN_OF: Partial<Record<NotificationKind, Screen>> = {
  human_needed: 'captcha',
  reminder: 'arrival',
  goal_reached: 'recap',
  shadow_over: 'live-log-test',
  autostart_missed: 'autostart',
  support_replied: 'support',
  account_changed: 'profile',
  account_status: 'profile',
  member_price: 'sync',
  invoice_issued: 'invoices',
  invoice_due: 'invoices',
  payment_failed: 'invoices',
  payment_received: 'payment-history',
  refunded: 'payment-history',
  subscription_ending: 'activation',
  edition_changed: 'activation',
  friend_joined: 'invite',
  credit_earned: 'invite',
  credit_withheld: 'invite',
  credit_taken_back: 'invite',
}

/** Where a notification leads: a screen, and the entry that opens there. */
export function wayOf(
  news: Pick<Notification, 'kind' | 'params'>,
  driver: Pick<KnownDriver, 'app'> | null,
): { screen: Screen; search?: Record<string, string | number> } {
  const { kind, params } = news
  return isOfOffer(kind)
    ? placeOfOffer(kind, params, readVariant(driver?.app))
    : { screen: screenFor(news, driver) }
}

function screenFor(
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  driver: Pick<KnownDriver, 'app'> | null,
): Screen {
  if (kind === 'payment_failed' && params.number === null) return 'activation'
  const owes = kind === 'account_status' && params.dues === true
  const screen = owes ? 'invoices' : (SCREEN_OF[kind] ?? homeScreen(driver))
  return screen === 'invoices' ? invoicesScreen(nounOf(driver)) : screen
}

/**
 * Important and not yet acknowledged; a block that is over and a reminder that is past need nothing anymore.
 * `now` is epoch ms.
 */
export function isWaiting({ kind, matters, acknowledgedAt, params }: Notification, now: number): boolean {
  if (!matters || acknowledgedAt !== null) return false
  if (kind === 'block_won') return Number(params.endAt) > now
  return kind !== 'reminder' || Number(params.startAt) > now
}
