import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { dumpSchema, SCHEMA_FILE } from './schema.ts'
import { renderTables, TABLES_FILE } from './tables.ts'
import { testDatabase } from './testing.ts'

// After a change of the migrations: sh scripts/node server/db/schema.ts
const { database, drop } = await testDatabase()
after(drop)

test('schema.sql is what the migrations make', async () => {
  assert.equal(await dumpSchema(database.pool), readFileSync(SCHEMA_FILE, 'utf8'))
})

test('tables.gen.ts has the type of every column that the migrations make', async () => {
  assert.equal(await renderTables(database.pool), readFileSync(TABLES_FILE, 'utf8'))
})

test('JSON without a stated type is refused, and so is a stated type without its column', async () => {
  await database.pool.query('create table fresh (body jsonb)')
  await assert.rejects(renderTables(database.pool), /fresh\.body is JSON/)
  await database.pool.query('drop table fresh; alter table filters rename column body to content')
  await assert.rejects(renderTables(database.pool), /filters\.content is JSON/)
  await database.pool.query('alter table filters drop column content')
  await assert.rejects(renderTables(database.pool), /no such columns: filters\.body/)
})
