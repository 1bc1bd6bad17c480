import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Stripe } from 'stripe'
import { AppError } from '@madruga/core/errors.ts'
import { openCards } from '../money/payments.ts'
import type { Cards } from '../money/payments.ts'
import { startTestHttp } from './testing.ts'
import { realNow } from '../kit/testing.ts'

const SECRET = 'whsec_webhooks'
const LIMIT_BYTES = 256 * 1024
const PATH = '/api/webhooks/cards'

const URL = 'http://127.0.0.1:8091'
const gateway = { secretKey: 'sk_test_webhooks', publishableKey: 'pk_test_webhooks', webhookSecret: SECRET }
const real = openCards(gateway)
const taken: string[] = []
let failure: Error | null = null
const cards: Cards = {
  ...real,
  verifyWebhook(rawBody, signature) {
    const webhook = real.verifyWebhook(rawBody, signature)
    if (webhook.outcome === 'forged') return webhook
    if (failure) throw failure
    taken.push(webhook.event.eventId)
    return webhook
  },
}
const withCards = { cards, gateway: { ...gateway, url: URL, publicUrl: URL } }
const http = await startTestHttp(withCards)
after(() => http.stop())

/** An event with a marker that can be found anywhere. */
function makeEvent(id: string, padding = ''): string {
  const object = { id: 'cus_1', object: 'customer', note: `mark-of-${id}${padding}` }
  return JSON.stringify({ id, object: 'event', created: 1, type: 'customer.updated', data: { object } })
}

const sign = (payload: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })

function post(body: string, headers: Record<string, string> = { 'stripe-signature': sign(body) }, at = http) {
  return fetch(`${at.url}${PATH}`, { method: 'POST', body, headers })
}

test('a signed event is taken once it is proven, without session or proof against forged requests', async () => {
  const reply = await post(makeEvent('evt_1'))
  assert.deepEqual([reply.status, await reply.text()], [200, ''])
  assert.deepEqual(taken.splice(0), ['evt_1'])
})

test('the signature is read over the very bytes: a blank more, another key or none is refused', async () => {
  const body = makeEvent('evt_2')
  const header = sign(body)
  const other = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' })
  for (const [sent, headers] of [
    [`${body} `, { 'stripe-signature': header }],
    [body, { 'stripe-signature': other }],
    [body, { 'stripe-signature': '' }],
    [body, {}],
    ['', { 'stripe-signature': header }],
  ] as const) {
    const reply = await post(sent, headers)
    assert.deepEqual(
      [reply.status, ((await reply.json()) as { code: string }).code],
      [400, 'request.invalid'],
    )
  }
  assert.deepEqual(taken, [])
})

test('what is signed but no JSON, or lies in the future, is refused and no fault of ours', async () => {
  const written = http.logger.length
  const body = makeEvent('evt_6')
  const timestamp = Math.floor(realNow() / 1000) + 86_400
  const ahead = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET, timestamp })
  for (const [sent, signature] of [
    ['hello', sign('hello')],
    ['null', sign('null')],
    ['{}', sign('{}')],
    [body, ahead],
  ] as const) {
    const reply = await post(sent, { 'stripe-signature': signature })
    assert.deepEqual(
      [reply.status, ((await reply.json()) as { code: string }).code],
      [400, 'request.invalid'],
    )
  }
  const faults = http.logger
    .slice(written)
    .filter((line) => line.includes('"level":"error"') || line.includes('fault'))
  assert.deepEqual([faults, taken], [[], []])
})

test('a body of 256 KB is the largest that is read', async () => {
  const empty = Buffer.byteLength(makeEvent('evt_3'))
  const largest = makeEvent('evt_3', 'x'.repeat(LIMIT_BYTES - empty))
  assert.equal((await post(largest)).status, 200)
  assert.equal((await post(`${largest} `)).status, 413)
  assert.deepEqual(taken.splice(0), ['evt_3'])
})

test('other methods and other paths are not found, and without a gateway no event is believed', async (t) => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
    assert.equal((await fetch(`${http.url}${PATH}`, { method })).status, 404, method)
  assert.equal((await fetch(`${http.url}${PATH}/more`)).status, 404)
  const without = await startTestHttp()
  t.after(() => without.stop())
  const body = makeEvent('evt_4')
  assert.equal((await post(body, { 'stripe-signature': sign(body) }, without)).status, 400)
})

test('an effect that failed is a fault, written down without the body, so that the gateway tells it again', async () => {
  const written = http.logger.length
  for (failure of [new Error('a table is missing'), new AppError('billing.not_found')]) {
    const reply = await post(makeEvent('evt_5'))
    assert.deepEqual([reply.status, ((await reply.json()) as { code: string }).code], [500, 'server.fault'])
  }
  failure = new AppError('server.unavailable')
  assert.equal((await post(makeEvent('evt_5'))).status, 503)
  failure = null
  const lines = http.logger.slice(written)
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /billing\.webhook/)
  assert.match(lines[1] ?? '', /billing\.not_found/)
  assert.doesNotMatch(lines.join(), /mark-of|cus_1|evt_5|v1=/)
  assert.equal((await post(makeEvent('evt_5'))).status, 200)
  assert.deepEqual(taken.splice(0), ['evt_5'])
})

test('an address that floods has to wait', async (t) => {
  const small = await startTestHttp({ ...withCards, limits: { address: { points: 2, windowS: 60 } } })
  t.after(() => small.stop())
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) statuses.push((await post('{}', { 'stripe-signature': 'x' }, small)).status)
  assert.deepEqual(statuses, [400, 400, 429])
})

test('pages may reach the gateway that is configured', async () => {
  const { headers } = await fetch(`${http.url}/`)
  assert.match(headers.get('content-security-policy') ?? '', /connect-src 'self' http:\/\/127\.0\.0\.1:8091;/)
  assert.match(headers.get('permissions-policy') ?? '', /payment=\(\)/)
})
