import { useMemo } from 'react'
import { dayNames, formatDay } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { dateFormat, numberFormat } from '@madruga/core/formats.ts'

/**
 * How the calendar formats days, months and times; days are `2026-11-21`, timestamps in the driver's zone.
 */
export type DayWords = {
  /** `November`, and `November 2027` in another year than `now`'s. */
  month(month: string, now: string): string
  /** `Friday, November 13`. */
  day(day: string): string
  /** `Nov 9 – 15`. */
  days(first: string, last: string): string
  /** `9:00 AM – 12:00 PM`, `2:00 – 4:00 PM`. */
  range(startAt: number, endAt: number): string
  /** `9a` for a whole hour: a phone has no room for more beside seven days. */
  hour(hour: number): string
  /** `$234`, and `$1.2K` if a cell of the calendar has no room for more. */
  dollars(cents: number): string
}

/** In the active language. */
export function useDayWords(timeZone: string): DayWords {
  const { locale } = useWords()
  return useMemo(() => makeDayWords(locale, timeZone), [locale, timeZone])
}

function makeDayWords(locale: string, timeZone: string): DayWords {
  // Calendar days and months have no zone: they are formatted as UTC.
  const named = (options: Intl.DateTimeFormatOptions) => {
    return (day: string) => formatDay(locale, day, options)
  }
  const [month, monthYear] = [named({ month: 'long' }), named({ month: 'long', year: 'numeric' })]
  const time = dateFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
  const span = dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const dayOf = dayNames(timeZone)
  const hour = dateFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  const dollars = (notation: 'standard' | 'compact', maximumFractionDigits: number) =>
    numberFormat(locale, { style: 'currency', currency: 'USD', notation, maximumFractionDigits })
  const [plain, compact] = [dollars('standard', 0), dollars('compact', 1)]
  return {
    month: (name, now) => (name.slice(0, 4) === now.slice(0, 4) ? month : monthYear)(`${name}-01`),
    day: named({ weekday: 'long', month: 'long', day: 'numeric' }),
    days: (first, last) => span.formatRange(midnight(first), midnight(last)),
    // Across midnight Intl would add the days.
    range: (startAt, endAt) =>
      dayOf(startAt) === dayOf(endAt - 1)
        ? time.formatRange(startAt, endAt)
        : `${time.format(startAt)} – ${time.format(endAt)}`,
    hour: (at) =>
      hour
        .formatToParts(Date.UTC(2026, 0, 1, at))
        .map(({ type, value }) => (type === 'hour' ? value : type === 'dayPeriod' ? value.slice(0, 1) : ''))
        .join('')
        .toLowerCase(),
    dollars: (cents) => (cents >= 100_000 ? compact : plain).format(cents / 100),
  }
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
