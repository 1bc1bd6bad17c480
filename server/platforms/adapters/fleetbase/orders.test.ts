import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '@madruga/core/time.ts'
import { holderOf, isDeliveredBy, isHeldBy, isOpen, orderIdOf, toBlock, toOffer } from './orders.ts'
import { readEntries } from '../shapes.ts'
import { order as shape } from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

const NOW = Date.UTC(2026, 10, 4, 16)
const RULES = { payMetaKey: 'driver_pay', currency: 'USD', now: NOW }
const WIRE = {
  id: 'order_7YqM',
  payload: { pickup: {}, dropoff: { id: 'place_1' }, waypoints: [] },
  driver_assigned: null,
  adhoc: true,
  dispatched: true,
  started: false,
  distance: 4_830,
  time: 875,
  transaction_amount: 4_200,
  currency: 'usd',
  scheduled_at: null,
  meta: { driver_pay: '12.50' },
}

function readOne(change: Record<string, unknown> = {}): FleetbaseOrder {
  const [order] = readEntries([{ ...WIRE, ...change }], shape).read
  assert.ok(order, 'not read')
  return order
}

const offerOf = (change: Record<string, unknown> = {}) => toOffer(readOne(change), RULES)

test('an order begins now, ends by the time of its trip, and is as long in miles as its metres', () => {
  const offer = offerOf()
  assert.deepEqual(
    [offer.startAt, offer.endAt, offer.endEstimated, offer.miles, offer.stops, offer.currency],
    [NOW, NOW + 875_000, true, 3, 1, 'USD'],
  )
})

test('a scheduled order begins at its time, unless that is over', () => {
  const ahead = '2026-11-04T17:30:00.000000Z'
  assert.equal(offerOf({ scheduled_at: ahead }).startAt, Date.parse(ahead))
  assert.equal(offerOf({ scheduled_at: '2026-11-04T10:00:00.000000Z' }).startAt, NOW)
})

test('without a time the distance tells the length, without both it is half an hour', () => {
  assert.equal(offerOf({ time: 0 }).endAt - NOW, 540_000)
  assert.equal(offerOf({ time: null, distance: 0 }).endAt - NOW, 1_800_000)
  assert.equal(offerOf({ distance: 0 }).miles, null)
})

function payOf(meta: unknown, payMetaKey: string | null = 'driver_pay') {
  const { payCents, payBasis = null } = toOffer(readOne({ meta }), { ...RULES, payMetaKey })
  return payBasis ?? payCents
}

test('pay stands in the agreed key of meta and nowhere else', () => {
  assert.equal(payOf({ driver_pay: '12.50' }), 1_250)
  assert.equal(payOf({ driver_pay: 12 }), 1_200)
  for (const meta of [
    {},
    [],
    null,
    { driver_pay: '' },
    { driver_pay: '12,50' },
    { driver_pay: -3 },
    { driver_pay: '1e9' },
    { driver_pay: 99_999 },
    { driver_pay: {} },
    { other: 12 },
  ])
    assert.equal(payOf(meta), 'unknown', JSON.stringify(meta))
  assert.equal(payOf({ driver_pay: 12 }, null), 'unknown')
  assert.equal(payOf({}, 'constructor'), 'unknown')
})

/** Pay and currency of an order in one currency, for a driver who is paid in another. */
function paidFor(currency: string | null, ordered: string | null) {
  const order = readOne({ currency: ordered })
  const rules = { ...RULES, currency }
  const [offer, block] = [toOffer(order, rules), toBlock(order, 'driver_1', rules)].map((pay) => [
    pay.payBasis ?? pay.payCents,
    pay.currency,
  ])
  assert.deepEqual(block, offer)
  return offer
}

test('pay is of the currency of the driver; of an order in another one it is unknown', () => {
  assert.deepEqual(paidFor('USD', 'usd'), [1_250, 'USD'])
  assert.deepEqual(paidFor('USD', 'eur'), ['unknown', 'USD'])
  assert.deepEqual(paidFor('USD', null), [1_250, 'USD'])
  assert.deepEqual(paidFor(null, 'eur'), [1_250, 'EUR'], 'nobody says that it is another')
  assert.deepEqual(paidFor(null, null), [1_250, undefined])
})

test('the currency of an order without an amount says nothing', () => {
  const order = readOne({ currency: 'USD', transaction_amount: 0 })
  const { payCents, payBasis = null, currency } = toOffer(order, { ...RULES, currency: 'EUR' })
  assert.deepEqual([payCents, payBasis, currency], [1_250, null, 'EUR'])
})

