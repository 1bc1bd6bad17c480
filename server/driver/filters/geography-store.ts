import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Geography } from '@madruga/core/filters.ts'
import type { Place } from '@madruga/core/geo.ts'
import { NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { countCurrency, mostCounted } from '@madruga/core/pay-sums.ts'
import type { CurrencyCounts } from '@madruga/core/pay-sums.ts'
import type { Tables } from '../../db.ts'

/** A station as a search names it. */
export type NamedPlace = Place & { code: string; timeZone: string }

/** Locations for a driver, their stations with code and zone. */
export type NamedGeography = Geography & { places: ReadonlyMap<string, NamedPlace> }

/**
 * Locations for a driver: their saved location, and every station that they work from or hold a block at; the
 * currency in which they are paid, and the rules of the house.
 */
export async function readGeography(
  db: Kysely<Tables>,
  driverId: string,
  platform: string,
): Promise<NamedGeography> {
  return (await readGeographies(db, [driverId], platform)).get(driverId) ?? NOWHERE
}

const NOWHERE: NamedGeography = { home: null, places: new Map(), currency: null }

/** The same for many drivers, of whom each has an element. A station that several work from is one object. */
export async function readGeographies(
  db: Kysely<Tables>,
  driverIds: readonly string[],
  platform: string,
): Promise<ReadonlyMap<string, NamedGeography>> {
  const [homes, stations, workplaces, currencies, houseRules] = await Promise.all([
    readHomes(db, driverIds),
    readPlaces(db, driverIds, platform),
    listWorked(db, driverIds, platform),
    readCurrencies(db, driverIds, platform),
    readHouseRules(db, platform),
  ])
  const all = new Map(
    driverIds.map((id) => {
      const currency = currencies.get(id) ?? null
      const home = homes.get(id) ?? null
      return [id, { home, places: new Map<string, NamedPlace>(), currency, houseRules }]
    }),
  )
  for (const { driverId, stationIds } of workplaces)
    for (const id of stationIds) {
      const place = stations.get(id)
      if (place) all.get(driverId)?.places.set(id, place)
    }
  return all
}

async function readHomes(
  db: Kysely<Tables>,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  const { rows } = await sql<Place & { driverId: string }>`
    select driver_id as "driverId", latitude, longitude from locations
    where driver_id = any(${driverIds}::text[])`.execute(db)
  return new Map(rows.map(({ driverId, latitude, longitude }) => [driverId, { latitude, longitude }]))
}

async function readPlaces(
  db: Kysely<Tables>,
  driverIds: readonly string[],
  platform: string,
): Promise<ReadonlyMap<string, NamedPlace>> {
  const { rows } = await sql<NamedPlace & { id: string }>`
    select s.id, s.code, s.time_zone as "timeZone", s.latitude, s.longitude from stations s
    where s.platform = ${platform} and s.id in (
      select station_id from driver_stations where driver_id = any(${driverIds}::text[]) and platform = ${platform}
      union select station_id from blocks where driver_id = any(${driverIds}::text[]) and platform = ${platform})`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

async function listWorked(
  db: Kysely<Tables>,
  driverIds: readonly string[],
  platform: string,
): Promise<{ driverId: string; stationIds: string[] }[]> {
  const { rows } = await sql<{ driverId: string; stationIds: string[] }>`
    select driver_id as "driverId", array_agg(station_id order by station_id) as "stationIds" from (
      select driver_id, station_id from driver_stations where driver_id = any(${driverIds}::text[]) and platform = ${platform}
      union select driver_id, station_id from blocks where driver_id = any(${driverIds}::text[]) and platform = ${platform}
    ) as w group by driver_id`.execute(db)
  return rows
}

/** The currency in which most of a driver's stations pay; null = USD. */
async function readCurrencies(
  db: Kysely<Tables>,
  driverIds: readonly string[],
  platform: string,
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ driverId: string; currency: string | null; count: number }>`
    select driver_id as "driverId", currency, count(*)::int as count from driver_stations
    where driver_id = any(${driverIds}::text[]) and platform = ${platform}
    group by driver_id, currency order by min(station_id)`.execute(db)
  const counts = new Map<string, CurrencyCounts>()
  for (const { driverId, currency, count } of rows) {
    const own: CurrencyCounts = counts.get(driverId) ?? new Map()
    countCurrency(own, currency, count)
    counts.set(driverId, own)
  }
  return new Map([...counts].map(([driverId, own]) => [driverId, mostCounted(own)]))
}

/** What the operator of a platform asks of its members; a rule that an earlier release lacked is off. */
async function readHouseRules(db: Kysely<Tables>, platform: string): Promise<HouseRules> {
  const { rows } = await sql<{ houseRules: HouseRules }>`
    select house_rules as "houseRules" from platform_instances
    where kind || ':' || id = ${platform} and house_rules is not null`.execute(db)
  return { ...NO_HOUSE_RULES, ...rows[0]?.houseRules }
}
