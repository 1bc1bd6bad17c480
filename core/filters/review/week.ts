import type { Schedule } from '../../schedule.ts'
import type { Filter } from '../model.ts'
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
    const found = {
      ...where,
      path: `${where.path}.days.${dayIndex}.ranges.${rangeIndex}`,
      section: 'week',
    } as const
    if (schedule.mustEndInside && minutes < least)
      return [
        {
          ...found,
          code: 'range_short',
          severity: severityOf(minutes),
          params: { day, capMinutes: minutes },
        },
      ]
    if (stretch.inside) return [{ ...found, code: 'range_inside', severity: 'doubtful', params: { day } }]
    return []
  })
}

/** Hour limits under which no offer fits, or of which one never decides. */
export function reviewLimits(filter: Filter): Finding[] {
  const found: Finding[] = []
  const { maxMinutesPerDay: day, maxMinutesPerWeek: week } = filter
  const { least } = usualMinutes(filter.variant)
  const rarest = Math.min(...lengthsOf(filter.variant).rare)
  const short = (code: 'day_short' | 'week_short', path: string, capMinutes: number) => {
    const severity = capMinutes < rarest ? 'never' : 'doubtful'
    found.push({
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
    found.push({
      ...at('maxMinutesPerWeek'),
      code: 'week_below_day',
      severity: 'doubtful',
      section: 'limits',
      params,
    })
  }
  return found
}
