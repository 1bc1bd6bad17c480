import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Offer, OfferKind, PayBasis, Variant } from '@madruga/core/offers.ts'
import type { Observation } from '@madruga/core/observations.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import type { Database, Tables } from '../../db.ts'

type Db = Kysely<Tables>

/** An observation to be stored. */
export type NewObservation = { platform: string; variant: Variant; offer: Offer; at: Timestamp }

// One writer at a time, so that observations become visible in the order of their numbers and `id > last`
// misses none.
const WRITE_LOCK = 7_301_946_031

/** Stores observations; if one exists already, from any process, the first stays. */
export async function insertObservations(db: Db, all: readonly NewObservation[]): Promise<void> {
  const rows = all.map(({ platform, variant, offer, at }) => ({ platform, variant, ...offer, seenAt: at }))
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(tx)
    await sql`
      insert into observations (platform, offer_id, variant, station_id, kind, start_at, end_at, pay_cents, tip_cents, miles, stops,
        batched, expires_at, seen_at, pay_basis, currency, end_estimated, skills, is_full)
      select platform, id, variant, "stationId", kind, to_timestamp("startAt" / 1000), to_timestamp("endAt" / 1000), "payCents",
        "tipCents", miles, stops, batched, to_timestamp("expiresAt" / 1000), to_timestamp("seenAt" / 1000), "payBasis", currency,
        coalesce("endEstimated", false), skills, coalesce("full", false)
      from json_to_recordset(${JSON.stringify(rows)}::json) as n (platform text, id text, variant text, "stationId" text, kind text,
        "startAt" float8, "endAt" float8, "payCents" int, "tipCents" int, miles float8, stops int, batched boolean,
        "expiresAt" float8, "seenAt" float8, "payBasis" text, currency text, "endEstimated" boolean, skills text[], "full" boolean)
      on conflict do nothing`.execute(tx)
  })
}

/** Deletes observations from before a time, some thousands at once; returns how many. */
export async function deleteObservations(db: Db, before: number, most = 10_000): Promise<number> {
  const result = await sql`
    delete from observations where id in (
      select id from observations where seen_at < ${new Date(before)} order by seen_at limit ${most})`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** What only some platforms leave open or require; absent otherwise, as in an offer. */
const UNSTATED = sql`pay_basis as "payBasis", currency, end_estimated as "endEstimated", skills, is_full as "full"`

/** Observations at these stations in a time span, end exclusive, the newest `most` of them, in order. */
export async function readObservations(
  db: Db,
  place: { platform: string; stationIds: readonly string[] },
  { from, to, most }: { from: number; to: number; most: number },
): Promise<Observation[]> {
  const { rows } = await sql<Observation>`
    select offer_id as id, station_id as "stationId", kind, start_at as "startAt", end_at as "endAt", pay_cents as "payCents",
      tip_cents as "tipCents", miles, stops, batched, expires_at as "expiresAt", seen_at as "seenAt", ${UNSTATED}
    from (
      select * from observations
      where platform = ${place.platform} and station_id = any(${place.stationIds}::text[])
        and seen_at >= ${new Date(from)} and seen_at < ${new Date(to)}
      order by seen_at desc, id desc limit ${most}
    ) newest order by seen_at, newest.id`.execute(db)
  return rows
}

/** An observation by its number, with the station that it was seen at. */
export type NumberedObservation = Omit<Observation, 'id'> & {
  id: number
  variant: Variant
  stationCode: string
  city: string
  state: string
  timeZone: string
}

/** The newest observations of a platform at any station, `most` of each variant; newest first. */
export async function readLatest(
  db: Db,
  platform: string,
  { since, most }: { since: number; most: number },
): Promise<NumberedObservation[]> {
  const { rows } = await sql<NumberedObservation>`
    select o.id, o.variant, o.station_id as "stationId", o.kind, o.start_at as "startAt", o.end_at as "endAt",
      o.pay_cents as "payCents", o.tip_cents as "tipCents", o.miles, o.stops, o.batched, o.expires_at as "expiresAt",
      o.seen_at as "seenAt", o.pay_basis as "payBasis", o.currency, o.end_estimated as "endEstimated", o.skills, o.is_full as "full", s.code as "stationCode", s.city, s.state, s.time_zone as "timeZone"
    from unnest(${[...VARIANTS]}::text[]) as v (variant) cross join lateral (
      select * from observations where platform = ${platform} and variant = v.variant and seen_at >= ${new Date(since)}
      order by id desc limit ${most}
    ) o join stations s on s.platform = o.platform and s.id = o.station_id
    order by o.id desc`.execute(db)
  return rows
}

/** When offers of the station were first seen, ascending. */
export async function readSeenAt(
  db: Db,
  { platform, id }: { platform: string; id: string },
  from: Timestamp,
  to: Timestamp,
): Promise<Timestamp[]> {
  const { rows } = await sql<{ at: number }>`
    select seen_at as at from observations where platform = ${platform} and station_id = ${id}
      and seen_at >= ${new Date(from)} and seen_at < ${new Date(to)} order by seen_at`.execute(db)
  return rows.map(({ at }) => at)
}

/** The number of the newest observation; 0 if there is none. */
export async function readLastId({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from observations')
  return rows[0]?.last ?? 0
}

/** The fields of an observation that judging reads, in the order of `COLUMNS`. */
export type Row = [
  stationId: string,
  seenAt: number,
  startAt: number,
  endAt: number,
  payCents: number,
  tipCents: number,
  miles: number | null,
  stops: number | null,
  kind: OfferKind,
  batched: boolean,
  payBasis: PayBasis | null,
  skills: readonly string[] | null,
  full: boolean,
  currency: string | null,
]
// `date_part` is a double, `extract` a numeric, which doubles the time of the whole query.
const epochMs = (column: string) => `date_part('epoch', ${column}) * 1000`
const COLUMNS = `station_id, ${epochMs('seen_at')}, ${epochMs('start_at')}, ${epochMs('end_at')}, pay_cents, tip_cents, miles, stops, kind,
  batched, pay_basis, skills, is_full, currency`

/**
 * The newest `most` of each station, seen from `since` on and numbered up to `last`; by station, newest
 * first.
 */
export async function readNewest(
  { pool }: Pick<Database, 'pool'>,
  place: { platform: string; stationIds: readonly string[] },
  { since, most, last }: { since: number; most: number; last: number },
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({
    rowMode: 'array',
    text: `
      select r.* from unnest($2::text[]) as t (id) cross join lateral (
        select ${COLUMNS} from observations
        where platform = $1 and station_id = t.id and seen_at >= $3 and id <= $5
        order by seen_at desc, id desc limit $4) r`,
    values: [place.platform, place.stationIds, new Date(since), most, last],
  })
  return rows
}

/**
 * New observations of these stations after `after`, numbered up to `last`, in the order of their numbers; up
 * to `most`.
 */
export async function readAfter(
  { pool }: Pick<Database, 'pool'>,
  place: { platform: string; stationIds: readonly string[] },
  { after, last, most }: { after: number; last: number; most: number },
): Promise<[id: number, ...row: Row][]> {
  const { rows } = await pool.query<[id: number, ...row: Row]>({
    rowMode: 'array',
    text: `
      select id, ${COLUMNS} from observations
      where id > $3 and id <= $4 and platform = $1 and station_id = any($2::text[]) order by id limit $5`,
    values: [place.platform, place.stationIds, after, last, most],
  })
  return rows
}
