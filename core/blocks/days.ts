import type { Timestamp } from '../time.ts'

/** A time span, end exclusive. */
export type Span = { from: Timestamp; to: Timestamp }

/**
 * The week of a timestamp, Monday to Sunday on the wall clock of a zone: 167 or 169 hours if the clocks
 * change. Requires `Temporal`. Throws RangeError for an unknown zone.
 */
export function weekSpan(timeZone: string, at: Timestamp): Span {
  const monday = mondayOf(timeZone, at)
  return { from: startOf(monday, timeZone), to: startOf(monday.add({ days: 7 }), timeZone) }
}

/** The Monday of the week of a timestamp, on the wall clock of a zone. Requires `Temporal`. */
export function mondayOf(timeZone: string, at: Timestamp): Temporal.PlainDate {
  const day = dateOf(timeZone, at)
  return day.subtract({ days: day.dayOfWeek - 1 })
}

/** The day of a timestamp on the wall clock of a zone, such as `2026-11-21`. Requires `Temporal`. */
export function dayOf(timeZone: string, at: Timestamp): string {
  return dateOf(timeZone, at).toString()
}

/**
 * The time from the start of the first day to the end of the second, such as `2026-11-21`, on the wall clock
 * of a zone. Null if one of them does not exist or they are in the wrong order. Requires `Temporal`.
 */
export function daysSpan(timeZone: string, first: string, last: string): Span | null {
  const [from, to] = [readDay(first), readDay(last)]
  if (from === null || to === null || Temporal.PlainDate.compare(from, to) > 0) return null
  return { from: startOf(from, timeZone), to: startOf(to.add({ days: 1 }), timeZone) }
}

function dateOf(timeZone: string, at: Timestamp): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
}

function readDay(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** The first moment of a day: midnight, or one o'clock if the clocks skip midnight. */
function startOf(day: Temporal.PlainDate, timeZone: string): Timestamp {
  return day.toZonedDateTime({ timeZone }).epochMilliseconds
}
