import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { namedIn, readNames, readSources } from './release.ts'
import { testDatabase } from './testing.ts'
import { readCatalogue } from './testing-catalogue.ts'
import { contractBreaches, expandBreaches, FIRST_STATED, kindOf, namesOf } from './testing-compatibility.ts'

/** The rule of ADR 38: the previous release runs on the new schema. */

const { database, drop } = await testDatabase()
after(drop)

const empty = () => database.pool.query('drop schema public cascade; create schema public')

test('from its first one on, every migration states its kind and keeps to it', async () => {
  const all = readMigrations()
  const first = all.findIndex(({ name }) => name >= FIRST_STATED)
  await empty()
  await migrate(database, all.slice(0, first))
  for (const [index, { name, sql }] of all.entries()) {
    if (index < first) continue
    const before = await readCatalogue(database.pool)
    await migrate(database, all.slice(0, index + 1))
    const now = await readCatalogue(database.pool)
    const stated = kindOf(sql)
    assert.ok(stated, `${name} begins with "-- expand" or "-- contract: from RELEASE"`)
    if (stated.kind === 'expand')
      assert.deepEqual(expandBreaches(before, now, sql), HARMLESS[name] ?? [], name)
    else {
      const named = readNames(stated.release)
      assert.ok(named, `${name}: server/db/releases has no ${stated.release}.txt`)
      assert.deepEqual(contractBreaches(before, now, named), [], name)
    }
  }
})

test('each release has its names stored, and the schema has all that the last one names', async () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const dated = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(/gm)].map(([, release = '']) => release)
  // Releases up to 0.2.0 refuse every newer schema.
  const releases = dated.slice(0, dated.indexOf('0.2.0'))
  const schema = new Set(namesOf(await readCatalogue(database.pool)))
  for (const [index, release] of releases.entries()) {
    const names = readNames(release)
    assert.ok(names, `${release} has no names: sh scripts/node server/db/release.ts`)
    if (index === 0)
      assert.deepEqual(
        [...names].filter((name) => !schema.has(name)),
        [],
        release,
      )
  }
})

/** Changes of rows that the release before reads as well as it did, each with its reason. */
const HARMLESS: Record<string, string[]> = {
  // A currency that was not told is filled in, as the next start of the driver's bot would do.
  '0041_told_currencies.sql': Array.from({ length: 2 }, () => 'changes driver_stations.currency of rows'),
  // No release so far runs beside a newer schema, so that none looks for a token as it was.
  '0047_session_digests.sql': ['changes sessions.token of rows'],
}

const OLD = `
  create table drivers (id text primary key, name text, plan text not null default 'basic',
    constraint plan_known check (plan in ('basic', 'pro')), constraint name_plain check (name ~ '^[a-z]+$'));
  create unique index drivers_name on drivers (name);
  create function f() returns trigger language plpgsql as 'begin return new; end';
  create trigger t before update on drivers for each row execute function f();`

async function breachesOf(sql: string): Promise<string[]> {
  await empty()
  await database.pool.query(OLD)
  const before = await readCatalogue(database.pool)
  await database.pool.query(sql)
  return expandBreaches(before, await readCatalogue(database.pool), sql)
}

test('what an expand migration may do: add, and widen', async () => {
  const fine = [
    'create table notes (id text primary key, driver_id text not null references drivers (id))',
    'alter table drivers add column age int',
    'alter table drivers add column age int not null default 0 check (age >= 0)',
    'create index on drivers (plan)',
    'alter table drivers add column phone text unique',
    'alter table drivers drop constraint plan_known',
    `alter table drivers drop constraint plan_known;
     alter table drivers add constraint plan_known check (plan in ('basic', 'pro', 'max'))`,
    `alter table drivers drop constraint name_plain;
     alter table drivers add constraint name_plain check (name ~ '^[a-z]+$' or name ~ '^[A-Z]+$')`,
    'alter table drivers alter column plan drop not null',
    "alter table drivers add column age int; update drivers d set age = coalesce(1, 2) where d.plan = 'pro'",
    "insert into drivers (id) values ('ana')",
  ]
  for (const sql of fine) assert.deepEqual(await breachesOf(sql), [], sql)
})

