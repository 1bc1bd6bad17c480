import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { startMarket } from '@madruga/simulator/running-market.ts'
import { readConfig } from '../../config.ts'
import { startTestHttp } from '../../http/testing.ts'
import { readLatest } from '../../driver/log.ts'
import { closeDemoInstances, readStations } from '../../platforms.ts'
import { DEMO_DRIVERS, DEMO_OPERATOR } from './demo-drivers.ts'
import { retireDemo } from './demo-people.ts'
import { enrolNewcomer } from './demo-newcomers.ts'
import { openDemo, startDemo } from './demo.ts'
import type { Demo } from './demo.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import type { DemoDeps } from './demo.ts'
import { realNow, until } from '../../kit/testing.ts'

const HOUR_MS = 3_600_000
const market = await startMarket({ scenario: 'quiet' })
// The daily stop would make this test depend on the hour.
const config = readConfig({ PORT: '0', SETTINGS: '{"dailyStop":null}' }, [])
const { world, stop } = await startTestHttp({ config, marketUrl: market.url })
after(async () => {
  await stop()
  await market.stop()
})
const deps: DemoDeps = {
  ...world,
  db: world.database.kysely,
  marketUrl: market.url,
  variants: VARIANTS,
  standIns: [],
  secretPasswords: false,
  say: () => {},
}
async function prepareDemo(given: DemoDeps): Promise<Demo> {
  const demo = await openDemo(given)
  await startDemo(given, demo)
  return demo
}
const CALLER = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }

async function stationsOf(driverId: string) {
  const { variant } = await world.database.kysely
    .selectFrom('drivers')
    .select('variant')
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
  return await readStations(world.database.kysely, driverId, world.platform.name, variant)
}

async function phaseOf(driverId: string): Promise<string> {
  return (await world.bots.readBot(driverId)).phase
}

test('on a fresh database both drivers exist, can sign in, have stations and a filter, and search', async () => {
  const { drivers: signIns } = await prepareDemo(deps)
  assert.deepEqual(
    signIns.map(({ variant }) => variant),
    ['amazon', 'spark'],
  )
  for (const { driverId, email, password, variant } of signIns) {
    assert.ok(password)
    assert.equal((await world.accounts.signIn({ email, password }, CALLER)).driver.app, variant)
    assert.ok((await stationsOf(driverId)).length > 1)
    assert.equal((await world.filters.readFilter(driverId, variant)).version, 1)
    await until(async () => (await phaseOf(driverId)) === 'running')
  }
})

test('two newcomers of one demo have an account each, which the market takes', async () => {
  const simulated = { kind: 'market', baseUrl: market.url } as const
  const enrol = (driverId: string) => enrolNewcomer(simulated, { driverId, variant: 'amazon' })
  const [nina, omar, again] = [await enrol('nina'), await enrol('omar'), await enrol('nina')]
  assert.notEqual(nina?.email, omar?.email)
  assert.equal(again?.email, nina?.email)
  for (const account of [omar, again]) assert.ok((await world.platform.signIn(account!)).ok)
  assert.equal(await enrolNewcomer(simulated, { driverId: 'nina', variant: 'courier' }), null)
})

test('the operator of the demo has no bot and no account at the market', async () => {
  const { operator } = await prepareDemo(deps)
  const { email, password } = DEMO_OPERATOR
  assert.deepEqual(operator, { email, password })
  assert.equal((await world.accounts.signIn({ email, password }, CALLER)).driver.role, 'operator')
  const { rows } = await world.database.pool.query(
    `select (select count(*) from bots b where b.driver_id = d.id) as bots,
      (select count(*) from platform_accounts p where p.driver_id = d.id) as accounts
    from drivers d where email = $1`,
    [email],
  )
  assert.deepEqual(rows, [{ bots: 0, accounts: 0 }])
})

