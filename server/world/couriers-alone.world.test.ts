import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { readConfig } from '../config.ts'
import { createBrowser, startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { realNow, until } from '../kit/testing.ts'
import { recordCoop } from '../platforms/testing/record-coop.ts'

/** The service of a co-op: couriers alone, no one pays, and no market runs anywhere. */

const MEMBER = { username: 'nina', password: 'una-bici' }
const SETTINGS = JSON.stringify({ dailyStop: null, preparingMs: 0 })
const coop = await startCoopCycle({ couriers: [MEMBER] })
const env = { PORT: '0', DEMO: 'off', VARIANTS: 'courier', BILLING: 'off', SETTINGS }
const http = await startTestHttp({ config: readConfig(env, []), billing: false })
after(async () => {
  await http.stop()
  await coop.stop()
})

async function readTexts({ url }: TestHttp): Promise<boolean> {
  const { body } = await createBrowser(url).call<Outputs['accounts']['session']>(
    'GET',
    '/api/accounts/session',
  )
  return body.texts
}

async function enter() {
  const driver = await http.addDriver()
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  return {
    ...driver,
    call: <T>(method: string, path: string, body?: object) => browser.call<T>(method, `/api${path}`, body),
  }
}

test('a service without an account for texts says that none leaves, the demo that they are shown', async () => {
  assert.equal(await readTexts(http), false)
  const demo = await startTestHttp({ config: { demo: true } })
  assert.equal(await readTexts(demo), true)
  await demo.stop()
})

test('a member connects to the co-op and wins a shift, which costs nothing', async () => {
  const nina = await enter()
  const instanceId = await recordCoop(http.world.instances, coop.url)
  const secret = { instanceId, email: MEMBER.username, password: MEMBER.password }
  assert.equal((await nina.call('POST', '/platforms/account', secret)).status, 200)
  const { body: listed } = await nina.call<Outputs['platforms']['stations']>('GET', '/platforms/stations')
  const placeIds = listed.stations.map(({ id }) => id)
  // A co-op states no pay.
  const filter = { ...proposeFilter('courier', 'basic', 'America/New_York', placeIds), unknownPay: 'take' }
  const saved = await nina.call('PUT', '/filters/courier', { baseVersion: 0, filter })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const started = await nina.call('POST', '/bot/start', { mode: 'regular', liveLog: true })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const noon = Math.floor(realNow() / DAY_MS) * DAY_MS + 2 * DAY_MS + 17 * HOUR_MS
  coop.levers.place({ startsAt: noon, endsAt: noon + 3 * HOUR_MS })
  const readBlocks = () => http.world.blocks.listBlocks(nina.id, { from: dayIn(0), to: dayIn(10) })
  await until(async () => (await readBlocks()).blocks.length === 1, 'the shift is won')
  const { costs } = await readBlocks()
  assert.deepEqual(
    Object.values(costs).map(({ feeCents }) => feeCents),
    [0],
  )
})

function dayIn(days: number): string {
  return new Date(realNow() + days * DAY_MS).toISOString().slice(0, 10)
}

test('the app is told what is offered, and that no one pays', async () => {
  const ana = await enter()
  const { body: session } = await ana.call<Outputs['accounts']['session']>('GET', '/accounts/session')
  assert.deepEqual([session.variants, session.billing, session.driver?.app], [['courier'], false, 'courier'])
  const { body: facts } = await ana.call<Outputs['landing']['facts']>('GET', '/landing')
  assert.deepEqual([facts.variants, facts.billing, facts.simulated], [['courier'], false, false])
  const { body: account } = await ana.call<Outputs['billing']['account']>('GET', '/billing')
  assert.equal(account.prices.blockCents + account.prices.checkInCents, 0)
})

test('nothing is sold, invoiced or charged', async () => {
  const ana = await enter()
  const bought = { plan: 'advanced', days: 7 }
  assert.equal((await ana.call('POST', '/billing/quote', bought)).status, 404)
  assert.equal((await ana.call('GET', '/billing/methods')).status, 404)
  assert.equal((await ana.call('GET', '/referrals')).status, 404)
  const ofMoney = http.world.recurring.filter(({ name }) => /^(billing|accounting)\./.test(name))
  assert.deepEqual(ofMoney, [])
})

test('an app that is not offered is refused at the door and in the profile', async () => {
  const ana = await enter()
  const { body: profile } = await ana.call<Outputs['accounts']['profile']>('GET', '/accounts/profile')
  const other = await ana.call('PUT', '/accounts/profile', {
    ...profile,
    firstName: 'Ana',
    lastName: 'R',
    app: 'spark',
  })
  assert.equal(other.status, 400)
  const asked = { variant: 'amazon', phone: '3055550161', email: 'new@example.com', channel: 'email' }
  const refused = await ana.call('POST', '/accounts/registrations', { ...asked, language: 'en', captcha: '' })
  assert.equal(refused.status, 400)
})

test('a start moves who worked with another app, and ends plans and dues', async () => {
  const old = await http.addDriver({ variant: 'amazon', plan: 'advanced', subscribedUntil: realNow() })
  await http.world.accounts.setStatus(http.world.database.kysely, old.id, 'suspended', null, 'dues')
  assert.equal(await http.world.accounts.fitOffer({ billing: false }), 1)
  const { app, plan, status } = await http.world.accounts.readDriver(old.id)
  assert.deepEqual([app, plan, status], ['courier', 'basic', 'active'])
})

test('an invited operator sets their password by the link, once, and the first one is invited once', async () => {
  const command = { id: null, name: 'command line' }
  const olga = { email: 'olga@example.com', password: 'nine blue horses' }
  const { admin } = http.world
  const ticket = await admin.inviteOperator(command, { email: olga.email, onlyFirst: true })
  const { password } = olga
  const browser = createBrowser(http.url)
  await browser.call('GET', '/api/accounts/session')
  const finish = () =>
    browser.send('POST', '/api/accounts/resets/finish', { ticket, password, confirmPassword: password })
  assert.equal((await finish()).status, 200)
  assert.equal((await finish()).status, 422)
  const { driver } = (await (await browser.signIn(olga)).json()) as { driver: { role: string; app: string } }
  assert.deepEqual([driver.role, driver.app], ['operator', 'courier'])
  assert.equal(await admin.inviteOperator(command, { email: 'omar@example.com', onlyFirst: true }), null)
  assert.ok(await admin.inviteOperator(command, { email: olga.email, onlyFirst: false }))
})
