import { DAY_MINUTES } from '../../time.ts'
import type { DaySchedule, Schedule, TimeRange } from '../../schedule.ts'
import type { Plan } from '../../plans.ts'
import { refuse } from './findings.ts'
import type { Findings } from './findings.ts'

/** Owner of the schedule: only the global one may cross midnight. */
export type ScheduleOwner = 'global' | 'station'

/**
 * At least one day, each listed once, each all day or with one range, or two separate ranges from the
 * advanced plan on.
 */
export function checkSchedule(
  findings: Findings,
  path: string,
  schedule: Schedule,
  owner: ScheduleOwner,
  plan: Plan,
): void {
  if (schedule.days.length === 0) {
    refuse(findings, `${path}.days`, 'filters.no_day')
    return
  }
  const weekdays = new Set<number>()
  for (const [index, entry] of schedule.days.entries()) {
    const at = `${path}.days.${index}`
    if (weekdays.has(entry.day)) refuse(findings, `${at}.day`, 'filters.day_twice', { day: entry.day })
    weekdays.add(entry.day)
    if (!entry.allDay) checkDay(findings, at, entry, owner, plan)
  }
}

function checkDay(
  findings: Findings,
  path: string,
  entry: DaySchedule,
  owner: ScheduleOwner,
  plan: Plan,
): void {
  const { ranges } = entry
  if (ranges.length === 0) refuse(findings, `${path}.ranges`, 'filters.no_range', { day: entry.day })
  if (ranges.length > 2) refuse(findings, `${path}.ranges`, 'filters.too_many_ranges', { max: 2 })
  if (ranges.length === 2 && plan === 'basic') refuse(findings, `${path}.ranges.1`, 'filters.needs_advanced')
  let sound = true
  for (const [index, range] of ranges.entries()) {
    sound = checkRange(findings, `${path}.ranges.${index}`, range, owner) && sound
  }
  const [first, second] = ranges
  if (sound && first !== undefined && second !== undefined && overlap(first, second)) {
    refuse(findings, `${path}.ranges.1`, 'filters.ranges_overlap')
  }
}

function checkRange(findings: Findings, path: string, range: TimeRange, owner: ScheduleOwner): boolean {
  const { startMinute, endMinute } = range
  for (const [name, minute, last] of [
    ['startMinute', startMinute, DAY_MINUTES - 1],
    ['endMinute', endMinute, DAY_MINUTES],
  ] as const) {
    if (!Number.isFinite(minute)) {
      refuse(findings, `${path}.${name}`, 'filters.required')
      return false
    }
    if (!Number.isInteger(minute) || minute < 0 || minute > last) {
      refuse(findings, `${path}.${name}`, 'filters.range_outside_day')
      return false
    }
  }
  if (startMinute === endMinute) refuse(findings, path, 'filters.range_empty')
  else if (owner === 'station' && endMinute < startMinute) refuse(findings, path, 'filters.range_order')
  else return true
  return false
}

function overlap(first: TimeRange, second: TimeRange): boolean {
  return first.startMinute < reach(second) && second.startMinute < reach(first)
}

function reach(range: TimeRange): number {
  return range.endMinute < range.startMinute ? range.endMinute + DAY_MINUTES : range.endMinute
}