test('a block that fits is won, and the market agrees', async () => {
  const [ana] = (await prepareDemo(deps)).drivers
  assert.ok(ana)
  const stations = await stationsOf(ana.driverId)
  // Noon tomorrow on the driver's coast: inside the filter's hours all year round.
  const start = Math.floor(realNow() / (24 * HOUR_MS)) * 24 * HOUR_MS + 41 * HOUR_MS
  const placed = await fetch(`${market.url}/admin/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      stationId: stations[0]?.id,
      kind: 'block',
      start: new Date(start).toISOString(),
      end: new Date(start + 4 * HOUR_MS).toISOString(),
      payCents: 14_000,
    }),
  })
  assert.equal(placed.status, 200, await placed.clone().text())
  const { offerId } = (await placed.json()) as { offerId: string }
  const wonBlocks = async () =>
    (await readLatest(world.database.kysely, ana.driverId, { limit: 50 })).entries.flatMap((entry) =>
      entry.type === 'offer.accepted' ? [entry.data] : [],
    )
  await until(async () => (await wonBlocks()).length > 0)
  const [won] = await wonBlocks()
  assert.equal(won?.offer.id, offerId)
  const { blocks } = (await (await fetch(`${market.url}/admin/blocks`)).json()) as {
    blocks: { blockId: string; offerId: string }[]
  }
  assert.deepEqual(
    blocks.map((block) => [block.offerId, block.blockId]),
    [[offerId, won?.blockId]],
  )
})

test('preparing again keeps what the driver changed, and a bot that the driver stopped', async () => {
  const [ana, luis] = (await prepareDemo(deps)).drivers
  assert.ok(ana && luis)
  const { filter } = await world.filters.readFilter(ana.driverId, 'amazon')
  const changed = { ...filter, speed: '3X' as const }
  await world.filters.saveFilter(ana.driverId, { variant: 'amazon', baseVersion: 1, filter: changed })
  await world.bots.stopBot(ana.driverId)
  await until(async () => ['cooling_down', 'not_running'].includes(await phaseOf(ana.driverId)))
  const before = await world.bots.readBot(luis.driverId)

  assert.deepEqual((await prepareDemo(deps)).drivers, [ana, luis])
  const kept = await world.filters.readFilter(ana.driverId, 'amazon')
  assert.deepEqual([kept.version, kept.filter.speed], [2, '3X'])
  assert.notEqual(await phaseOf(ana.driverId), 'running')
  assert.equal((await world.bots.readBot(ana.driverId)).gen, 2)
  assert.equal((await world.bots.readBot(luis.driverId)).gen, before.gen)
})

test('a bot that the service stopped searches again', async () => {
  const [, luis] = (await prepareDemo(deps)).drivers
  assert.ok(luis)
  await world.bots.stopBot(luis.driverId, 'daily_stop')
  await world.database.pool.query(
    `update bots set phase = 'not_running', cool_until = null, due_at = null where driver_id = $1`,
    [luis.driverId],
  )
  await prepareDemo(deps)
  await until(async () => (await phaseOf(luis.driverId)) === 'running')
})

test('health names the searches and counts the bots that run without a poll, and so does the console', async () => {
  const [, luis] = (await prepareDemo(deps)).drivers
  assert.ok(luis)
  await until(async () => (await phaseOf(luis.driverId)) === 'running')
  const silence = async () => {
    const { pool } = world.database
    await pool.query(`update bots set updated_at = now() - interval '5 minutes' where driver_id = $1`, [
      luis.driverId,
    ])
    await pool.query(
      `insert into search_polls values ($1, now() - interval '5 minutes')
      on conflict (driver_id) do update set poll_by = excluded.poll_by`,
      [luis.driverId],
    )
  }
  // The bot searches: its next poll may be written between the two.
  const health = await until(async () => {
    await silence()
    const found = await world.handlers.service.health({ caller: CALLER, cookies: [] }, undefined)
    return found.silentBots > 0 && found
  }, 'health counts the silent bot')
  const { status, database, workers, searches, silentBots } = health
  assert.deepEqual([status, database, workers, searches, silentBots], ['degraded', true, true, false, 1])
  await silence()
  const { count, bots } = await world.bots.readSilence()
  assert.deepEqual([count, bots.map(({ email }) => email)], [1, [luis.email]])

  const unread = await until(async () => {
    await world.database.pool.query(
      `update search_polls p set poll_by = now() + interval '1 minute', unread_since = now() - interval '1 minute',
        unread_window = b.window_started_at from bots b where b.driver_id = p.driver_id and b.driver_id = $1`,
      [luis.driverId],
    )
    const found = await world.handlers.service.health({ caller: CALLER, cookies: [] }, undefined)
    return !found.platforms && found
  }, 'health tells that the platform does not answer')
  assert.deepEqual([unread.status, unread.searches, unread.silentBots], ['degraded', true, 1])
})

/** Whether a password opens an account, without the sign-in limits. */
async function opens({ email, password }: { email: string; password: string | null }): Promise<boolean> {
  const id = await world.accounts.findDriver(email)
  assert.ok(id)
  return await world.accounts.hasPassword(id, password ?? '')
}

test('beyond this machine each password is a random one, shown by the start that makes it and by no other', async () => {
  await prepareDemo(deps)
  const everybody = [...DEMO_DRIVERS, DEMO_OPERATOR]
  const { cookies } = await world.accounts.signIn(DEMO_OPERATOR, CALLER)
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const session = () => world.accounts.readSession({ ...CALLER, cookie })
  assert.ok((await session()).id)
  const made = await prepareDemo({ ...deps, secretPasswords: true })
  const shown = [...made.drivers, made.operator].map(({ email, password }) => ({ email, password }))
  assert.equal(new Set(shown.map(({ password }) => password)).size, everybody.length)
  assert.equal((await session()).id, null, 'who came in by the known one is signed out')
  for (const { email, password } of everybody) assert.equal(await opens({ email, password }), false, email)
  for (const one of shown) assert.equal(await opens(one), true, one.email)

  const later = await prepareDemo({ ...deps, secretPasswords: true })
  for (const { email, password } of [...later.drivers, later.operator]) assert.equal(password, null, email)
  for (const one of shown) assert.equal(await opens(one), true, one.email)
  const near = await prepareDemo(deps)
  assert.deepEqual(
    [...near.drivers, near.operator].map(({ password }) => password),
    [null, null, null],
    'nor does a start on this machine show another than it is',
  )
})

test('where a demo is over all its people are closed: no way in, no bot, no place in the fleet; its next start opens them', async () => {
  const { drivers } = await prepareDemo(deps)
  // Ana's was stopped by herself above.
  const luis = drivers[1]?.driverId ?? ''
  await until(async () => (await phaseOf(luis)) === 'running')
  const before = await world.admin.readFigures()
  const people = { ...deps, stopBot: (driverId: string) => world.bots.stopBot(driverId, 'suspended') }
  // One whose password the start knows, and one with a session.
  await world.database.kysely.transaction().execute(async (tx) => {
    for (const { driverId } of drivers)
      await world.accounts.assignPassword(tx, driverId, 'chosen-by-somebody')
  })
  const [ana] = DEMO_DRIVERS
  assert.ok(ana)
  await world.accounts.signIn({ email: ana.email, password: 'chosen-by-somebody' }, CALLER)

  const emails = [...DEMO_DRIVERS, DEMO_OPERATOR].map(({ email }) => email)
  assert.deepEqual(await retireDemo(people), emails)
  for (const { driverId } of drivers) {
    await until(async () => ['cooling_down', 'not_running'].includes(await phaseOf(driverId)))
    await assert.rejects(world.bots.startBot(driverId, { mode: 'regular', liveLog: true }))
  }
  for (const { email, password } of [...DEMO_DRIVERS, DEMO_OPERATOR]) {
    assert.equal(await opens({ email, password }), false, email)
    assert.equal(await opens({ email, password: 'chosen-by-somebody' }), false, email)
  }
  const { rows } = await world.database.pool.query(
    `select d.status, d.status_cause, (select count(*)::int from sessions s where s.driver_id = d.id) as sessions
    from drivers d where d.email = any($1)`,
    [emails],
  )
  assert.deepEqual(
    rows,
    emails.map(() => ({ status: 'inactive', status_cause: 'demo', sessions: 0 })),
  )
  const fleet = await world.admin.readFigures()
  assert.equal(fleet.drivers, before.drivers - 3)
  assert.equal(
    Object.values(fleet.phases).reduce((sum, count) => sum + count, 0),
    0,
  )
  const { actions } = await world.admin.listActions({ limit: 3 })
  assert.deepEqual(
    actions.map(({ actor, action }) => [actor, action]),
    emails.map(() => ['service', 'drivers.set_status']),
  )
  assert.deepEqual(await retireDemo(people), [], 'once')

  await world.database.pool.query(`update bots set phase = 'not_running', cool_until = null, due_at = null`)
  await prepareDemo(deps)
  for (const { email, password } of [...DEMO_DRIVERS, DEMO_OPERATOR])
    assert.equal(await opens({ email, password }), true, email)
  await until(async () => (await phaseOf(luis)) === 'running')
})

test('each stand-in gets a record and a courier who searches there, once it answers; a service disables the records', async () => {
  const [coopcycle, fleetbase] = await Promise.all([
    startCoopCycle({ couriers: [{ username: 'ines', password: 'madruga-ines' }] }),
    startFleetbase(),
  ])
  const location = { latitude: 25.7743, longitude: -80.1937 }
  const rafael = { email: 'rafael@demo.madruga', password: 'madruga-rafael', phone: '+13055550144' }
  fleetbase.openDriver({ ...rafael, online: true, location })
  const standIns = [
    { kind: 'coopcycle', url: coopcycle.url, key: null },
    { kind: 'fleetbase', url: fleetbase.url, key: fleetbase.key },
  ] as const
  const later: (() => void)[] = []
  const clock = { ...world.clock, after: (_: number, begin: () => void) => (later.push(begin), () => {}) }
  try {
    coopcycle.levers.setFaults({ unavailable: 1 })
    const { drivers } = await prepareDemo({ ...deps, clock, standIns })
    coopcycle.levers.setFaults({ unavailable: 0 })
    for (const begin of later) begin()
    const couriers = drivers.filter(({ variant }) => variant === 'courier')
    assert.deepEqual(
      couriers.map(({ email }) => email),
      ['ines@demo.madruga', 'rafael@demo.madruga'],
    )
    for (const { driverId } of couriers) await until(async () => (await phaseOf(driverId)) === 'running')
    const records = await world.instances.list()
    assert.deepEqual(
      records.map(({ kind, authorisedBy, isStandIn, connected, active }) => [
        kind,
        authorisedBy,
        connected,
        active,
        isStandIn,
      ]),
      [
        ['fleetbase', 'Dana Whitfield', 1, true, true],
        ['coopcycle', 'Camille Laurent', 1, true, true],
      ],
    )
    await prepareDemo({ ...deps, standIns })
    assert.equal((await world.instances.list()).length, 2, 'another start finds its records')
    for (const { driverId } of couriers) await world.bots.stopBot(driverId)
    await closeDemoInstances(world.database.kysely)
    assert.ok((await world.instances.list()).every(({ active }) => !active))
  } finally {
    await coopcycle.stop()
    await fleetbase.stop()
  }
})
