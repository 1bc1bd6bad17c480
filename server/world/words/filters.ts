import type { Filters } from '../../filters.ts'
import type { Words } from '../../http.ts'

/** The operations of filters. */
export function filtersWord(filters: Filters): Words['filters'] {
  return {
    get: ({ driverId }, { variant }) => filters.readFilter(driverId, variant),
    save: ({ driverId }, wish) => filters.saveFilter(driverId, wish),
    restore: ({ driverId }, { variant }) => filters.restoreFilter(driverId, variant),
  }
}
