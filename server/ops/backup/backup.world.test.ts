import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { migrate, openDatabase, readMigrations, requireSchema } from '../../db.ts'
import type { Database } from '../../db.ts'
import { dumpSchema } from '../../db/schema.ts'
import { testDatabase } from '../../db/testing.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'
import { keepPartitions } from '../../driver/log.ts'
import { backUpDatabase } from './dump.ts'
import { restoreDatabase } from './restore.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const ring = makeKeyRing()
const TAKEN = { replace: false, unsigned: false, ring }
const folder = mkdtempSync(join(tmpdir(), 'madruga-backup-'))
const backup = join(folder, 'backup')
const source = await testDatabase()
await fill(source.database)
await backUpDatabase(source.database, backup, ring)
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
  const { rows } = await pool.query<{ id: number }>(
    `insert into log_parts (digest, used_on, data) values (gen_random_uuid(), $1, '{"offer": 1}') returning id`,
    [new Date(NOW)],
  )
  await pool.query(
    `insert into log_ignored (at, listing, form, driver_number, seq, own)
     select $1, $2, $2, number, 2, '7i' from drivers where id = 'ana'`,
    [new Date(NOW), rows[0]!.id],
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

/** A connection to its own database, which no one else uses. */
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
    await restoreDatabase(database, backup, TAKEN)
    assert.deepEqual(await rowsOf(database), await rowsOf(source.database))
    assert.equal(await dumpSchema(database.pool), await dumpSchema(source.database.pool))
  })
})

test('after a restore numbers continue where they were, and the books are guarded again', async () => {
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, TAKEN)
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
  await refuses(backUpDatabase(source.database, backup, ring), /backup exists: give a backup a new folder/)
  const broken = join(folder, 'broken')
  const full = new Error('the disk is full')
  await assert.rejects(
    backUpDatabase(source.database, broken, ring, () => Promise.reject(full)),
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
  await backUpDatabase(source.database, during, ring, write)
  await sql`delete from drivers where id = 'late'`.execute(source.database.kysely)
  await onEmpty(async (database) => {
    await restoreDatabase(database, during, TAKEN)
    assert.deepEqual(await rowsOf(database), await rowsOf(source.database))
  })
})

test('a database that is not empty is refused unless everything in it shall go', async () => {
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, TAKEN)
    await database.pool.query(
      `insert into drivers (id, name, email) values ('eva', 'Eva', 'eva@example.com')`,
    )
    await refuses(restoreDatabase(database, backup, TAKEN), /is not empty: give an empty one, or --replace/)
    assert.equal((await database.pool.query(`select from drivers where id = 'eva'`)).rowCount, 1)
    await restoreDatabase(database, backup, { ...TAKEN, replace: true })
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
      restoreDatabase(database, backup, { ...TAKEN, replace: true }),
      /in use by 1 other session: stop the product/,
    )
    await other.close()
  })
})

test('a damaged backup changes nothing, even where everything was to be replaced', async () => {
  const damaged = join(folder, 'damaged')
  await backUpDatabase(source.database, damaged, ring)
  const file = join(damaged, 'drivers.copy.gz')
  const whole = readFileSync(file)
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, TAKEN)
    const was = await rowsOf(database)
    for (const content of [whole.subarray(0, -9), Buffer.from('not compressed')]) {
      writeFileSync(file, content)
      await refuses(
        restoreDatabase(database, damaged, { ...TAKEN, replace: true }),
        /^Cannot restore .*drivers\.copy\.gz: /,
      )
      assert.deepEqual(await rowsOf(database), was)
    }
  })
})

