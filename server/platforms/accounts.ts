import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import { openValue, sealValue } from '../kit/seal.ts'
import type { KeyRing } from '../kit/seal.ts'
import type { PlatformSecret, PlatformTokens } from './model.ts'

type Db = Kysely<Tables>

/** A driver's account at a platform, opened. */
export type PlatformAccount = {
  platform: string
  secret: PlatformSecret | null
  tokens: PlatformTokens | null
  state: 'connected' | 'sign_in_refused'
  /** Requests an hour that the platform grants the driver, as it last said. */
  quotaPerHour: number | null
}

/** Stores how a driver signs in at a platform, sealed; tokens of an earlier sign-in are forgotten. */
export async function connectAccount(
  db: Db,
  ring: KeyRing,
  account: { driverId: string; variant: Variant; platform: string; secret: PlatformSecret },
): Promise<void> {
  const { driverId, variant, platform, secret } = account
  const sealed = sealValue(ring, place('sealed_password', driverId), secret.password)
  await sql`
    insert into platform_accounts (driver_id, variant, platform, email, sealed_password)
    values (${driverId}, ${variant}, ${platform}, ${secret.email}, ${sealed})
    on conflict (driver_id, variant) do update set platform = excluded.platform, email = excluded.email,
      sealed_password = excluded.sealed_password, sealed_tokens = null, platform_driver_id = null,
      state = 'connected', updated_at = now()`.execute(db)
}

/** The driver's account; null when there is none. Throws `SealError` when the key ring is not the one that sealed it. */
export async function readAccount(
  db: Db,
  ring: KeyRing,
  driverId: string,
  variant: Variant,
): Promise<PlatformAccount | null> {
  const row = await db
    .selectFrom('platform_accounts')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .executeTakeFirst()
  if (!row) return null
  const open = (column: SealedColumn, sealed: Buffer | null) =>
    sealed === null ? null : openValue(ring, place(column, driverId), sealed)
  const password = open('sealed_password', row.sealed_password)
  const tokens = open('sealed_tokens', row.sealed_tokens)
  return {
    platform: row.platform,
    secret: password === null ? null : { email: row.email, password },
    tokens: tokens === null ? null : (JSON.parse(tokens) as PlatformTokens),
    state: row.state,
    quotaPerHour: row.quota_per_hour,
  }
}

/** Keeps the tokens of a sign-in or refresh; the account counts as connected again. */
export async function saveTokens(
  db: Db,
  ring: KeyRing,
  driverId: string,
  variant: Variant,
  tokens: PlatformTokens,
): Promise<void> {
  const sealed = sealValue(ring, place('sealed_tokens', driverId), JSON.stringify(tokens))
  await sql`
    update platform_accounts set sealed_tokens = ${sealed}, platform_driver_id = ${tokens.platformDriverId},
      state = 'connected', updated_at = now()
    where driver_id = ${driverId} and variant = ${variant}`.execute(db)
}

/** Keeps what the platform said that it grants the driver. */
export async function saveQuota(
  db: Db,
  driverId: string,
  variant: Variant,
  quotaPerHour: number,
): Promise<void> {
  await sql`update platform_accounts set quota_per_hour = ${quotaPerHour}
    where driver_id = ${driverId} and variant = ${variant}`.execute(db)
}

/** The next call signs in afresh. `refused`: the platform did not take the password, so a driver has to give another. */
export async function forgetTokens(
  db: Db,
  driverId: string,
  variant: Variant,
  { refused }: { refused: boolean },
): Promise<void> {
  await sql`
    update platform_accounts set sealed_tokens = null, updated_at = now(),
      state = case when ${refused} then 'sign_in_refused' else state end
    where driver_id = ${driverId} and variant = ${variant}`.execute(db)
}

/** Of these drivers' accounts, those whose blocks were not compared with the platform's for so long; they count as compared now. */
export async function takeForComparing(
  db: Db,
  accounts: readonly { driverId: string; variant: Variant }[],
  everyMinutes: number,
): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    update platform_accounts a set blocks_compared_at = clock_timestamp()
    from unnest(${accounts.map((each) => each.driverId)}::text[], ${accounts.map((each) => each.variant)}::text[])
      as g (driver_id, variant)
    where a.driver_id = g.driver_id and a.variant = g.variant
      and a.blocks_compared_at < clock_timestamp() - ${everyMinutes} * interval '1 minute'
    returning a.driver_id as "driverId"`.execute(db)
  return rows.map((row) => row.driverId)
}

/** Stores what the platform said of its stations, and that this driver works from exactly these. */
export async function saveStations(
  db: Db,
  driverId: string,
  platform: string,
  variant: Variant,
  stations: readonly Station[],
): Promise<void> {
  const ids = stations.map((station) => station.id)
  await db.transaction().execute(async (tx) => {
    if (stations.length > 0) {
      // In order of id, so that two drivers of one station never wait for each other in a circle.
      await sql`
        insert into stations as s (platform, id, variant, code, name, address, city, state, programme, latitude, longitude, time_zone)
        select ${platform}, id, variant, code, name, address, city, state, programme, latitude, longitude, "timeZone"
        from json_to_recordset(${JSON.stringify(stations)}::json) as n (id text, variant text, code text, name text,
          address text, city text, state text, programme text, latitude float8, longitude float8, "timeZone" text)
        order by id
        on conflict (platform, id) do update set variant = excluded.variant, code = excluded.code, name = excluded.name,
          address = excluded.address, city = excluded.city, state = excluded.state, programme = excluded.programme,
          latitude = excluded.latitude, longitude = excluded.longitude, time_zone = excluded.time_zone
        where (s.variant, s.code, s.name, s.address, s.city, s.state, s.programme, s.latitude, s.longitude, s.time_zone)
          is distinct from (excluded.variant, excluded.code, excluded.name, excluded.address, excluded.city,
            excluded.state, excluded.programme, excluded.latitude, excluded.longitude, excluded.time_zone)`.execute(
        tx,
      )
      await sql`
        insert into driver_stations (driver_id, platform, station_id)
        select ${driverId}, ${platform}, unnest(${ids}::text[]) on conflict do nothing`.execute(tx)
    }
    await sql`
      delete from driver_stations d using stations s
      where d.driver_id = ${driverId} and d.platform = ${platform} and not d.station_id = any(${ids}::text[])
        and s.platform = d.platform and s.id = d.station_id and s.variant = ${variant}`.execute(tx)
  })
}

/** The stations that the driver's account works from, by code. */
export async function readStations(
  db: Db,
  driverId: string,
  platform: string,
  variant: Variant,
): Promise<Station[]> {
  const { rows } = await sql<Station>`
    select s.id, s.variant, s.code, s.name, s.address, s.city, s.state, s.programme, s.latitude, s.longitude,
      s.time_zone as "timeZone"
    from driver_stations d join stations s on s.platform = d.platform and s.id = d.station_id
    where d.driver_id = ${driverId} and d.platform = ${platform} and s.variant = ${variant}
    order by s.code, s.id`.execute(db)
  return rows
}

type SealedColumn = 'sealed_password' | 'sealed_tokens'

function place(column: SealedColumn, driverId: string): { table: string; column: string; row: string } {
  return { table: 'platform_accounts', column, row: driverId }
}
