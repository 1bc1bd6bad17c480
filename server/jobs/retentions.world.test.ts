import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { proposeFilter } from '@madruga/core/filters.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { deleteOlder } from '../db.ts'
import { forgetVersions } from '../driver/filters/store.ts'
import { startTestHttp } from '../http/testing.ts'
import { listRetentions } from '../module.ts'
import { MODULES } from '../product.ts'
import { forgetAll } from './retentions.ts'
import { realNow } from '../kit/testing.ts'

const http = await startTestHttp()
after(() => http.stop())

const NOW = realNow()
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS)
const run = (text: string, values: unknown[] = []) => http.database.database.pool.query(text, values)

async function count(table: string): Promise<number> {
  return (await run(`select count(*)::int as n from ${table}`)).rows[0].n
}

test('of more rows than one statement deletes, all that are too old go and all others stay', async () => {
  const { id } = await http.addDriver()
  await run(
    `insert into request_hours (driver_id, hour_at) select $1, $2::timestamptz - n * interval '1 hour' from generate_series(1, 10400) n`,
    [id, daysAgo(0)],
  )
  await deleteOlder(
    http.world.database.kysely,
    { table: 'request_hours', column: 'hour_at' },
    NOW - 10 * DAY_MS,
  )
  assert.equal(await count('request_hours'), 240)
})

test('one job removes by age whatever grows with time', async () => {
  const { id } = await http.addDriver()
  await run(`insert into request_hours (driver_id, hour_at) values ($1, $2), ($1, $3)`, [
    id,
    daysAgo(400),
    daysAgo(1),
  ])
  await run(`insert into offer_hours (driver_id, hour_at, station_id) values ($1, $2, 's'), ($1, $3, 's')`, [
    id,
    daysAgo(800),
    daysAgo(300),
  ])
  for (const [offer, state, age] of [
    ['a', 'missed', 400],
    ['b', 'accepted', 400],
    ['c', 'missed', 1],
  ] as const)
    await run(
      `insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state, created_at)
       values ($1, 'stub', $2, '{}', '[]', 1, 1, 1, $3, $4)`,
      [id, offer, state, daysAgo(age)],
    )
  for (const age of [400, 1])
    await run(
      `insert into shadow_runs (id, driver_id, variant, mode, started_at, ends_at, ended_at)
       values ($1, $2, 'amazon', 'regular', $3, $3, $3)`,
      [`run ${age}`, id, daysAgo(age)],
    )
  await run(
    `insert into verifications (id, identifier, value, expires_at) values ('old', 'i', 'v', $1), ('new', 'i', 'v', $2)`,
    [daysAgo(1), daysAgo(-1)],
  )
  const job = http.world.recurring.find((each) => each.name === 'retention.forget')
  await job!.run()
  const left = await Promise.all(
    ['offer_hours', 'attempts', 'shadow_runs', 'verifications'].map(async (table) => [
      table,
      await count(table),
    ]),
  )
  assert.deepEqual(Object.fromEntries(left), {
    offer_hours: 1,
    attempts: 2,
    shadow_runs: 1,
    verifications: 1,
  })
  const { rows } = await run('select hour_at from request_hours where driver_id = $1', [id])
  assert.equal(rows.length, 1)
})

test('replaced versions of a filter go; the newest of each plan and the newest typed one stay', async () => {
  const { id } = await http.addDriver()
  const proposed = proposeFilter('amazon', 'basic', 'America/New_York', ['s'])
  const versions = [
    { plan: 'professional', moved: false },
    { plan: 'professional', moved: false },
    { plan: 'basic', moved: false },
    { plan: 'basic', moved: false },
    { plan: 'basic', moved: true },
    { plan: 'basic', moved: true },
  ]
  for (const [index, { plan, moved }] of versions.entries())
    await run(
      `insert into filters (driver_id, variant, version, body, saved_at, moved) values ($1, 'amazon', $2, $3, $4, $5)`,
      [id, index + 1, { ...proposed, plan }, daysAgo(300 - index), moved],
    )
  const left = async () =>
    (await run('select version from filters where driver_id = $1 order by version', [id])).rows.map(
      (row) => row.version,
    )
  await forgetVersions(http.world.database.kysely, NOW - 400 * DAY_MS)
  assert.deepEqual(await left(), [1, 2, 3, 4, 5, 6])
  await forgetVersions(http.world.database.kysely, NOW - 100 * DAY_MS)
  assert.deepEqual(await left(), [2, 4, 6])
})

test('what cannot be removed keeps nothing else from it, and the job tells of it', async () => {
  const done: string[] = []
  const entry = (tables: string) => ({ tables, forget: async () => void done.push(tables) })
  const broken = { tables: 'broken', forget: () => Promise.reject(new Error('no')) }
  await assert.rejects(forgetAll([entry('one'), broken, entry('other')]), /broken not removed/)
  assert.deepEqual(done, ['one', 'other'])
})

test('docs/scale.md lists what is removed, in the order of the list', () => {
  const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
  const listed = [...page.split('## What is removed by age')[1]!.matchAll(/^\| `([a-z_`, ]+)` +\|/gm)]
  const { world, database } = http
  const kept = { keepLogDays: 90, judgedAgainMs: 90 * DAY_MS }
  const retentions = listRetentions(MODULES, { ...world, ...kept, db: database.database.kysely })
  assert.deepEqual(
    listed.map((match) => match[1]!.replaceAll('`', '')),
    retentions.map(({ tables }) => tables),
  )
})
