import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Outcome } from '@madruga/core/events.ts'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Tables } from '../../db.ts'
import type { HistoryQuery } from './model.ts'
import { SHELF } from './read-store.ts'
import type { StoredLine } from './read-store.ts'

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

/** A line that was looked at: its place among those of its table from 1 on, and whether it is wanted. */
export type HistoryLine = StoredLine & { place: number; fits: boolean }

type Scan = { scanRows: number; before: number | undefined; limit: number }

/**
 * The lines that are wanted, newest first, among the newest `scanRows` of each table before `before`. The
 * last line that was looked at in a table comes along even if it is not wanted.
 */
export async function readHistoryLines(
  db: Db,
  driverId: string,
  query: Wanted,
  scan: Scan,
): Promise<HistoryLine[]> {
  const branches = [scanWhole(driverId, query, scan)]
  const { outcome } = query
  if (outcome === undefined || outcome.startsWith('ignored_'))
    branches.push(scanIgnored(driverId, query, scan))
  const { rows } = await sql<HistoryLine>`
    select * from (${sql.join(branches, sql` union all `)}) as found order by seq desc`.execute(db)
  return rows
}

function scanWhole(driverId: string, query: Wanted, { scanRows, before, limit }: Scan): RawBuilder<unknown> {
  const fits = sql.join([...conditions(query, sql`line`), sql`true`], sql` and `)
  return sql`(
    select seq, at, type, line::json as data, null::json as listing, null::json as form, null as own, place, ${fits} as fits
    from (
      select seq, at, type, data::text as line, row_number() over (order by seq desc) as place from log_entries
      where driver_id = ${driverId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
        and ${typesOf(query.outcome, driverId)} ${boundsOf(query)}
      order by seq desc limit ${scanRows}
    ) as looked_at
    where place = ${scanRows} or ${fits} order by seq desc limit ${limit})`
}

/** The lines of ignored offers that are stored in parts. */
function scanIgnored(
  driverId: string,
  query: Wanted,
  { scanRows, before, limit }: Scan,
): RawBuilder<unknown> {
  const fits = sql.join([...conditions(query, sql`l.data::text`, sql`f.data::text`), sql`true`], sql` and `)
  const end = sql`${before ?? Number.MAX_SAFE_INTEGER}::bigint`
  const newest = sql`order by ${SHELF} desc, seq desc`
  return sql`(
    select seq, at, 'offer.ignored', null, l.data, f.data, own, place, ${fits}
    from (
      select ${SHELF} as shelf, seq, at, listing, form, own, row_number() over (${newest}) as place from log_ignored
      where driver_number = (select number from drivers where id = ${driverId})
        and seq < ${end} and ${SHELF} <= (${end} >> 6) ${boundsOf(query)}
      ${newest} limit ${scanRows}
    ) as looked_at
    join log_parts l on l.id = looked_at.listing join log_parts f on f.id = looked_at.form
    where place = ${scanRows} or ${fits} order by shelf desc, seq desc limit ${limit})`
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
 * The text that a line must contain, `verdict` being what says why it was ignored. Lines and parts are stored
 * as `JSON.stringify` wrote them (`encode.ts`), in which a quoted name occurs only as a name: searching for
 * the text is exact, and many times faster than parsing every line.
 */
function conditions(
  { kinds, outcome, stationId, hits }: Wanted,
  line: RawBuilder<unknown>,
  verdict = line,
): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (kinds !== null) all.push(anyOf(kinds.map((kind) => holds(line, 'kind', kind))))
  if (outcome?.startsWith('ignored_'))
    all.push(holds(verdict, 'ignoredFor', outcome.slice('ignored_'.length)))
  if (stationId !== undefined) all.push(holds(line, 'stationId', stationId))
  if (hits !== null) {
    const either = hits.kinds.map((kind) => holds(line, 'kind', kind))
    if (hits.stationIds.length > 0) {
      const ids = hits.stationIds.map((id) => JSON.stringify(id).slice(1, -1).split('"')[0]!)
      either.push(
        sql`split_part(substr(${line}, strpos(${line}, '"stationId":"') + 13, 200), '"', 1) = any(${ids}::text[])`,
      )
    }
    all.push(anyOf(either))
  }
  return all
}

function anyOf(either: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return either.length === 0 ? sql`false` : sql`(${sql.join(either, sql` or `)})`
}

function holds(line: RawBuilder<unknown>, name: string, value: string): RawBuilder<unknown> {
  return sql`strpos(${line}, ${`"${name}":${JSON.stringify(value)}`}) > 0`
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
): Promise<{ language: Language; timeZone: string }> {
  return await db
    .selectFrom('drivers')
    .select(['language', 'time_zone as timeZone'])
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
}
