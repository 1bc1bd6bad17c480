import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { createTail } from '../kit/live.ts'
import type { Cursor, Viewer } from '../kit/live.ts'

type TailDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Between an eye's patience and a query a tick; default 250 ms. */
  pollMs?: number
  /** Told of a query that failed; it is tried again. */
  onFault?: (error: unknown) => void
}

/** The logs of those drivers who look at them, as they are written. */
export type LogTail = {
  /** Follows a driver's log after number `after`; after its end when that is null or lies beyond it. */
  openTail(driverId: string, after: number | null): Promise<Viewer<LogEntry>>
  /** A line of this driver was just committed: do not wait for the next tick. */
  wake(driverId: string): void
  /** Open viewers. */
  size(): number
  close(): void
}

/** One query for all viewers of this process each `pollMs`, none while there are none. */
export function createLogTail({ db, clock, pollMs = 250, onFault = () => {} }: TailDeps): LogTail {
  const tail = createTail<LogEntry>({
    read: (cursors, limit) => readMany(db, cursors, limit),
    clock,
    pollMs,
    onFault,
  })
  return {
    async openTail(driverId, after) {
      const end = await readEnd(db, driverId)
      return tail.open(driverId, after === null ? end : Math.min(after, end))
    },
    wake: tail.wake,
    size: tail.size,
    close: tail.close,
  }
}

async function readEnd(db: Kysely<Tables>, driverId: string): Promise<number> {
  const head = await db
    .selectFrom('log_heads')
    .select('last_seq')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return head?.last_seq ?? 0
}

/**
 * The next lines of each cursor. A line's number is given under a lock that is held until its transaction
 * ends, so a line that can be read has every earlier one beside it: reading on from the last number misses
 * nothing. The heads come first, so that a viewer without news costs one look-up and no search through the
 * partitions.
 */
async function readMany(
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
