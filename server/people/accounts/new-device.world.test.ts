import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { DAY_MS } from '@madruga/core/time.ts'
import { startTestHttp } from '../../http/testing.ts'
import { codeTo, enter, forgetLimits, movableClock, visit } from './testing.ts'
import type { Sent } from './testing.ts'

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0'

const clock = movableClock()
const http = await startTestHttp({ clock })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Login = { email: string; password: string }
type Visitor = Awaited<ReturnType<typeof visit>>

async function signIn(visitor: Visitor, { email, password }: Login, userAgent = CHROME): Promise<void> {
  const headers = { 'user-agent': userAgent }
  const { status } = await visitor.send('POST', '/api/accounts/sign-in', { email, password }, headers)
  assert.equal(status, 200)
}

/** What a driver's inbox says of their account. */
async function changesOf(driverId: string): Promise<unknown[]> {
  const rows = await http.database.database.kysely
    .selectFrom('notifications')
    .select('params')
    .where('driver_id', '=', driverId)
    .where('kind', '=', 'account_changed')
    .orderBy('id')
    .execute()
  return rows.map(({ params }) => params)
}

const ON_CHROME = { what: 'device', browser: 'Chrome', system: 'Android' }
const ON_FIREFOX = { what: 'device', browser: 'Firefox', system: 'Mac' }

test('a sign-in by a new browser is announced with its name; the first one and a known browser are not', async () => {
  const eva = await enter(http)
  await signIn(eva, eva)
  assert.deepEqual(await changesOf(eva.id), [])
  const phone = await visit(http)
  await signIn(phone, eva)
  assert.deepEqual(await changesOf(eva.id), [ON_CHROME])
  await phone.post('/sign-out', {})
  await signIn(phone, eva)
  assert.deepEqual(await changesOf(eva.id), [ON_CHROME])
  await signIn(await visit(http), eva, FIREFOX)
  assert.deepEqual(await changesOf(eva.id), [ON_CHROME, ON_FIREFOX])
})

test('an operator is notified of a new browser before it gives the second factor', async () => {
  const operator = await enter(http, { role: 'operator' })
  await signIn(await visit(http), operator)
  assert.deepEqual(await changesOf(operator.id), [ON_CHROME])
})

test('a client that keeps no cookies is announced once a day', async () => {
  const eva = await enter(http)
  for (let turn = 0; turn < 3; turn++) await signIn(await visit(http), eva)
  assert.deepEqual(await changesOf(eva.id), [ON_CHROME])
  clock.add(DAY_MS)
  await signIn(await visit(http), eva)
  assert.deepEqual(await changesOf(eva.id), [ON_CHROME, ON_CHROME])
})

test('a browser that two drivers share is known to both', async () => {
  const [eva, luz] = [await enter(http), await enter(http)]
  const tablet = await visit(http)
  for (const driver of [eva, luz, eva, luz]) await signIn(tablet, driver)
  assert.deepEqual([await changesOf(eva.id), await changesOf(luz.id)], [[ON_CHROME], [ON_CHROME]])
})

test('the browser in which a driver changes the e-mail stays known', async () => {
  const eva = await enter(http, { email: 'eva.before@example.com' })
  const email = 'eva.after@example.com'
  const change = { kind: 'email', value: email, password: eva.password }
  const { ticket } = (await eva.post<Sent>('/contacts', change)).body
  await eva.post('/contacts/confirm', { ticket, code: codeTo(http, email) })
  await signIn(eva, { ...eva, email })
  assert.deepEqual(await changesOf(eva.id), [{ what: 'email' }])
})

test("the demo's accounts, whose passwords are printed, are left out", async () => {
  const ana = await enter(http, { isDemo: true })
  await signIn(await visit(http), ana)
  assert.deepEqual(await changesOf(ana.id), [])
})
