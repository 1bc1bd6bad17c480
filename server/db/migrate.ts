import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { StartError } from '../kit/start-error.ts'
import { readMigrations } from './migration-files.ts'
import type { Migration } from './migration-files.ts'
import { addMigration, lockMigrations, readApplied, unlockMigrations } from './migrations-store.ts'
import { refuseStrange } from './required-schema.ts'

/** A statement waits this long for a lock. While it waits, all later statements on that table wait too. */
const LOCK_MS = 2_000
const LOCK_TRIES = 30
const PAUSE_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/** How `migrate` reports and waits. */
export type MigrateOptions = {
  /** Called with one line for each lock that was not granted. */
  say?: (line: string) => void
  lockMs?: number
  lockTries?: number
  pauseMs?: number
}

/**
 * Brings the database to the newest schema: each missing file in its own transaction, one process at a
 * time. A file that does not get a lock within `lockMs` is rolled back and tried again, `lockTries` times.
 * Answers the names applied now. Throws `StartError` when an applied file was edited, or a lock was never
 * granted. A compatible newer schema is left as it is.
 */
export async function migrate(
  database: { pool: Pool },
  migrations: readonly Migration[] = readMigrations(),
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('set statement_timeout = 0')
    await lockMigrations(client)
    return await applyMissing(client, migrations, options)
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    if (!broken) {
      await unlockMigrations(client)
      await client.query('reset statement_timeout')
    }
    // A failed session is closed, which releases its lock.
    client.release(broken)
  }
}

async function applyMissing(
  client: PoolClient,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<string[]> {
  const rows = await readApplied(client)
  refuseStrange(rows, migrations)
  const applied: string[] = []
  for (const migration of migrations.slice(rows.length)) {
    await applyPatiently(client, migration, options)
    applied.push(migration.name)
  }
  return applied
}

async function applyPatiently(
  client: PoolClient,
  migration: Migration,
  { say = () => {}, lockMs = LOCK_MS, lockTries = LOCK_TRIES, pauseMs = PAUSE_MS }: MigrateOptions,
): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockMs}`)
      await applyMigration(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const { code, message } = error as Error & { code?: string }
      if (code !== LOCK_NOT_AVAILABLE)
        throw new StartError(`Migration ${migration.name} failed: ${message}`, { cause: error })
      if (tried >= lockTries)
        throw new StartError(
          `Migration ${migration.name} got no lock in ${lockTries} tries: end the long transactions that pg_stat_activity shows, and run it again`,
          { cause: error },
        )
      say(`Migration ${migration.name} waits for a lock of another session (try ${tried} of ${lockTries})`)
      await sleep(pauseMs)
    }
  }
}

/** Applies one migration and records it, in the caller's transaction. */
export async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  await addMigration(client, migration)
}
