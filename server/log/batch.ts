import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { encodeData } from './encode.ts'
import { localHourStart } from './local-hour.ts'
import type { Decision } from './model.ts'
import type { Sums } from './tally.ts'

/** What one flush writes: lines, how many lines of whom were dropped, and the sums. */
export type Batch = {
  number: number
  decisions: readonly Decision[]
  skipped: ReadonlyMap<string, number>
  sums: Sums
}

/**
 * Writes a batch in one transaction, at most once: `writerId` remembers the number of its last committed
 * batch, so that a batch whose answer was lost may be sent again. Heads are updated in order of driver, so
 * that writers never deadlock.
 */
export async function writeBatch(
  db: Kysely<Tables>,
  writerId: string,
  batch: Batch,
  now: number,
): Promise<void> {
  const lines = layLines(batch, now)
  await db.transaction().execute(async (tx) => {
    const fresh = await sql<{ id: string }>`
      insert into log_writers as w (id, batch) values (${writerId}, ${batch.number})
      on conflict (id) do update set batch = excluded.batch, seen_at = now() where w.batch < excluded.batch
      returning id`.execute(tx)
    if (fresh.rows.length === 0) return
    if (lines.driverIds.length > 0) await writeLines(tx, lines)
    await writeSums(tx, batch.sums)
  })
}

type Lines = {
  /** One element a driver, in the order of `counts`. */
  driverIds: string[]
  counts: number[]
  /**
   * One element a line: which driver (1-based), its place among the driver's lines (1-based), and the rest.
   */
  owners: number[]
  ranks: number[]
  ats: number[]
  types: string[]
  /** JSON texts parted by newlines, which JSON never contains: one parameter that needs no array escaping. */
  data: string
}

function layLines(batch: Batch, now: number): Lines {
  const owners: number[] = []
  const ranks: number[] = []
  const ats: number[] = []
  const types: string[] = []
  const data: string[] = []
  const driverIds: string[] = []
  const counts: number[] = []
  const places = new Map<string, number>()
  const lay = (driverId: string, at: number, type: string, text: string): void => {
    let place = places.get(driverId)
    if (place === undefined) {
      places.set(driverId, (place = driverIds.length))
      driverIds.push(driverId)
      counts.push(0)
    }
    const rank = (counts[place] ?? 0) + 1
    counts[place] = rank
    owners.push(place + 1)
    ranks.push(rank)
    ats.push(at)
    types.push(type)
    data.push(text)
  }
  for (const [driverId, count] of batch.skipped) lay(driverId, now, 'log.skipped', encodeData({ count }))
  for (const one of batch.decisions) lay(one.driverId, one.at, 'offer.ignored', encodeData(one.data()))
  return { driverIds, counts, owners, ranks, ats, types, data: data.join('\n') }
}

/** Drivers deleted in the meantime are left out with their lines. */
async function writeLines(tx: Kysely<Tables>, lines: Lines): Promise<void> {
  await sql`
    with counts as (
      select c.driver_id, c.n, c.owner
      from unnest(${lines.driverIds}::text[], ${lines.counts}::int[]) with ordinality as c (driver_id, n, owner)
      where exists (select from drivers d where d.id = c.driver_id)
    ), heads as (
      insert into log_heads as h (driver_id, last_seq)
      select driver_id, n from counts order by driver_id
      on conflict (driver_id) do update set last_seq = h.last_seq + excluded.last_seq
      returning driver_id, last_seq
    ), bases as (
      select owner, driver_id, last_seq - n as base from counts join heads using (driver_id)
    )
    insert into log_entries (driver_id, seq, at, type, data)
    select b.driver_id, b.base + l.rank, to_timestamp(l.at / 1000.0), l.type, l.data::json
    from unnest(
      ${lines.owners}::int[], ${lines.ranks}::int[], ${lines.ats}::float8[], ${lines.types}::text[],
      string_to_array(${lines.data}, E'\n')
    ) as l (owner, rank, at, type, data)
    join bases b using (owner)`.execute(tx)
}

async function writeSums(tx: Kysely<Tables>, { ignored, requests }: Sums): Promise<void> {
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
