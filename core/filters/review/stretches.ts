import type { Schedule, Weekday } from '../../schedule.ts'
import { DAY_MS, MINUTE_MS } from '../../time.ts'

// Of our own: the schedule's stands behind the door of the window builder, which the browser does without.
const DAY_MINUTES = DAY_MS / MINUTE_MS

/**
 * One range of one day on the minutes of a week from Monday 00:00 on, and the unbroken stretch that it is
 * part of.
 */
export type Stretch = {
  day: Weekday
  /** Places in `schedule.days` and in its ranges; a whole day is range -1. */
  dayIndex: number
  rangeIndex: number
  /** Infinity where the week has no gap. With the hour that a night of changing clocks adds. */
  minutes: number
  /** Other hours hold all of it. */
  inside: boolean
}

type Span = { start: number; end: number }

const WEEK = 7 * DAY_MINUTES
/** Clocks change in the night to Sunday: a stretch that touches it lasts an hour longer once a year. */
const NIGHT: Span = { start: 6 * DAY_MINUTES - 60, end: 6 * DAY_MINUTES + 240 }
const NIGHT_ADDS = 60

/** The hours of a schedule as the stretches of time that they make together. */
export function findStretches(schedule: Schedule): Stretch[] {
  const spans = schedule.days.flatMap((entry, dayIndex) => {
    const midnight = (entry.day - 1) * DAY_MINUTES
    const ranges = entry.allDay ? [{ startMinute: 0, endMinute: DAY_MINUTES }] : entry.ranges
    return ranges.map(({ startMinute, endMinute }, index) => ({
      day: entry.day,
      dayIndex,
      rangeIndex: entry.allDay ? -1 : index,
      start: midnight + startMinute,
      end: midnight + endMinute + (endMinute < startMinute ? DAY_MINUTES : 0),
    }))
  })
  const merged = merge(spans)
  return spans.map(({ day, dayIndex, rangeIndex, start, end }, index) => {
    const whole = merged.find((each) => each.start <= start && each.end >= end) ?? { start, end }
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

/** Laid over three weeks, so that what runs from Sunday into Monday is one. */
function merge(spans: readonly Span[]): Span[] {
  const laid = [-WEEK, 0, WEEK]
    .flatMap((shift) => spans.map(({ start, end }) => ({ start: start + shift, end: end + shift })))
    .sort((a, b) => a.start - b.start)
  const merged: Span[] = []
  for (const { start, end } of laid) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
