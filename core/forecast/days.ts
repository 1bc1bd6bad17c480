import { localDay, localMinute } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { openDay } from './profile.ts'
import type { SeenDay } from './profile.ts'

/**
 * First observations closer than this are one drop: a station that lists many offers at once has released
 * once.
 */
const DROP_MS = MINUTE_MS
const HALF_HOUR_BITS = 30

/** The observed minutes of one hour: bit 0 of `first` is minute 0, bit 0 of `second` minute 30. */
export type LookedHour = { hourAt: Timestamp; first: number; second: number }

/**
 * Observations of a station from day `first` to day `last` (local days), one entry per day. It uses the wall
 * clock: a day of 23 hours has 60 minutes that no one can have observed, and one of 25 counts its repeated
 * hour twice. `seenAt` ascends.
 */
export function layDays(
  zone: ZoneOffsets,
  first: number,
  last: number,
  seenAt: readonly Timestamp[],
  hours: readonly LookedHour[],
): SeenDay[] {
  const days = Array.from({ length: last - first + 1 }, (_, index) => openDay(first + index))
  for (const { hourAt, first: low, second: high } of hours) {
    for (let minute = 0; minute < HOUR_MS / MINUTE_MS; minute++) {
      const bits = minute < HALF_HOUR_BITS ? low : high
      if (((bits >>> (minute % HALF_HOUR_BITS)) & 1) === 0) continue
      const at = hourAt + minute * MINUTE_MS
      const looked = days[localDay(zone, at) - first]?.looked
      if (looked) looked[localMinute(zone, at)]!++
    }
  }
  let dropAt = Number.NEGATIVE_INFINITY
  for (const at of seenAt) {
    const begins = at - dropAt >= DROP_MS
    if (begins) dropAt = at
    const day = days[localDay(zone, at) - first]
    if (!day) continue
    const minute = localMinute(zone, at)
    // An observation implies that the minute was watched, even if the request counts disagree.
    if (day.looked[minute] === 0) day.looked[minute] = 1
    day.offers[minute]!++
    if (begins) day.drops++
  }
  return days
}
