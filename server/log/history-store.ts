import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Outcome } from '@madruga/core/events.ts'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import type { HistoryQuery, OfferEntry } from './model.ts'

type Db = Kysely<Tables>

/** The possible meanings of a driver's search text. */
export type TextHits = { stationIds: string[]; kinds: string[] }

/** Where the days of a query begin and end in the driver's zone (epoch ms); null = open. */
export type DayBounds = { startAt: number | null; endAt: number | null }

/** What a line is looked for by; `kinds` null = all of them, `hits` null = no text was given. */
export type Wanted = DayBounds & {
  kinds: readonly OfferKind[] | null
  outcome: Outcome | undefined
  stationId: string | undefined
  hits: TextHits | null
}

/** A line that was looked at: its place among them from 1 on, and whether it is wanted. */
export type HistoryLine = {
  seq: number
  at: number
  type: OfferEntry['type']
  line: string
  place: number
  fits: boolean
}

/**
 * The lines that are wanted, newest first, among the newest `scanRows` before `before`. The last line that
 * was looked at comes along even if it is not wanted.
 */
export async function readHistoryLines(
  db: Db,
  driverId: string,
  wanted: Wanted,
  { scanRows, before, limit }: { scanRows: number; before: number | undefined; limit: number },
): Promise<HistoryLine[]> {
  const fits = sql.join([...conditions(wanted), sql`true`], sql` and `)
  const { rows } = await sql<HistoryLine>`
    select seq, at, type, line, place, ${fits} as fits from (
      select seq, at, type, data::text as line, row_number() over (order by seq desc) as place from log_entries
      where driver_id = ${driverId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        and ${typesOf(wanted.outcome, driverId)} ${boundsOf(wanted)}
      order by seq desc limit ${scanRows}
    ) as looked_at
    where place = ${scanRows} or ${fits} order by seq desc limit ${limit}`.execute(db)
  return rows
}

/** Literals, so that the planner can use the index of accepted and missed offers. */
function typesOf(outcome: Outcome | undefined, driverId: string): RawBuilder<unknown> {
  if (outcome === undefined)
    return sql`((type in ('offer.accepted', 'offer.missed', 'offer.ignored') and not ${isTakenBack(driverId)})
      or ${isUndecided(driverId)})`
  if (outcome === 'waiting') return isUndecided(driverId)
  if (outcome === 'accepted') return sql`type = 'offer.accepted'`
  return outcome === 'missed'
    ? sql`type = 'offer.missed' and not ${isTakenBack(driverId)}`
    : sql`type = 'offer.ignored'`
}

/**
 * The line of an accept that is still undecided. Once it is decided, its later line stands for the offer;
 * both are read in one snapshot, so that no page shows an offer twice.
 */
function isUndecided(driverId: string): RawBuilder<unknown> {
  return sql`(type = 'offer.waiting' and seq = any(array(
    select waiting_seq from attempts where driver_id = ${driverId} and state = 'waiting')))`
}

/** The line of a miss whose offer turned out to be won: the line of the win stands for it. */
function isTakenBack(driverId: string): RawBuilder<unknown> {
  return sql`seq = any(array(
    select missed_seq from attempts where driver_id = ${driverId} and missed_seq is not null))`
}

/**
 * The text that a line must contain. Lines are stored as `JSON.stringify` wrote them (`encode.ts`), in which
 * a quoted name occurs only as a name: searching for the text is exact, and many times faster than parsing
 * every line.
 */
function conditions({ kinds, outcome, stationId, hits }: Wanted): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (kinds !== null) all.push(anyOf(kinds.map((kind) => holds('kind', kind))))
  if (outcome?.startsWith('ignored_')) all.push(holds('ignoredFor', outcome.slice('ignored_'.length)))
  if (stationId !== undefined) all.push(holds('stationId', stationId))
  if (hits !== null) {
    const either = hits.kinds.map((kind) => holds('kind', kind))
    if (hits.stationIds.length > 0) {
      const ids = hits.stationIds.map((id) => JSON.stringify(id).slice(1, -1).split('"')[0]!)
      either.push(
        sql`split_part(substr(line, strpos(line, '"stationId":"') + 13, 200), '"', 1) = any(${ids}::text[])`,
      )
    }
    all.push(anyOf(either))
  }
  return all
}

function anyOf(either: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return either.length === 0 ? sql`false` : sql`(${sql.join(either, sql` or `)})`
}

function holds(name: string, value: string): RawBuilder<unknown> {
  return sql`strpos(line, ${`"${name}":${JSON.stringify(value)}`}) > 0`
}

/** Values, not subqueries: the planner then excludes partitions of other days. */
function boundsOf({ startAt, endAt }: DayBounds): RawBuilder<unknown> {
  const from = startAt === null ? sql`` : sql`and at >= ${new Date(startAt)}`
  const to = endAt === null ? sql`` : sql`and at < ${new Date(endAt)}`
  return sql`${from} ${to}`
}

/** Where the days `from` and `to` (`YYYY-MM-DD`) begin and end in the driver's zone. */
export async function readDayBounds(
  db: Db,
  driverId: string,
  { from, to }: Pick<HistoryQuery, 'from' | 'to'>,
): Promise<DayBounds> {
  const { rows } = await sql<DayBounds>`
    select ${from ?? null}::date::timestamp at time zone time_zone as "startAt",
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as "endAt"
    from drivers where id = ${driverId}`.execute(db)
  return rows[0] ?? { startAt: null, endAt: null }
}

/** The stations whose code or name a folded text is a part of. */
export async function findStationIds(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from stations
    where strpos(${folded(sql`code`)}, ${text}) > 0 or strpos(${folded(sql`name`)}, ${text}) > 0`.execute(db)
  return rows.map((row) => row.id)
}

/** The same as `fold` of `history-text.ts`, in the database; marks are those of Latin letters. */
function folded(column: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return sql`lower(regexp_replace(normalize(${column}, NFD), '[\u0300-\u036f]', '', 'g'))`
}

/** In which language and zone a driver reads; throws when there is no such driver. */
export async function readReader(
  db: Db,
  driverId: string,
): Promise<{ language: 'en' | 'es'; timeZone: string }> {
  return await db
    .selectFrom('drivers')
    .select(['language', 'time_zone as timeZone'])
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
}
