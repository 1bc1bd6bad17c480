import { localDay, localMinute, readZoneOffsets, wallClockMs, weekdayOfDay } from '../../schedule.ts'
import type { DaySchedule, Schedule, TimeRange, Weekday } from '../../schedule.ts'
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '../../time.ts'
import type { Timestamp } from '../../time.ts'

/** A schedule with hours for a block, and the hours of its day that are new. */
export type NewHours = { schedule: Schedule; hours: { day: Weekday; startMinute: number; endMinute: number } }

/** Hours are widened to the next half hour. */
const STEP_MINUTES = 30

/**
 * Widens the hours of the day on which a block starts, so that it fits: the nearest range of that day grows,
 * or the day gets one. null where a range of the day crosses midnight, or where the block has to end inside
 * and ends on another day.
 */
export function mendHours(
  schedule: Schedule,
  timeZone: string,
  { startAt, endAt }: { startAt: Timestamp; endAt: Timestamp },
): NewHours | null {
  const zone = readZoneOffsets(timeZone, startAt - DAY_MS, endAt + DAY_MS)
  const date = localDay(zone, startAt)
  const day = weekdayOfDay(date) + 1
  const startMinute = localMinute(zone, startAt)
  const endMinute = Math.ceil((wallClockMs(zone, endAt) - date * DAY_MS) / MINUTE_MS)
  if (schedule.mustEndInside && endMinute > DAY_MINUTES) return null
  const range = {
    startMinute: Math.floor(startMinute / STEP_MINUTES) * STEP_MINUTES,
    endMinute: Math.min(
      DAY_MINUTES,
      Math.ceil(Math.max(endMinute, startMinute + 1) / STEP_MINUTES) * STEP_MINUTES,
    ),
  }
  const before = schedule.days.find((each) => each.day === day)
  const ranges = growRanges(before?.ranges ?? [], range)
  if (ranges === null) return null
  const next: DaySchedule = { day: day as Weekday, allDay: false, ranges: ranges.all }
  const days = [...schedule.days.filter((each) => each.day !== day), next].sort(
    (one, other) => one.day - other.day,
  )
  return { schedule: { ...schedule, days }, hours: { day: day as Weekday, ...ranges.grown } }
}

function growRanges(
  ranges: readonly TimeRange[],
  span: TimeRange,
): { all: TimeRange[]; grown: TimeRange } | null {
  const usedRanges = ranges.filter(({ startMinute, endMinute }) => startMinute !== endMinute)
  if (usedRanges.some(({ startMinute, endMinute }) => endMinute < startMinute)) return null
  const gapTo = (range: TimeRange): number =>
    Math.max(range.startMinute - span.endMinute, span.startMinute - range.endMinute)
  const nearest = usedRanges.toSorted((one, other) => gapTo(one) - gapTo(other))[0]
  let result = nearest === undefined ? span : join(nearest, span)
  const rest: TimeRange[] = []
  for (const range of usedRanges) {
    if (range === nearest) continue
    const apart = range.startMinute > result.endMinute || range.endMinute < result.startMinute
    if (apart) rest.push(range)
    else result = join(range, result)
  }
  const all = [...rest, result].sort((one, other) => one.startMinute - other.startMinute)
  return { all, grown: result }
}

const join = (one: TimeRange, other: TimeRange): TimeRange => ({
  startMinute: Math.min(one.startMinute, other.startMinute),
  endMinute: Math.max(one.endMinute, other.endMinute),
})
