import type { Outputs } from '@madruga/core/contract.ts'
import type { NotificationKind } from '@madruga/core/notify.ts'
import { dayNames } from '../../days.ts'
import type { KnownDriver } from '../../driver.ts'
import type { Key, Words } from '../../i18n.ts'
import { homeScreen } from '../shell/menu.ts'
import type { Screen } from '../table.ts'

export type Notification = Outputs['notify']['inbox']['notifications'][number]

/** The text of a notification. */
export function describeNews(
  words: Words,
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  timeZone: string | undefined,
): { title: string; text: string } {
  return {
    title: words.say(isStop(kind, params) ? 'news.autostart_missed.stop' : `news.${kind}`),
    text: words.say(textKey(kind, params), valuesOf(words, kind, params, timeZone)).trim(),
  }
}

function isStop(kind: NotificationKind, params: Notification['params']): boolean {
  return kind === 'autostart_missed' && params.action === 'stop'
}

/**
 * These have their own texts: an autostart that came too late, an autostop, the basic plan, and a failed
 * purchase.
 */
function textKey(kind: NotificationKind, params: Notification['params']): Key {
  if (isStop(kind, params)) return 'news.autostart_missed.stop_late'
  if (kind === 'autostart_missed' && typeof params.lateMs === 'number') return 'news.autostart_missed.late'
  if (kind === 'edition_changed' && params.tier === null) return 'news.edition_changed.basic'
  if (kind === 'edition_changed' && params.until === null) return 'news.edition_changed.open'
  if (kind === 'payment_failed' && params.number === null) return 'news.payment_failed.purchase'
  return `news.${kind}.text`
}

function valuesOf(
  words: Words,
  kind: NotificationKind,
  params: Notification['params'],
  timeZone: string | undefined,
): Record<string, unknown> {
  const time = (at: unknown) => words.dayTime(Number(at), timeZone)
  switch (kind) {
    case 'block_won':
      return {
        station: params.station,
        when: `${time(params.startAt)}, ${words.hours(Number(params.endAt) - Number(params.startAt))}`,
        pay: words.money(Number(params.payCents) + Number(params.tipCents)),
      }
    case 'reminder':
    case 'ask':
      return {
        station: params.station,
        minutes: String(params.minutes ?? ''),
        when: time(params.startAt),
        pay: words.money(Number(params.payCents) + Number(params.tipCents ?? 0)),
      }
    case 'guard_paused':
      return { why: words.say(`reason.${params.reason}` as Key), until: time(params.until) }
    case 'goal_reached':
      return {
        booked: words.money(Number(params.bookedCents)),
        goal: words.money(Number(params.goalCents)),
      }
    case 'shadow_over':
      return {
        seen: words.number(Number(params.seen)),
        count: words.number(Number(params.count)),
        pay: words.money(Number(params.cents)),
      }
    case 'run_over':
      return { until: time(params.startableAt) }
    case 'bot_failed':
    case 'bot_stopped':
      return { why: words.say(`reason.${params.reason}` as Key) }
    case 'autostart_missed':
      return typeof params.lateMs === 'number'
        ? { minutes: words.number(Math.round(params.lateMs / 60_000)) }
        : { why: params.refusal === null ? '' : words.say(`error.bot.${params.refusal}` as Key) }
    case 'account_changed':
      return { what: words.say(`news.account_changed.${params.what}` as Key) }
    case 'account_status':
      return params.dues === true
        ? { what: words.say(`news.account_status.dues.${params.status}` as Key), reason: '' }
        : { what: words.say(`news.account_status.${params.status}` as Key), reason: params.reason ?? '' }
    default:
      return moneyValuesOf(words, kind, params, timeZone)
  }
}

