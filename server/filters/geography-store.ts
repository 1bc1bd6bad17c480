import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Geography } from '@madruga/core/filters.ts'
import type { Place } from '@madruga/core/geo.ts'
import type { Tables } from '../db.ts'

/** Locations for a driver: their saved location, and every station that they work from or hold a block at. */
export async function readGeography(
  db: Kysely<Tables>,
  driverId: string,
  platform: string,
): Promise<Geography> {
  const { rows } = await sql<Place & { id: string | null }>`
    select null as id, latitude, longitude from locations where driver_id = ${driverId}
    union all
    select s.id, s.latitude, s.longitude from stations s
    where s.platform = ${platform} and (
      exists (select from driver_stations d
        where d.driver_id = ${driverId} and d.platform = s.platform and d.station_id = s.id)
      or exists (select from blocks b
        where b.driver_id = ${driverId} and b.platform = s.platform and b.station_id = s.id))`.execute(db)
  const geography: { home: Place | null; places: Map<string, Place> } = { home: null, places: new Map() }
  for (const { id, latitude, longitude } of rows) {
    if (id === null) geography.home = { latitude, longitude }
    else geography.places.set(id, { latitude, longitude })
  }
  return geography
}
