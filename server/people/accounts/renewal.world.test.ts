import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { enter, movableClock } from './testing.ts'

// Two API processes, and a browser whose requests go to either of them.
const keyRing = makeKeyRing()
const clock = movableClock()
const one = await startTestHttp({ keyRing, clock })
const other = await startTestHttp({ keyRing, clock, beside: one })
after(async () => {
  await other.stop()
  await one.stop()
})

type Driver = Awaited<ReturnType<typeof enter>>

/** Sends a driver's request with these cookies; returns its status, and whether the session cookie goes. */
async function send(http: TestHttp, { id }: Driver, cookies: ReadonlyMap<string, string>) {
  const late = createBrowser(http.url)
  for (const [name, value] of cookies) late.jar.set(name, value)
  const { status } = await late.send('GET', `/api/bot?as=${id}`)
  return { status, forgotten: !late.jar.has(http.accounts.sessionCookie) }
}

/** The driver changes their password, which renews the token; returns the previous cookies. */
async function renew(driver: Driver): Promise<Map<string, string>> {
  const former = new Map(driver.jar)
  const password = `${driver.password} again`
  const given = { current: driver.password, password, confirmPassword: password }
  assert.equal((await driver.post('/password', given)).status, 200)
  driver.password = password
  assert.notEqual(driver.jar.get(one.accounts.sessionCookie), former.get(one.accounts.sessionCookie))
  return former
}

test('a late request with an old token clears no cookie, in any process', async () => {
  const ana = await enter(one)
  const first = await renew(ana)
  const second = await renew(ana)
  for (const http of [one, other])
    for (const former of [first, second])
      assert.deepEqual(await send(http, ana, former), { status: 401, forgotten: false })
  for (const http of [one, other])
    assert.deepEqual(await send(http, ana, ana.jar), { status: 200, forgotten: false })
})

test('a token that was renewed long ago is forgotten, and so is that of a session that is over', async () => {
  const eva = await enter(one)
  const former = await renew(eva)
  clock.add(2 * MINUTE_MS)
  assert.deepEqual(await send(other, eva, former), { status: 401, forgotten: true })
  await one.accounts.forgetSessions()
  const { rows } = await one.database.database.pool.query('select 1 from former_tokens')
  assert.equal(rows.length, 0)

  const renewed = await renew(eva)
  await other.accounts.endAllSessions(eva.id)
  for (const cookies of [renewed, eva.jar])
    assert.deepEqual(await send(other, eva, cookies), { status: 401, forgotten: true })
})
