import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import type { LogEntry, Outcome } from '@madruga/core/events.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import { findText, fold, kindsOf } from './history-text.ts'
import type { TextHits } from './history-text.ts'

type Db = Kysely<Tables>

/** Which offers are wanted; days (`YYYY-MM-DD`, both included) are the driver's own. */
export type HistoryQuery = {
  /** Of one app alone. */
  variant?: Variant | undefined
  outcome?: Outcome | undefined
  from?: string | undefined
  to?: string | undefined
  stationId?: string | undefined
  /** Part of a station's code or name or of the kind, whatever the case and accents; blank = all. */
  text?: string | undefined
}

/** One line about an offer. */
export type OfferEntry = Extract<LogEntry, { type: 'offer.accepted' | 'offer.missed' | 'offer.ignored' }>

/**
 * A page, newest first. `next` goes on as `before`; null at the end. A page may be short or empty although
 * there is more: each call looks at so many lines only. `searchedBackTo` is the oldest instant that was
 * looked at; at the end the start of the day `from`, if one was given.
 */
export type HistoryPage = { entries: OfferEntry[]; next: number | null; searchedBackTo: number | null }

/** A query made ready, which pages are read by. */
export type History = { read(page: { limit: number; before?: number | undefined }): Promise<HistoryPage> }

type Line = { seq: number; at: number; type: OfferEntry['type']; line: string; place: number; fits: boolean }

/**
 * The offers of a driver's log that a query wants. Refuses with `request.invalid` when a day is none.
 * `scanRows`: lines that one page looks at, at most, so that a rare text is never a slow query.
 */
export async function openHistory(
  db: Db,
  driverId: string,
  query: HistoryQuery,
  { scanRows }: { scanRows: number },
): Promise<History> {
  const days = await readDays(db, driverId, query)
  const hits = await findText(db, fold(query.text ?? ''))
  const fits = sql.join([...conditions(query, hits), sql`true`], sql` and `)
  const within = boundsOf(days)
  return {
    async read({ limit, before }) {
      if (hits !== null && hits.stationIds.length + hits.kinds.length === 0) {
        return { entries: [], next: null, searchedBackTo: days.startAt }
      }
      const { rows } = await sql<Line>`
        select seq, at, type, line, place, ${fits} as fits from (
          select seq, at, type, data::text as line, row_number() over (order by seq desc) as place from log_entries
          where driver_id = ${driverId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
            and ${typesOf(query.outcome)} ${within}
          order by seq desc limit ${scanRows}
        ) as looked_at
        where place = ${scanRows} or ${fits} order by seq desc limit ${limit + 1}`.execute(db)
      return pageOf(rows, { limit, scanRows, startAt: days.startAt })
    },
  }
}

/** The last line that was looked at comes along even if it does not fit: the next page goes on behind it. */
function pageOf(
  rows: readonly Line[],
  { limit, scanRows, startAt }: { limit: number; scanRows: number; startAt: number | null },
): HistoryPage {
  const fitting = rows.filter((row) => row.fits)
  const entries = fitting.slice(0, limit).map(entryOf)
  const last = fitting.length > limit ? entries.at(-1) : rows.find((row) => row.place === scanRows)
  if (last === undefined) return { entries, next: null, searchedBackTo: startAt }
  return { entries, next: last.seq, searchedBackTo: last.at }
}

function entryOf({ seq, at, type, line }: Line): OfferEntry {
  return { seq, at, type, data: JSON.parse(line) } as OfferEntry
}

/** Literals, so that the index of accepted and missed offers is seen to hold what is asked for. */
function typesOf(outcome: Outcome | undefined): RawBuilder<unknown> {
  if (outcome === undefined) return sql`type in ('offer.accepted', 'offer.missed', 'offer.ignored')`
  if (outcome === 'accepted') return sql`type = 'offer.accepted'`
  return outcome === 'missed' ? sql`type = 'offer.missed'` : sql`type = 'offer.ignored'`
}

/**
 * What a line must hold. Lines are stored as `JSON.stringify` wrote them (`encode.ts`), in which a name with
 * its quotes stands nowhere but where it is one: looking for the text is exact, and many times faster than
 * taking every line apart.
 */
function conditions(query: HistoryQuery, hits: TextHits | null): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  const { variant, outcome, stationId } = query
  if (variant !== undefined) all.push(anyOf(kindsOf(variant).map((kind) => holds('kind', kind))))
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

type Days = { startAt: number | null; endAt: number | null }

/** Where the days begin and end in the driver's zone. */
async function readDays(db: Db, driverId: string, { from, to }: HistoryQuery): Promise<Days> {
  const fields = Object.entries({ from, to }).flatMap(([path, day]) =>
    day === undefined || isDay(day) ? [] : [{ path, code: 'field.invalid' }],
  )
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
  if (from === undefined && to === undefined) return { startAt: null, endAt: null }
  const { rows } = await sql<Days>`
    select ${from ?? null}::date::timestamp at time zone time_zone as "startAt",
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as "endAt"
    from drivers where id = ${driverId}`.execute(db)
  return rows[0] ?? { startAt: null, endAt: null }
}

/** A day of the calendar, and one that the database and a JavaScript date both know. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text >= '1900' && text < '3000'
}

/** Values, not subqueries: partitions of other days are left out while the query is planned. */
function boundsOf({ startAt, endAt }: Days): RawBuilder<unknown> {
  const from = startAt === null ? sql`` : sql`and at >= ${new Date(startAt)}`
  const to = endAt === null ? sql`` : sql`and at < ${new Date(endAt)}`
  return sql`${from} ${to}`
}
