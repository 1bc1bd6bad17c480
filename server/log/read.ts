import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Tables } from '../db.ts'

type Page = { entries: LogEntry[]; lastSeq: number }

/**
 * The newest lines of a driver's log, newest first; only those numbered under `before` when it is given.
 * `lastSeq` is the driver's newest number in the same snapshot, 0 when nothing was recorded yet.
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

/** The next lines after number `after`, oldest first: what a live stream reads on. */
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

const wireLine = sql`json_build_object(
  'seq', seq, 'at', round(extract(epoch from at) * 1000)::bigint, 'type', type, 'data', data)`
