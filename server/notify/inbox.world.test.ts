import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { DEFAULT_NOTIFY_SETTINGS } from '@madruga/core/notify.ts'
import { createBrowser, startTestHttp } from '../http/testing.ts'

type Inbox = Outputs['notify']['inbox']
type Unread = Outputs['notify']['unread']
type Settings = Outputs['notify']['settings']

const server = await startTestHttp()
after(() => server.stop())

/** A signed-in driver's browser. */
async function enter() {
  const driver = await server.addDriver()
  const browser = createBrowser(server.url)
  await browser.signIn(driver)
  return { ...driver, browser }
}

const tell = (driverId: string, event: string) =>
  server.database.database.kysely
    .transaction()
    .execute((tx) => server.notify.announce(tx, { driverId, event, kind: 'human_needed', params: {} }))

test('a driver reads and acknowledges their own news, and no one else’s', async () => {
  const [ana, eva] = [await enter(), await enter()]
  await tell(ana.id, 'one')
  await tell(ana.id, 'two')
  const inbox = await ana.browser.call<Inbox>('GET', '/api/notify/inbox?limit=1')
  assert.equal(inbox.body.more, true)
  const [{ id = 0 } = {}] = inbox.body.notifications
  const older = await ana.browser.call<Inbox>('GET', `/api/notify/inbox?before=${id}`)
  assert.equal(older.body.notifications.length, 1)
  assert.deepEqual((await eva.browser.call<Inbox>('GET', '/api/notify/inbox')).body, {
    notifications: [],
    more: false,
  })

  assert.equal(
    (await eva.browser.call('POST', '/api/notify/acknowledge', { id })).body.code,
    'notify.not_found',
  )
  await eva.browser.call('POST', '/api/notify/read', { upTo: id })
  assert.equal((await ana.browser.call<Unread>('GET', '/api/notify/unread')).body.unread, 2)
  assert.equal((await ana.browser.call('POST', '/api/notify/acknowledge', { id })).status, 200)
  const unread = (await ana.browser.call<Unread>('GET', '/api/notify/unread')).body
  assert.deepEqual([unread.unread, unread.waiting.length], [1, 1])
  await ana.browser.call('POST', '/api/notify/read', { upTo: id })
  assert.equal((await ana.browser.call<Unread>('GET', '/api/notify/unread')).body.unread, 0)
})

test('what was resolved elsewhere is neither unread nor waiting: a human check that was solved', async () => {
  const { id, browser } = await enter()
  await tell(id, 'check')
  await server.database.database.kysely
    .transaction()
    .execute((tx) => server.notify.acknowledgeOpen(tx, id, 'human_needed'))
  assert.deepEqual((await browser.call<Unread>('GET', '/api/notify/unread')).body, { unread: 0, waiting: [] })
})

test('settings are saved whole; what is unknown or incomplete is refused, security mail stays', async () => {
  const { browser } = await enter()
  const { body } = await browser.call<Settings>('GET', '/api/notify/settings')
  assert.deepEqual(body.settings, DEFAULT_NOTIFY_SETTINGS)
  assert.match(body.pushKey, /^B[\w-]{86}$/)
  assert.deepEqual(
    body.missing.map((each) => each.channel),
    ['push', 'sms', 'call'],
  )

  const { settings } = body
  const save = (input: unknown) => browser.call<Settings>('PUT', '/api/notify/settings', { settings: input })
  const { block_won: _, ...lacking } = settings.routes
  assert.equal((await save({ ...settings, routes: lacking })).status, 400)
  assert.equal((await save({ ...settings, routes: { ...settings.routes, block_won: ['fax'] } })).status, 400)
  assert.equal((await save({ ...settings, quiet: { ...settings.quiet, startMinute: 1440 } })).status, 400)
  const silent = await save({ ...settings, routes: { ...settings.routes, account_changed: [] } })
  assert.deepEqual(silent.body.settings.routes.account_changed, ['email'])
})

test('a browser subscribes to web push and leaves again; addresses of no push service are refused', async () => {
  const { browser } = await enter()
  const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) }
  const subscribe = (endpoint: string) => browser.call('POST', '/api/notify/push', { endpoint, ...keys })
  assert.equal((await subscribe('https://169.254.169.254/latest')).body.code, 'notify.push_refused')
  assert.equal((await subscribe('http://fcm.googleapis.com/fcm/send/a')).body.code, 'notify.push_refused')
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a'
  assert.equal((await subscribe(endpoint)).status, 200)
  const devices = async () =>
    (await browser.call<Settings>('GET', '/api/notify/settings')).body.pushDevices.length
  assert.equal(await devices(), 1)
  await browser.call('POST', '/api/notify/push/remove', { endpoint })
  assert.equal(await devices(), 0)
})
