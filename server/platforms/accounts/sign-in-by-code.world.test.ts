import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import type { RunningFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { stubPlatform } from '../../bot/testing-platform.ts'
import { readConfig } from '../../config.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { until } from '../../kit/testing.ts'

/** A courier signs in to a Fleetbase by the code of a text message, through our own API. */

const PHONE = '+13055550161'
type Account = Outputs['platforms']['account']

let fleet: RunningFleetbase
let http: TestHttp
let instanceId: string
let driverId: string
before(async () => {
  fleet = await startFleetbase({ levers: { cacheMs: 0 } })
  const here = { online: true, location: FLEETBASE_CITY }
  const secret = { email: 'rosa@couriers.example', phone: PHONE, password: 'never typed' }
  driverId = fleet.openDriver({ ...secret, ...here }).id
  const config = readConfig({ PORT: '0', SETTINGS: '{"dailyStop":null,"preparingMs":0}' }, [])
  // Couriers choose an instance; the market is for the others.
  const market = { ...stubPlatform(systemClock), variants: ['amazon', 'spark'] as const }
  http = await startTestHttp({ config, platform: market })
  instanceId = await record('Harbor Vans', fleet.key)
})
after(async () => {
  await http.stop()
  await fleet.stop()
})

async function record(name: string, key: string): Promise<string> {
  const { id } = await http.world.instances.add(
    { id: null, name: 'olivia' },
    {
      kind: 'fleetbase',
      name,
      baseUrl: fleet.url,
      key,
      options: { payMetaKey: fleet.payMetaKey, currency: 'USD', timeZone: 'America/New_York' },
      authorisedBy: 'Marta',
      authorisedOn: '2026-11-01',
      maxRequestsPerMinute: 600,
      allowPrivate: true,
    },
  )
  return id
}

async function enter() {
  const driver = await http.addDriver({ variant: 'courier' })
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  const call = async <T>(method: string, path: string, body?: object) => {
    const reply = await browser.call<T>(method, `/api${path}`, body)
    return { status: reply.status, body: reply.body }
  }
  return {
    ...driver,
    call,
    sendCode: (phone: string) =>
      call<{ code?: string }>('POST', '/platforms/account/code', { instanceId, phone }),
    signIn: (password: string, email = PHONE, byCode = true) =>
      call<Account & { code: string }>('POST', '/platforms/account', { instanceId, email, password, byCode }),
    account: async () => (await call<Account>('GET', '/platforms/account')).body,
  }
}

/** The code in the text message. */
async function readCode(): Promise<string> {
  const reply = await fetch(`${fleet.url}/admin/codes/${encodeURIComponent(PHONE)}`)
  return ((await reply.json()) as { code: string }).code
}

test('a phone that the platform does not know, and a wrong code, are refused by name, and nothing is stored', async () => {
  const rosa = await enter()
  const unknown = await rosa.sendCode('+13055550199')
  assert.deepEqual([unknown.status, unknown.body.code], [422, 'platforms.phone_unknown'])
  assert.deepEqual(await rosa.sendCode('+1 (305) 555-0161'), { status: 200, body: {} })
  const code = await readCode()
  const wrong = await rosa.signIn(code === '000000' ? '111111' : '000000')
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'platforms.code_refused'])
  const typed = await rosa.signIn('not stored', PHONE, false)
  assert.deepEqual([typed.status, typed.body.code], [422, 'platforms.password_refused'])
  assert.equal((await rosa.account()).state, 'none')
})

test('the right code connects; the courier searches and sees an order; no code is stored', async () => {
  const rosa = await enter()
  await rosa.sendCode(PHONE)
  const { status, body } = await rosa.signIn(await readCode(), '+1 305-555-0161')
  assert.equal(status, 200)
  assert.deepEqual([body.state, body.byCode, body.instance?.name], ['connected', true, 'Harbor Vans'])
  const row = await http.database.database.kysely
    .selectFrom('platform_accounts')
    .select(['sealed_password', 'sealed_tokens'])
    .where('driver_id', '=', rosa.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.sealed_password === null, row.sealed_tokens === null], [true, false])

  const filter = proposeFilter('courier', 'basic', 'America/New_York', ['nearby'])
  const saved = await rosa.call('PUT', '/filters/courier', { baseVersion: 0, filter })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const started = await rosa.call('POST', '/bot/start', { mode: 'regular', liveLog: true })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const phase = async () => (await rosa.call<{ phase: string }>('GET', '/bot')).body.phase
  await until(async () => (await phase()) === 'running', 'running')
  const pickup = { id: 'place_1', name: 'Casa Verde', street: '1 Bay St', city: 'Miami', ...FLEETBASE_CITY }
  const order = fleet.world.place({ pickup, dropoff: pickup, distance: 4_830, time: 875 })
  const seen = async () => JSON.stringify((await rosa.call('GET', '/log?limit=50')).body).includes(order.id)
  await until(seen, 'the order is in the log')
})

