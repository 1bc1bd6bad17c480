import { isTimeZone } from '../time.ts'
import type { Filter } from './model.ts'
import { renameStations, stationIdsOf } from './stations.ts'

/** Restores a filter after stations may have gone: keeps only `known` ones and counts the lost ones. */
export function keepStations(filter: Filter, known: ReadonlySet<string>): { filter: Filter; lost: number } {
  const lost = stationIdsOf(filter).filter((id) => !known.has(id)).length
  return { filter: renameStations(filter, (id) => (known.has(id) ? id : null)), lost }
}

/**
 * The filter moved to the driver's own zone, as the profile promises: "6 AM" stays "6 AM" when they move.
 * Returns the same object if nothing changes, also for an obsolete zone (`AET`) that date arithmetic does not
 * support.
 */
export function moveZone<F extends Filter>(filter: F, timeZone: string): F {
  return filter.timeZone === timeZone || !isTimeZone(timeZone) ? filter : { ...filter, timeZone }
}
