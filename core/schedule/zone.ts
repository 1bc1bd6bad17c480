import { DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/**
 * The UTC offsets of one time zone: from `starts[i]` until the next start the wall clock is `offsetsMs[i]`
 * ahead of UTC.
 */
export type ZoneOffsets = { starts: Float64Array; offsetsMs: Float64Array }

const NANOSECONDS_PER_MS = 1_000_000

/**
 * Reads the offsets in force from `from` until `to`. The first offset also applies before the first start,
 * the last one after the last. Requires `Temporal`, unlike the rest of core. Throws RangeError for an unknown
 * zone.
 */
export function readZoneOffsets(timeZone: string, from: Timestamp, to: Timestamp): ZoneOffsets {
  const starts: number[] = []
  const offsetsMs: number[] = []
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  while (at !== null && at.epochMilliseconds < to) {
    starts.push(at.epochMilliseconds)
    offsetsMs.push(at.offsetNanoseconds / NANOSECONDS_PER_MS)
    at = at.getTimeZoneTransition('next')
  }
  return { starts: Float64Array.from(starts), offsetsMs: Float64Array.from(offsetsMs) }
}

/** The calendar day of a timestamp on the wall clock: days since 1970-01-01. */
export function localDay(zone: ZoneOffsets, at: Timestamp): number {
  return Math.floor(wallClockMs(zone, at) / DAY_MS)
}

/**
 * When a calendar day begins: the first midnight of two, and where there is none the first moment after it.
 */
export function dayStart({ starts, offsetsMs }: ZoneOffsets, day: number): Timestamp {
  let piece = 0
  while (piece + 1 < starts.length && day * DAY_MS - offsetsMs[piece]! >= starts[piece + 1]!) piece++
  const at = day * DAY_MS - offsetsMs[piece]!
  return piece > 0 ? Math.max(at, starts[piece]!) : at
}

/** The hour on the wall clock at a timestamp, 0 to 23. */
export function localHour(zone: ZoneOffsets, at: Timestamp): number {
  return modulo(Math.floor(wallClockMs(zone, at) / HOUR_MS), 24)
}

/** The minute of the day on the wall clock at a timestamp, 0 to 1,439. */
export function localMinute(zone: ZoneOffsets, at: Timestamp): number {
  return modulo(Math.floor(wallClockMs(zone, at) / MINUTE_MS), DAY_MINUTES)
}

/**
 * The timestamp at which the wall clock's hour began: full UTC hours are half hours in India, and clocks also
 * change within hours.
 */
export function hourStart(zone: ZoneOffsets, at: Timestamp): Timestamp {
  const piece = pieceAt(zone, at)
  const start = at - modulo(at + zone.offsetsMs[piece]!, HOUR_MS)
  return piece > 0 ? Math.max(start, zone.starts[piece]!) : start
}

/** Wall-clock time as ms since 1970-01-01 on that clock. */
export function wallClockMs(zone: ZoneOffsets, at: Timestamp): number {
  return at + zone.offsetsMs[pieceAt(zone, at)]!
}

/** The index of the offset in force at a timestamp. */
function pieceAt({ starts }: ZoneOffsets, at: Timestamp): number {
  let piece = starts.length - 1
  while (piece > 0 && starts[piece]! > at) piece--
  return piece
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** The weekday of a `localDay`, Monday = 0 to Sunday = 6: 1970-01-01 was a Thursday. */
export function weekdayOfDay(day: number): number {
  return modulo(day + 3, 7)
}

/**
 * The ISO week (Monday to Sunday) that a `localDay` belongs to, numbered from the one of 1970-01-01, a
 * Thursday.
 */
export function weekOfDay(day: number): number {
  return Math.floor((day + 3) / 7)
}

/** When such a week begins. */
export function weekStart(zone: ZoneOffsets, week: number): Timestamp {
  return dayStart(zone, week * 7 - 3)
}
