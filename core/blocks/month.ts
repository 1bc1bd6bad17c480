import { DAY_MS } from '../time.ts'

/**
 * Days here are names such as `2026-11-21`, months `2026-11`: without a zone or timestamp, so clock changes
 * cannot shift them.
 */

/** The day some days later, or earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return nameOf(midnight(day) + days * DAY_MS)
}

/** The month some months later, or earlier with a negative number. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return nameOf(Date.UTC(year, number - 1 + months, 1)).slice(0, 7)
}

/** The same day some months away, or that month's last day if it has no such day. */
export function addMonthsToDay(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same > last ? last : same
}

/** Monday = 1 to Sunday = 7. */
export function weekdayOf(day: string): number {
  return new Date(midnight(day)).getUTCDay() || 7
}

/** The seven days of a day's week, Monday first: the one week of pay, fees, goals and limits. */
export function weekOf(day: string): string[] {
  const monday = addDays(day, 1 - weekdayOf(day))
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** The four to six weeks that a month touches, Monday first, including days of adjacent months. */
export function weeksOfMonth(month: string): string[][] {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const weeks: string[][] = []
  for (let week = weekOf(`${month}-01`); week[0]! <= last; week = weekOf(addDays(week[0]!, 7)))
    weeks.push(week)
  return weeks
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function nameOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
