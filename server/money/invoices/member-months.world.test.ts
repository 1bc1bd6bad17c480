import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { readConfig } from '../../config.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { recordCoop } from '../../platforms/testing/record-coop.ts'

/** What members of a co-op in Paris owe it for a month, where no one pays us. */

const OPERATOR = { id: null, name: 'olivia' }
const EUROS = { cents: 1_250, currency: 'EUR' }
let now = Date.UTC(2026, 10, 20, 12)
let instanceId = ''
const coop = await startCoopCycle({
  couriers: ['nina', 'omar'].map((username) => ({ username, password: 'una-bici' })),
})
const env = { PORT: '0', DEMO: 'off', VARIANTS: 'courier', BILLING: 'off' }
const clock = { ...systemClock, now: () => now }
const http = await startTestHttp({ config: readConfig(env, []), billing: false, clock })
instanceId = await recordCoop(http.world.instances, coop.url)
after(async () => {
  await http.stop()
  await coop.stop()
})

type Member = { id: string; email: string; password: string }

async function join(email: string): Promise<Member> {
  const member = await http.addDriver({ timeZone: 'Europe/Paris' })
  const secret = { instanceId, email, password: 'una-bici' }
  const browser = await enter(member)
  assert.equal((await browser.call('POST', '/api/platforms/account', secret)).status, 200)
  return member
}

async function enter(member: Member) {
  const browser = createBrowser(http.url)
  await browser.signIn(member)
  return browser
}

async function read(member: Member): Promise<Outputs['platforms']['account']> {
  const browser = await enter(member)
  return (await browser.call<Outputs['platforms']['account']>('GET', '/api/platforms/account')).body
}

/** What is stored of a search that sent requests in the hour of this time, after which the job runs. */
async function search({ id }: Member, at: number): Promise<void> {
  now = at + 3_600_000
  await http.database.database.pool.query(
    `insert into request_hours (driver_id, hour_at, used) values ($1, date_trunc('hour', $2::timestamptz), 9)`,
    [id, new Date(at)],
  )
  await note()
}

const note = async () => {
  await http.world.recurring.find(({ name }) => name === 'instances.note_months')?.run()
}

async function setPrice(memberPrice: typeof EUROS | null): Promise<void> {
  const [known] = await http.world.instances.list()
  const { kind, name, baseUrl, options, authorisedBy, authorisedOn, maxRequestsPerMinute } = known!
  const record = { kind, name, baseUrl, options, authorisedBy, authorisedOn, maxRequestsPerMinute }
  const rest = { key: null, allowPrivate: true, memberPrice }
  await http.world.instances.edit(OPERATOR, { ...record, ...rest, id: instanceId })
}

async function newsOf({ id }: Member): Promise<object[]> {
  const { rows } = await http.database.database.pool.query<{ params: object }>(
    `select params from notifications where driver_id = $1 and kind = 'member_price' order by id`,
    [id],
  )
  return rows.map(({ params }) => params)
}

test('a price is announced to each member and shown before it is owed, from the next month on', async () => {
  const nina = await join('nina')
  await search(nina, now)
  assert.deepEqual((await read(nina)).months, [], 'nothing is noted where no price is set')
  await setPrice(EUROS)
  const announced = { house: 'Bici Norte', ...EUROS, from: '2026-12' }
  assert.deepEqual(await newsOf(nina), [announced])
  await setPrice(EUROS)
  assert.equal((await newsOf(nina)).length, 1, 'the same price again is no news')
  assert.deepEqual((await read(nina)).instance?.memberPrices, [{ from: '2026-12', ...EUROS }])

  // 23:00 UTC is the next month in Paris already.
  await search(nina, Date.UTC(2026, 10, 30, 23))
  await search(nina, Date.UTC(2026, 11, 9, 8))
  const months = [
    { month: '2026-12', ...EUROS },
    { month: '2026-11', cents: 0, currency: 'EUR' },
  ]
  assert.deepEqual((await read(nina)).months, months)
})

test('who joins within a month owes nothing for it, and a month without a search is not owed', async () => {
  now = Date.UTC(2026, 11, 15, 9)
  const omar = await join('omar')
  await search(omar, now + 3_600_000)
  await search(omar, Date.UTC(2027, 1, 3, 9))
  await note()
  assert.deepEqual((await read(omar)).months, [
    { month: '2027-02', ...EUROS },
    { month: '2026-12', cents: 0, currency: 'EUR' },
  ])
})

test('a price that ends is owed until then, and each month stays as it was noted', async () => {
  await setPrice(null)
  const [nina] = await idsBy('2026-11')
  assert.ok(nina)
  const { rows } = await http.database.database.pool.query<{ params: object }>(
    `select params from notifications where driver_id = $1 and kind = 'member_price' order by id desc limit 1`,
    [nina],
  )
  assert.deepEqual(rows[0]?.params, { house: 'Bici Norte', cents: 0, currency: 'EUR', from: '2027-03' })
  await search({ id: nina, email: '', password: '' }, Date.UTC(2027, 1, 20, 9))
  await search({ id: nina, email: '', password: '' }, Date.UTC(2027, 2, 20, 9))
  const owed = await http.database.database.pool.query(
    `select month, cents, currency from member_months where driver_id = $1 order by month`,
    [nina],
  )
  assert.deepEqual(owed.rows, [
    { month: '2026-11', cents: 0, currency: 'EUR' },
    { month: '2026-12', ...EUROS },
    { month: '2027-02', ...EUROS },
    { month: '2027-03', cents: 0, currency: 'EUR' },
  ])
})

async function idsBy(month: string): Promise<string[]> {
  const { rows } = await http.database.database.pool.query<{ id: string }>(
    `select driver_id as id from member_months where month = $1`,
    [month],
  )
  return rows.map(({ id }) => id)
}
