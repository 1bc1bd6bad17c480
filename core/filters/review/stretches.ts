import type { Schedule, Weekday } from '../../schedule.ts'
import { DAY_MINUTES } from '../../time.ts'

/**
 * One range of one day in minutes of a week from Monday 00:00, and the contiguous stretch that it belongs to.
 */
export type Stretch = {
  day: Weekday
  /** Indices into `schedule.days` and its ranges. */
  dayIndex: number
  rangeIndex: number
  /** Infinity if the week has no gap. Includes the extra hour of a night with a clock change. */
  minutes: number
  /** Other hours include all of it. */
  inside: boolean
}

type Span = { start: number; end: number }

const WEEK = 7 * DAY_MINUTES
/** Clocks change in the night to Sunday: a stretch that touches it lasts an hour longer once a year. */
const NIGHT: Span = { start: 6 * DAY_MINUTES - 60, end: 6 * DAY_MINUTES + 240 }
const NIGHT_ADDS = 60

/** The hours of a schedule merged into contiguous stretches. */
export function findStretches(schedule: Schedule): Stretch[] {
  const spans = schedule.days.flatMap((entry, dayIndex) => {
    const midnight = (entry.day - 1) * DAY_MINUTES
    const ranges = entry.allDay ? [{ startMinute: 0, endMinute: DAY_MINUTES }] : entry.ranges
    return ranges.map(({ startMinute, endMinute }, index) => ({
      day: entry.day,
      dayIndex,
      rangeIndex: index,
      start: midnight + startMinute,
      end: midnight + endMinute + (endMinute < startMinute ? DAY_MINUTES : 0),
    }))
  })
  const union = merge(spans)
  return spans.map(({ day, dayIndex, rangeIndex, start, end }, index) => {
    const whole = union.find((each) => each.start <= start && each.end >= end) ?? { start, end }
    const others = merge(spans.filter((_, place) => place !== index))
    return {
      day,
      dayIndex,
      rangeIndex,
      minutes: lengthOf(whole),
      inside: others.some((each) => each.start <= start && each.end >= end),
    }
  })
}

/** Whether the week has no gap at all. */
export function isAlwaysOpen(schedule: Schedule): boolean {
  return findStretches(schedule).some((each) => each.minutes === Infinity)
}

function lengthOf({ start, end }: Span): number {
  if (end - start >= WEEK) return Infinity
  const nights = [NIGHT, { start: NIGHT.start + WEEK, end: NIGHT.end + WEEK }]
  const touches = nights.some((night) => start < night.end && end > night.start)
  return end - start + (touches ? NIGHT_ADDS : 0)
}

/** Repeated over three weeks, so that hours that run from Sunday into Monday form one stretch. */
function merge(spans: readonly Span[]): Span[] {
  const copies = [-WEEK, 0, WEEK]
    .flatMap((shift) => spans.map(({ start, end }) => ({ start: start + shift, end: end + shift })))
    .sort((a, b) => a.start - b.start)
  const union: Span[] = []
  for (const { start, end } of copies) {
    const last = union.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else union.push({ start, end })
  }
  return union
}