test('an order is open until it is started, assigned or called off', () => {
  assert.ok(isOpen(readOne()))
  for (const change of [
    { started: true },
    { driver_assigned: { id: 'driver_1' } },
    { adhoc: false },
    { dispatched: false },
    { status: 'canceled' },
    { status: 'order_canceled' },
  ])
    assert.ok(!isOpen(readOne(change)), JSON.stringify(change))
})

test('an absent driver may be null, missing or an empty list', () => {
  for (const driver_assigned of [null, undefined, []])
    assert.equal(holderOf(readOne({ driver_assigned })), null)
  assert.equal(holderOf(readOne({ driver_assigned: { id: 'driver_1', name: 'Ana' } })), 'driver_1')
})

test('a driver holds an order until it is delivered or called off', () => {
  const held = { driver_assigned: { id: 'driver_1' }, started: true, status: 'started' }
  assert.ok(isHeldBy(readOne(held), 'driver_1'))
  assert.ok(!isHeldBy(readOne(held), 'driver_2'))
  assert.ok(!isHeldBy(readOne({ ...held, status: 'order_canceled' }), 'driver_1'))
  const delivered = readOne({ ...held, status: 'completed' })
  assert.ok(!isHeldBy(delivered, 'driver_1'))
  assert.deepEqual(
    ['driver_1', 'driver_2'].map((id) => isDeliveredBy(delivered, id)),
    [true, false],
  )
  assert.equal(toBlock(delivered, 'driver_1', RULES).state, 'done')
  assert.ok(!isDeliveredBy(readOne({ ...held, status: 'canceled' }), 'driver_1'))
  const block = toBlock(readOne({ ...held, started_at: '2026-11-04T15:50:00.000000Z' }), 'driver_1', RULES)
  assert.deepEqual([block.state, block.startAt], ['checked_in', NOW - 600_000])
})

test('a running order that is scheduled for later is shown at that time', () => {
  const running = { started: true, started_at: '2026-11-04T16:00:00.000000Z' }
  const ahead = { ...running, scheduled_at: '2026-11-04T19:00:00.000000Z' }
  const block = toBlock(readOne(ahead), 'driver_1', RULES)
  assert.deepEqual([block.startAt, block.endAt], [NOW + 3 * HOUR_MS, NOW + 3 * HOUR_MS + 875_000])
  const late = { ...running, scheduled_at: '2026-11-04T15:00:00.000000Z' }
  assert.equal(toBlock(readOne(late), 'driver_1', RULES).startAt, NOW, 'it began when it was accepted')
})

test('an order that was started before is another listing of itself', () => {
  const [first, again] = ['2026-11-04T15:00:00.000000Z', '2026-11-04T15:30:00.000000Z'].map(
    (started_at) => offerOf({ started_at }).id,
  )
  assert.equal(new Set([offerOf().id, first, again]).size, 3)
})

/** An order with this history, oldest first. */
const withHistory = (...codes: string[]) =>
  readOne({ tracking_statuses: codes.map((code) => ({ code, created_at: '2026-11-04T15:00:00.000000Z' })) })

test('an order is canceled until it is dispatched again, and is another listing then', () => {
  const [first, canceled, again, third] = [
    withHistory('CREATED', 'DISPATCHED'),
    withHistory('CREATED', 'DISPATCHED', 'CANCELED'),
    withHistory('CREATED', 'DISPATCHED', 'CANCELED', 'DISPATCHED'),
    withHistory('CREATED', 'DISPATCHED', 'CANCELED', 'DISPATCHED', 'CANCELED', 'DISPATCHED'),
  ]
  assert.deepEqual([first, canceled, again, third].map(isOpen), [true, false, true, true])
  const ids = [first, again, third].map((order) => toOffer(order, RULES).id)
  assert.deepEqual([ids[0], new Set(ids).size], [WIRE.id, 3])
  const blocks = [first, again].map((order) => toBlock(order, 'driver_1', RULES).blockId)
  assert.notEqual(...(blocks as [string, string]), 'the job before is over')
  assert.deepEqual(blocks.map(orderIdOf), [WIRE.id, WIRE.id])
})

test('what cannot be read is skipped and counted; needless nonsense is not', () => {
  const broken = [null, 7, {}, { ...WIRE, id: '../admin' }, { ...WIRE, scheduled_at: 'soon' }]
  const odd = { ...WIRE, payload: 'x', distance: 'far', time: -1, currency: 7, status: null }
  const { read, unread } = readEntries([...broken, odd], shape)
  assert.deepEqual([read.length, unread], [1, broken])
})
