import type { FieldError } from '@madruga/core/errors.ts'
import type { AmazonFilter, Speed } from '@madruga/core/filters.ts'
import type { Weekday } from '@madruga/core/schedule.ts'

/** The basic filter as its form holds it: dollars, hours, clock texts; null where a number was cleared. */
export type FilterFields = {
  stationIds: string[]
  perHour: number | null
  total: number | null
  combine: 'both' | 'either'
  countTip: boolean
  arrivalMinutes: number | null
  /** Monday first. */
  days: DayFields[]
  mustEndInside: boolean
  speed: Speed
  sleepAfterAwardMinutes: number | null
  sleepDuringDelivery: boolean
  logOutOfPlatformOnStart: boolean
  hideIgnoredByPrice: boolean
  /** 0 = no limit. */
  hoursPerDay: number | null
  hoursPerWeek: number | null
}

/** `from` and `to` as a time input writes them: `09:00`, or empty. */
export type DayFields = { on: boolean; allDay: boolean; from: string; to: string }

export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]
const DAY_MINUTES = 1440

/** `09:30` -> 570; NaN for an empty or broken text. */
export function parseClock(text: string): number {
  const match = /^(\d{1,2}):(\d{2})/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
}

/** 570 -> `09:30`; the end of the day is `00:00`. */
export function formatClock(minute: number): string {
  const ofDay = minute % DAY_MINUTES
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/** Minutes of a day's end: midnight as an end is the end of that day. */
export function endMinute(text: string): number {
  const minute = parseClock(text)
  return minute === 0 ? DAY_MINUTES : minute
}

/** Whether a day's hours go on after midnight. */
export function crossesMidnight(day: DayFields): boolean {
  return endMinute(day.to) < parseClock(day.from)
}

export function toFields(filter: AmazonFilter): FilterFields {
  const { shared, schedule, switches } = filter
  return {
    stationIds: filter.stations.map((wish) => wish.stationId),
    perHour: shared.price.perHourMinCents / 100,
    total: shared.price.totalMinCents / 100,
    combine: shared.price.combine,
    countTip: shared.price.countTip,
    arrivalMinutes: shared.arrivalMinutes,
    days: WEEKDAYS.map((weekday) => {
      const day = schedule.days.find((each) => each.day === weekday)
      const range = day?.ranges[0]
      return {
        on: day !== undefined,
        allDay: day?.allDay ?? false,
        from: formatClock(range?.startMinute ?? 540),
        to: formatClock(range?.endMinute ?? 1200),
      }
    }),
    mustEndInside: schedule.mustEndInside,
    speed: filter.speed === '4X' ? '1X' : filter.speed,
    ...switches,
    hoursPerDay: (filter.maxMinutesPerDay ?? 0) / 60,
    hoursPerWeek: (filter.maxMinutesPerWeek ?? 0) / 60,
  }
}

const orNaN = (value: number | null) => value ?? Number.NaN
const cents = (dollars: number | null) => Math.round(orNaN(dollars) * 100)
const minutesOrNone = (hours: number | null) => (hours === 0 ? null : Math.round(orNaN(hours) * 60))

/** The basic filter of what was typed, in the time zone that it had. A cleared number becomes NaN, which validation refuses. */
export function toFilter(fields: FilterFields, base: Pick<AmazonFilter, 'timeZone'>): AmazonFilter {
  return {
    variant: 'amazon',
    edition: 'basic',
    timeZone: base.timeZone,
    speed: fields.speed,
    custom: null,
    schedule: {
      days: WEEKDAYS.flatMap((day, index) => {
        const typed = fields.days[index]
        if (!typed?.on) return []
        const ranges = typed.allDay
          ? []
          : [{ startMinute: parseClock(typed.from), endMinute: endMinute(typed.to) }]
        return [{ day, allDay: typed.allDay, ranges }]
      }),
      mustEndInside: fields.mustEndInside,
    },
    switches: {
      sleepAfterAwardMinutes: orNaN(fields.sleepAfterAwardMinutes),
      sleepDuringDelivery: fields.sleepDuringDelivery,
      logOutOfPlatformOnStart: fields.logOutOfPlatformOnStart,
      hideIgnoredByPrice: fields.hideIgnoredByPrice,
    },
    maxMinutesPerDay: minutesOrNone(fields.hoursPerDay),
    maxMinutesPerWeek: minutesOrNone(fields.hoursPerWeek),
    stations: fields.stationIds.map((stationId) => ({ stationId, settings: [] })),
    shared: {
      price: {
        perHourMinCents: cents(fields.perHour),
        perHourMaxCents: null,
        totalMinCents: cents(fields.total),
        totalMaxCents: null,
        combine: fields.combine,
        countTip: fields.countTip,
        byDuration: [],
      },
      arrivalMinutes: orNaN(fields.arrivalMinutes),
      schedule: null,
    },
  }
}

export type FieldName = keyof FilterFields | `days.${number}`

const FIELD_OF: Record<string, FieldName> = {
  'shared.price.perHourMinCents': 'perHour',
  'shared.price.totalMinCents': 'total',
  'shared.arrivalMinutes': 'arrivalMinutes',
  'switches.sleepAfterAwardMinutes': 'sleepAfterAwardMinutes',
  maxMinutesPerDay: 'hoursPerDay',
  maxMinutesPerWeek: 'hoursPerWeek',
}

/** The field of the form that a refused path of the filter was typed in. */
export function fieldOf(error: FieldError, filter: AmazonFilter): FieldName {
  const known = FIELD_OF[error.path]
  if (known) return known
  const day = /^schedule\.days\.(\d+)/.exec(error.path)
  if (day) return `days.${(filter.schedule.days[Number(day[1])]?.day ?? 1) - 1}`
  if (error.path.startsWith('schedule')) return 'days'
  return error.path.startsWith('stations') ? 'stationIds' : 'speed'
}

/** Refusals that only a form can have: hours left empty. */
export function checkTyped(fields: FilterFields): { field: FieldName; code: 'filters.no_range' }[] {
  return fields.days.flatMap((day, index) =>
    day.on && !day.allDay && (Number.isNaN(parseClock(day.from)) || Number.isNaN(parseClock(day.to)))
      ? [{ field: `days.${index}` as const, code: 'filters.no_range' as const }]
      : [],
  )
}
