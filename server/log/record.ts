import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Offer } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import { encodeData } from './encode.ts'
import { localHourStart } from './local-hour.ts'
import { LOG_CHANNEL } from './model.ts'
import type { NewEntry } from './model.ts'

/**
 * Records lines of one driver's log inside the caller's transaction, numbers them without gaps, adds accepted
 * and missed offers to the figures of the driver's local day, and announces them on `LOG_CHANNEL` at commit.
 * Meant for what must be true at once (accepts, state changes); decisions go through the log writer. Lock
 * order of every writer: bots, log_heads, day_figures. Returns the number of the last line, or the driver's
 * present one when there are none.
 */
export async function recordEntries(
  tx: Kysely<Tables>,
  driverId: string,
  entries: readonly NewEntry[],
): Promise<number> {
  const { rows } = await sql<{ last_seq: number }>`
    with head as (
      insert into log_heads as h (driver_id, last_seq) values (${driverId}, ${entries.length})
      on conflict (driver_id) do update set last_seq = h.last_seq + excluded.last_seq
      returning last_seq
    ), lines as (
      insert into log_entries (driver_id, seq, at, type, data)
      select ${driverId}, head.last_seq - ${entries.length}::int + l.rank, to_timestamp(l.at / 1000.0), l.type, l.data::json
      from head, unnest(
        ${entries.map((entry) => entry.at)}::float8[],
        ${entries.map((entry) => entry.type)}::text[],
        ${entries.map((entry) => encodeData(entry.data))}::text[]
      ) with ordinality as l (at, type, data, rank)
    )
    select last_seq, case when ${entries.length}::int > 0 then pg_notify(${LOG_CHANNEL}, ${driverId}) end from head`.execute(
    tx,
  )
  for (const entry of entries) {
    if (entry.type === 'offer.accepted') {
      await addOutcome(tx, driverId, entry, { accepted: 1, missed: 0, cents: entry.data.offer.payCents })
    } else if (entry.type === 'offer.missed') {
      await addOutcome(tx, driverId, entry, { accepted: 0, missed: 1, cents: 0 })
    }
  }
  return rows[0]?.last_seq ?? 0
}

/**
 * The same for many drivers at once, one line each: what a sweep changes in one statement is recorded in one
 * statement too. No accepts or misses, whose figures are the driver's own day's.
 */
export async function recordForMany(
  tx: Kysely<Tables>,
  lines: readonly { driverId: string; entry: NewEntry }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    with given as (
      select * from unnest(
        ${lines.map((line) => line.driverId)}::text[],
        ${lines.map((line) => line.entry.at)}::float8[],
        ${lines.map((line) => line.entry.type)}::text[],
        ${lines.map((line) => encodeData(line.entry.data))}::text[]
      ) as g (driver_id, at, type, data)
    ), heads as (
      insert into log_heads as h (driver_id, last_seq) select driver_id, 1 from given order by driver_id
      on conflict (driver_id) do update set last_seq = h.last_seq + 1 returning driver_id, last_seq
    ), written as (
      insert into log_entries (driver_id, seq, at, type, data)
      select driver_id, last_seq, to_timestamp(at / 1000.0), type, data::json from given join heads using (driver_id)
    )
    select pg_notify(${LOG_CHANNEL}, driver_id) from heads`.execute(tx)
}

/**
 * Takes a miss out of the figures of its hour and day, since the offer turned out to be won. Its line stays
 * in the log. The caller records the win before it: that keeps the order of locks.
 */
export async function takeMissBack(
  tx: Kysely<Tables>,
  driverId: string,
  { at, stationId }: { at: number; stationId: string },
): Promise<void> {
  const missedAt = sql`to_timestamp(${at}::float8 / 1000.0)`
  await sql`
    with hour as (
      update offer_hours h set missed = h.missed - 1 from drivers d
      where d.id = ${driverId} and h.driver_id = d.id and h.station_id = ${stationId} and h.missed > 0
        and h.hour_at = ${localHourStart(missedAt, sql`d.time_zone`)}
    )
    update day_figures f set seen = f.seen - 1, missed = f.missed - 1 from drivers d
    where d.id = ${driverId} and f.driver_id = d.id and f.missed > 0
      and f.day = (${missedAt} at time zone d.time_zone)::date`.execute(tx)
}

/** One statement for both sums: it stands on the way of an accept's settlement. */
async function addOutcome(
  tx: Kysely<Tables>,
  driverId: string,
  { at, data }: { at: number; data: { offer: Offer } },
  add: { accepted: number; missed: number; cents: number },
): Promise<void> {
  const seenAt = sql`to_timestamp(${at}::float8 / 1000.0)`
  await sql`
    with hour as (
      insert into offer_hours as h (driver_id, hour_at, station_id, accepted, missed)
      select id, ${localHourStart(seenAt, sql`time_zone`)}, ${data.offer.stationId},
        ${add.accepted}::int, ${add.missed}::int
      from drivers where id = ${driverId}
      on conflict (driver_id, hour_at, station_id) do update set accepted = h.accepted + excluded.accepted,
        missed = h.missed + excluded.missed
    )
    insert into day_figures as f (driver_id, day, seen, accepted, missed, booked_cents)
    select id, (${seenAt} at time zone time_zone)::date, 1,
      ${add.accepted}, ${add.missed}, ${add.cents}
    from drivers where id = ${driverId}
    on conflict (driver_id, day) do update set seen = f.seen + excluded.seen, accepted = f.accepted + excluded.accepted,
      missed = f.missed + excluded.missed, booked_cents = f.booked_cents + excluded.booked_cents`.execute(tx)
}