/** The parameters of notifications about money; a day weeks ahead includes its month. */
function moneyValuesOf(
  words: Words,
  kind: NotificationKind,
  params: Notification['params'],
  timeZone: string | undefined,
): Record<string, unknown> {
  const date = (at: unknown) => words.date(Number(at), timeZone)
  switch (kind) {
    case 'invoice_issued':
    case 'invoice_due':
      return {
        due: words.money(Number(params.dueCents)),
        number: params.number,
        until: date(params.suspendsAt),
      }
    case 'payment_failed':
      return { due: words.money(Number(params.dueCents)), number: params.number }
    case 'payment_received':
    case 'refunded':
      return {
        amount: words.money(Number(params.amountCents)),
        reference: params.reference,
        number: params.number,
      }
    case 'subscription_ending':
      return { plan: words.say(`drivers.plan.${params.tier}` as Key), until: date(params.endsAt) }
    case 'edition_changed':
      return params.tier === null
        ? {}
        : { plan: words.say(`drivers.plan.${params.tier}` as Key), until: date(params.until) }
    case 'credit_earned':
      return { available: words.number(Number(params.available)) }
    case 'credit_withheld':
      return { why: words.say(`news.credit_withheld.${params.reason}` as Key) }
    case 'credit_taken_back':
      return {
        why: words.say(`news.credit_taken_back.${params.reason}` as Key),
        available: words.number(Number(params.available)),
      }
    default:
      return {}
  }
}

/** The target screen of a notification. */
export function wayOf(
  { kind, params }: Pick<Notification, 'kind' | 'params'>,
  driver: Pick<KnownDriver, 'app'> | null,
): Screen {
  const invoices = driver?.app === 'spark' ? 'spark-invoices' : 'invoices'
  switch (kind) {
    case 'human_needed':
      return 'captcha'
    case 'reminder':
      return 'arrival'
    case 'goal_reached':
      return 'recap'
    case 'shadow_over':
      return 'live-log-test'
    case 'autostart_missed':
      return 'autostart'
    case 'support_replied':
      return 'support'
    case 'account_changed':
      return 'profile'
    case 'account_status':
      return params.dues === true ? invoices : 'profile'
    case 'invoice_issued':
    case 'invoice_due':
      return invoices
    case 'payment_failed':
      return params.number === null ? 'activation' : invoices
    case 'payment_received':
    case 'refunded':
      return 'payment-history'
    case 'subscription_ending':
    case 'edition_changed':
      return 'activation'
    case 'friend_joined':
    case 'credit_earned':
    case 'credit_withheld':
    case 'credit_taken_back':
      return 'invite'
    default:
      return homeScreen(driver)
  }
}

/** Important and not yet acknowledged. */
export function isWaiting(one: Notification): boolean {
  return one.matters && one.acknowledgedAt === null
}

/**
 * Which waiting notification home shows: a human check before a won block, the newest first; a block that is
 * over needs no acknowledgment anymore. `more` = how many others. `now` is epoch ms.
 */
export function chooseWaiting(
  waiting: readonly Notification[],
  now: number,
): { first: Notification | null; more: number } {
  const open = waiting
    .filter(isWaiting)
    .filter((one) => one.kind !== 'block_won' || Number(one.params.endAt) > now)
    .filter((one) => one.kind !== 'reminder' || Number(one.params.startAt) > now)
    .toSorted((a, b) => Number(b.kind === 'human_needed') - Number(a.kind === 'human_needed') || b.id - a.id)
  return { first: open[0] ?? null, more: Math.max(0, open.length - 1) }
}

/** Notifications by day of the driver's zone, in the given order; `day` is `2026-11-21`. */
export function groupByDay<T extends { at: number }>(
  list: readonly T[],
  timeZone: string | undefined,
): { day: string; at: number; items: T[] }[] {
  const dayOf = dayNames(timeZone)
  const groups: { day: string; at: number; items: T[] }[] = []
  for (const one of list) {
    const day = dayOf(one.at)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(one)
    else groups.push({ day, at: one.at, items: [one] })
  }
  return groups
}
