import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeKeyRing } from '../kit/encryption.ts'
import { createUnsubscribe } from '../notify/unsubscribe.ts'
import { readDigestKey } from '../people/service-keys.ts'
import { startTestHttp } from './testing.ts'
import type { TestHttp } from './testing.ts'

const keyRing = makeKeyRing()
let http: TestHttp
let urlOf: (driverId: string) => string
before(async () => {
  http = await startTestHttp({ keyRing })
  const db = http.database.database.kysely
  const key = await readDigestKey(db, keyRing)
  urlOf = createUnsubscribe({ db, key, publicUrl: http.url, news: http.notify }).urlOf
})
after(() => http.stop())

const byEmail = async (driverId: string) => (await http.notify.readAlerts(driverId)).emailAlert
const click = (url: string, method = 'POST') =>
  fetch(url, {
    method,
    redirect: 'manual',
    ...(method === 'POST' && { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
  })

test('one click of a mail program ends the alerts by e-mail of its driver alone', async () => {
  const [ana, luis] = [await http.addDriver(), await http.addDriver()]
  assert.equal(await byEmail(ana.id), true)
  const { status } = await click(urlOf(ana.id))
  assert.deepEqual([status, await byEmail(ana.id), await byEmail(luis.id)], [200, false, true])
  assert.equal((await click(urlOf(ana.id))).status, 200, 'a second click')
  const { settings } = await http.notify.readSettings(ana.id)
  assert.ok(settings.routes.account_changed.includes('email'), 'security mail stays')
})

test('a scanner that opens the address changes nothing and gets to the settings', async () => {
  const { id } = await http.addDriver()
  const reply = await click(urlOf(id), 'GET')
  assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/#/notification-settings'])
  assert.equal(await byEmail(id), true)
})

test("an address that is not a driver's own is refused, and one of a driver who is gone does nothing", async () => {
  const [ana, luis] = [await http.addDriver(), await http.addDriver()]
  const named = urlOf(ana.id).split('.').slice(0, -1).join('.')
  const proof = urlOf(luis.id).split('.').at(-1)!
  for (const url of [`${named}.${proof}`, `${named}.`, `${urlOf(ana.id)}x`, `${http.url}/api/unsubscribe/`])
    assert.equal((await click(url)).status, 404, url)
  assert.equal(await byEmail(ana.id), true)
  assert.equal((await click(urlOf('gone'))).status, 200)
})
