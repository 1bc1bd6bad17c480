import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Offer } from '@madruga/core/offers.ts'
import type { Tables } from '../../db.ts'
import type { Sums } from './tally.ts'

/** Adds a batch's ignored offers and requests to the figures of their hours and days. */
export async function writeSums(tx: Kysely<Tables>, { ignored, requests }: Sums): Promise<void> {
  if (ignored.driverIds.length > 0) {
    await sql`
      insert into day_figures as f (driver_id, day, seen, ignored_time, ignored_price, ignored_schedule)
      select d.id, (to_timestamp(s.quarter / 1000.0) at time zone d.time_zone)::date as day,
        sum(s.time + s.price + s.schedule), sum(s.time), sum(s.price), sum(s.schedule)
      from unnest(${ignored.driverIds}::text[], ${ignored.quarters}::float8[], ${ignored.time}::int[],
        ${ignored.price}::int[], ${ignored.schedule}::int[]) as s (driver_id, quarter, time, price, schedule)
      join drivers d on d.id = s.driver_id
      group by 1, 2 order by 1, 2
      on conflict (driver_id, day) do update set seen = f.seen + excluded.seen,
        ignored_time = f.ignored_time + excluded.ignored_time, ignored_price = f.ignored_price + excluded.ignored_price,
        ignored_schedule = f.ignored_schedule + excluded.ignored_schedule`.execute(tx)
    await sql`
      insert into offer_hours as h (driver_id, hour_at, station_id, ignored_time, ignored_price, ignored_schedule)
      select d.id, ${localHourStart(sql`to_timestamp(s.quarter / 1000.0)`, sql`d.time_zone`)}, s.station_id,
        sum(s.time), sum(s.price), sum(s.schedule)
      from unnest(${ignored.driverIds}::text[], ${ignored.stationIds}::text[], ${ignored.quarters}::float8[],
        ${ignored.time}::int[], ${ignored.price}::int[], ${ignored.schedule}::int[])
        as s (driver_id, station_id, quarter, time, price, schedule)
      join drivers d on d.id = s.driver_id
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (driver_id, hour_at, station_id) do update set ignored_time = h.ignored_time + excluded.ignored_time,
        ignored_price = h.ignored_price + excluded.ignored_price,
        ignored_schedule = h.ignored_schedule + excluded.ignored_schedule`.execute(tx)
  }
  if (requests.driverIds.length > 0) {
    await sql`
      insert into request_hours as r (driver_id, hour_at, used, first_half, second_half)
      select d.id, to_timestamp(s.hour / 1000.0) as hour_at, sum(s.used), bit_or(s.first), bit_or(s.second)
      from unnest(${requests.driverIds}::text[], ${requests.hours}::float8[], ${requests.used}::int[],
        ${requests.first}::int[], ${requests.second}::int[]) as s (driver_id, hour, used, first, second)
      join drivers d on d.id = s.driver_id
      group by 1, 2 order by 1, 2
      on conflict (driver_id, hour_at) do update set used = r.used + excluded.used,
        first_half = r.first_half | excluded.first_half, second_half = r.second_half | excluded.second_half`.execute(
      tx,
    )
  }
}

/**
 * Removes a miss from the figures of its hour and day, since the offer turned out to be won. Its line stays
 * in the log; answers its number, by which the history leaves it out, null if it is kept no longer. The
 * caller records the win first, which keeps the lock order.
 */
export async function takeMissBack(
  tx: Kysely<Tables>,
  driverId: string,
  { at, offer }: { at: number; offer: Pick<Offer, 'id' | 'stationId'> },
): Promise<number | null> {
  const missedAt = sql`to_timestamp(${at}::float8 / 1000.0)`
  await sql`
    with hour as (
      update offer_hours h set missed = h.missed - 1 from drivers d
      where d.id = ${driverId} and h.driver_id = d.id and h.station_id = ${offer.stationId} and h.missed > 0
        and h.hour_at = ${localHourStart(missedAt, sql`d.time_zone`)}
    )
    update day_figures f set seen = f.seen - 1, missed = f.missed - 1 from drivers d
    where d.id = ${driverId} and f.driver_id = d.id and f.missed > 0
      and f.day = (${missedAt} at time zone d.time_zone)::date`.execute(tx)
  const { rows } = await sql<{ seq: number }>`
    select seq from log_entries
    where driver_id = ${driverId} and type = 'offer.missed' and data -> 'offer' ->> 'id' = ${offer.id}
      and at between ${new Date(at - 1)} and ${new Date(at + 1)}
    order by seq desc limit 1`.execute(tx)
  return rows[0]?.seq ?? null
}

/**
 * Adds an accepted or missed offer to the figures of its hour and day. One statement for both: it stands on
 * the way of an accept's settlement.
 */
export async function addOutcome(
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

/**
 * When the wall-clock hour of a zone began, like core's `hourStart`: full UTC hours are half hours in India.
 * If a clock changes by less than an hour, the quarter replaces an hour without a proper start; readers add
 * quarters up.
 */
function localHourStart(at: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<Date> {
  const local = sql`(${at} at time zone ${timeZone})`
  const hour = sql`date_trunc('hour', ${local})`
  const hourStart = sql`(${at} - (${local} - ${hour}))`
  const quarter = sql`date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`
  return sql<Date>`case when (${hourStart} at time zone ${timeZone}) = ${hour} then ${hourStart} else ${quarter} end`
}
