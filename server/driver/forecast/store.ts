import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Filter } from '@madruga/core/filters.ts'
import type { LookedHour, ReleaseProfile } from '@madruga/core/forecast.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'

type Db = Kysely<Tables>

/** A station and its profile up to the local day `through` (days since 1970); null = nothing learned yet. */
export type LearnedStation = {
  platform: string
  id: string
  variant: Variant
  code: string
  name: string
  timeZone: string
  learned: { profile: ReleaseProfile; through: number } | null
}

type Row = Omit<LearnedStation, 'learned'> & {
  minutes: number[] | null
  looked: number[]
  weekHours: number[]
  weekLooked: number[]
  heavy: number[]
  heavyOffers: number
  drops: number
  days: number
  /** The date, as days since 1970. */
  through: number
}

const COLUMNS = sql`s.platform, s.id, s.variant, s.code, s.name, s.time_zone as "timeZone", p.minutes, p.looked,
  p.week_hours as "weekHours", p.week_looked as "weekLooked",
  p.heavy, p.heavy_offers as "heavyOffers", p.drops, p.days, p.through - date '1970-01-01' as through`
const TABLES = sql`stations s left join release_profiles p on p.platform = s.platform and p.station_id = s.id`

function read({
  minutes,
  looked,
  weekHours,
  weekLooked,
  heavy,
  heavyOffers,
  drops,
  days,
  through,
  ...station
}: Row): LearnedStation {
  const profile = minutes && { minutes, looked, weekHours, weekLooked, heavy, heavyOffers, drops, days }
  return { ...station, learned: profile && { profile, through } }
}

/** Every station that a driver works from, and the last day that is counted. */
export async function listWorkedStations(
  db: Db,
): Promise<{ platform: string; id: string; timeZone: string; through: number | null }[]> {
  const { rows } = await sql<{ platform: string; id: string; timeZone: string; through: number | null }>`
    select s.platform, s.id, s.time_zone as "timeZone", p.through - date '1970-01-01' as through from ${TABLES}
    where exists (select from driver_stations d where d.platform = s.platform and d.station_id = s.id)
    order by s.platform, s.id`.execute(db)
  return rows
}

/** The profiles of these stations; unknown ids are omitted. */
export async function readLearned(
  db: Db,
  platform: string,
  ids: readonly string[],
): Promise<LearnedStation[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES} where s.platform = ${platform} and s.id = any(${ids}::text[])`.execute(
    db,
  )
  return rows.map(read)
}

/** The profiles of the stations of the driver's account, by code. */
export async function readLearnedOf(db: Db, driverId: string, platform: string): Promise<LearnedStation[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLES}
    where exists (select from driver_stations w join drivers d on d.id = w.driver_id and d.variant = s.variant
      where w.driver_id = ${driverId} and w.platform = s.platform and w.station_id = s.id)
      and s.platform = ${platform}
    order by s.code, s.id`.execute(db)
  return rows.map(read)
}

/** The driver's own zone, and the active filter; null if the driver does not exist. */
export async function readFilter(
  db: Db,
  driverId: string,
): Promise<{ timeZone: string; filter: Filter | null } | null> {
  const { rows } = await sql<{ timeZone: string; filter: Filter | null }>`
    select d.time_zone as "timeZone", (select case when not removed then body end from filters f
      where f.driver_id = d.id and f.variant = d.variant order by version desc limit 1) as filter
    from drivers d where d.id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/** The minutes in which the bot of any driver of the station sent requests, hour by hour. */
export async function readLookedHours(
  db: Db,
  { platform, id }: { platform: string; id: string },
  from: Timestamp,
  to: Timestamp,
): Promise<LookedHour[]> {
  const { rows } = await sql<LookedHour>`
    select r.hour_at as "hourAt", bit_or(r.first_half) as first, bit_or(r.second_half) as second
    from driver_stations w
      join stations s on s.platform = w.platform and s.id = w.station_id
      join drivers d on d.id = w.driver_id and d.variant = s.variant
      join request_hours r on r.driver_id = w.driver_id
    where w.platform = ${platform} and w.station_id = ${id}
      and r.hour_at >= ${new Date(from)} and r.hour_at < ${new Date(to)}
    group by 1 order by 1`.execute(db)
  return rows
}

/** Stores the profile up to `through`, unless another process has continued from `before` meanwhile. */
export async function saveProfile(
  db: Db,
  { platform, id }: { platform: string; id: string },
  profile: ReleaseProfile,
  through: number,
  before: number | null,
): Promise<void> {
  const { minutes, looked, weekHours, weekLooked, heavy, heavyOffers, drops, days } = profile
  await sql`
    insert into release_profiles as p (platform, station_id, minutes, looked, week_hours, week_looked, heavy,
      heavy_offers, drops, days, through)
    values (${platform}, ${id}, ${minutes}::real[], ${looked}::real[], ${weekHours}::real[], ${weekLooked}::real[], ${heavy}::real[],
      ${heavyOffers}, ${drops}, ${days},
      ${dateOf(through)}::date)
    on conflict (platform, station_id) do update set minutes = excluded.minutes, looked = excluded.looked,
      week_hours = excluded.week_hours, week_looked = excluded.week_looked, heavy = excluded.heavy,
      heavy_offers = excluded.heavy_offers, drops = excluded.drops, days = excluded.days,
      through = excluded.through
    where p.through = ${before === null ? null : dateOf(before)}::date`.execute(db)
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
