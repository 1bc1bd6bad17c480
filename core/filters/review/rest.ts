import { NO_HOUSE_RULES } from '../../house-rules.ts'
import type { HouseRules } from '../../house-rules.ts'
import type { Filter } from '../model.ts'
import { isPriced, settingsInUse } from '../settings.ts'
import { at } from './model.ts'
import type { Finding } from './model.ts'

const never = { severity: 'never' } as const

/** Findings about rest in a week, the driver's own and the house's, and what else the house never allows. */
export function reviewRest(filter: Filter, house: HouseRules = NO_HOUSE_RULES): Finding[] {
  const found: Finding[] = []
  const most = mostRestHours(filter)
  const own = filter.rest?.hoursPerWeek ?? 0
  const theirs = house.restHoursPerWeek ?? 0
  if (own > most) {
    const params = { restMinutes: own * 60 }
    found.push({ ...at('rest.hoursPerWeek'), ...never, code: 'rest_no_day', section: 'limits', params })
  }
  if (theirs > most) {
    const params = { restMinutes: theirs * 60 }
    found.push({ ...at('schedule'), ...never, code: 'house_rest_no_day', section: 'week', params })
  }
  const capMinutes = mostHouseHours(house) * 60
  if (filter.variant === 'courier' && filter.minMinutes > capMinutes) {
    const params = { minMinutes: filter.minMinutes, capMinutes }
    found.push({ ...at('minMinutes'), ...never, code: 'house_length', section: 'length', params })
  }
  if (filter.variant === 'courier' && filter.waitlist === 'hold' && house.waitListPlaces === 0) {
    const doubtful = { severity: 'doubtful', section: 'waitlist' } as const
    found.push({ ...at('waitlist'), ...doubtful, code: 'house_no_wait_list', params: {} })
  }
  return found
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
