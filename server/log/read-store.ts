import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Tables } from '../db.ts'
import type { Cursor } from '../kit/live.ts'

type Page = { entries: LogEntry[]; lastSeq: number }

/**
 * The newest lines of a driver's log, newest first; only those numbered below `before` if it is given.
 * `lastSeq` is the driver's newest number in the same snapshot, 0 if there are none.
 */
export async function readLatest(
  db: Kysely<Tables>,
  driverId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Page> {
  const { rows } = await sql<Page>`
    select
      coalesce((select last_seq from log_heads where driver_id = ${driverId}), 0) as "lastSeq",
      coalesce((select json_agg(${wireLine} order by seq desc) from (
        select seq, at, type, data from log_entries
        where driver_id = ${driverId} and seq < ${before ?? Number.MAX_SAFE_INTEGER}
        order by seq desc limit ${limit}) as l), '[]') as entries`.execute(db)
  return rows[0] ?? { entries: [], lastSeq: 0 }
}

/** The next lines after number `after`, oldest first: what a live stream reads. */
export async function readAfter(
  db: Kysely<Tables>,
  driverId: string,
  { limit, after }: { limit: number; after: number },
): Promise<LogEntry[]> {
  const { rows } = await sql<{ entries: LogEntry[] }>`
    select coalesce(json_agg(${wireLine} order by seq), '[]') as entries from (
      select seq, at, type, data from log_entries
      where driver_id = ${driverId} and seq > ${after} order by seq limit ${limit}) as l`.execute(db)
  return rows[0]?.entries ?? []
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
  const { rows } = await sql<{ place: number; entries: LogEntry[] }>`
    select c.place::int as place, l.entries
    from unnest(${cursors.map((each) => each.key)}::text[], ${cursors.map((each) => each.after)}::bigint[])
      with ordinality as c (driver_id, after, place)
    join log_heads h on h.driver_id = c.driver_id and h.last_seq > c.after
    cross join lateral (
      select json_agg(json_build_object('seq', e.seq, 'at', round(extract(epoch from e.at) * 1000)::bigint,
        'type', e.type, 'data', e.data) order by e.seq) as entries
      from (
        select seq, at, type, data from log_entries
        where driver_id = c.driver_id and seq > c.after order by seq limit ${limit}
      ) as e
    ) as l
    where l.entries is not null`.execute(db)
  const found: LogEntry[][] = cursors.map(() => [])
  for (const row of rows) found[row.place - 1] = row.entries
  return found
}

const wireLine = sql`json_build_object(
  'seq', seq, 'at', round(extract(epoch from at) * 1000)::bigint, 'type', type, 'data', data)`
