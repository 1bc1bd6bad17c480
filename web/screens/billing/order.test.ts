import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsOrder, isFresh, keepOrders, pauseMs } from './order.ts'
import type { Order } from './order.ts'

const PAY: Order = { kind: 'pay', number: 'M-2026-000123', methodId: 'pm_1', expectCents: 2606 }
const BUY: Order = { kind: 'buy', plan: 'advanced', days: 7, coupon: '', methodId: 'pm_1', expectCents: 2606 }
const ANA = 'ana@demo.madruga'

/** A tab whose storage outlives a reload; each key is the next letter. */
function openTab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  let keys = 0
  const load = () =>
    keepOrders(
      () => `key-${++keys}`,
      () => 1_000,
      storage,
    )
  return { load }
}

test('the same order keeps its key until it has ended, over reloads too', () => {
  const tab = openTab()
  const first = tab.load().begin(ANA, PAY)
  assert.equal(tab.load().begin(ANA, PAY).key, first.key)
  assert.deepEqual(tab.load().read(ANA), first)
  const orders = tab.load()
  orders.end(first)
  assert.equal(tab.load().read(ANA), null)
  assert.notEqual(orders.begin(ANA, PAY).key, first.key)
})

test('another sum, card or thing is another order', () => {
  const orders = openTab().load()
  const { key } = orders.begin(ANA, PAY)
  const others: Order[] = [{ ...PAY, expectCents: 2607 }, { ...PAY, methodId: 'pm_2' }, BUY]
  for (const other of others) assert.notEqual(orders.begin(ANA, other).key, key)
})

test('an order is only its own driver’s', () => {
  const tab = openTab()
  const { key } = tab.load().begin(ANA, PAY)
  assert.equal(tab.load().read('luis@demo.madruga'), null)
  assert.notEqual(tab.load().begin('luis@demo.madruga', PAY).key, key)
})

test('an order without an answer stays, with the doubt, as it was sent', () => {
  const tab = openTab()
  const orders = tab.load()
  const sent = orders.begin(ANA, BUY)
  orders.doubt(sent)
  assert.deepEqual(tab.load().read(ANA), { ...sent, doubtful: true })
  assert.equal(tab.load().begin(ANA, BUY).key, sent.key)
})

test('the end of one order is not the end of another that was begun meanwhile', () => {
  const orders = openTab().load()
  const first = orders.begin(ANA, PAY)
  const next = orders.begin(ANA, BUY)
  orders.end(first)
  assert.deepEqual(orders.read(ANA), next)
  orders.end(next)
  assert.equal(orders.read(ANA), null)
})

test('without storage it is kept in memory', () => {
  let keys = 0
  const orders = keepOrders(
    () => `key-${++keys}`,
    () => 0,
    null,
  )
  assert.equal(orders.begin(ANA, PAY).key, orders.begin(ANA, PAY).key)
})

test('only what the server surely did not carry out has ended', () => {
  const [sure, doubtful] = [{ doubtful: false }, { doubtful: true }]
  for (const code of [
    'billing.prices_stale',
    'billing.paid_already',
    'billing.under_way',
    'billing.coupon_used_up',
  ] as const) {
    assert.ok(endsOrder(code, sure), code)
    assert.ok(endsOrder(code, doubtful), code)
  }
  for (const code of [
    'billing.method_missing',
    'billing.gateway_unavailable',
    'billing.not_found',
  ] as const) {
    assert.ok(endsOrder(code, sure), code)
    assert.ok(!endsOrder(code, doubtful), code)
  }
  for (const code of [
    'network.unreachable',
    'server.fault',
    'server.unavailable',
    'billing.in_progress',
    'accounts.signed_out',
    'request.too_many',
  ] as const) {
    assert.ok(!endsOrder(code, sure), code)
    assert.ok(!endsOrder(code, doubtful), code)
  }
})

test('an order goes out automatically for a quarter of an hour, at once first and then ever more seldom', () => {
  assert.ok(isFresh({ at: 0 }, 15 * 60_000 - 1))
  assert.ok(!isFresh({ at: 0 }, 15 * 60_000))
  const pauses = [0, 1, 2, 3, 4, 9].map(pauseMs)
  assert.deepEqual(pauses, [0, 2_000, 4_000, 8_000, 15_000, 15_000])
})
