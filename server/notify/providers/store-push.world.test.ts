import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { decodeJwt } from 'jose'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { startTestApns, startTestFcm } from '../testing.ts'
import { putIntoWords } from '../words.ts'
import type { Outgoing, Provider } from './model.ts'
import { createPushProvider } from './push.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const KEY = 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4'
const TOKEN = 'ab01'.repeat(16)
const OTHER = 'cd02'.repeat(16)

/** A question to the driver, sent at some time; useless 90 s later. */
function question(recipient: string, now = NOW): Outgoing {
  const params = {
    id: 7,
    kind: 'ask',
    params: {
      askId: 'q-1',
      station: 'VAX5',
      stationName: null,
      startAt: NOW + HOUR_MS,
      endAt: NOW + 4 * HOUR_MS,
      payCents: 9_600,
      tipCents: 0,
      until: NOW + MINUTE_MS,
    },
  }
  const content = { language: 'es', timeZone: 'America/Chicago', at: NOW, template: 'news', params }
  const words = putIntoWords(content as never, 'https://madruga.example')
  return { recipient, driverId: 'ana', words, key: KEY, now, expiresAt: now + 90_000 }
}

async function open(t: TestContext, kind: 'fcm' | 'apns') {
  const [fcm, apns] = [await startTestFcm(), await startTestApns()]
  const gone: string[] = []
  const provider = createPushProvider({
    subject: 'mailto:hello@madruga.example',
    hosts: [],
    readKeys: async () => assert.fail('web push alone has these keys'),
    fcm: fcm.account,
    apns: apns.account,
    readDevice: async (endpoint) => ({ kind, endpoint }),
    forgetDevice: async (id) => void gone.push(id),
  })
  t.after(async () => {
    await provider.close()
    await Promise.all([fcm.close(), apns.close()])
  })
  return { fcm, apns, provider, gone }
}

const outcomeOf = async (provider: Provider, message: Outgoing) => (await provider.send(message)).outcome

test('Firebase gets data alone, whole texts, at once and no longer than it is of use', async (t) => {
  const { fcm, provider } = await open(t, 'fcm')
  const delivery = await provider.send(question(TOKEN))
  assert.deepEqual(delivery, { outcome: 'sent', reference: 'projects/madruga-test/messages/1' })
  const { data, android } = fcm.received[0]!.message
  const { push } = question(TOKEN).words
  assert.deepEqual(android, { priority: 'HIGH', ttl: '90s' })
  assert.deepEqual(data, {
    id: '7',
    kind: 'ask',
    title: push.title,
    text: push.text,
    url: '/#/',
    matters: '1',
    buttons: JSON.stringify([
      { action: 'take', title: 'Aceptar' },
      { action: 'leave', title: 'Rechazar' },
    ]),
    confirmationId: 'q-1',
    language: 'es',
  })
})

test('Apple gets the names of the same buttons in the language of the driver', async (t) => {
  const { apns, provider } = await open(t, 'apns')
  const delivery = await provider.send(question(TOKEN))
  assert.equal(delivery.outcome, 'sent')
  assert.match(delivery.outcome === 'sent' ? (delivery.reference ?? '') : '', /^[0-9A-F-]{36}$/)
  const { message, headers } = apns.received[0]!
  const { push } = question(TOKEN).words
  assert.deepEqual(message, {
    aps: {
      alert: { title: push.title, body: push.text },
      sound: 'default',
      'thread-id': 'ask',
      category: 'take-es',
    },
    id: '7',
    kind: 'ask',
    url: '/#/',
    confirmationId: 'q-1',
  })
  assert.deepEqual(
    [headers['apns-priority'], headers['apns-expiration'], headers['apns-collapse-id']],
    ['10', String((NOW + 90_000) / 1_000), KEY],
  )
})

test('one access token of Google serves an hour, and another follows once it is refused', async (t) => {
  const { fcm, provider } = await open(t, 'fcm')
  await Promise.all([1, 2, 3].map(() => provider.send(question(TOKEN))))
  assert.equal(await outcomeOf(provider, question(TOKEN, NOW + 50 * MINUTE_MS)), 'sent')
  assert.equal(fcm.signIns, 1)
  assert.equal(await outcomeOf(provider, question(TOKEN, NOW + 56 * MINUTE_MS)), 'sent')
  assert.equal(fcm.signIns, 2)
  fcm.expire()
  const refused = await provider.send(question(TOKEN, NOW + 57 * MINUTE_MS))
  assert.deepEqual(refused, { outcome: 'failed', error: 'fcm_unauthenticated' })
  assert.equal(await outcomeOf(provider, question(TOKEN, NOW + 57 * MINUTE_MS)), 'sent')
})

test('one connection and one signature to Apple serve fifty minutes', async (t) => {
  const { apns, provider } = await open(t, 'apns')
  await Promise.all(Array.from({ length: 20 }, () => provider.send(question(TOKEN))))
  assert.equal(await outcomeOf(provider, question(TOKEN, NOW + 49 * MINUTE_MS)), 'sent')
  assert.equal(apns.connections, 1)
  const signed = () => apns.received.map(({ headers }) => headers.authorization ?? '')
  assert.equal(new Set(signed()).size, 1)
  assert.equal(await outcomeOf(provider, question(TOKEN, NOW + 51 * MINUTE_MS)), 'sent')
  const [first = '', last = ''] = [signed().at(0), signed().at(-1)]
  assert.deepEqual(
    [first, last].map((each) => decodeJwt(each.slice('bearer '.length)).iat),
    [NOW / 1_000, (NOW + 51 * MINUTE_MS) / 1_000],
  )
  apns.expire()
  const refused = await provider.send(question(TOKEN, NOW + 52 * MINUTE_MS))
  assert.deepEqual(refused, { outcome: 'failed', error: 'apns_ExpiredProviderToken' })
  assert.equal(await outcomeOf(provider, question(TOKEN, NOW + 52 * MINUTE_MS)), 'sent')
})

for (const kind of ['fcm', 'apns'] as const) {
  test(`${kind}: a device that is gone or of another app is deleted; later means later`, async (t) => {
    const { [kind]: service, provider, gone } = await open(t, kind)
    for (const fault of ['gone', 'not_ours'] as const) {
      service.faults.set(OTHER, fault)
      assert.equal(await outcomeOf(provider, question(OTHER)), 'refused')
    }
    assert.deepEqual(gone, [OTHER, OTHER])
    service.faults.set(OTHER, 'later')
    const later = await provider.send(question(OTHER))
    assert.deepEqual([later.outcome, 'retryAfterMs' in later && later.retryAfterMs], ['failed', 90_000])
    service.faults.set(OTHER, 'refused')
    assert.equal(await outcomeOf(provider, question(OTHER)), 'refused')
    assert.equal(gone.length, 2)
    assert.equal(service.received.length, 0)
  })

  test(`${kind}: nothing longer than the service takes`, async (t) => {
    const { [kind]: service, provider } = await open(t, kind)
    const message = question(TOKEN)
    const push = { ...message.words.push, text: 'ñ'.repeat(5_000) }
    assert.equal(await outcomeOf(provider, { ...message, words: { ...message.words, push } }), 'sent')
    assert.match(JSON.stringify(service.received[0]?.message), /ñ{799}…/)
  })
}
