import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Place } from '@madruga/core/geo.ts'
import { nameStation } from '@madruga/core/offers.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { countCurrency, mostCounted } from '@madruga/core/pay-sums.ts'
import type { CurrencyCounts } from '@madruga/core/pay-sums.ts'
import type { Tables } from '../../db.ts'

type Db = Kysely<Tables>

/** Whose stations, at which platform. */
export type StationOwner = { driverId: string; platform: string; variant: Variant }

/**
 * Stores the platform's stations, and that this driver works from exactly these. Nothing is written where all
 * is `known`, as at most starts.
 */
export async function saveStations(
  db: Db,
  driverId: string,
  platform: string,
  variant: Variant,
  stations: readonly Station[],
  known?: readonly Station[],
): Promise<void> {
  known ??= await readStations(db, driverId, platform, variant)
  const listed = stations.map((station) => nameStation(station))
  if (isDeepStrictEqual(inOrder(known), inOrder(listed))) return
  await db.transaction().execute((tx) => writeStations(tx, { driverId, platform, variant }, stations))
}

function inOrder(stations: readonly Station[]): Station[] {
  return stations
    .map((station) => ({ ...station, currency: station.currency ?? null }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * The same inside the caller's transaction; answers how many of the driver's stations are new, and how many
 * are gone.
 */
export async function writeStations(
  tx: Db,
  owner: StationOwner,
  stations: readonly Station[],
  at?: number,
): Promise<{ added: number; removed: number }> {
  const { driverId, platform, variant } = owner
  const ids = stations.map((station) => station.id)
  const readAt = at === undefined ? null : new Date(at)
  // Every transaction locks the account first and stations after it.
  await sql`
    update platform_accounts set synced_at = coalesce(${readAt}::timestamptz, clock_timestamp())
    where driver_id = ${driverId} and variant = ${variant} and platform = ${platform}`.execute(tx)
  let added = 0
  if (stations.length > 0) {
    await writePlaces(tx, platform, stations)
    const currencies = stations.map((station) => station.currency ?? null)
    const listed = sql`unnest(${ids}::text[], ${currencies}::text[]) as n (id, currency)`
    await sql`
      update driver_stations d set currency = n.currency from ${listed}
      where d.driver_id = ${driverId} and d.platform = ${platform} and d.station_id = n.id
        and d.currency is distinct from n.currency`.execute(tx)
    const fresh = await sql`
      insert into driver_stations (driver_id, platform, station_id, currency)
      select ${driverId}, ${platform}, n.id, n.currency from ${listed} on conflict do nothing`.execute(tx)
    added = Number(fresh.numAffectedRows ?? 0)
  }
  const gone = await sql`
    delete from driver_stations d using stations s
    where d.driver_id = ${driverId} and d.platform = ${platform} and not d.station_id = any(${ids}::text[])
      and s.platform = d.platform and s.id = d.station_id and s.variant = ${variant}`.execute(tx)
  return { added, removed: Number(gone.numAffectedRows ?? 0) }
}

/** Deletes which stations the driver works from; the stations themselves stay, since the log names them. */
export async function forgetStations(tx: Db, { driverId, platform, variant }: StationOwner): Promise<void> {
  await sql`
    delete from driver_stations d using stations s
    where d.driver_id = ${driverId} and d.platform = ${platform}
      and s.platform = d.platform and s.id = d.station_id and s.variant = ${variant}`.execute(tx)
}

/**
 * Each with a code and a name to be seen. In order of id, so that two drivers of one station never wait for
 * each other in a circle. One that is known is not touched: its row would stay locked until the commit, and
 * thousands who start at one moment would wait for each other.
 */
async function writePlaces(tx: Db, platform: string, stations: readonly Station[]): Promise<void> {
  await sql`
    insert into stations as s (platform, id, variant, code, name, address, city, state, programme, latitude, longitude, time_zone)
    select ${platform}, id, variant, code, name, address, city, state, programme, latitude, longitude, "timeZone"
    from json_to_recordset(${JSON.stringify(stations.map(nameStation))}::json) as n (id text, variant text, code text, name text,
      address text, city text, state text, programme text, latitude float8, longitude float8, "timeZone" text)
    where not exists (select from stations k where k.platform = ${platform} and k.id = n.id
      and (k.variant, k.code, k.name, k.address, k.city, k.state, k.programme, k.latitude, k.longitude, k.time_zone)
        is not distinct from (n.variant, n.code, n.name, n.address, n.city, n.state, n.programme, n.latitude,
          n.longitude, n."timeZone"))
    order by id
    on conflict (platform, id) do update set variant = excluded.variant, code = excluded.code, name = excluded.name,
      address = excluded.address, city = excluded.city, state = excluded.state, programme = excluded.programme,
      latitude = excluded.latitude, longitude = excluded.longitude, time_zone = excluded.time_zone
    where (s.variant, s.code, s.name, s.address, s.city, s.state, s.programme, s.latitude, s.longitude, s.time_zone)
      is distinct from (excluded.variant, excluded.code, excluded.name, excluded.address, excluded.city,
        excluded.state, excluded.programme, excluded.latitude, excluded.longitude, excluded.time_zone)`.execute(
    tx,
  )
}

/** The stations that the driver's account works from, by code. */
export async function readStations(
  db: Db,
  driverId: string,
  platform: string,
  variant: Variant,
): Promise<Station[]> {
  return (await readStationsOfMany(db, [{ driverId, platform, variant }])).get(driverId) ?? []
}

/** The same of many drivers, each at one platform. */
export async function readStationsOfMany(
  db: Db,
  owners: readonly StationOwner[],
): Promise<ReadonlyMap<string, Station[]>> {
  const { rows } = await sql<Station & { driverId: string }>`
    select d.driver_id as "driverId", s.id, s.variant, s.code, s.name, s.address, s.city, s.state, s.programme,
      s.latitude, s.longitude, s.time_zone as "timeZone", d.currency
    from unnest(${owners.map((each) => each.driverId)}::text[], ${owners.map((each) => each.platform)}::text[],
      ${owners.map((each) => each.variant)}::text[]) as n (driver_id, platform, variant)
    join driver_stations d on d.driver_id = n.driver_id and d.platform = n.platform
    join stations s on s.platform = d.platform and s.id = d.station_id and s.variant = n.variant
    order by s.code, s.id`.execute(db)
  const stations = new Map<string, Station[]>()
  for (const { driverId, ...station } of rows) {
    const known = stations.get(driverId)
    if (known) known.push(station)
    else stations.set(driverId, [station])
  }
  return stations
}

/**
 * Codes and names of stations, by id, as `first` calls them; of an id that it does not have, as another
 * platform does: the log outlives a change of platform.
 */
export async function readStationNames(
  db: Db,
  ids: readonly string[],
  first: string | null = null,
): Promise<ReadonlyMap<string, { code: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select distinct on (id) id, code, name from stations where id = any(${ids}::text[])
    order by id, platform = ${first} desc, platform`.execute(db)
  return new Map(rows.map(({ id, code, name }) => [id, { code, name }]))
}

/** Every station or store of a platform that any driver works from, by code. */
export async function readAllStations(db: Db, platform: string, variant: Variant): Promise<Station[]> {
  const { rows } = await sql<Station>`
    select s.id, s.variant, s.code, s.name, s.address, s.city, s.state, s.programme, s.latitude, s.longitude,
      s.time_zone as "timeZone"
    from stations s where s.platform = ${platform} and s.variant = ${variant} order by s.code, s.id`.execute(
    db,
  )
  return rows
}

/** The number of stations that a driver works from. */
export async function countStations(db: Db, { driverId, platform, variant }: StationOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id
    where d.driver_id = ${driverId} and d.platform = ${platform} and s.variant = ${variant}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The ids of the stations that a driver works from. */
export async function readStationIds(
  db: Db,
  driverId: string,
  platform: string,
  variant: Variant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id
    where d.driver_id = ${driverId} and d.platform = ${platform} and s.variant = ${variant} order by s.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * The currency in which most of a driver's stations of a variant pay, at the platform that they use: that of
 * the amounts of their filter. null = USD.
 */
export async function readPaidIn(db: Db, driverId: string, variant: Variant): Promise<string | null> {
  const { rows } = await sql<{ currency: string | null; count: number }>`
    select d.currency, count(*)::int as count
    from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id
      left join platform_accounts a on a.driver_id = d.driver_id and a.variant = s.variant
    where d.driver_id = ${driverId} and s.variant = ${variant} and d.platform = coalesce(a.platform, d.platform)
    group by d.currency order by min(d.station_id)`.execute(db)
  const counts: CurrencyCounts = new Map()
  for (const { currency, count } of rows) countCurrency(counts, currency, count)
  return mostCounted(counts)
}

/** The middle of the driver's stations; null while there are none. */
export async function readStationsMiddle(db: Db, driverId: string, variant: Variant): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select avg(s.latitude) as latitude, avg(s.longitude) as longitude
    from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id
    where d.driver_id = ${driverId} and s.variant = ${variant} having count(*) > 0`.execute(db)
  return rows[0] ?? null
}
