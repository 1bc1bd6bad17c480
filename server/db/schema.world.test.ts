import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { dumpSchema, SCHEMA_FILE } from './schema.ts'
import { testDatabase } from './testing.ts'

const { database, drop } = await testDatabase()
after(drop)

test('schema.sql is what the migrations make (after a change: sh scripts/node server/db/schema.ts)', async () => {
  assert.equal(await dumpSchema(database.pool), readFileSync(SCHEMA_FILE, 'utf8'))
})

test('every table has its type in tables.ts, with the same columns', async () => {
  const files = ['tables.ts', ...globSync('tables/*.ts', { cwd: import.meta.dirname })]
  const source = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8')).join('\n')
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     group by c.relname`,
  )
  const listed = /export type Tables = \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  for (const { table, columns } of rows) {
    const entry = new RegExp(`^  ${table}: (\\w+|\\{.*\\})$`, 'm').exec(listed)?.[1]
    assert.ok(entry, `tables.ts lacks ${table}`)
    const body = entry.startsWith('{')
      ? entry
      : new RegExp(`^(?:export )?type ${entry} = \\{([^}]*)\\}$`, 'm').exec(source)?.[1]
    const typed = [...(body ?? '').matchAll(/(?:^|[{;])\s*(\w+): /gm)].map((match) => match[1])
    assert.deepEqual(typed.toSorted(), columns.toSorted(), table)
  }
})
