import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { LogEntry } from '@madruga/core/events.ts'
import type { BotSpan, OfferHour, Stretch } from '@madruga/core/recap.ts'
import type { Tables } from '../../db.ts'
import type { Cursor } from '../../kit/live.ts'
import { unpackVerdict } from './verdict-form.ts'
import type { StoredVerdict } from './verdict-form.ts'

type Page = { entries: LogEntry[]; lastSeq: number }

/** A line as it is stored: whole with its data, or an ignored offer in its parts. */
export type StoredLine = Pick<LogEntry, 'seq' | 'at' | 'type'> & {
  data: LogEntry['data'] | null
} & StoredVerdict

/** The line of a row, from whichever table. */
export function entryOf({ seq, at, type, data, ...verdict }: StoredLine): LogEntry {
  return { seq, at, type, data: data ?? unpackVerdict(verdict, at) } as LogEntry
}

/** The lines of all drivers, whichever table has them, without their data: for checks that count. */
export const everyLine = sql`(
  select driver_id, seq, at, type from log_entries
  union all
  select d.id, i.seq, i.at, 'offer.ignored' from log_ignored i join drivers d on d.number = i.driver_number)`

/** The 64 lines of a key of the index of `log_ignored`: what orders by number orders by this first. */
export const SHELF = sql`(seq >> 6)`

/** A driver's lines next to a number, the nearest first, from both tables. */
function linesOf(
  driverId: RawBuilder<unknown>,
  side: 'before' | 'after',
  number: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const order = side === 'before' ? sql`desc` : sql`asc`
  const beyond = side === 'before' ? sql`<` : sql`>`
  return sql`(
    (select seq, at, type, data, null::json as listing, null::json as form, null as own from log_entries
      where driver_id = ${driverId} and seq ${beyond} ${number} order by seq ${order} limit ${limit})
    union all
    (select seq, at, 'offer.ignored', null, l.data, f.data, own
      from log_ignored i join log_parts l on l.id = i.listing join log_parts f on f.id = i.form
      where driver_number = (select number from drivers where id = ${driverId})
        and seq ${beyond} ${number} and ${SHELF} ${beyond}= (${number} >> 6)
      order by ${SHELF} ${order}, seq ${order} limit ${limit})
    order by seq ${order} limit ${limit})`
}

/**
 * The newest lines of a driver's log, newest first; only those numbered below `before` if it is given.
 * `lastSeq` is the driver's newest number in the same snapshot, 0 if there are none.
 */
export async function readLatest(
  db: Kysely<Tables>,
  driverId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Page> {
  const end = sql`${before ?? Number.MAX_SAFE_INTEGER}::bigint`
  const { rows } = await sql<{ lastSeq: number; lines: StoredLine[] }>`
    select
      coalesce((select last_seq from log_heads where driver_id = ${driverId}), 0) as "lastSeq",
      coalesce((select json_agg(${wireLine} order by seq desc)
        from ${linesOf(sql`${driverId}`, 'before', end, limit)} as l), '[]') as lines`.execute(db)
  const { lastSeq, lines } = rows[0] ?? { lastSeq: 0, lines: [] }
  return { entries: lines.map(entryOf), lastSeq }
}

/** The next lines after number `after`, oldest first: what a live stream reads. */
export async function readAfter(
  db: Kysely<Tables>,
  driverId: string,
  { limit, after }: { limit: number; after: number },
): Promise<LogEntry[]> {
  const [lines = []] = await readAfterEach(db, [{ key: driverId, after }], limit)
  return lines
}

/** The number of a driver's newest line; 0 without any. */
export async function readEnd(db: Kysely<Tables>, driverId: string): Promise<number> {
  const head = await db
    .selectFrom('log_heads')
    .select('last_seq')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return head?.last_seq ?? 0
}

/**
 * The next lines of each cursor. A line's number is assigned under a lock that is held until its transaction
 * ends, so a readable line has all earlier ones beside it, and reading on from the last number misses
 * nothing. The heads come first, so that a viewer without news costs one lookup and no search through the
 * partitions.
 */
export async function readAfterEach(
  db: Kysely<Tables>,
  cursors: readonly Cursor[],
  limit: number,
): Promise<LogEntry[][]> {
  const { rows } = await sql<{ place: number; lines: StoredLine[] }>`
    select c.place::int as place, l.lines
    from unnest(${cursors.map((each) => each.key)}::text[], ${cursors.map((each) => each.after)}::bigint[])
      with ordinality as c (driver_id, after, place)
    join log_heads h on h.driver_id = c.driver_id and h.last_seq > c.after
    cross join lateral (
      select json_agg(${wireLine} order by seq) as lines
      from ${linesOf(sql`c.driver_id`, 'after', sql`c.after`, limit)} as e
    ) as l
    where l.lines is not null`.execute(db)
  const entries: LogEntry[][] = cursors.map(() => [])
  for (const row of rows) entries[row.place - 1] = row.lines.map(entryOf)
  return entries
}

const wireLine = sql`json_build_object('seq', seq, 'at', round(extract(epoch from at) * 1000)::bigint, 'type', type,
  'data', data, 'listing', listing, 'form', form, 'own', own)`

type Db = Kysely<Tables>

/** Offers in a span, by hour and station. */
export async function readOfferHours(db: Db, driverId: string, { from, to }: Stretch): Promise<OfferHour[]> {
  const { rows } = await sql<OfferHour>`
    select hour_at as "hourAt", station_id as "stationId", accepted, missed, ignored_time as "ignoredTime",
      ignored_price as "ignoredPrice", ignored_schedule as "ignoredSchedule"
    from offer_hours where driver_id = ${driverId} and hour_at >= ${new Date(from)} and hour_at < ${new Date(to)}
    order by hour_at, station_id`.execute(db)
  return rows
}

/** The first hour in which a bot of the driver saw an offer; null without any. */
export async function readFirstHour(db: Db, driverId: string): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(hour_at) as at from offer_hours where driver_id = ${driverId}`.execute(db)
  return rows[0]?.at ?? null
}

/** The bot's states in a span, starting with the log line in force at its beginning. */
export async function readBotSpans(db: Db, driverId: string, { from, to }: Stretch): Promise<BotSpan[]> {
  const { rows } = await sql<Omit<BotSpan, 'to'>>`
    (select at as from, data->>'phase' as phase, data->>'reason' as reason, data->>'mode' as mode, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at < ${new Date(from)} order by seq desc limit 1)
    union all
    (select at as from, data->>'phase' as phase, data->>'reason' as reason, data->>'mode' as mode, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at >= ${new Date(from)} and at < ${new Date(to)})
    order by seq`.execute(db)
  return rows.map(({ from: at, phase, reason, mode }, index) => ({
    from: at,
    to: rows[index + 1]?.from ?? to,
    phase,
    reason,
    mode,
  }))
}
