import { sql } from 'kysely'
import type { RequestHistory } from '@madruga/core/bot.ts'
import { TRIED_AGAIN } from '@madruga/core/bot-states.ts'
import type { BotReason } from '@madruga/core/bot-states.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Db } from '../model.ts'

/** A bot that should search and reads no list, and since when. */
export type SilentBot = {
  driverId: string
  email: string
  since: number
  /** The platform's name; null without an account. */
  platform: string | null
  /**
   * Why its requests bring no list. Null = none goes out, which is known to a third of `silentMs`.
   */
  why: BotReason | null
}

/** How many bots are so, and since when the first of them is. */
export type SilentCount = { count: number; since: number | null }

/** Bots without requests (`unsent`) and without lists (`unread`), and those that have been so for longest. */
export type Silence = { count: number; unsent: SilentCount; unread: SilentCount; bots: SilentBot[] }

const SHOWN = 20
/** A bot that is answered within this is not counted: a platform may restart. */
const UNREAD_MS = 10_000

/** How a driver's search polls, as it is stored now and then. */
export type PollNote = {
  driverId: string
  /** Incarnation of the search. */
  epoch: number
  /** In how many ms from now the next poll must have gone out. */
  waitMs: number
  /** What was sent; null = nothing since it was stored. */
  history: RequestHistory | null
  /** Null = nothing was read or missed yet: what an earlier search stored stays. */
  reading: ReadingNote | null
}

/** What became of a search's polls in a run window: for how many ms it has read no list, null = it reads. */
export type ReadingNote = { window: Timestamp | null; unreadMs: number | null; reason: BotReason | null }

/**
 * Stores by when the next poll of each driver must have gone out, by the database's clock, what they have
 * sent, and since when they read no list: within a run window the first time counts, until a list is read.
 * Notes of an incarnation that is over are left out, and drivers who are gone.
 */
export async function notePolls(db: Db, notes: readonly PollNote[]): Promise<void> {
  const windows = notes.map(({ reading }) => (reading?.window == null ? null : new Date(reading.window)))
  await sql`
    insert into search_polls as p (driver_id, poll_by, epoch, minute, counts, unread_window, unread_since, unread_reason)
    select b.driver_id, clock_timestamp() + n.wait * interval '1 millisecond', n.epoch, n.minute, n.counts,
      n.run_window, clock_timestamp() - n.unread * interval '1 millisecond', n.reason
    from unnest(${notes.map((note) => note.driverId)}::text[], ${notes.map((note) => note.waitMs)}::float8[],
      ${notes.map((note) => note.epoch)}::int[], ${notes.map(({ history }) => history?.minute ?? null)}::int[],
      ${notes.map(({ history }) => history && packCounts(history.counts))}::bytea[], ${windows}::timestamptz[],
      ${notes.map(({ reading }) => reading?.unreadMs ?? null)}::float8[],
      ${notes.map(({ reading }) => reading?.reason ?? null)}::text[])
      as n (driver_id, wait, epoch, minute, counts, run_window, unread, reason)
    join bots b on b.driver_id = n.driver_id and b.epoch = n.epoch
    order by b.driver_id
    on conflict (driver_id) do update set poll_by = excluded.poll_by, epoch = excluded.epoch,
      minute = coalesce(excluded.minute, p.minute), counts = coalesce(excluded.counts, p.counts),
      unread_window = coalesce(excluded.unread_window, p.unread_window),
      unread_since = ${lasting('unread_since')}, unread_reason = ${lasting('unread_reason')}
    where p.epoch is null or p.epoch <= excluded.epoch`.execute(db)
}

