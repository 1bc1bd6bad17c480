import { isTimeZone } from '../time.ts'
import { describeVariant } from '../variants.ts'
import type { Filter } from './model.ts'

/** The ids of a filter's stations, stores or places, in its order. */
export function stationIdsOf(filter: Filter): string[] {
  switch (filter.variant) {
    case 'amazon':
      return filter.stations.map((choice) => choice.stationId)
    case 'spark':
      return [...filter.storeIds]
    case 'courier':
      return [...filter.placeIds]
  }
}

/** The filter with every chosen station under the id that `rename` gives it; null removes it. */
export function renameStations<F extends Filter>(filter: F, rename: (id: string) => string | null): F
export function renameStations(filter: Filter, rename: (id: string) => string | null): Filter {
  const renameAll = (ids: readonly string[]) => ids.map(rename).filter((id) => id !== null)
  switch (filter.variant) {
    case 'amazon': {
      const stations = filter.stations.flatMap((choice) => {
        const stationId = rename(choice.stationId)
        return stationId === null ? [] : [{ ...choice, stationId }]
      })
      return { ...filter, stations }
    }
    case 'spark':
      return { ...filter, storeIds: renameAll(filter.storeIds) }
    case 'courier':
      return { ...filter, placeIds: renameAll(filter.placeIds) }
  }
}

/** The filter with one more station, judged by the rules that all share. */
export function addStation(filter: Filter, stationId: string): Filter {
  switch (filter.variant) {
    case 'amazon':
      return { ...filter, stations: [...filter.stations, { stationId, settings: [] }] }
    case 'spark':
      return { ...filter, storeIds: [...filter.storeIds, stationId] }
    case 'courier':
      return { ...filter, placeIds: [...filter.placeIds, stationId] }
  }
}

/** The field of a filter that lists its stations, as error paths name it. */
export function stationsFieldOf(filter: Filter): 'stations' | 'storeIds' | 'placeIds' {
  return describeVariant(filter.variant).stationsField
}

/** Restores a filter after stations may have gone: keeps only `known` ones and counts the lost ones. */
export function keepStations(filter: Filter, ids: ReadonlySet<string>): { filter: Filter; lost: number } {
  const lossCount = stationIdsOf(filter).filter((id) => !ids.has(id)).length
  return { filter: renameStations(filter, (id) => (ids.has(id) ? id : null)), lost: lossCount }
}

/**
 * The filter moved to the driver's own zone, as the profile promises: "6 AM" stays "6 AM" when they move.
 * Returns the same object if nothing changes, also for an obsolete zone (`AET`) that date arithmetic does not
 * support.
 */
export function moveZone<F extends Filter>(filter: F, timeZone: string): F {
  return filter.timeZone === timeZone || !isTimeZone(timeZone) ? filter : { ...filter, timeZone }
}
