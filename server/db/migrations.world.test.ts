import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { testDatabase } from './testing.ts'

const { database, drop } = await testDatabase()
after(drop)

/** An empty database as it was before one migration. */
async function openBefore(name: string): Promise<void> {
  await database.pool.query('drop schema public cascade; create schema public')
  const all = readMigrations()
  const upTo = all.findIndex((migration) => migration.name === name)
  assert.ok(upTo > 0, name)
  await migrate(database, all.slice(0, upTo))
}

test('filters, accounts and the job of before know their plan by its new name', async () => {
  await openBefore('0018_plan.sql')
  const drivers = { basic: null, advanced: 1, professional: 2 } as const
  for (const [plan, prepaid] of Object.entries(drivers)) {
    await database.pool.query('insert into drivers (id, name, email, prepaid) values ($1, $1, $1, $2)', [
      plan,
      prepaid,
    ])
    const { plan: edition, ...rest } = proposeFilter('amazon', plan as 'basic', 'America/Denver', ['s1'])
    for (const version of [1, 2])
      await database.pool.query(
        'insert into filters (driver_id, variant, version, body, removed) values ($1, $2, $3, $4, $5)',
        [plan, 'amazon', version, JSON.stringify({ ...rest, edition }), version === 2],
      )
  }
  await database.pool.query(`insert into job_runs (job, ran_at) values ('billing.turn_editions', now())`)

  await migrate(database)

  const saved = await database.kysely.selectFrom('filters').select(['driver_id', 'body']).execute()
  assert.equal(saved.length, 6, 'every version, and what was removed')
  for (const { driver_id: plan, body } of saved)
    assert.deepEqual(body, proposeFilter('amazon', plan as 'basic', 'America/Denver', ['s1']))
  const accounts = await database.kysely.selectFrom('drivers').select(['id', 'plan_number']).execute()
  assert.deepEqual(Object.fromEntries(accounts.map((row) => [row.id, row.plan_number])), drivers)
  const jobs = await database.kysely.selectFrom('job_runs').select('job').execute()
  assert.deepEqual(jobs, [{ job: 'billing.sync_plans' }])
})

test('filters, requests and jobs of before know confirmations and safety limits by their new names', async () => {
  await openBefore('0019_confirmations.sql')
  await database.pool.query(`insert into drivers (id, name, email) values ('ana', 'Ana', 'ana@example.com')`)
  const { confirmation: ask, safetyLimits: guards, ...rest } = proposeFilter('amazon', 'basic', 'UTC', ['s1'])
  for (const [version, body] of [{ ...rest, ask, guards }, rest].entries())
    await database.pool.query(
      `insert into filters (driver_id, variant, version, body) values ('ana', 'amazon', $1, $2)`,
      [version + 1, JSON.stringify(body)],
    )
  await database.pool.query(
    `insert into asks (id, driver_id, platform, offer_id, offer, rules, filter_version, expires_at)
     values ('a', 'ana', 'market', 'o', '{}', '[]', 1, now())`,
  )
  await database.pool.query(
    `insert into bots (driver_id, variant, guarded_at) values ('ana', 'amazon', now())`,
  )
  await database.pool.query(
    `insert into job_runs (job, ran_at) values ('bot.end_asks', now()), ('bot.guard_releases', now())`,
  )

  await migrate(database)

  const saved = await database.kysely.selectFrom('filters').select('body').orderBy('version').execute()
  assert.deepEqual(
    saved.map((row) => row.body),
    [proposeFilter('amazon', 'basic', 'UTC', ['s1']), rest],
    'a version that had neither stays as it is',
  )
  const requests = await database.kysely.selectFrom('confirmations').select(['id', 'state']).execute()
  assert.deepEqual(requests, [{ id: 'a', state: 'open' }])
  const bots = await database.kysely.selectFrom('bots').select('limits_reset_at').execute()
  assert.equal(typeof bots[0]?.limits_reset_at, 'number')
  const jobs = await database.kysely.selectFrom('job_runs').select('job').orderBy('job').execute()
  assert.deepEqual(jobs, [{ job: 'bot.end_confirmations' }, { job: 'bot.limit_releases' }])
})

test('who was connected before stations had a currency is told the one in which their place pays', async () => {
  await openBefore('0041_told_currencies.sql')
  const { pool } = database
  const works = {
    ines: 'coopcycle:1',
    omar: 'fleetbase:2',
    ana: 'fleetbase:2',
    eva: 'market',
    noa: 'fleetbase:2',
  }
  await pool.query(
    `insert into stations (platform, id, variant, code, name, address, city, state, programme, latitude, longitude, time_zone)
     select platform, 'p', 'courier', 'p', 'p', '', '', '', 'place', 0, 0, 'UTC' from unnest($1::text[]) as platform`,
    [[...new Set(Object.values(works))]],
  )
  for (const [driver, platform] of Object.entries(works)) {
    await pool.query('insert into drivers (id, name, email) values ($1, $1, $1)', [driver])
    await pool.query(`insert into driver_stations (driver_id, platform, station_id) values ($1, $2, 'p')`, [
      driver,
      platform,
    ])
  }
  const held: [keyof typeof works, string | null][] = [
    ['omar', 'GBP'],
    ['omar', 'GBP'],
    ['ana', null],
    ['eva', 'EUR'],
    ['eva', null],
  ]
  for (const [index, [driver, currency]] of held.entries())
    await pool.query(
      `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at,
         pay_cents, tip_cents, currency)
       values ($1, $2, $3, $1, $1, 'p', 'shift', now(), now() + interval '1 hour', 100, 0, $4)`,
      [`b${index}`, driver, works[driver], currency],
    )
  // At Fleetbase each driver has a currency of their own: another one's offers tell nothing.
  for (const platform of ['coopcycle:1', 'fleetbase:2'])
    await pool.query(
      `insert into observations (platform, offer_id, variant, station_id, kind, start_at, end_at, pay_cents, tip_cents,
         batched, seen_at, currency)
       values ($1, 'o', 'courier', 'p', 'shift', now(), now() + interval '1 hour', 0, 0, false, now(), 'EUR')`,
      [platform],
    )

  await migrate(database)

  const { rows } = await pool.query<{ driver_id: string; currency: string | null }>(
    'select driver_id, currency from driver_stations',
  )
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.driver_id, row.currency])), {
    ines: 'EUR',
    omar: 'GBP',
    ana: null,
    eva: null,
    noa: null,
  })
})
