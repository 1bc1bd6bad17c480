import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../db.ts'
import type { Database } from '../db.ts'
import { startPostgres } from '../kit/postgres.ts'
import { until } from '../kit/testing.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

/** A separate database, migrated and empty. */
export type TestDatabase = { url: string; database: Database; drop(): Promise<void> }

/** A throw-away cluster without fsync. */
export type TestCluster = { url: string; stop(): Promise<void> }

// Databases live for seconds: nothing is vacuumed, and no plan is worth compiling.
const PASSING = { autovacuum: 'off', jit: 'off', checkpoint_timeout: '1h', max_wal_size: '2GB' }
// Clones run one at a time, since PostgreSQL copies a template only while no session uses it.
const TEMPLATE_LOCK = 7_301_946_022
let own: Promise<string> | null = null

/**
 * A fresh migrated database, cloned from a template in some 20 ms. On the run's cluster (`TEST_CLUSTER_URL`,
 * which scripts/test.ts sets), or on one that this process starts and that ends with it. Call `drop` when
 * done.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = process.env['TEST_CLUSTER_URL'] ?? (await (own ??= startOwn()))
  const name = `t_${randomBytes(8).toString('hex')}`
  await cloneTemplate(cluster, name)
  const url = withDatabase(cluster, name)
  const database = openDatabase(url)
  return {
    url,
    database,
    async drop() {
      await database.close()
      await withClient(cluster, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Waits until some statement of this database waits for a lock. */
export async function untilLocked(pool: Pick<Database['pool'], 'query'>): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await pool.query(waiting)).rowCount !== 0, 'a statement waits for a lock')
}

/** Starts the cluster that a whole run of tests shares. */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  const postgres = await startPostgres({ dataDir: join(folder, 'pg'), durable: false, settings: PASSING })
  const kill = () => {
    try {
      process.kill(postgres.pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
    remove()
  }
  process.once('exit', kill)
  return {
    url: postgres.url,
    async stop() {
      process.off('exit', kill)
      await postgres.stop()
      remove()
    },
  }
}

async function startOwn(): Promise<string> {
  return (await startTestCluster()).url
}

async function cloneTemplate(cluster: string, name: string): Promise<void> {
  const migrations = readMigrations()
  const sum = createHash('sha256').update(migrations.map((each) => each.checksum).join())
  const template = `template_${sum.digest('hex').slice(0, 16)}`
  await withClient(cluster, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const found = await client.query('select from pg_database where datname = $1', [template])
    if (found.rowCount === 0) {
      await client.query(`drop database if exists ${template}_new with (force)`)
      await client.query(`create database ${template}_new`)
      const database = openDatabase(withDatabase(cluster, `${template}_new`), { max: 1 })
      try {
        await migrate(database, migrations)
      } finally {
        await database.close()
      }
      await client.query(`alter database ${template}_new rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
