import { isTimeZone } from '../time.ts'
import type { Filter } from './model.ts'

/** A filter that is brought back after stations may have gone: only those that are still `known`, and how many are lost. */
export function keepStations(filter: Filter, known: ReadonlySet<string>): { filter: Filter; lost: number } {
  if (filter.variant === 'amazon') {
    const stations = filter.stations.filter((wish) => known.has(wish.stationId))
    return { filter: { ...filter, stations }, lost: filter.stations.length - stations.length }
  }
  const storeIds = filter.storeIds.filter((id) => known.has(id))
  return { filter: { ...filter, storeIds }, lost: filter.storeIds.length - storeIds.length }
}

/**
 * A stored filter as it can be saved again: where its zone goes by a name of old (`AET`), which was taken once and in which nothing can
 * reckon days, its hours are those of `timeZone`, the driver's own.
 */
export function keepZone(filter: Filter, timeZone: string): Filter {
  return isTimeZone(filter.timeZone) ? filter : { ...filter, timeZone }
}
