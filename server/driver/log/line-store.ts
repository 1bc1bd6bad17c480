import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
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
  /** Lines that are stored whole; their data are JSON texts. */
  whole: Places & { types: string[]; data: string[] }
  /** Lines of ignored offers in their parts: `listings` and `forms` are numbers of `nameParts`. */
  packed: Places & { listings: number[]; forms: number[]; owns: (string | null)[] }
}

/** One element per line: its driver (1-based), its position among the driver's lines (1-based), its time. */
export type Places = { owners: number[]; ranks: number[]; ats: number[] }

/** Stores the lines of a batch. Drivers deleted in the meantime are left out with theirs. */
export async function insertBatchLines(
  tx: Kysely<Tables>,
  { driverIds, counts, whole, packed }: BatchLines,
): Promise<void> {
  await sql`
    with counts as (
      select c.driver_id, c.n, c.owner, d.number
      from unnest(${driverIds}::text[], ${counts}::int[]) with ordinality as c (driver_id, n, owner)
      join drivers d on d.id = c.driver_id
    ), heads as (
      insert into log_heads as h (driver_id, last_seq)
      select driver_id, n from counts order by driver_id
      on conflict (driver_id) do update set last_seq = h.last_seq + excluded.last_seq
      returning driver_id, last_seq
    ), bases as (
      select owner, driver_id, number, last_seq - n as base from counts join heads using (driver_id)
    ), whole as (
      insert into log_entries (driver_id, seq, at, type, data)
      select b.driver_id, b.base + l.rank, to_timestamp(l.at / 1000.0), l.type, l.data::json
      from unnest(${numbers(whole.owners)}::int[], ${numbers(whole.ranks)}::int[], ${numbers(whole.ats)}::float8[],
        ${whole.types}::text[], ${whole.data}::text[]) as l (owner, rank, at, type, data)
      join bases b using (owner)
    )
    insert into log_ignored (at, listing, form, driver_number, seq, own)
    select to_timestamp(l.at / 1000.0), l.listing, l.form, b.number, b.base + l.rank, l.own
    from unnest(${numbers(packed.owners)}::int[], ${numbers(packed.ranks)}::int[], ${numbers(packed.ats)}::float8[],
      ${numbers(packed.listings)}::bigint[], ${numbers(packed.forms)}::bigint[], ${packed.owns}::text[]) as l (owner, rank, at, listing, form, own)
    join bases b using (owner)`.execute(tx)
}

/** An array's text: the driver would quote and escape each number. */
function numbers(all: readonly number[]): string {
  return `{${all.join(',')}}`
}

/**
 * The numbers of parts by their digests (hex), for lines up to a day (UTC, `YYYY-MM-DD`); parts that are new,
 * or that no line of that day has named, are written. Not in the transaction of the lines: another process
 * may write the same parts, and waits for this statement alone.
 */
export async function nameParts(
  db: Kysely<Tables>,
  parts: ReadonlyMap<string, string>,
  day: string,
): Promise<Map<string, number>> {
  const digests = [...parts.keys()]
  const { rows: knownRows } = await sql<{ digest: string; id: number }>`
    select digest::text, id from log_parts where digest = any(${digests}::uuid[]) and used_on >= ${day}::date`.execute(
    db,
  )
  const ids = new Map(knownRows.map(({ digest, id }) => [digest.replaceAll('-', ''), id]))
  const missing = digests.filter((digest) => !ids.has(digest))
  if (missing.length === 0) return ids
  const { rows } = await sql<{ digest: string; id: number }>`
    insert into log_parts as p (digest, used_on, data)
    select digest, ${day}::date, data::json
    from unnest(${missing}::uuid[], ${missing.map((digest) => parts.get(digest)!)}::text[]) as m (digest, data)
    order by digest
    on conflict (digest) do update set used_on = greatest(p.used_on, excluded.used_on)
    returning digest::text, id`.execute(db)
  for (const { digest, id } of rows) ids.set(digest.replaceAll('-', ''), id)
  return ids
}
