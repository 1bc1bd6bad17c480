import { sql } from 'kysely'
import type { Db } from '../model.ts'

/** A running bot for which no request goes out, and since when, accurate to a third of `silentMs`. */
export type SilentBot = { driverId: string; email: string; since: number }

/** How many bots are silent, and those that have been for longest. */
export type Silence = { count: number; bots: SilentBot[] }

const SHOWN = 20

/**
 * Stores by when the next poll of each driver must have gone out, `waits` in ms from now by the database's
 * clock. Drivers who are gone are left out.
 */
export async function notePollTimes(db: Db, ids: readonly string[], waits: readonly number[]): Promise<void> {
  await sql`
    insert into search_polls as p (driver_id, poll_by)
    select d.id, clock_timestamp() + n.wait * interval '1 millisecond'
    from unnest(${ids}::text[], ${waits}::float8[]) as n (driver_id, wait) join drivers d on d.id = n.driver_id
    order by d.id
    on conflict (driver_id) do update set poll_by = excluded.poll_by`.execute(db)
}

/**
 * Since when a running bot `b` has been silent, as a column that is null while it is not; `b` is joined with
 * its `search_polls` as `p`. A bot has as long after its last change, such as the end of a sleep.
 */
export function silentSince(silentAfterMs: number) {
  const patience = sql`${silentAfterMs} * interval '1 millisecond'`
  const by = sql`greatest(p.poll_by, b.updated_at + ${patience})`
  return sql<
    number | null
  >`case when b.phase = 'running' and ${by} < clock_timestamp() then ${by} - ${patience} end`
}

/** Running bots that have been silent for longest, and how many are. `silentAfterMs` as in `silentSince`. */
export async function readSilent(db: Db, silentAfterMs: number): Promise<Silence> {
  const { rows } = await sql<SilentBot & { count: number }>`
    with running as (
      select b.driver_id, ${silentSince(silentAfterMs)} as since
      from bots b left join search_polls p using (driver_id) where b.phase = 'running'
    )
    select r.driver_id as "driverId", d.email, r.since, count(*) over () as count
    from running r join drivers d on d.id = r.driver_id
    where r.since is not null order by r.since, r.driver_id limit ${SHOWN}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    bots: rows.map(({ driverId, email, since }) => ({ driverId, email, since })),
  }
}
