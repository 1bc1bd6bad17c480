import type { Geography } from '@madruga/core/filters.ts'
import type { Filters } from '../../filters.ts'
import type { Handlers } from '../../http.ts'
import type { Observations } from '../../observations.ts'

type FiltersWordDeps = {
  filters: Filters
  observations: Pick<Observations, 'replay'>
  /** The platform whose offers are replayed. */
  platformName: string
  /** Where things are for a driver. */
  readGeography(driverId: string): Promise<Geography>
}

/** The operations of filters. */
export function filtersHandlers({
  filters,
  observations,
  platformName,
  readGeography,
}: FiltersWordDeps): Handlers['filters'] {
  return {
    get: ({ driverId }, { variant }) => filters.readFilter(driverId, variant),
    save: ({ driverId }, wish) => filters.saveFilter(driverId, wish),
    async whatIf({ driverId }, { variant, filter, offers }) {
      await filters.checkFilter(driverId, { variant, filter })
      const place = { platform: platformName, variant }
      const geography = await readGeography(driverId)
      return await observations.replay(driverId, place, filter, { most: offers, geography })
    },
    restore: ({ driverId }, { variant }) => filters.restoreFilter(driverId, variant),
  }
}