test('what an expand migration may not do', async () => {
  const cases: [string, RegExp][] = [
    ['drop table drivers', /^removes drivers$/],
    ['alter table drivers rename to people', /^removes drivers$/],
    ['alter table drivers drop column name', /^removes drivers\.name$/],
    ['alter table drivers rename column name to called', /^removes drivers\.name$/],
    [
      'alter table drivers alter column name type varchar(3)',
      /name changes its type from text to character varying/,
    ],
    ['alter table drivers add column age int not null', /age is new, not null and without a default$/],
    ['alter table drivers alter column name set not null', /name may no longer be null$/],
    ['alter table drivers alter column plan drop default', /plan loses its default$/],
    ['alter table drivers add check (length(name) < 9)', /^narrows drivers by drivers_name_check$/],
    [
      `alter table drivers drop constraint plan_known;
       alter table drivers add constraint plan_known check (plan in ('basic'))`,
      /^narrows drivers by plan_known$/,
    ],
    [
      `alter table drivers drop constraint name_plain;
       alter table drivers add constraint name_plain
         check ((name ~ '^[a-z]+$' or name ~ '^[A-Z]+$') and length(name) < 9)`,
      /^narrows drivers by name_plain$/,
    ],
    ['alter table drivers add unique (plan)', /^narrows drivers by drivers_plan_key$/],
    ['alter table drivers add column age int default 1, add unique (plan, age)', /^narrows drivers by/],
    ['drop index drivers_name', /^removes drivers_name of drivers, by which/],
    ['drop trigger t on drivers', /^removes trigger t on drivers$/],
    ['drop function f() cascade', /^removes function f\(\)$/],
    ["update drivers set plan = 'pro', name = 'x'", /^changes drivers\.plan of rows$/],
    ["update drivers d set (name, plan) = ('a', 'b')", /^changes drivers\.name of rows$/],
    ["delete from drivers where name = 'x'", /^deletes rows of drivers$/],
    ['truncate drivers', /^deletes rows of drivers$/],
  ]
  for (const [sql, breach] of cases) {
    const found = await breachesOf(sql)
    assert.ok(
      found.some((each) => breach.test(each)),
      `${sql}: ${JSON.stringify(found)}`,
    )
  }
})

test('a contract migration removes only what its release does not name', async () => {
  await empty()
  await database.pool.query(OLD)
  const before = await readCatalogue(database.pool)
  await database.pool.query('alter table drivers drop column name')
  const now = await readCatalogue(database.pool)
  assert.deepEqual(contractBreaches(before, now, new Set(['drivers', 'drivers.plan'])), [])
  assert.deepEqual(contractBreaches(before, now, new Set(['drivers', 'drivers.name'])), [
    'removes drivers.name, which that release names',
  ])
})

test('a column is named where a module that names its table has the word', async () => {
  const sources = [
    { path: 'server/bot/store/bots.ts', text: "db.selectFrom('bots').selectAll()" },
    { path: 'server/bot/life/steps.ts', text: 'row.rest_until' },
    { path: 'server/console/admin/rows.ts', text: 'row.owner' },
  ]
  const names = ['bots', 'bots.rest_until', 'bots.owner', 'blocks', 'blocks.owner']
  assert.deepEqual(namedIn(names, sources), ['bots', 'bots.rest_until'])
})

test('the names of this release are found in its source', async () => {
  const { database: current, drop: dropCurrent } = await testDatabase()
  const all = namesOf(await readCatalogue(current.pool))
  await dropCurrent()
  const named = new Set(namedIn(all, readSources()))
  for (const name of ['bots', 'bots.gen', 'ledger_lines.amount_cents', 'key_checks.sealed_check'])
    assert.ok(named.has(name), name)
})
