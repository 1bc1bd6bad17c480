import { Kysely, PostgresDialect, sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Pool, types } from 'pg'
import type { Tables } from './db/tables.gen.ts'
import { StartError } from './kit/start-error.ts'

export { applyMigration, migrate } from './db/migrate.ts'
export { readMigrations } from './db/migration-files.ts'
export type { Migration } from './db/migration-files.ts'
export { lookUpApplied, readApplied } from './db/migrations-store.ts'
export { requireSchema } from './db/required-schema.ts'
export { followClock } from './db/clock.ts'
export type { FollowedClock } from './db/clock.ts'

export type { Tables } from './db/tables.gen.ts'

/** A process's connections to PostgreSQL. */
export type Database = {
  kysely: Kysely<Tables>
  /** For statements that kysely cannot express; same parsers. */
  pool: Pool
  close(): Promise<void>
}

/** Options of the pool. */
export type DatabaseOptions = {
  /** Connections at most; default 10. */
  max?: number
  /** A statement that takes longer is cancelled; default 30 s. */
  statementTimeoutMs?: number
  /** Called when an idle connection breaks (the server restarts); the pool opens a new one by itself. */
  onIdleError?: (error: Error) => void
  /**
   * `epoch` (default): `timestamptz` is read as epoch ms. `date`: as `Date`, for libraries that expect it.
   */
  instants?: 'epoch' | 'date'
  /**
   * `url` leads through a pooler in transaction mode, which takes no settings of a session: the role's own
   * (docs/scale.md) cancel statements, and this process gives one up a little later.
   */
  pooler?: boolean
}

const STATEMENT_MS = 30_000
/** A statement that the server did not cancel is given up so much later. */
const GIVE_UP_AFTER_MS = 1_000

/**
 * Opens a pool on the database at `url`, without connecting before the first query. Reads `bigint` as number
 * (a value that a number cannot hold is an error, never rounded), `timestamptz` as epoch ms, `date` as
 * `YYYY-MM-DD`; timestamps are written as `Date`.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 10,
    ...timeoutsOf(options),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    allowExitOnIdle: true,
    types: { getTypeParser: parserFor(options.instants ?? 'epoch') },
  })
  // Without listeners a connection that the server closes would end the process: an idle one, and one in use
  // between two statements, whose next statement then fails.
  pool.on('error', (error) => options.onIdleError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let closed: Promise<void> | null = null
  return { kysely, pool, close: () => (closed ??= kysely.destroy().then(() => endPool(pool))) }
}

/**
 * Resolves once the database has answered. Throws `StartError` if it does not: a wrong address is then one
 * line and not the first query's error.
 */
export async function requireAnswer(database: Pick<Database, 'pool'>, url: string): Promise<void> {
  try {
    await ping(database)
  } catch (error) {
    const place = url.replace(/\/\/[^@/]*@/, '//')
    throw new StartError(`The database at ${place} does not answer: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function timeoutsOf({ pooler = false, statementTimeoutMs = STATEMENT_MS }: DatabaseOptions) {
  if (pooler) return { query_timeout: statementTimeoutMs + GIVE_UP_AFTER_MS }
  return { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 }
}

/** Resolves once the database has answered; rejects if it does not. */
export async function ping({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('select 1')
}

/** The database's time, epoch ms. */
export async function readClock({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ now: number }>('select clock_timestamp() as now')
  const [row] = rows
  if (!row) throw new Error('the database tells no time')
  return row.now
}

async function endPool(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end()
}

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const parseDate = types.getTypeParser(TIMESTAMPTZ)

function parserFor(instants: 'epoch' | 'date'): typeof types.getTypeParser {
  const parsers = new Map<number, (text: string) => unknown>([
    [INT8, parseInt8],
    [DATE, (text) => text],
  ])
  if (instants === 'epoch') parsers.set(TIMESTAMPTZ, (text) => Number(parseDate(text)))
  const parser = (type: number, format?: string) =>
    (format === 'binary' ? undefined : parsers.get(type)) ?? types.getTypeParser(type)
  return parser as typeof types.getTypeParser
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

/** Rows of a statement: short enough that no one waits for its locks. */
const ROWS_AT_ONCE = 5_000

/**
 * Deletes rows of a table whose time in `column` lies before `before`, and for which `only` holds of the row
 * `r`, some thousands in each statement. Rows that somebody has locked are left for the next time.
 */
export async function deleteOlder(
  db: Kysely<Tables>,
  { table, column, only = sql`true` }: AgedRows,
  before: number,
): Promise<void> {
  let deleted: bigint
  do {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select r.ctid from ${sql.table(table)} r
        where r.${sql.ref(column)} < ${new Date(before)} and ${only}
        order by r.${sql.ref(column)} limit ${ROWS_AT_ONCE} for update skip locked))`.execute(db)
    deleted = numAffectedRows
  } while (deleted === BigInt(ROWS_AT_ONCE))
}

/** Which rows grow old, and by which of their times. */
type AgedRows = { table: keyof Tables; column: string; only?: RawBuilder<boolean> }

/** Deadlocks are rare; a transaction that meets a third one has another problem. */
const TRIES = 3

/**
 * Runs a transaction again that PostgreSQL rolled back for another's sake: one of two that lock the same rows
 * in another order must give way, and nothing of it happened.
 */
export async function retryRolledBack<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      if (tries === TRIES || !isRolledBack(error)) throw error
    }
  }
}

/** SQLSTATE of a deadlock or a failed serialization. */
function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

/**
 * Has the server write a file and delete it again: fails where the disk has no room for it. A sort with this
 * little memory of its own spills; nothing of it is stored.
 */
export async function spill(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(`set local work_mem = '64kB'`)
    await client.query(
      'select count(*) from (select md5(n::text) as text from generate_series(1, 4000) as n order by text offset 0) as spilled',
    )
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** A point inside a transaction. It lasts until it is released or the transaction ends. */
type Savepoint = {
  /** Undoes what the transaction did since, and lets it continue after a statement that failed. */
  rollBack(): Promise<void>
  release(): Promise<void>
}

/** Sets a savepoint in the caller's transaction. Of nested ones, the innermost is rolled back or released. */
export async function setSavepoint(tx: Kysely<Tables>): Promise<Savepoint> {
  await sql`savepoint part`.execute(tx)
  return {
    rollBack: async () => void (await sql`rollback to savepoint part`.execute(tx)),
    release: async () => void (await sql`release savepoint part`.execute(tx)),
  }
}
