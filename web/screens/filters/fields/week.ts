import type { FilterErrorCode } from '@madruga/core/filters.ts'
import type { DaySchedule, Schedule, TimeRange, Weekday } from '@madruga/core/schedule.ts'
import { DAY_MINUTES } from '@madruga/core/time.ts'
import { sameValue } from '../draft.ts'
import { endMinute, formatClock, parseClock } from './clock.ts'

/** Our own type: core's is behind the entry of the window builder, which the browser must not import. */
export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]

/** Hours in the format of a time input: `09:00`, or empty. */
export type HoursFields = { from: string; to: string }
/** `second` is the seed's second schedule of a day: null if there is none. */
export type DayFields = HoursFields & { on: boolean; allDay: boolean; second: HoursFields | null }
/** Seven days, Monday first. */
export type WeekFields = { days: DayFields[]; mustEndInside: boolean }

/** An error that only a form can have, at its field. */
export type TypedRefusal = { field: string; code: FilterErrorCode }

const FIRST = { startMinute: 540, endMinute: 1200 }

/** Whether hours continue after midnight. */
export function crossesMidnight(hours: HoursFields): boolean {
  return endMinute(hours.to) < parseClock(hours.from)
}

/** A schedule in its form; disabled days keep initial hours. */
export function toWeek(schedule: Schedule): WeekFields {
  return {
    days: WEEKDAYS.map((weekday) => {
      const day = schedule.days.find((each) => each.day === weekday)
      const [first = FIRST, second] = day?.ranges ?? []
      return {
        on: day !== undefined,
        allDay: day?.allDay ?? false,
        ...toHours(first),
        second: second ? toHours(second) : null,
      }
    }),
    mustEndInside: schedule.mustEndInside,
  }
}

/** The schedule of the input; empty hours become NaN. */
export function toSchedule(week: WeekFields): Schedule {
  return {
    days: WEEKDAYS.flatMap((day, index): DaySchedule[] => {
      const dayFields = week.days[index]
      if (!dayFields?.on) return []
      if (dayFields.allDay) return [{ day, allDay: true, ranges: [] }]
      const ranges = [dayFields, ...(dayFields.second ? [dayFields.second] : [])].map(toRange)
      return [{ day, allDay: false, ranges }]
    }),
    mustEndInside: week.mustEndInside,
  }
}

/** Initial second range: an hour after the first one if the day has room, else before it. */
export function proposeSecond(day: HoursFields): HoursFields {
  const [start, end] = [parseClock(day.from), endMinute(day.to)]
  if (start < end && end + 120 <= DAY_MINUTES) return clockSpan(end + 60, Math.min(end + 240, DAY_MINUTES))
  if (start < end && start >= 120) return clockSpan(Math.max(0, start - 240), start - 60)
  // Across midnight the free hours are those between.
  if (end + 120 <= start) return clockSpan(end + 60, start - 60 > end + 60 ? start - 60 : start)
  return { from: '', to: '' }
}

/** Whether every day of a week is on or off alike, with the same hours. */
export function isEveryDayAlike([first, ...others]: readonly DayFields[]): boolean {
  return others.every((day) => sameValue(day, first))
}

/** The week's days, with the hours of one copied to others; a day that is off is turned on by it. */
export function copyDay(days: readonly DayFields[], from: Weekday, weekdays: readonly number[]): DayFields[] {
  const source = days[from - 1]!
  return days.map((day, index) =>
    weekdays.includes(index + 1) ? { ...source, second: source.second && { ...source.second } } : day,
  )
}

/** Empty hours are reported before anything is sent. */
export function checkWeek(week: WeekFields, path: string): TypedRefusal[] {
  return week.days.flatMap((day, index) => {
    const spans = !day.on || day.allDay ? [] : [day, ...(day.second ? [day.second] : [])]
    return spans.some((span) => Number.isNaN(parseClock(span.from) + parseClock(span.to)))
      ? [{ field: `${path}.days.${index}`, code: 'filters.no_range' as const }]
      : []
  })
}

/** The week's field of an error's path inside its schedule (`days.2.ranges.0`). */
export function weekField(path: string, schedule: Schedule | null | undefined): string {
  const index = /^days\.(\d+)/.exec(path)?.[1]
  const day = index === undefined ? undefined : schedule?.days[Number(index)]?.day
  return day === undefined ? 'days' : `days.${day - 1}`
}

/** The meaningful values of a week: hours of days that are off, or all day, are not. */
export function plainWeek(week: WeekFields): unknown {
  return [
    week.mustEndInside,
    week.days.map((day) => {
      if (!day.on) return null
      return day.allDay ? true : [day.from, day.to, day.second && [day.second.from, day.second.to]]
    }),
  ]
}

/** Whether a stored text is a week, of any version of the app. */
export function isWeek(value: unknown): value is WeekFields {
  const { days } = (value ?? {}) as Partial<WeekFields>
  return (
    Array.isArray(days) &&
    days.length === WEEKDAYS.length &&
    days.every((day) => typeof day?.from === 'string' && typeof day.to === 'string')
  )
}

function clockSpan(from: number, to: number): HoursFields {
  return { from: formatClock(from), to: formatClock(to) }
}

function toHours(range: TimeRange): HoursFields {
  return { from: formatClock(range.startMinute), to: formatClock(range.endMinute) }
}

function toRange(hours: HoursFields): TimeRange {
  return { startMinute: parseClock(hours.from), endMinute: endMinute(hours.to) }
}
