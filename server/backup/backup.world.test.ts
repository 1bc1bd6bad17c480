import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate, openDatabase, readMigrations, requireSchema } from '../db.ts'
import type { Database } from '../db.ts'
import { dumpSchema } from '../db/schema.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { StartError } from '../kit/start-error.ts'
import { keepPartitions } from '../log.ts'
import { backUpDatabase } from './dump.ts'
import { restoreDatabase } from './restore.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const folder = mkdtempSync(join(tmpdir(), 'madruga-backup-'))
const backup = join(folder, 'backup')
let source: TestDatabase
before(async () => {
  source = await testDatabase()
  await fill(source.database)
  await backUpDatabase(source.database, backup)
})
after(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

/** Rows with what a copy could lose: references, balances that a trigger keeps, partitions, odd texts. */
async function fill({ pool, kysely }: Database): Promise<void> {
  await keepPartitions(kysely, NOW, 90)
  await pool.query(
    `insert into drivers (id, name, email) values ('ana', E'Ana\\tN\\\\A\\nÑ', 'ana@example.com'), ('luis', '', 'l@example.com')`,
  )
  await pool.query(`insert into support_requests (driver_id, topic, due_at) values ('ana', 'bot', now())`)
  await pool.query(`begin;
    insert into ledger_entries (at, kind, reference, line_count) values (now(), 'payment', 'one', 2);
    insert into ledger_lines (entry_id, account_id, amount_cents)
      select e.id, a.id, case a.kind when 'gateway' then 500 else -500 end
      from ledger_entries e, ledger_accounts a where a.kind in ('gateway', 'revenue.fees');
    commit`)
  await pool.query(
    `insert into log_entries (driver_id, seq, at, type, data) values ('ana', 1, $1, 'log.skipped', '{"count": 1}')`,
    [new Date(NOW)],
  )
  await pool.query(`insert into service_keys (name, sealed_value) values ('digests', '\\x00ff0a')`)
}

/** Every row of every table in PostgreSQL's text form. */
async function rowsOf({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> 'migrations' order by 1`,
  )
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from ${name} t order by 1`)
    all.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return all
}

/** A connection to a database of its own, which nobody else uses. */
async function onEmpty(use: (database: Database) => Promise<void>): Promise<void> {
  const { url, drop } = await testDatabase()
  const database = openDatabase(url, { max: 1 })
  try {
    await database.pool.query('drop schema public cascade; create schema public')
    await use(database)
  } finally {
    await database.close()
    await drop()
  }
}

const refuses = (work: Promise<unknown>, line: RegExp) =>
  assert.rejects(work, (error: Error) => error instanceof StartError && line.test(error.message))

test('what is restored has every row, the schema and the partitions of the source', async () => {
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, { replace: false })
    assert.deepEqual(await rowsOf(database), await rowsOf(source.database))
    assert.equal(await dumpSchema(database.pool), await dumpSchema(source.database.pool))
  })
})

test('after a restore numbers go on where they were, and the books are guarded again', async () => {
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, { replace: false })
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into support_requests (driver_id, topic, due_at) values ('ana', 'bot', now()) returning id`,
    )
    assert.deepEqual(rows, [{ id: 2 }])
    await database.pool.query(
      `insert into admin_actions (actor, action) values ('command line', 'service.kill')`,
    )
    await assert.rejects(database.pool.query('delete from admin_actions'))
    await keepPartitions(database.kysely, NOW, 90)
  })
})

test('a backup is a new folder for its owner alone, and an interrupted one leaves none', async () => {
  assert.equal(statSync(backup).mode & 0o777, 0o700)
  assert.equal(statSync(join(backup, 'drivers.copy.gz')).mode & 0o777, 0o600)
  await refuses(backUpDatabase(source.database, backup), /backup exists: give a backup a new folder/)
  const broken = join(folder, 'broken')
  const full = new Error('the disk is full')
  await assert.rejects(
    backUpDatabase(source.database, broken, () => Promise.reject(full)),
    full,
  )
  assert.deepEqual([existsSync(broken), existsSync(`${broken}.part`)], [false, false])
})

test('what is written while a backup runs is not in it', async () => {
  const during = join(folder, 'during')
  const write = async () => {
    await sql`insert into drivers (id, name, email) values ('late', 'Late', 'late@example.com')`.execute(
      source.database.kysely,
    )
  }
  await backUpDatabase(source.database, during, write)
  await sql`delete from drivers where id = 'late'`.execute(source.database.kysely)
  await onEmpty(async (database) => {
    await restoreDatabase(database, during, { replace: false })
    assert.deepEqual(await rowsOf(database), await rowsOf(source.database))
  })
})

test('a database that is not empty is refused unless everything in it shall go', async () => {
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, { replace: false })
    await database.pool.query(
      `insert into drivers (id, name, email) values ('eva', 'Eva', 'eva@example.com')`,
    )
    await refuses(
      restoreDatabase(database, backup, { replace: false }),
      /is not empty: give an empty one, or --replace/,
    )
    assert.equal((await database.pool.query(`select from drivers where id = 'eva'`)).rowCount, 1)
    await restoreDatabase(database, backup, { replace: true })
    assert.deepEqual(await rowsOf(database), await rowsOf(source.database))
  })
})

test('a database that somebody uses is refused', async () => {
  await onEmpty(async (database) => {
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const url = new URL(source.url)
    url.pathname = `/${rows[0]!.name}`
    const other = openDatabase(url.href, { max: 1 })
    await other.pool.query('select 1')
    await refuses(
      restoreDatabase(database, backup, { replace: true }),
      /in use by 1 other session: stop the product/,
    )
    await other.close()
  })
})

test('a damaged backup changes nothing, even where everything was to be replaced', async () => {
  const damaged = join(folder, 'damaged')
  await backUpDatabase(source.database, damaged)
  const file = join(damaged, 'drivers.copy.gz')
  const whole = readFileSync(file)
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, { replace: false })
    const was = await rowsOf(database)
    for (const content of [whole.subarray(0, -9), Buffer.from('not compressed')]) {
      writeFileSync(file, content)
      await refuses(
        restoreDatabase(database, damaged, { replace: true }),
        /^Cannot restore .*drivers\.copy\.gz: /,
      )
      assert.deepEqual(await rowsOf(database), was)
    }
  })
})

test('a folder without a manifest is no backup, and a newer release’s backup is refused', async () => {
  await onEmpty(async (database) => {
    await refuses(
      restoreDatabase(database, folder, { replace: false }),
      /is not a complete backup: it has no backup.json/,
    )
    const newer = join(folder, 'newer')
    await backUpDatabase(source.database, newer)
    const file = join(newer, 'backup.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { migrations: object[] }
    manifest.migrations.push({ name: '9999_next.sql', checksum: 'x' })
    writeFileSync(file, JSON.stringify({ ...manifest, release: '9.0.0' }))
    await refuses(
      restoreDatabase(database, newer, { replace: false }),
      /made by Madruga 9.0.0, which is newer/,
    )
  })
})

test('a backup of an older schema is restored and then migrated', async () => {
  const older = join(folder, 'older')
  await onEmpty(async (database) => {
    await migrate(database, readMigrations().slice(0, -1))
    await database.pool.query(
      `insert into drivers (id, name, email) values ('eva', 'Eva', 'eva@example.com')`,
    )
    await backUpDatabase(database, older)
  })
  await onEmpty(async (database) => {
    await restoreDatabase(database, older, { replace: false })
    assert.equal((await database.pool.query('select from drivers')).rowCount, 1)
    await requireSchema(database)
  })
})
