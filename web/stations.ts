import { useQuery } from '@tanstack/react-query'
import type { Variant } from '@madruga/core/offers.ts'
import { recallDriver } from './driver.ts'
import { sessionQuery, stationsQuery } from './queries.ts'

/** The app that the driver works with; what this device remembers while the server has not said. */
export function useVariant(): Variant {
  const session = useQuery(sessionQuery)
  return session.data?.app ?? recallDriver()?.app ?? 'amazon'
}

/** The stations or stores of the driver's app. */
export function useStations({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...stationsQuery(useVariant()), enabled })
}
