import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { encodeData } from './encode.ts'
import { LOG_CHANNEL } from './model.ts'
import type { NewEntry } from './model.ts'

/** Numbers and stores lines of one driver, and announces them; answers the number of the last one. */
export async function insertLines(
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
  return rows[0]?.last_seq ?? 0
}

/** The same for many drivers, one line each, in one statement, unannounced: viewers read on by themselves. */
export async function insertLineEach(
  tx: Kysely<Tables>,
  lines: readonly { driverId: string; entry: NewEntry }[],
): Promise<void> {
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
    )
    insert into log_entries (driver_id, seq, at, type, data)
    select driver_id, last_seq, to_timestamp(at / 1000.0), type, data::json from given join heads using (driver_id)`.execute(
    tx,
  )
}

/**
 * Claims a batch for its writer; false when it was committed already. `writerId` remembers the number of its
 * last committed batch.
 */
export async function claimBatch(tx: Kysely<Tables>, writerId: string, number: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into log_writers as w (id, batch) values (${writerId}, ${number})
    on conflict (id) do update set batch = excluded.batch, seen_at = now() where w.batch < excluded.batch
    returning id`.execute(tx)
  return rows.length > 0
}

/** The lines of a batch in columns, as one statement takes them. */
export type BatchLines = {
  /** One element per driver, in the order of `counts`. */
  driverIds: string[]
  counts: number[]
  /**
   * One element per line: its driver (1-based), its position among the driver's lines (1-based), and the
   * rest.
   */
  owners: number[]
  ranks: number[]
  ats: number[]
  types: string[]
  /** JSON texts separated by newlines, which JSON never contains: one parameter without array escaping. */
  data: string
}

/** Stores the lines of a batch. Drivers deleted in the meantime are left out with theirs. */
export async function insertBatchLines(tx: Kysely<Tables>, lines: BatchLines): Promise<void> {
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
