import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import type { ForecastStation } from './queries.ts'

/** Weekdays in the order of the map: Monday first. */
export const DAYS = WEEKDAY_GROUPS.all
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)
/** Levels of the heat map, from none to the maximum. */
export const LEVELS = 5

/** Offers an hour of some stations together, Monday 0:00 first, by the stations' own clocks. */
export function sumWeek(stations: readonly Pick<ForecastStation, 'weekHours'>[]): number[] {
  return Array.from({ length: DAYS.length * HOURS.length }, (_, index) =>
    stations.reduce((sum, station) => sum + (station.weekHours[index] ?? 0), 0),
  )
}

export function offersAt(week: readonly number[], day: number, hour: number): number {
  return week[(day - 1) * HOURS.length + hour] ?? 0
}

/** The level of an hour, 0 to `LEVELS`, relative to the busiest one; 0 is close to nothing. */
export function levelOf(offers: number, most: number): number {
  if (most <= 0 || offers / most < 0.03) return 0
  return Math.max(1, Math.min(LEVELS, Math.ceil((offers / most) * LEVELS)))
}

/** The busiest hour of the week; null if the week has none. */
export function busiest(week: readonly number[]): { day: number; hour: number; offers: number } | null {
  const most = Math.max(0, ...week)
  if (most === 0) return null
  const index = week.indexOf(most)
  return { day: Math.floor(index / HOURS.length) + 1, hour: index % HOURS.length, offers: most }
}

/** `04:30`, as the autostart screen expects it. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