test('when that sign-in ends the account says that it was by code, so that the form asks for the next one', async () => {
  const rosa = await enter()
  await rosa.sendCode(PHONE)
  assert.equal((await rosa.signIn(await readCode())).status, 200)
  const ended = await fetch(`${fleet.url}/admin/drivers/${driverId}/end-tokens`, { method: 'POST' })
  assert.equal(ended.status, 200)
  const synced = await rosa.call<{ code: string }>('POST', '/platforms/sync', { confirmed: true })
  assert.deepEqual([synced.status, synced.body.code], [422, 'platforms.sign_in_refused'])
  const { state, byCode, email, instance } = await rosa.account()
  assert.deepEqual([state, byCode, email, instance?.id], ['refused', true, PHONE, instanceId])
})

test('no one leaves a platform where an accept of theirs is undecided, unless its operator turned it off', async () => {
  const rosa = await enter()
  await rosa.sendCode(PHONE)
  assert.equal((await rosa.signIn(await readCode())).status, 200)
  const accept = { driver_id: rosa.id, platform: `fleetbase:${instanceId}`, offer_id: 'order_1', offer: '{}' }
  await http.database.database.kysely
    .insertInto('attempts')
    .values({
      ...accept,
      rules: '[]',
      gen: 1,
      epoch: 1,
      filter_version: 1,
      state: 'waiting',
      waiting: 'pending',
    })
    .execute()
  const leave = () => rosa.call<{ code: string }>('POST', '/platforms/account/remove')
  const refused = await leave()
  assert.deepEqual([refused.status, refused.body.code], [409, 'platforms.work_open'])

  const { instances } = http.world
  const operator = { id: null, name: 'olivia' }
  await instances.setActive(operator, { id: instanceId, active: false, reason: 'a test' })
  assert.equal((await rosa.account()).instance?.active, false, 'the driver sees that it is turned off')
  const synced = await rosa.call<{ code: string }>('POST', '/platforms/sync', { confirmed: true })
  assert.deepEqual([synced.status, synced.body.code], [409, 'platforms.turned_off'])
  assert.equal((await leave()).status, 200)
  await instances.setActive(operator, { id: instanceId, active: true, reason: 'a test' })
})

test('a server that moves gets neither the key nor the sign-ins that were given for the one before', async () => {
  const rosa = await enter()
  await rosa.sendCode(PHONE)
  assert.equal((await rosa.signIn(await readCode())).status, 200)
  const { instances } = http.world
  const known = (await instances.list()).find(({ id }) => id === instanceId)!
  const operator = { id: null, name: 'olivia' }
  const move = (key: string | null) =>
    instances.edit(operator, { ...known, baseUrl: fleet.url.replace('127.0.0.1', 'localhost'), key })
  await assert.rejects(move(null), {
    code: 'instances.invalid',
    params: { fields: [{ path: 'key', code: 'instances.key_again' }] },
  })
  assert.equal((await rosa.account()).state, 'connected')
  await move(fleet.key)
  assert.equal((await rosa.account()).state, 'refused')
  const row = await http.database.database.kysely
    .selectFrom('platform_accounts')
    .select('sealed_tokens')
    .where('driver_id', '=', rosa.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.sealed_tokens, null)
})

test('a key that the platform refuses is told by the test of the connection', async () => {
  const { platforms } = http.world
  assert.deepEqual(await platforms.probe(instanceId), {
    answers: true,
    keyRefused: false,
    lacks: null,
    detail: null,
    states: { currency: 'USD', timeZone: 'America/New_York', requestsPerMinute: 120 },
  })
  const wrong = await record('Mistyped', 'flb_live_mistyped')
  assert.deepEqual(await platforms.probe(wrong), {
    answers: true,
    keyRefused: true,
    lacks: null,
    detail: 'status 401',
  })
})
