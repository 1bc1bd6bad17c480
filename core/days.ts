import { clockOf, dateFormat, HOUR, QUARTER_MS } from './formats.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** Calendar days in the contract's format, `2026-11-21`, and the clock on the wall. */

/**
 * The day of a timestamp, in a zone or the device's. Zones change their day at a quarter hour, so one result
 * serves the whole quarter: 50,000 formatter calls are noticeable.
 */
export function dayNames(timeZone: string | undefined): (at: number) => string {
  // Swedish dates have the ISO format.
  const format = dateFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  })
  const names = new Map<number, string>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    let day = names.get(quarter)
    if (day === undefined) names.set(quarter, (day = format.format(at)))
    return day
  }
}

/** The day some days later, or earlier with a negative number. */
export function shiftDay(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS
  return new Date(at).toISOString().slice(0, 10)
}

/** Whether a text is an existing day. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Whose clock it is: the language of its reader and where they live. */
type Reader = { locale: string; timeZone?: string | undefined }

/** A minute of the day on the wall clock: `5:30 AM`; 1440 is midnight again. */
export function formatMinute({ locale, timeZone }: Reader, minute: number): string {
  return dateFormat(locale, { ...HOUR, ...clockOf(timeZone), timeZone: 'UTC' }).format(minute * MINUTE_MS)
}

/** A whole hour of the day: `5 AM`, elsewhere `05:00`; 24 is midnight again. */
export function formatHour(reader: Reader, hour: number): string {
  if (clockOf(reader.timeZone).hourCycle !== undefined) return formatMinute(reader, hour * 60)
  return dateFormat(reader.locale, { hour: 'numeric', timeZone: 'UTC' }).format(hour * HOUR_MS)
}

/** A calendar day, `2026-11-21`, which no zone may shift: by default `Sat, Nov 21`. */
export function formatDay(
  locale: string,
  day: string,
  options: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' },
): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))
}
