import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { DAY_MS } from '@madruga/core/time.ts'
import { deleteOlder } from '../../db.ts'
import type { Tables } from '../../db.ts'

const DAYS_AHEAD = 3
const LINES = ['log_entries', 'log_ignored'] as const
const DAY = /_(\d{4})_(\d{2})_(\d{2})$/

/**
 * Creates the log's partitions (one per UTC day) for today and the next days, and drops those older than
 * `keepDays`. A day with lines in the default partition stays there.
 */
export async function keepPartitions(db: Kysely<Tables>, now: number, keepDays: number): Promise<void> {
  const today = now - (now % DAY_MS)
  const oldest = today - keepDays * DAY_MS
  for (const table of LINES) await keepDaysOf(db, table, { today, oldest })
}

async function keepDaysOf(
  db: Kysely<Tables>,
  table: (typeof LINES)[number],
  { today, oldest }: { today: number; oldest: number },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass`.execute(db)
  const present = new Set(rows.map((row) => row.name))
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const at = today + day * DAY_MS
    const name = `${table}_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '_')}`
    if (!present.has(name)) await createPartition(db, table, name, at)
  }
  for (const name of present) {
    const match = DAY.exec(name)
    if (match && Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) < oldest) {
      await sql`drop table ${sql.id(name)}`.execute(db)
    }
  }
  await sql`delete from ${sql.id(`${table}_default`)} where at < to_timestamp(${oldest}::float8 / 1000.0)`.execute(
    db,
  )
}

/** Deletes writers that have been gone for a day: none of their batches can arrive anymore. */
export async function forgetLogWriters(db: Kysely<Tables>): Promise<void> {
  await sql`delete from log_writers where seen_at < now() - interval '1 day'`.execute(db)
}

async function createPartition(db: Kysely<Tables>, table: string, name: string, at: number): Promise<void> {
  const from = sql.lit(new Date(at).toISOString())
  const to = sql.lit(new Date(at + DAY_MS).toISOString())
  try {
    await sql`create table if not exists ${sql.id(name)} partition of ${sql.id(table)} for values from (${from}) to (${to})`.execute(
      db,
    )
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === '23514'
    if (!isRefused) throw error
  }
}

/**
 * Deletes the lines of a driver who is being deleted, inside the caller's transaction. The head goes first:
 * it waits for writers that hold it.
 */
export async function forgetDriver(tx: Kysely<Tables>, driverId: string): Promise<void> {
  await sql`delete from log_heads where driver_id = ${driverId}`.execute(tx)
  await sql`delete from log_entries where driver_id = ${driverId}`.execute(tx)
  await sql`
    delete from log_ignored where driver_number = (select number from drivers where id = ${driverId})`.execute(
    tx,
  )
}

/** Deletes the requests of hours before `before`. */
export async function forgetRequestHours(db: Kysely<Tables>, before: number): Promise<void> {
  await deleteOlder(db, { table: 'request_hours', column: 'hour_at' }, before)
}

/** Deletes what was offered in hours before `before`; the figures of days stay. */
export async function forgetOfferHours(db: Kysely<Tables>, before: number): Promise<void> {
  await deleteOlder(db, { table: 'offer_hours', column: 'hour_at' }, before)
}

/** Deletes what no line has named since `before`. */
export async function forgetLogParts(db: Kysely<Tables>, before: number): Promise<void> {
  await deleteOlder(db, { table: 'log_parts', column: 'used_on' }, before)
}
