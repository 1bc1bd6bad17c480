import type {
  AmazonFilter,
  Edition,
  Filter,
  FilterErrorCode,
  PriceRule,
  Setting,
  SparkFilter,
  ValidationContext,
} from '../../filters.ts'
import type { DaySchedule, Schedule } from '../../schedule.ts'
import { proposeFilter } from '../propose.ts'

// Filters for the tests of validation: a valid one of each kind, and changes for each case.

export const ZONE = 'America/Chicago'

export function amazon(changes: Partial<AmazonFilter> = {}, edition: Edition = 'professional'): AmazonFilter {
  return { ...(proposeFilter('amazon', edition, ZONE, ['s1', 's2']) as AmazonFilter), ...changes }
}
export function spark(changes: Partial<SparkFilter> = {}, edition: Edition = 'basic'): SparkFilter {
  return { ...(proposeFilter('spark', edition, ZONE, ['s1']) as SparkFilter), ...changes }
}
export const { shared } = amazon()
export function priced(price: Partial<PriceRule>, edition?: Edition): AmazonFilter {
  return amazon({ shared: { ...shared, price: { ...shared.price, ...price } } }, edition)
}
export function own(settings: Partial<Setting>[], edition?: Edition): AmazonFilter {
  return amazon(
    { stations: [{ stationId: 's1', settings: settings.map((each) => ({ ...shared, ...each })) }] },
    edition,
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
export function days(schedule: Schedule, edition?: Edition): AmazonFilter {
  return amazon({ schedule }, edition)
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
