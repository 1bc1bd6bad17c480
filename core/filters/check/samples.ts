import type {
  AmazonFilter,
  Filter,
  FilterErrorCode,
  PriceRule,
  Setting,
  SparkFilter,
  ValidationContext,
} from '../../filters.ts'
import type { Plan } from '../../plans.ts'
import type { DaySchedule, Schedule } from '../../schedule.ts'
import { proposeFilter } from '../propose.ts'

// Filters for the tests of validation: a valid one of each kind, and changes for each case.

export const ZONE = 'America/Chicago'

export function amazon(changes: Partial<AmazonFilter> = {}, plan: Plan = 'professional'): AmazonFilter {
  return { ...(proposeFilter('amazon', plan, ZONE, ['s1', 's2']) as AmazonFilter), ...changes }
}
export function spark(changes: Partial<SparkFilter> = {}, plan: Plan = 'basic'): SparkFilter {
  return { ...(proposeFilter('spark', plan, ZONE, ['s1']) as SparkFilter), ...changes }
}
export const { shared } = amazon()
export function priced(price: Partial<PriceRule>, plan?: Plan): AmazonFilter {
  return amazon({ shared: { ...shared, price: { ...shared.price, ...price } } }, plan)
}
export function own(settings: Partial<Setting>[], plan?: Plan): AmazonFilter {
  return amazon(
    { stations: [{ stationId: 's1', settings: settings.map((each) => ({ ...shared, ...each })) }] },
    plan,
  )
}
export function onMonday(...ranges: [startMinute: number, endMinute: number][]): Schedule {
  const day: DaySchedule = {
    day: 1,
    allDay: false,
    ranges: ranges.map(([startMinute, endMinute]) => ({ startMinute, endMinute })),
  }
  return { days: [day], mustEndInside: false }
}
export function days(schedule: Schedule, plan?: Plan): AmazonFilter {
  return amazon({ schedule }, plan)
}
export const custom = { refreshMs: 1000, runMinutes: 20, sleepMinutes: 0 }
export function row(minutes: number, minCents: number, maxCents: number | null = null) {
  return { minutes, minCents, maxCents }
}
export const tiers = (...miles: number[]) => miles.map((upToMiles) => ({ upToMiles, minPayCents: 500 }))
export const { kinds } = spark()
export const curbside = (maxStops: number) => ({ ...kinds, curbside: { ...kinds.curbside, maxStops } })
export const off = { enabled: false, minPayCents: 0, maxStops: 0 }

export type Refusal = [path: string, code: FilterErrorCode, params?: Record<string, string | number>]
/** One table row: the errors of a filter, in the order of the fields. */
export type Case = [name: string, filter: Filter, refusals: Refusal[], context?: ValidationContext]
