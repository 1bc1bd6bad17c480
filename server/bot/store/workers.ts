import { sql } from 'kysely'
import type { Db } from '../model.ts'
import { BOTS_CHANNEL, FREED, TIME_COUNTS } from './bots.ts'
import type { AtWork } from './bots.ts'

/** A bot that names a process as its owner. */
export type OwnedBot = { driverId: string; gen: number; epoch: number }

/** A process that works on bots: how many it has room for, starts a second, and has. */
export type WorkerRow = { id: string; capacity: number; startsPerSecond: number; held: number }

/** What a worker learns each second. */
export type Beat = {
  /** All bots that name this worker; null = they were not read. */
  owned: OwnedBot[] | null
  /** Otherwise bots that changed lately and do not name it. */
  strange: string[]
  /** This worker was unknown: others may have what it had. */
  isNew: boolean
  /** Capacity of the other living workers, and the bots that they hold. */
  othersCapacity: number
  othersHeld: number
  /** Bots at work that no process owns, counted up to `MOST_WAITING`. */
  waiting: number
  /** When the next bot is due, epoch ms; null = none is. */
  dueAt: number | null
}

/** More than the workers of a fleet start between two beats. */
const MOST_WAITING = 3_000

/**
 * One statement a second and worker: notes that it lives, forgets workers that were not seen for `lostMs`,
 * which frees their bots, and reads how much work there is and what it owns: all of it, or (`changedMs`) what
 * else changed within that time, so that a beat costs by what changed. A row loses its owner by a step, which
 * sets `updated_at`, or with its worker.
 */
export async function beat(
  db: Db,
  worker: WorkerRow,
  { lostMs, changedMs }: { lostMs: number; changedMs: number | null },
): Promise<Beat> {
  const { id, capacity, startsPerSecond, held } = worker
  const ownRows =
    changedMs === null
      ? sql`(select coalesce(json_agg(json_build_array(driver_id, gen, epoch)), '[]') from bots where owner = ${id})`
      : sql`null`
  // By the time of the statement, since no index serves one that may differ from row to row.
  const strange =
    changedMs === null
      ? sql`'[]'::json`
      : sql`(select coalesce(json_agg(driver_id), '[]') from bots where owner is distinct from ${id}
          and updated_at > statement_timestamp() - ${changedMs} * interval '1 millisecond')`
  const lostAt = sql`clock_timestamp() - ${lostMs} * interval '1 millisecond'`
  const { rows } = await sql<Omit<Beat, 'owned'> & { owned: [string, number, number][] | null }>`
    with seen as (
      insert into workers (id, capacity, starts_per_second, held)
      values (${id}, ${capacity}, ${startsPerSecond}, ${held})
      on conflict (id) do update set seen_at = clock_timestamp(), capacity = excluded.capacity,
        starts_per_second = excluded.starts_per_second, held = excluded.held
      returning xmax = 0 as is_new
    ), gone as (delete from workers where id <> ${id} and seen_at < ${lostAt})
    select ${ownRows} as owned, ${strange} as strange, (select is_new from seen) as "isNew",
      coalesce(sum(w.capacity), 0)::int as "othersCapacity", coalesce(sum(w.held), 0)::int as "othersHeld",
      (select count(*)::int from (select from bots where owner is null and phase in ('preparing', 'running')
        limit ${MOST_WAITING}) w) as waiting,
      (select min(due_at) from bots where due_at is not null and ${TIME_COUNTS}) as "dueAt"
    from workers w where w.id <> ${id} and w.seen_at >= ${lostAt}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('a beat answers one row')
  return { ...row, owned: row.owned?.map(([driverId, gen, epoch]) => ({ driverId, gen, epoch })) ?? null }
}

/** Frees bots that a worker owns in these incarnations, and announces it if there are any. */
export async function freeBots(
  db: Db,
  workerId: string,
  bots: readonly Pick<OwnedBot, 'driverId' | 'epoch'>[],
): Promise<void> {
  await sql`
    with freed as (
      update bots b set owner = null
      from unnest(${bots.map((bot) => bot.driverId)}::text[], ${bots.map((bot) => bot.epoch)}::int[]) as f (driver_id, epoch)
      where b.driver_id = f.driver_id and b.epoch = f.epoch and b.owner = ${workerId} returning 1
    )
    select pg_notify(${BOTS_CHANNEL}, ${FREED}) where exists (select from freed)`.execute(db)
}

/** Forgets a worker that closes, which frees its bots, and announces it. */
export async function deleteWorker(db: Db, workerId: string): Promise<void> {
  await sql`
    with gone as (delete from workers where id = ${workerId})
    select pg_notify(${BOTS_CHANNEL}, ${FREED})`.execute(db)
}

/** Bots that all living workers start in a second; 0 = no worker was seen within `lostMs`. */
export async function readStartRate(db: Db, lostMs: number): Promise<number> {
  const { rows } = await sql<{ rate: number }>`
    select coalesce(sum(starts_per_second), 0)::int as rate from workers
    where seen_at >= clock_timestamp() - ${lostMs} * interval '1 millisecond'`.execute(db)
  return rows[0]?.rate ?? 0
}

/** What a bot that waits for a worker has before it. */
export type Turn = {
  /** Bots that are claimed before it. */
  ahead: number
  /** How many more bots the living workers have room for, and how many a second those with room start. */
  room: number
  startsPerSecond: number
}

/** Reads the turn of a bot that no process owns, in the order of claims. `lostMs` as in `beat`. */
export async function readTurn(db: Db, driverId: string, phase: AtWork, lostMs: number): Promise<Turn> {
  // A join, since an index serves it: a comparison with a subquery's row would look at every bot that waits.
  const { rows } = await sql<Turn>`
    select coalesce(sum(capacity - held), 0)::int as room,
      coalesce(sum(starts_per_second), 0)::int as "startsPerSecond",
      (select count(*)::int from bots me join bots b on b.owner is null and b.phase = ${phase}
        and (b.updated_at, b.driver_id) < (me.updated_at, me.driver_id) where me.driver_id = ${driverId})
      + (select count(*)::int from bots where owner is null and phase = 'running' and ${phase} = 'preparing') as ahead
    from workers where capacity > held
      and seen_at >= clock_timestamp() - ${lostMs} * interval '1 millisecond'`.execute(db)
  return rows[0] ?? { ahead: 0, room: 0, startsPerSecond: 0 }
}
