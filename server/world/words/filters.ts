import type { Filters } from '../../filters.ts'
import type { Words } from '../../http.ts'
import { notYet } from '../not-yet.ts'

/** The operations of filters. */
export function filtersWord(filters: Filters): Words['filters'] {
  return {
    async get({ driverId }, { variant }) {
      return { ...(await filters.readFilter(driverId, variant)), removedAt: null }
    },
    save: ({ driverId }, wish) => filters.saveFilter(driverId, wish),
    restore: notYet,
  }
}
