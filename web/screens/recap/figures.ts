import type { Words } from '../../i18n.ts'
import type { WeekRecap } from './queries.ts'

/** Offers and pay of a stretch of time or a place. */
export type Sum = WeekRecap['total']

/** Whole cents an hour; 0 where nothing was worked. */
export function perHourCents({ payCents, minutes }: Pick<Sum, 'payCents' | 'minutes'>): number {
  return minutes > 0 ? Math.round((payCents * 60) / minutes) : 0
}

/** A day of the calendar in words: `Mon, Nov 16`. */
export function dayWords(words: Words, day: string, weekday: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(words.locale, {
    weekday,
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T12:00:00Z`))
}

/** The first and last day of a week in words: `Nov 16` and `Nov 22`. */
export function weekWords(words: Words, { from, to }: Pick<WeekRecap, 'from' | 'to'>): string {
  const format = new Intl.DateTimeFormat(words.locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const name = (day: string) => format.format(Date.parse(`${day}T12:00:00Z`))
  return words.t('recap.week', { from: name(from), to: name(to) })
}

/** An hour of the day in words: `5 AM`. */
export function hourWords(words: Words, hour: number): string {
  return new Intl.DateTimeFormat(words.locale, { hour: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1, hour % 24),
  )
}

/** Whether anything at all is to be told. */
export function isEmpty({ total, misses }: WeekRecap): boolean {
  return total.offered === 0 && total.payCents === 0 && misses.length === 0
}

/** The one with the most of something; null where all have nothing. */
export function best<T>(list: readonly T[], of: (one: T) => number): T | null {
  const first = list.reduce<T | null>((most, one) => (most === null || of(one) > of(most) ? one : most), null)
  return first !== null && of(first) > 0 ? first : null
}
