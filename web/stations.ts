import { readVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { recallDriver } from './driver.ts'
import { sessionQuery, stationsQuery } from './queries.ts'

/** The driver's app; this device's stored value until the server has answered. */
export function useVariant(): Variant {
  const session = useQuery(sessionQuery)
  return readVariant(session.data?.app ?? recallDriver()?.app)
}

/** The zones of the stations or stores of the driver's app, by id. */
export function useStationZones(): StationZones | undefined {
  return useQuery({ ...stationsQuery(useVariant()), select: zonesOf }).data
}

export type StationZones = ReadonlyMap<string, string>

function zonesOf(stations: readonly Station[]): StationZones {
  return new Map(stations.map(({ id, timeZone }) => [id, timeZone]))
}

/** The stations or stores of the driver's app. */
export function useStations({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...stationsQuery(useVariant()), enabled })
}
