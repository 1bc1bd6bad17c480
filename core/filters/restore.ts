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
