import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { Stripe } from 'stripe'
import { startCards } from '../cards.ts'
import type { RunningCards } from '../cards.ts'
import { callCards, KEYS, startEndpoint } from './fixture.ts'

const NOON = Date.parse('2026-11-20T20:00:00Z')
const SECRET = 'whsec_fixture'
const DAY_MS = 86_400_000

/**
 * A gateway with an endpoint that gives these answers, on one clock; `restart` stops it and starts another on
 * the same folder. With an id the endpoint's address is not known yet.
 */
async function open(t: TestContext, statuses: number[] = [], id?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'))
  const endpoint = await startEndpoint(statuses)
  const clock = { ms: NOON }
  const place = id === undefined ? { url: endpoint.url } : { id, url: null }
  const start = (): Promise<RunningCards> =>
    startCards({
      ...KEYS,
      environment: 'test',
      dataFolder: folder,
      clock: { now: () => clock.ms },
      control: true,
      endpoints: [{ ...place, secret: SECRET }],
    })
  const side = {
    endpoint,
    clock,
    cards: await start(),
    async restart() {
      await side.cards.stop()
      side.cards = await start()
    },
    /** One event: creates a customer. */
    happen: (name = 'Ana') => callCards(side.cards.url, 'POST', '/v1/customers', { fields: { name } }),
    names: () =>
      endpoint.received.map(
        ({ body }) => (JSON.parse(body) as { data: { object: { name: string } } }).data.object.name,
      ),
    async setFaults(faults: object, bearer = KEYS.secretKey) {
      const response = await fetch(`${side.cards.url}/control/faults`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify(faults),
      })
      return response.status
    },
  }
  t.after(async () => {
    await side.cards.stop()
    await endpoint.close()
    rmSync(folder, { recursive: true })
  })
  return side
}

test("a webhook is signed as Stripe's own library wants it, and no other way", async (t) => {
  const side = await open(t)
  await side.happen()
  await side.cards.settle()
  const { body, signature } = side.endpoint.received[0]!
  const verify = (text: string, secret: string, at: number) =>
    Stripe.webhooks.constructEvent(text, signature, secret, 300, undefined, at)
  assert.equal(verify(body, SECRET, NOON).type, 'customer.created')
  assert.equal(verify(body, SECRET, NOON).livemode, false)
  assert.throws(() => verify(body.replace('Ana', 'Eve'), SECRET, NOON), /No signatures found/)
  assert.throws(() => verify(body, 'whsec_other', NOON), /No signatures found/)
  assert.throws(() => verify(body, SECRET, NOON + 301_000), /outside the tolerance/)
})

test('a failing endpoint is retried with the same event at growing intervals', async (t) => {
  const side = await open(t, [500, 302])
  await side.happen()
  await side.cards.settle()
  assert.equal(side.endpoint.received.length, 1)
  side.clock.ms += 4_999
  await side.cards.settle()
  assert.equal(side.endpoint.received.length, 1)
  side.clock.ms += 1
  await side.cards.settle()
  assert.equal(side.endpoint.received.length, 2)
  side.clock.ms += 9_999
  await side.cards.settle()
  assert.equal(side.endpoint.received.length, 2)
  side.clock.ms += 1
  await side.cards.settle()
  side.clock.ms += 3_600_000
  await side.cards.settle()
  assert.equal(side.endpoint.received.length, 3)
  assert.equal(new Set(side.endpoint.received.map(({ body }) => body)).size, 1)
  assert.equal(
    new Set(side.endpoint.received.map(({ signature }) => signature)).size,
    3,
    'signed anew each time',
  )
})

test('undelivered events are delivered after a restart, delivered ones are not', async (t) => {
  const side = await open(t, [200, 500])
  await side.happen('taken')
  await side.cards.settle()
  await side.happen('waiting')
  await side.cards.settle()
  await side.restart()
  side.clock.ms += 5_000
  await side.cards.settle()
  assert.deepEqual(side.names(), ['taken', 'waiting', 'waiting'])
})

test('a test can lose, double, delay and reorder deliveries', async (t) => {
  const side = await open(t)
  await side.setFaults({ drop: 1 })
  await side.happen('lost')
  await side.cards.settle()
  assert.deepEqual(side.names(), [])
  side.clock.ms += 5_000
  await side.setFaults({ duplicate: 1 })
  await side.cards.settle()
  assert.deepEqual(side.names(), ['lost', 'lost'])
  await side.setFaults({ delayMs: 60_000 })
  await side.happen('held')
  await side.cards.settle()
  assert.equal(side.names().length, 2)
  side.clock.ms += 60_000
  await side.setFaults({ reorder: 3 })
  await side.happen('second')
  await side.cards.settle()
  assert.equal(side.names().length, 2)
  await side.happen('third')
  await side.cards.settle()
  assert.deepEqual(side.names().slice(2), ['third', 'second', 'held'])
})

test('faults need the secret key and enabled control', async (t) => {
  const side = await open(t)
  assert.equal(await side.setFaults({ drop: 1 }, KEYS.publishableKey), 403)
  assert.equal(await side.setFaults({ drop: 1 }, 'sk_test_guessed1'), 401)
  assert.equal(await side.setFaults({ nonsense: 1 }), 400)
  const plain = await startCards({ ...KEYS, environment: 'test' })
  t.after(() => plain.stop())
  assert.equal((await callCards(plain.url, 'GET', '/control/faults')).status, 404)
})

test('a missing or moved endpoint misses nothing and gets pending events at once', async (t) => {
  const side = await open(t, [500], 'shop')
  await side.happen('before')
  await side.cards.settle()
  assert.deepEqual(side.names(), [])
  side.cards.setEndpoint('shop', side.endpoint.url)
  await side.cards.settle()
  assert.deepEqual(side.names(), ['before'], 'it failed')
  await side.restart()
  const moved = await startEndpoint()
  t.after(() => moved.close())
  side.cards.setEndpoint('shop', moved.url)
  await side.cards.settle()
  assert.deepEqual(moved.types(), ['customer.created'])
  assert.equal(side.endpoint.received.length, 1, 'nothing more at its old place')
  assert.throws(() => side.cards.setEndpoint('nobody', moved.url), /no endpoint nobody/)
})

test('answers of keys expire after a day and events after 30, except for pending ones', async (t) => {
  const side = await open(t, [200, ...Array.from({ length: 9 }, () => 500)])
  const make = async (key: string) =>
    (await callCards(side.cards.url, 'POST', '/v1/customers', { key })).json.id
  const listEvents = async () =>
    (await callCards(side.cards.url, 'GET', '/v1/events')).json.data as { data: { object: { id: string } } }[]
  const taken = await make('k-1')
  await side.cards.settle()
  const waiting = await make('k-2')
  await side.cards.settle()
  side.clock.ms += DAY_MS
  assert.equal(await make('k-1'), taken)
  side.clock.ms += 3_600_000
  const anew = await make('k-1')
  assert.notEqual(anew, taken)
  side.clock.ms = NOON + 30 * DAY_MS
  assert.equal((await listEvents()).length, 3)
  side.clock.ms += 3_600_000
  const left = (await listEvents()).map(({ data }) => data.object.id)
  assert.deepEqual(left, [anew, waiting])
  await side.cards.settle()
  assert.equal((await callCards(side.cards.url, 'GET', `/v1/customers/${String(taken)}`)).json.id, taken)
})
