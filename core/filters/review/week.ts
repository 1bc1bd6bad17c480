import { NO_HOUSE_RULES } from '../../house-rules.ts'
import type { HouseRules } from '../../house-rules.ts'
import type { Schedule } from '../../schedule.ts'
import type { Filter } from '../model.ts'
import { isPriced, settingsInUse } from '../settings.ts'
import { lengthsOf, usualMinutes } from './lengths.ts'
import { at } from './model.ts'
import type { At, Finding } from './model.ts'
import { findStretches } from './stretches.ts'

/**
 * Hours that no offer can fit into, and hours that other hours already include. `where.path` is the
 * schedule's path.
 */
export function reviewWeek(filter: Filter, schedule: Schedule, where: At): Finding[] {
  const { least } = usualMinutes(filter.variant)
  const rarest = Math.min(...lengthsOf(filter.variant).rare)
  const stretches = findStretches(schedule)
  const severityOf = (minutes: number) => (minutes < rarest ? 'never' : 'doubtful')
  const longest = Math.max(...stretches.map(({ minutes }) => minutes))
  if (schedule.mustEndInside && longest < least) {
    const params = { capMinutes: longest, usualMinutes: least }
    return [{ ...where, code: 'schedule_short', severity: severityOf(longest), section: 'week', params }]
  }
  return stretches.flatMap((stretch): Finding[] => {
    const { day, dayIndex, rangeIndex, minutes } = stretch
    const finding = {
      ...where,
      path: `${where.path}.days.${dayIndex}.ranges.${rangeIndex}`,
      section: 'week',
    } as const
    if (schedule.mustEndInside && minutes < least)
      return [
        {
          ...finding,
          code: 'range_short',
          severity: severityOf(minutes),
          params: { day, capMinutes: minutes },
        },
      ]
    if (stretch.inside) return [{ ...finding, code: 'range_inside', severity: 'doubtful', params: { day } }]
    return []
  })
}

/** Hour limits under which no offer fits, or of which one never decides. */
export function reviewLimits(filter: Filter): Finding[] {
  const findings: Finding[] = []
  const { maxMinutesPerDay: day, maxMinutesPerWeek: week } = filter
  const { least } = usualMinutes(filter.variant)
  const rarest = Math.min(...lengthsOf(filter.variant).rare)
  const short = (code: 'day_short' | 'week_short', path: string, capMinutes: number) => {
    const severity = capMinutes < rarest ? 'never' : 'doubtful'
    findings.push({
      ...at(path),
      code,
      severity,
      section: 'limits',
      params: { capMinutes, usualMinutes: least },
    })
  }
  if (day !== null && day < least) short('day_short', 'maxMinutesPerDay', day)
  if (week !== null && week < least) short('week_short', 'maxMinutesPerWeek', week)
  if (day !== null && week !== null && week < day) {
    const params = { dayMinutes: day, weekMinutes: week }
    findings.push({
      ...at('maxMinutesPerWeek'),
      code: 'week_below_day',
      severity: 'doubtful',
      section: 'limits',
      params,
    })
  }
  return findings
}

const never = { severity: 'never' } as const

/** Findings about rest in a week, the driver's own and the house's, and what else the house never allows. */
export function reviewRest(filter: Filter, house: HouseRules = NO_HOUSE_RULES): Finding[] {
  const findings: Finding[] = []
  const most = mostRestHours(filter)
  const own = filter.rest?.hoursPerWeek ?? 0
  const theirs = house.restHoursPerWeek ?? 0
  if (own > most) {
    const params = { restMinutes: own * 60 }
    findings.push({ ...at('rest.hoursPerWeek'), ...never, code: 'rest_no_day', section: 'limits', params })
  }
  if (theirs > most) {
    const params = { restMinutes: theirs * 60 }
    findings.push({ ...at('schedule'), ...never, code: 'house_rest_no_day', section: 'week', params })
  }
  const capMinutes = mostHouseHours(house) * 60
  if (filter.variant === 'courier' && filter.minMinutes > capMinutes) {
    const params = { minMinutes: filter.minMinutes, capMinutes }
    findings.push({ ...at('minMinutes'), ...never, code: 'house_length', section: 'length', params })
  }
  if (filter.variant === 'courier' && filter.waitlist === 'hold' && house.waitListPlaces === 0) {
    const doubtful = { severity: 'doubtful', section: 'waitlist' } as const
    findings.push({ ...at('waitlist'), ...doubtful, code: 'house_no_wait_list', params: {} })
  }
  return findings
}

const bound = (hours: number | null): number => hours ?? Number.POSITIVE_INFINITY

/** The hours of the longest job that a house allows: within a day of its start a job counts half. */
function mostHouseHours({
  maxHoursPerDay,
  maxHoursPerWeek,
  allowanceHours,
  restHoursPerWeek,
}: HouseRules): number {
  const week = 7 * 24 - (restHoursPerWeek ?? 0)
  return Math.min(bound(maxHoursPerDay), bound(maxHoursPerWeek), bound(allowanceHours) * 2, week)
}

/**
 * The hours free at one stretch that a single job on one of the filter's days may leave in its week: what is
 * before the end of that day, or after its start; an hour more in the week in which clocks change.
 */
function mostRestHours(filter: Filter): number {
  const schedules = isPriced(filter)
    ? settingsInUse(filter).map(({ schedule }) => schedule ?? filter.schedule)
    : [filter.schedule]
  const days = schedules.flatMap((schedule) =>
    schedule.days.flatMap(({ day, allDay, ranges }) => {
      const crosses = ranges.some(({ startMinute, endMinute }) => endMinute <= startMinute)
      if (!allDay && ranges.length === 0) return []
      return crosses ? [day, (day % 7) + 1] : [day]
    }),
  )
  return Math.max(...days.map((day) => 24 * Math.max(day, 8 - day))) + 1
}