/** What stays of a column about an unread search: the first time of a window, and the last reason. */
function lasting(name: 'unread_since' | 'unread_reason') {
  const [oldValue, newValue] = [sql.ref(`p.${name}`), sql.ref(`excluded.${name}`)]
  const both = name === 'unread_since' ? [oldValue, newValue] : [newValue, oldValue]
  return sql`case when excluded.unread_window is null then ${oldValue}
    when excluded.unread_since is null then null
    when p.unread_window = excluded.unread_window then coalesce(${sql.join(both)}) else ${newValue} end`
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

/** No process has searched for a driver since this: what they hold may have changed meanwhile. */
const HOLD_MS = 2 * MINUTE_MS
/** What was read within this is not read again by each try. */
const KNOWN_MS = MINUTE_MS

/**
 * Of these drivers, those whose search has to read first what they hold: no one has compared it since the
 * account was connected or the database restored, or not lately and no one has searched for them meanwhile.
 * `silentAfterMs` as in `silentSince`.
 */
export async function listUncompared(
  db: Db,
  owners: readonly { driverId: string; variant: Variant }[],
  silentAfterMs: number,
): Promise<string[]> {
  const searchedAt = sql`p.poll_by - ${silentAfterMs} * interval '1 millisecond'`
  const { rows } = await sql<{ driverId: string }>`
    select a.driver_id as "driverId" from platform_accounts a
    join unnest(${owners.map((each) => each.driverId)}::text[], ${owners.map((each) => each.variant)}::text[])
      as n (driver_id, variant) on a.driver_id = n.driver_id and a.variant = n.variant
    left join search_polls p on p.driver_id = a.driver_id
    where a.held_read_at is null or (a.held_read_at < clock_timestamp() - ${KNOWN_MS} * interval '1 millisecond'
      and coalesce(${searchedAt} < clock_timestamp() - ${HOLD_MS} * interval '1 millisecond', true))`.execute(
    db,
  )
  return rows.map((row) => row.driverId)
}

const BYTES = 2
const MOST = 0xff_ff

function packCounts(counts: readonly number[]): Buffer {
  const buffer = Buffer.alloc(counts.length * BYTES)
  for (const [index, count] of counts.entries()) buffer.writeUInt16LE(Math.min(count, MOST), index * BYTES)
  return buffer
}

function unpackCounts(buffer: Buffer): number[] {
  return Array.from({ length: buffer.length / BYTES }, (_, index) => buffer.readUInt16LE(index * BYTES))
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

const IS_UNREAD = sql<boolean>`(p.unread_since is not null and p.unread_window = b.window_started_at)`
const UNREAD_REASON = sql<BotReason>`coalesce(p.unread_reason, ${'platform_unavailable' satisfies BotReason})`

/**
 * Why a running bot `b` reads no list although it asks for one, as a column that is null while it reads them;
 * `b` is joined with its `search_polls` as `p`.
 */
export const unreadReason = sql<BotReason | null>`case when b.phase = 'running' and ${IS_UNREAD} then ${UNREAD_REASON} end`

/**
 * Bots that should search and have read no list for longest, and how many those are: running ones, and ones
 * that sleep between two tries. What an operator turned off is left out. `silentAfterMs` as in `silentSince`.
 */
export async function readSilent(db: Db, silentAfterMs: number): Promise<Silence> {
  const { rows } = await sql<
    SilentBot & { unsent: number; unread: number; unsentSince: number; unreadSince: number }
  >`
    with silent as (
      select b.driver_id, b.variant, ${silentSince(silentAfterMs)} as since, null::text as why
      from bots b left join search_polls p using (driver_id) where b.phase = 'running'
      union all
      select b.driver_id, b.variant, p.unread_since, ${UNREAD_REASON}
      from search_polls p join bots b using (driver_id)
      where ${IS_UNREAD} and p.unread_since < clock_timestamp() - ${UNREAD_MS} * interval '1 millisecond'
        and ${UNREAD_REASON} <> ${'platform_turned_off' satisfies BotReason}
        and (b.phase = 'running' and ${silentSince(silentAfterMs)} is null
          or b.phase = 'sleeping' and b.reason = any(${[...TRIED_AGAIN]}::text[]))
    )
    select s.driver_id as "driverId", d.email, s.since, s.why, a.platform,
      count(*) filter (where s.why is null) over () as unsent, count(s.why) over () as unread,
      min(s.since) filter (where s.why is null) over () as "unsentSince",
      min(s.since) filter (where s.why is not null) over () as "unreadSince"
    from silent s join drivers d on d.id = s.driver_id
    left join platform_accounts a on a.driver_id = s.driver_id and a.variant = s.variant
    where s.since is not null order by s.since, s.driver_id limit ${SHOWN}`.execute(db)
  const [first] = rows
  const [unsent, unread] = [first?.unsent ?? 0, first?.unread ?? 0]
  return {
    count: unsent + unread,
    unsent: { count: unsent, since: first?.unsentSince ?? null },
    unread: { count: unread, since: first?.unreadSince ?? null },
    bots: rows.map(({ driverId, email, since, platform, why }) => ({
      driverId,
      email,
      since,
      platform,
      why,
    })),
  }
}
