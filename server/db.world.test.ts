import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { migrate, openDatabase, requireSchema } from './db.ts'
import { readMigrations } from './db/migration-files.ts'
import { testDatabase } from './db/testing.ts'

const { database, url, drop } = await testDatabase()
after(drop)

test('bigint is a number, timestamptz epoch ms to the millisecond, date the text of the day', async () => {
  const { rows } = await database.pool.query(
    `select 9007199254740991::bigint as big, '2026-03-08T07:00:00.123+00'::timestamptz as at,
      '1969-12-31T23:59:59.5+00'::timestamptz as before, '2026-03-08'::date as day, null::timestamptz as never`,
  )
  assert.deepEqual(rows[0], {
    big: 9007199254740991,
    at: Date.UTC(2026, 2, 8, 7, 0, 0, 123),
    before: -500,
    day: '2026-03-08',
    never: null,
  })
})

test('a bigint that a number cannot hold is an error and the connection lives on', async () => {
  await assert.rejects(database.pool.query('select 9007199254740993::bigint'), /does not fit/)
  assert.equal((await database.pool.query('select 1 as one')).rows[0].one, 1)
})

test('the parsers are those of our pool alone', async () => {
  const dates = openDatabase(url, { instants: 'date', max: 1 })
  try {
    const { rows } = await dates.pool.query(`select '2026-03-08T07:00:00Z'::timestamptz as at`)
    assert.ok(rows[0].at instanceof Date)
  } finally {
    await dates.close()
  }
})

test('a statement over its time is cancelled', async () => {
  const hasty = openDatabase(url, { statementTimeoutMs: 20, max: 1 })
  try {
    await assert.rejects(hasty.pool.query('select pg_sleep(5)'), { code: '57014' })
  } finally {
    await hasty.close()
  }
})

test('kysely reads the service row that the first migration leaves', async () => {
  const row = await database.kysely.selectFrom('service_state').selectAll().executeTakeFirstOrThrow()
  assert.equal(row.server_available, true)
})

test('migrating again does nothing, from several processes at once too', async () => {
  const results = await Promise.all([migrate(database), migrate(database), migrate(database)])
  assert.deepEqual(results, [[], [], []])
})

test('an edited and an inserted migration are refused', async () => {
  const files = readMigrations()
  const [first, ...rest] = files
  assert.ok(first)
  await assert.rejects(migrate(database, [{ ...first, checksum: 'other' }, ...rest]), /was edited after/)
  await assert.rejects(migrate(database, [{ ...first, name: '0000_before.sql' }, ...files]), /comes before/)
})

test('a migration that fails leaves nothing of itself and the next run continues', async () => {
  const { database: fresh, drop: dropFresh } = await testDatabase()
  try {
    const files = readMigrations()
    const bad = { name: '9998_bad.sql', sql: 'create table half (id int); select 1/0', checksum: 'bad' }
    await assert.rejects(migrate(fresh, [...files, bad]), /9998_bad.sql failed: division by zero/)
    const good = { name: '9998_bad.sql', sql: 'create table half (id int)', checksum: 'good' }
    assert.deepEqual(await migrate(fresh, [...files, good]), ['9998_bad.sql'])
  } finally {
    await dropFresh()
  }
})

test('a migration that gets no lock gives up its place in the queue, says so, and is tried again', async () => {
  const { url: freshUrl, database: fresh, drop: dropFresh } = await testDatabase()
  const holder = openDatabase(freshUrl, { max: 1 })
  const slow = { name: '9998_slow.sql', sql: 'alter table bots add column spare int', checksum: 'slow' }
  const waits = { lockMs: 20, lockTries: 3, pauseMs: 0 }
  try {
    const held = await holder.pool.connect()
    await held.query('begin; lock table bots in access share mode')
    const refused = /9998_slow.sql got no lock in 3 tries: end the long transactions/
    await assert.rejects(migrate(fresh, [...readMigrations(), slow], waits), refused)
    const said: string[] = []
    const freed: Promise<unknown>[] = []
    const say = (line: string) => {
      said.push(line)
      freed.push(held.query('rollback'))
    }
    assert.deepEqual(await migrate(fresh, [...readMigrations(), slow], { ...waits, lockTries: 99, say }), [
      '9998_slow.sql',
    ])
    await Promise.all(freed)
    assert.match(said[0]!, /^Migration 9998_slow.sql waits for a lock .*\(try 1 of 99\)$/)
    held.release()
  } finally {
    await holder.close()
    await dropFresh()
  }
})

test('a process runs on the schema that it knows or a newer one, and never changes it', async () => {
  const { database: fresh, drop: dropFresh } = await testDatabase()
  const newer = { name: '9998_newer.sql', sql: 'alter table bots add column spare int', checksum: 'newer' }
  const removing = { ...newer, name: '9999_removing.sql', sql: 'select 1', needs: '7.1.0' }
  try {
    const known = readMigrations()
    const lacks = /9998_newer.sql is missing. Run: npm run admin -- migrate$/
    await assert.rejects(requireSchema(fresh, [...known, newer]), lacks)
    await migrate(fresh, [...known, newer])
    await requireSchema(fresh, known, '7.0.0')
    await migrate(fresh, [...known, newer, removing])
    const tooNew = /too new for this Madruga 7.0.0: its migration 9999_removing.sql needs 7.1.0 or newer/
    await assert.rejects(requireSchema(fresh, known, '7.0.0'), tooNew)
    await requireSchema(fresh, known, '7.1.0')
    await fresh.pool.query('drop schema public cascade; create schema public')
    await assert.rejects(requireSchema(fresh, known), /0001_first.sql is missing. Run/)
    assert.deepEqual(
      (await fresh.pool.query('select from pg_tables where schemaname = $1', ['public'])).rows,
      [],
    )
  } finally {
    await dropFresh()
  }
})

test('price lists of before a trip had a price say what it cost then, and a new list says what it costs now', async () => {
  const file = readMigrations().find(({ name }) => name === '0010_money.sql')!
  const [history, now] = file.sql.split(';')
  const add = 'insert into price_lists (at, prices, actor, reason) values (now(), $1, $2, $2)'
  const { database: fresh, drop: dropFresh } = await testDatabase()
  try {
    const read = async () =>
      (await fresh.pool.query('select prices, actor from price_lists order by id')).rows
    for (const statement of [history!, now!]) await fresh.pool.query(statement)
    assert.deepEqual(await read(), [])
    for (const blockCents of [400, 700])
      await fresh.pool.query(add, [{ blockCents, checkInCents: 200 }, 'ana'])
    for (const statement of [history!, now!]) await fresh.pool.query(statement)
    assert.deepEqual(await read(), [
      { prices: { blockCents: 400, checkInCents: 200, tripCents: trips(400) }, actor: 'ana' },
      { prices: { blockCents: 700, checkInCents: 200, tripCents: trips(700) }, actor: 'ana' },
      {
        prices: {
          blockCents: 700,
          checkInCents: 200,
          tripCents: { curbside: 60, shopping: 80, delivery: 60 },
        },
        actor: 'upgrade',
      },
    ])
  } finally {
    await dropFresh()
  }
})

function trips(cents: number) {
  return { curbside: cents, shopping: cents, delivery: cents }
}
