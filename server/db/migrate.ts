import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { StartError } from '../kit/start-error.ts'

// Any constant that is the same in every process.
const LOCK = 7_301_946_021
const FOLDER = join(import.meta.dirname, 'migrations')

/** One file of `db/migrations`: applied once, never edited afterwards. */
export type Migration = { name: string; sql: string; checksum: string }

/** The files in the order in which they apply. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database to the newest schema: each missing file in a transaction of its own, one process at a
 * time. Answers the names applied now. Throws `StartError` when an applied file was edited or the database is
 * newer than this program.
 */
export async function migrate(
  database: { pool: Pool },
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await applyMissing(client, migrations)
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    if (!broken) {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
      await client.query('reset statement_timeout')
    }
    // A failed session is closed, which releases its lock.
    client.release(broken)
  }
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  refuseStrange(rows, migrations)
  const applied: string[] = []
  for (const migration of migrations.slice(rows.length)) {
    try {
      await client.query('begin')
      await client.query(migration.sql)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw new StartError(`Migration ${migration.name} failed: ${(error as Error).message}`, {
        cause: error,
      })
    }
    applied.push(migration.name)
  }
  return applied
}

function refuseStrange(
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    if (migration === undefined) {
      throw new StartError(`The database is newer than this Madruga: it knows the migration ${row.name}`)
    }
    if (migration.name !== row.name) {
      throw new StartError(`Migration ${migration.name} comes before ${row.name}, which was applied already`)
    }
    if (migration.checksum !== row.checksum) {
      throw new StartError(`Migration ${row.name} was edited after it was applied: add a new file instead`)
    }
  }
}
