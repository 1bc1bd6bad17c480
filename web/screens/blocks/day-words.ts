import { useMemo } from 'react'
import { weekOf } from '@madruga/core/blocks.ts'
import { formatDay } from '@madruga/core/days.ts'
import type { Pay } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { clockOf, dateFormat, formatTime, formatTimes, HOUR, numberFormat } from '@madruga/core/formats.ts'

/**
 * How the calendar formats days, months and times; days are `2026-11-21`, timestamps in the driver's zone.
 */
export type DayWords = {
  /** `November`, and `November 2027` in another year than `now`'s. */
  month(month: string, now: string): string
  /** `Friday, November 13`, with the year if it is another one. */
  day(day: string): string
  /** `Nov 9 – 15`, with the year if it is another one than `now`'s. */
  days(first: string, last: string, now: string): string
  /** `9:00 AM – 12:00 PM`, `2:00 – 4:00 PM`; an end that is computed is "about" its time. */
  range(span: { startAt: number; endAt: number; endEstimated?: boolean | undefined }): string
  /** `9a`, or `09`, for a whole hour: a phone has no room for more beside seven days. */
  hour(hour: number): string
  /** `$234`, `$1.2K` if a cell of the calendar has no room for more, `~$36` estimated; "–" = not stated. */
  amount(pay: Pay): string
}

/** In the active language. */
export function useDayWords(timeZone: string): DayWords {
  const words = useWords()
  return useMemo(() => makeDayWords(words, timeZone), [words, timeZone])
}

/** The same for given words. */
export function makeDayWords({ locale, t, day: dayOfYear }: Words, timeZone: string): DayWords {
  // Calendar days and months have no zone: they are formatted as UTC.
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    return (day: string) => formatDay(locale, day, options)
  }
  const [month, monthYear] = [formatter({ month: 'long' }), formatter({ month: 'long', year: 'numeric' })]
  const time = (at: number) => formatTime(locale, HOUR, at, timeZone)
  const hour = dateFormat(locale, { hour: 'numeric', ...clockOf(timeZone), timeZone: 'UTC' })
  const amount = ({ payCents, currency }: Pay) =>
    numberFormat(locale, {
      style: 'currency',
      currency: currency ?? 'USD',
      currencyDisplay: 'narrowSymbol',
      ...(payCents >= 100_000
        ? { notation: 'compact', maximumFractionDigits: 1 }
        : { maximumFractionDigits: 0 }),
    }).format(payCents / 100)
  return {
    month: (name, now) => (name.slice(0, 4) === now.slice(0, 4) ? month : monthYear)(`${name}-01`),
    day: (name) => dayOfYear(name, { weekday: 'long', month: 'long', day: 'numeric' }),
    days: (first, last, now) => {
      const year = last.slice(0, 4) === now.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
      const span = dateFormat(locale, { month: 'short', day: 'numeric', ...year, timeZone: 'UTC' })
      return span.formatRange(midnight(first), midnight(last))
    },
    range: ({ endEstimated, ...span }) =>
      endEstimated
        ? `${time(span.startAt)} – ${t('time.about', { time: time(span.endAt) })}`
        : formatTimes(locale, span, timeZone),
    hour: (at) =>
      hour
        .formatToParts(Date.UTC(2026, 0, 1, at))
        .map(({ type, value }) => (type === 'hour' ? value : type === 'dayPeriod' ? value.slice(0, 1) : ''))
        .join('')
        .toLowerCase(),
    amount: (pay) => {
      if (pay.payBasis && pay.payCents === 0) return '–'
      return `${pay.payBasis ? '~' : ''}${amount(pay)}`
    },
  }
}

/** The heading of a page of the calendar: its own days, whichever day is today. */
export function headingOf(
  words: Pick<DayWords, 'days' | 'month'>,
  { view, day, today }: { view: 'month' | 'week' | 'agenda'; day: string; today: string },
): string {
  const week = weekOf(day)
  return view === 'week' ? words.days(week[0]!, week[6]!, today) : words.month(day.slice(0, 7), today)
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
