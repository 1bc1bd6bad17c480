import { sql } from 'kysely'
import type { RequestHistory } from '@madruga/core/bot.ts'
import type { BotReason } from '@madruga/core/bot-states.ts'
import type { Db } from '../model.ts'

/** A running bot for which no request goes out, and since when, accurate to a third of `silentMs`. */
export type SilentBot = { driverId: string; email: string; since: number }

/** How many bots are silent, and those that have been for longest. */
export type Silence = { count: number; bots: SilentBot[] }

const SHOWN = 20

/** How a driver's search polls, as it is stored now and then. */
export type PollNote = {
  driverId: string
  /** Incarnation of the search. */
  epoch: number
  /** In how many ms from now the next poll must have gone out. */
  waitMs: number
  history: RequestHistory
}

/**
 * Stores by when the next poll of each driver must have gone out, by the database's clock, and what they have
 * sent. Drivers who are gone are left out, and notes of an earlier incarnation.
 */
export async function notePolls(db: Db, notes: readonly PollNote[]): Promise<void> {
  await sql`
    insert into search_polls as p (driver_id, poll_by, epoch, minute, counts)
    select d.id, clock_timestamp() + n.wait * interval '1 millisecond', n.epoch, n.minute, n.counts
    from unnest(${notes.map((note) => note.driverId)}::text[], ${notes.map((note) => note.waitMs)}::float8[],
      ${notes.map((note) => note.epoch)}::int[], ${notes.map((note) => note.history.minute)}::int[],
      ${notes.map((note) => packCounts(note.history.counts))}::bytea[]) as n (driver_id, wait, epoch, minute, counts)
    join drivers d on d.id = n.driver_id
    order by d.id
    on conflict (driver_id) do update set poll_by = excluded.poll_by, epoch = excluded.epoch,
      minute = excluded.minute, counts = excluded.counts
    where p.epoch is null or p.epoch <= excluded.epoch`.execute(db)
}

/** What drivers' searches have sent, as it was stored last. */
export async function readHistories(
  db: Db,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, RequestHistory>> {
  const { rows } = await sql<{ driverId: string; minute: number; counts: Buffer }>`
    select driver_id as "driverId", minute, counts from search_polls
    where driver_id = any(${driverIds}::text[]) and counts is not null`.execute(db)
  return new Map(
    rows.map(({ driverId, minute, counts }) => [driverId, { minute, counts: unpackCounts(counts) }]),
  )
}

const BYTES = 2
const MOST = 0xff_ff

function packCounts(counts: readonly number[]): Buffer {
  const packed = Buffer.alloc(counts.length * BYTES)
  for (const [index, count] of counts.entries()) packed.writeUInt16LE(Math.min(count, MOST), index * BYTES)
  return packed
}

function unpackCounts(packed: Buffer): number[] {
  return Array.from({ length: packed.length / BYTES }, (_, index) => packed.readUInt16LE(index * BYTES))
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

/**
 * Whether a bot `b` waits for a worker or for the first poll of its incarnation, as a column; `b` is joined
 * with its `search_polls` as `p`. A running bot whose last search knew its next poll may change workers: it
 * waits only once that poll is `pauseMs` late. `silentAfterMs` as in `silentSince`.
 */
export function isStarting(silentAfterMs: number, pauseMs: number) {
  const lateAt = sql`p.poll_by + ${pauseMs - silentAfterMs} * interval '1 millisecond'`
  return sql<boolean>`case b.phase when 'preparing' then b.owner is null
    when 'running' then (b.owner is null or p.epoch is distinct from b.epoch)
      and coalesce(${lateAt} < clock_timestamp(), true) else false end`
}

/**
 * Why a bot `b` slept that now tries again and may not have been answered, as a column: null once it has run
 * for `tryMs`, longer than a request waits for its answer.
 */
export function triesAfter(tryMs: number) {
  return sql<BotReason | null>`case when b.phase = 'running' and b.troubles > 0
      and b.updated_at + ${tryMs} * interval '1 millisecond' > clock_timestamp()
    then (select e.data->>'reason' from log_entries e where e.driver_id = b.driver_id
      and e.type = 'bot.state_changed' and e.data->>'phase' = 'sleeping' order by e.seq desc limit 1) end`
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
