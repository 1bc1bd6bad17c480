import { VARIANTS, describeVariant } from '@madruga/core/variants.ts'
import { sql } from 'kysely'
import { mondayOf } from '@madruga/core/blocks.ts'
import type { Db, InstantState, Owner, Place } from './model.ts'

/** Those whose platforms make instant offers. */
const INSTANT_VARIANTS = VARIANTS.filter((variant) => describeVariant(variant).hasInstantOffers)

/** The driver's data for instant offers. Throws if they do not exist. */
export async function readOwner(db: Db, driverId: string): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id as "driverId", variant, time_zone as "timeZone", device_id is not null as "deviceEnabled"
    from drivers where id = ${driverId}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Error(`there is no driver ${driverId}`)
  return owner
}

/** The saved location; null if there is none. */
export async function readLocation(
  db: Db,
  driverId: string,
): Promise<(Place & { label: string; savedAt: number }) | null> {
  const row = await db
    .selectFrom('locations')
    .select(['latitude', 'longitude', 'label', 'saved_at as savedAt'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row ?? null
}

/** Replaces the saved location; the state of instant offers stays. */
export async function writeLocation(
  db: Db,
  driverId: string,
  { latitude, longitude, label }: Place & { label: string },
  now: number,
): Promise<void> {
  await sql`
    insert into locations (driver_id, latitude, longitude, label, saved_at)
    values (${driverId}, ${latitude}, ${longitude}, ${label}, ${new Date(now)})
    on conflict (driver_id) do update set latitude = excluded.latitude, longitude = excluded.longitude,
      label = excluded.label, saved_at = excluded.saved_at`.execute(db)
}

export async function removeLocation(db: Db, driverId: string): Promise<void> {
  await db.deleteFrom('locations').where('driver_id', '=', driverId).execute()
}

/** Days of the driver's week, which begins on Monday, on which instant offers were on. */
export async function readWeekDays(
  db: Db,
  { driverId, timeZone }: Pick<Owner, 'driverId' | 'timeZone'>,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from instant_days
    where driver_id = ${driverId} and day >= ${mondayOf(timeZone, now).toString()}::date order by day`.execute(
    db,
  )
  return rows.map((row) => row.day)
}

/** The state of instant offers at the driver's location; null if none is saved. */
export async function readState(db: Db, driverId: string): Promise<InstantState | null> {
  const row = await db
    .selectFrom('locations')
    .select('instant')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row?.instant ?? null
}

/**
 * Stores the platform's state and, if instant offers are on, counts today once; spark has none. Stores
 * nothing if no location is saved.
 */
export async function noteState(tx: Db, driverId: string, state: InstantState, now: number): Promise<void> {
  const at = new Date(now)
  const { numAffectedRows } = await sql`
    update locations set instant = ${state}, asked_at = ${at} where driver_id = ${driverId}`.execute(tx)
  if (numAffectedRows === 0n || state !== 'on') return
  await sql`
    insert into instant_days (driver_id, day, first_at)
    select id, (${at}::timestamptz at time zone time_zone)::date, ${at} from drivers
    where id = ${driverId} and variant = any(${INSTANT_VARIANTS}::text[]) on conflict do nothing`.execute(tx)
}

/**
 * Claims drivers whose state must be polled again, the longest unpolled first: pending confirmations after
 * `pendingMs`, all others after `everyMs`. They count as polled now, so that processes share them.
 */
export async function takeToAsk(
  db: Db,
  now: number,
  { pendingMs, everyMs, most }: { pendingMs: number; everyMs: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    update locations set asked_at = ${new Date(now)} where driver_id in (
      select l.driver_id from locations l join drivers d on d.id = l.driver_id
      join platform_accounts p on p.driver_id = d.id and p.variant = d.variant
      where d.variant = any(${INSTANT_VARIANTS}::text[]) and d.device_id is not null and p.state = 'connected' and (l.asked_at is null
        or l.asked_at <= case when l.instant = 'pending' then ${new Date(now - pendingMs)}::timestamptz
          else ${new Date(now - everyMs)}::timestamptz end)
      order by l.asked_at nulls first limit ${most} for update of l skip locked)
    returning driver_id as "driverId"`.execute(db)
  return rows.map((row) => row.driverId)
}