test('a folder without a manifest is no backup, and a newer release’s backup is refused', async () => {
  await onEmpty(async (database) => {
    await refuses(restoreDatabase(database, folder, TAKEN), /is not a complete backup: it has no backup.json/)
    const newer = join(folder, 'newer')
    await backUpDatabase(source.database, newer, ring)
    const file = join(newer, 'backup.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { migrations: object[] }
    manifest.migrations.push({ name: '9999_next.sql', checksum: 'x' })
    writeFileSync(file, JSON.stringify({ ...manifest, release: '9.0.0' }))
    await refuses(
      restoreDatabase(database, newer, { ...TAKEN, unsigned: true }),
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
    await backUpDatabase(database, older, ring)
  })
  await onEmpty(async (database) => {
    await restoreDatabase(database, older, TAKEN)
    assert.equal((await database.pool.query('select from drivers')).rowCount, 1)
    await requireSchema(database)
  })
})

/** A copy of the backup whose manifest is changed. */
async function tamper(name: string, change: (manifest: Manifest) => void): Promise<string> {
  const changed = join(folder, name)
  await backUpDatabase(source.database, changed, ring)
  const file = join(changed, 'backup.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  change(manifest)
  writeFileSync(file, JSON.stringify(manifest))
  return changed
}

type Manifest = {
  tables: { name: string; rows: number; digest: string }[]
  partitions: { bound: string }[]
  sequences: { last: string }[]
  signature?: object
}

test('what is no bound of a partition never becomes part of a statement, whoever signed it', async () => {
  await onEmpty(async (database) => {
    for (const [n, bound] of [
      'DEFAULT; create table planted ()',
      "FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-11-02') ; select 1",
      "FOR VALUES FROM ('x'::text) TO (pg_sleep(1))",
      "for values in ('a')",
    ].entries()) {
      const changed = await tamper(`bound-${n}`, ({ partitions }) => (partitions[0]!.bound = bound))
      await refuses(
        restoreDatabase(database, changed, { ...TAKEN, unsigned: true }),
        /backup.json is not readable/,
      )
    }
    assert.equal((await database.pool.query(`select to_regclass('planted') as found`)).rows[0].found, null)
  })
})

test('a backup that was changed, that another ring signed, or that none did is refused until that is asked for', async () => {
  const rows = 'eva\tEva\teva@example.com\n'
  const changes: ((manifest: Manifest) => void)[] = [
    ({ sequences }) => (sequences[0]!.last = '7'),
    ({ tables }) => (tables[0]!.digest = createHash('sha256').update(rows).digest('hex')),
    (manifest) => delete manifest.signature,
  ]
  await onEmpty(async (database) => {
    for (const [n, change] of changes.entries())
      await refuses(
        restoreDatabase(database, await tamper(`changed-${n}`, change), TAKEN),
        /not signed by this key ring/,
      )
    await refuses(
      restoreDatabase(database, backup, { ...TAKEN, ring: makeKeyRing() }),
      /not signed by this key ring/,
    )
    await refuses(restoreDatabase(database, backup, { ...TAKEN, ring: null }), /Restore the key ring first/)
    await restoreDatabase(database, backup, { ...TAKEN, ring: null, unsigned: true })
    assert.deepEqual(await rowsOf(database), await rowsOf(source.database))
  })
})

test('rows that were exchanged since the backup change nothing', async () => {
  const exchanged = await tamper('exchanged', () => {})
  const file = join(exchanged, 'drivers.copy.gz')
  const lines = gunzipSync(readFileSync(file)).toString().replace('ana@example.com', 'eve@example.com')
  writeFileSync(file, gzipSync(lines))
  await onEmpty(async (database) => {
    await refuses(
      restoreDatabase(database, exchanged, TAKEN),
      /drivers\.copy\.gz: it was changed since the backup/,
    )
    assert.deepEqual(
      (await database.pool.query(`select to_regclass('drivers') as found`)).rows[0].found,
      null,
    )
  })
})

test('a superuser restores with the rights of a role that is gone afterwards, and owns what it made', async () => {
  await onEmpty(async (database) => {
    await restoreDatabase(database, backup, TAKEN)
    const { rows } = await database.pool.query(
      `select distinct pg_get_userbyid(relowner) = current_user as own from pg_class where relnamespace = 'public'::regnamespace`,
    )
    assert.deepEqual(rows, [{ own: true }])
    assert.equal(
      (await database.pool.query(`select from pg_roles where rolname = 'madruga_restore'`)).rowCount,
      0,
    )
  })
})
