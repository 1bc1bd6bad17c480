import { isTimeZone } from '../time.ts'
import type { Filter } from './model.ts'

/** The ids of a filter's stations or stores, in its order. */
export function stationIdsOf(filter: Filter): string[] {
  return filter.variant === 'amazon' ? filter.stations.map((wish) => wish.stationId) : [...filter.storeIds]
}

/**
 * A filter that is brought back after stations may have gone: only those that are still `known`, and how many
 * are lost.
 */
export function keepStations(filter: Filter, known: ReadonlySet<string>): { filter: Filter; lost: number } {
  if (filter.variant === 'amazon') {
    const stations = filter.stations.filter((wish) => known.has(wish.stationId))
    return { filter: { ...filter, stations }, lost: filter.stations.length - stations.length }
  }
  const storeIds = filter.storeIds.filter((id) => known.has(id))
  return { filter: { ...filter, storeIds }, lost: filter.storeIds.length - storeIds.length }
}

/**
 * A filter whose hours are those of the driver's own zone, as the profile promises: "6 AM" stays "6 AM"
 * wherever they move. The same object where nothing changes, also where the zone is a name of old (`AET`), in
 * which nothing can reckon days.
 */
export function moveZone<F extends Filter>(filter: F, timeZone: string): F {
  return filter.timeZone === timeZone || !isTimeZone(timeZone) ? filter : { ...filter, timeZone }
}
