import { ratePerHourCents } from '@madruga/core/money.ts'
import { dayNames, formatHour } from '@madruga/core/days.ts'
import type { Words } from '../../i18n.ts'
import type { WeekRecap } from './queries.ts'
import { addPay, leadSum } from '@madruga/core/pay-sums.ts'
import type { CurrencySum, PaySum } from '@madruga/core/pay-sums.ts'

/** Offers and pay of a time span or a place. */
export type Sum = WeekRecap['total']

/**
 * What the paid time of a sum pays an hour: time of unknown pay or of another currency is not in it. 0 where
 * it is too short for a rate.
 */
export function hourOf({ payCents, paidMinutes }: Pick<Sum, 'payCents' | 'paidMinutes'>): number {
  return ratePerHourCents(payCents, paidMinutes) ?? 0
}

/** The pay of a sum in the week's currency, and what it is an hour if that says anything: "$84, $28/h". */
export function sayEarned({ t, money }: Words, sum: Sum, currency: Sum['currency']): string {
  const show = (cents: number) => `${sum.payBasis ? '~' : ''}${money(cents, currency)}`
  const hour = hourOf(sum)
  const all = show(sum.payCents)
  return hour === 0 ? all : `${all}, ${t('recap.per_hour', { pay: show(hour) })}`
}

/** A calendar day as text: `Mon, Nov 16`. */
export function dayWords(words: Words, day: string, weekday: 'short' | 'long' = 'short'): string {
  return words.day(day, { weekday, month: 'short', day: 'numeric' })
}

/** The first and last day of a week as text: `Nov 16 to Nov 22`. */
export function weekWords(words: Words, { from, to }: Pick<WeekRecap, 'from' | 'to'>): string {
  const name = (day: string) => words.day(day, { month: 'short', day: 'numeric' })
  return words.t('recap.week', { from: name(from), to: name(to) })
}

/** An hour of the day as text: `5 AM`. */
export function hourWords(words: Words, hour: number): string {
  return formatHour(words, hour)
}

/** Whether there is any data. */
export function isEmpty({ total, misses }: WeekRecap): boolean {
  return total.offered === 0 && total.payCents === 0 && misses.length === 0
}

/** All missed offers: how many, how many of them the bot tried, how many it did not, and what they pay. */
export function missedSum({
  misses,
  untold,
}: Pick<WeekRecap, 'misses' | 'untold'>): Record<'count' | 'tried' | 'rest', number> & PaySum {
  const sum = (of: (one: WeekRecap['misses'][number]) => number) =>
    misses.reduce((total, each) => total + of(each), 0)
  const count = sum((each) => each.count) + untold
  const triedCount = sum((each) => each.tried) + untold
  const sums: CurrencySum[] = []
  for (const each of misses) for (const one of [each, ...each.others]) addPay(sums, one)
  return { count, tried: triedCount, rest: count - triedCount, ...leadSum(sums, misses[0]?.currency ?? null) }
}

/**
 * The text about changes of the filter: their basis, or why there are none. "A wider filter would have
 * brought nothing" is shown only if the filter ignored nothing.
 */
export function sayWould(
  words: Words,
  week: Pick<WeekRecap, 'counterfactuals' | 'vain' | 'knownFrom' | 'total'>,
): string {
  if (week.knownFrom === null) return words.t('recap.would_unknown')
  if (week.counterfactuals.length > 0) return words.t('recap.would_say')
  if (week.total.ignored === 0) return words.t('recap.would_none')
  return words.t(week.vain.length > 0 ? 'recap.would_left' : 'recap.would_untried')
}

/** From when offers are counted, if not for the whole week; null if it is, or if nothing is known. */
export function saySince(
  words: Words,
  { knownFrom, from, timeZone }: Pick<WeekRecap, 'knownFrom' | 'from' | 'timeZone'>,
): string | null {
  if (knownFrom === null) return null
  // Not its first quarter hour: weeks with a clock change begin like that, too.
  const late = dayNames(timeZone)(knownFrom) !== from || dayNames(timeZone)(knownFrom - QUARTER_MS) === from
  return late ? words.t('recap.since', { when: words.date(knownFrom, timeZone) }) : null
}

const QUARTER_MS = 900_000

/** Why a week has no best day or place: nothing was worked, or no platform states what that pays. */
export function sayNoBest(
  { t }: Words,
  { blocks }: Pick<Sum, 'blocks'>,
  none: 'recap.days_none' | 'recap.stations_none',
): string {
  return t(blocks > 0 ? 'recap.pay_unstated' : none)
}

/** The item with the maximum of a figure; null if all have none. */
export function best<T>(list: readonly T[], of: (one: T) => number): T | null {
  const first = list.reduce<T | null>((most, one) => (most === null || of(one) > of(most) ? one : most), null)
  return first !== null && of(first) > 0 ? first : null
}
