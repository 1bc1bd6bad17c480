import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { DaySchedule, Schedule, TimeRange } from './model.ts'
import { weekdayOfDay } from './zone.ts'
import type { ZoneOffsets } from './zone.ts'

/** The time spans of a schedule: start, end, start, end ... ascending, disjoint, ends exclusive. */
export type Windows = Float64Array

const ALL_DAY: readonly TimeRange[] = [{ startMinute: 0, endMinute: DAY_MINUTES }]

/**
 * Expands a weekly schedule over the time from `from` until `to`. Between two changes of the zone's offset
 * the wall clock runs evenly, so each such piece uses plain arithmetic and is cut at the change. Skipped and
 * repeated minutes are therefore correct.
 */
export function buildWindows(schedule: Schedule, zone: ZoneOffsets, from: Timestamp, to: Timestamp): Windows {
  const pairs: [Timestamp, Timestamp][] = []
  const { starts, offsetsMs } = zone
  for (let piece = 0; piece < starts.length; piece++) {
    const pieceFrom = piece === 0 ? from : starts[piece]!
    const pieceTo = Math.min(to, starts[piece + 1] ?? to)
    layPiece(schedule, offsetsMs[piece]!, pieceFrom, pieceTo, pairs)
  }
  return mergePairs(pairs)
}

function layPiece(
  schedule: Schedule,
  offsetMs: number,
  from: Timestamp,
  to: Timestamp,
  into: [Timestamp, Timestamp][],
) {
  // A day earlier: its range may cross midnight into this piece.
  const firstDay = Math.floor((from + offsetMs) / DAY_MS) - 1
  const lastDay = Math.floor((to + offsetMs) / DAY_MS)
  for (let day = firstDay; day <= lastDay; day++) {
    const midnight = day * DAY_MS - offsetMs
    for (const range of rangesOfDay(schedule.days, day)) {
      const crosses = range.endMinute < range.startMinute
      const endMinute = crosses ? range.endMinute + DAY_MINUTES : range.endMinute
      const start = Math.max(from, midnight + range.startMinute * MINUTE_MS)
      const end = Math.min(to, midnight + endMinute * MINUTE_MS)
      if (start < end) into.push([start, end])
    }
  }
}

function* rangesOfDay(days: readonly DaySchedule[], day: number): Generator<TimeRange> {
  const weekday = weekdayOfDay(day) + 1
  for (const entry of days) {
    if (entry.day === weekday) yield* entry.allDay ? ALL_DAY : entry.ranges
  }
}

function mergePairs(pairs: [Timestamp, Timestamp][]): Windows {
  pairs.sort((a, b) => a[0] - b[0])
  const merged: number[] = []
  for (const [start, end] of pairs) {
    const last = merged.length - 1
    if (start <= merged[last]!) merged[last] = Math.max(merged[last]!, end)
    else merged.push(start, end)
  }
  return Float64Array.from(merged)
}

/** The end of the window that contains a timestamp; -1 if none does. */
export function windowEnd(windows: Windows, at: Timestamp): Timestamp {
  let low = 0
  let high = (windows.length >> 1) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (windows[2 * middle]! > at) high = middle - 1
    else if (windows[2 * middle + 1]! > at) return windows[2 * middle + 1]!
    else low = middle + 1
  }
  return -1
}
