import { isTimeZone } from '../time.ts'
import type { Filter } from './model.ts'

/** The ids of a filter's stations or stores, in its order. */
export function stationIdsOf(filter: Filter): string[] {
  return filter.variant === 'amazon'
    ? filter.stations.map((choice) => choice.stationId)
    : [...filter.storeIds]
}

/** Restores a filter after stations may have gone: keeps only `known` ones and counts the lost ones. */
export function keepStations(filter: Filter, known: ReadonlySet<string>): { filter: Filter; lost: number } {
  if (filter.variant === 'amazon') {
    const stations = filter.stations.filter((choice) => known.has(choice.stationId))
    return { filter: { ...filter, stations }, lost: filter.stations.length - stations.length }
  }
  const storeIds = filter.storeIds.filter((id) => known.has(id))
  return { filter: { ...filter, storeIds }, lost: filter.storeIds.length - storeIds.length }
}

/**
 * The filter moved to the driver's own zone, as the profile promises: "6 AM" stays "6 AM" when they move.
 * Returns the same object if nothing changes, also for an obsolete zone (`AET`) that date arithmetic does not
 * support.
 */
export function moveZone<F extends Filter>(filter: F, timeZone: string): F {
  return filter.timeZone === timeZone || !isTimeZone(timeZone) ? filter : { ...filter, timeZone }
}
