import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR_MS } from '@madruga/core/time.ts'
import { signBody } from '@madruga/simulator/cards/webhooks.ts'
import { offerAt, startBotWorld } from '../bot/testing.ts'
import { until } from '../kit/testing.ts'
import { currentTrace, startTracing } from '../kit/tracing.ts'
import { orderFor, startBillingHarness, WEBHOOK_SECRET } from '../money/billing/testing/harness.ts'
import { traceSearches } from './tracing.ts'

/** A span as it arrived. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  events: string[]
  failed: boolean
  resource: Record<string, unknown>
}

/** A collector that keeps what it receives by OTLP over HTTP. */
export type Collector = {
  url: string
  spans: ReceivedSpan[]
  headers: IncomingHttpHeaders[]
  close(): Promise<void>
}

type Pair = { key: string; value: Record<string, unknown> }
type Wire = {
  resourceSpans: {
    resource: { attributes: Pair[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'events'> & {
        attributes: Pair[]
        events: { name: string }[]
        status: { code?: number }
      })[]
    }[]
  }[]
}

/** Starts one on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      headers.push(request.headers)
      if (request.url === '/v1/traces')
        spans.push(...read(JSON.parse(Buffer.concat(pieces).toString()) as Wire))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    headers,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function read({ resourceSpans }: Wire): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        events: span.events.map(({ name }) => name),
        failed: span.status.code === 2,
        resource: valuesOf(resource.attributes),
      })),
    ),
  )
}

function valuesOf(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))
}

const NOON = Date.UTC(2026, 10, 20, 17)

const collector = await startCollector()
after(() => collector.close())

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const startOf = (span: ReceivedSpan) => BigInt(span.startTimeUnixNano)
const endOf = (span: ReceivedSpan) => BigInt(span.endTimeUnixNano)

test('an accept is one trace: poll answered, judged, intent, sent, settled, in this order', async () => {
  const tracing = await startTracing({ url: collector.url, headers: {}, resource: { role: 'bot' } })
  const traces: unknown[] = []
  const trace = traceSearches(tracing)
  const world = await startBotWorld({
    now: NOON,
    observe: (hooks) =>
      trace({
        ...hooks,
        settle(...given) {
          traces.push(currentTrace().traceId)
          return hooks.settle(...given)
        },
      }),
  })
  await world.addDriver('ana')
  await world.bots.startBot('ana', { mode: 'regular', liveLog: true })
  await world.until(() => world.bots.size() === 1, 'searching')
  world.platform.list = [offerAt(NOON + 3 * HOUR_MS)]
  await until(async () => {
    await world.advance(1_000)
    return world.told.some((news) => news.kind === 'block_won')
  }, 'won')
  await tracing.close()

  const [accept, ...more] = named('accept')
  assert.ok(accept)
  assert.deepEqual(more, [])
  assert.equal(accept.attributes['madruga.outcome'], 'accepted')
  assert.equal(accept.resource['madruga.role'], 'bot')
  assert.deepEqual(accept.events, ['madruga.poll.answered'])
  assert.deepEqual(traces, [accept.traceId], 'log lines of settling name the trace')
  const steps = ['accept.judged', 'accept.intent', 'accept.sent', 'accept.settled'].map(
    (name) => named(name)[0]!,
  )
  for (const step of steps)
    assert.deepEqual([step.traceId, step.parentSpanId], [accept.traceId, accept.spanId], step.name)
  assert.equal(startOf(steps[0]!), startOf(accept))
  for (const [index, step] of steps.slice(1).entries())
    assert.equal(startOf(step), endOf(steps[index]!), `${step.name} begins where the step before it ends`)
  assert.ok(endOf(accept) >= endOf(steps[3]!))
})

test('a payment is one trace over requests and webhooks: order, gateway calls, webhook, settled', async () => {
  collector.spans.length = 0
  const headers = { 'x-key': 'of the collector' }
  const harness = await startBillingHarness('2026-11-18T17:00:00Z', {
    tracing: { url: collector.url, headers },
  })
  const id = await harness.addDriver()
  const payment = await harness.billing.buy(id, orderFor(await harness.saveCard(id)))
  assert.equal(payment.state, 'paid')
  const { rows } = await harness.deps.database.pool.query<{ id: string; charge_id: string }>(
    'select id, charge_id from payments',
  )
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.refunded',
    created: Math.floor(harness.clock.now() / 1000),
    data: { object: { object: 'charge', payment_intent: rows[0]!.charge_id, amount_refunded: 0 } },
  })
  const signature = signBody(body, WEBHOOK_SECRET, harness.clock.now())
  assert.equal(await harness.billing.takeWebhook(body, signature), 'taken')
  await harness.stop()

  const [order, ...more] = named('payment.order')
  assert.ok(order)
  assert.deepEqual(more, [])
  assert.equal(order.parentSpanId, undefined)
  assert.deepEqual(
    [order.attributes['madruga.payment'], order.attributes['madruga.cents']],
    [rows[0]!.id, payment.amountCents],
  )
  const names = collector.spans.filter((span) => span.traceId === order.traceId).map((span) => span.name)
  for (const name of [
    'payment.sync',
    'gateway.open_charge',
    'gateway.take_charge',
    'payment.webhook',
    'gateway.read_charge',
    'payment.settled',
  ])
    assert.ok(names.includes(name), `${name} is in the trace of the payment: ${names.join(', ')}`)
  assert.equal(named('payment.webhook')[0]!.parentSpanId, order.spanId)
  assert.equal(named('payment.settled')[0]!.attributes['madruga.state'], 'paid')
  assert.ok(collector.headers.some((each) => each['x-key'] === headers['x-key']))
  // Without ids and instants, whose digits are those of any card once in a while.
  const texts = collector.spans.map(({ name, attributes }) => JSON.stringify({ name, attributes }))
  assert.doesNotMatch(texts.join().replaceAll(rows[0]!.id, ''), /@example\.com|sk_test|4242/)
})

test('where nothing is traced, hooks are the very same', () => {
  const hooks = {} as Parameters<ReturnType<typeof traceSearches>>[0]
  assert.equal(traceSearches(null)(hooks), hooks)
  assert.deepEqual(currentTrace(), {})
})

test('a collector that is gone costs spans and nothing else', async () => {
  const tracing = await startTracing({ url: 'http://127.0.0.1:1/v1/traces', headers: {}, resource: {} })
  const span = tracing.start('accept')
  assert.equal(await span.run(async () => 'done'), 'done')
  span.end(new Error('the message stays here'))
  await tracing.close()
})
