import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isJob,
  isPaidIn,
  isTrip,
  isUnstated,
  nameStation,
  OFFER_KINDS,
  offerMinutes,
  payOf,
  payPerHourOf,
  pickPay,
  placeLine,
  startOver,
  variantOf,
} from './offers.ts'
import type { Offer } from './offers.ts'

const named = (code: string, name: string) => {
  const station = nameStation({ id: 'st-7', code, name })
  return [station.code, station.name, placeLine(station)]
}

test('a station that a platform names with nothing to be seen is named by what else is known of it', () => {
  assert.deepEqual(named('VAX2', 'Van Nuys'), ['VAX2', 'Van Nuys', 'VAX2 Van Nuys'])
  assert.deepEqual(named(' VAX2\n', 'Van\tNuys '), ['VAX2', 'Van Nuys', 'VAX2 Van Nuys'])
  for (const blank of ['', ' ', '\u00A0\t', '\u0000', '\u200B', '\u202E\u2066', '\uD800']) {
    assert.deepEqual(named(blank, 'Van Nuys'), ['Van Nuys', 'Van Nuys', 'Van Nuys'])
    assert.deepEqual(named('VAX2', blank), ['VAX2', 'VAX2', 'VAX2'])
    assert.deepEqual(named(blank, blank), ['st-7', 'st-7', 'st-7'])
  }
})

test('a place is its code and its name, or the one of them that says something', () => {
  const lines = [
    ['VAX2', 'Van Nuys'],
    ['VAX2', ' '],
    ['', 'Van Nuys'],
    ['VAX2', 'VAX2'],
    ['', ''],
  ].map(([code, name]) => placeLine({ code: code!, name: name! }))
  assert.deepEqual(lines, ['VAX2 Van Nuys', 'VAX2', 'Van Nuys', 'VAX2', ''])
})

test('a pay is what it is apart from the offer, without what is none', () => {
  const pay = { payCents: 100, tipCents: 20 }
  const none = { payBasis: null, currency: null }
  assert.deepEqual(pickPay({ ...pay, ...none, id: 'o1' } as Offer), pay)
  const euros = { ...pay, payBasis: 'estimated', currency: 'EUR' } as const
  assert.deepEqual(pickPay({ ...euros, id: 'o1' } as Offer), euros)
})

test('a kind belongs to one app: trips to spark, jobs to courier, all others to amazon', () => {
  const owners = OFFER_KINDS.map((kind) => `${kind} ${variantOf(kind)} ${isTrip(kind)} ${isJob(kind)}`)
  assert.deepEqual(owners, [
    'block amazon false false',
    'instant amazon false false',
    'reserved amazon false false',
    'curbside spark true false',
    'shopping spark true false',
    'delivery spark true false',
    'shift courier false true',
    'order courier false true',
  ])
})

test('nothing is known of pay that the platform does not state and that no estimate is more than zero', () => {
  assert.equal(isUnstated({ payCents: 0, payBasis: 'unknown' }), true)
  assert.equal(isUnstated({ payCents: 1, payBasis: 'unknown' }), true)
  assert.equal(isUnstated({ payCents: 0, payBasis: 'estimated' }), true)
  assert.equal(isUnstated({ payCents: 1, payBasis: 'estimated' }), false)
  assert.equal(isUnstated({ payCents: 0 }), false)
})

test('pay without a currency is in US dollars', () => {
  assert.equal(isPaidIn({}, null), true)
  assert.equal(isPaidIn({ currency: 'USD' }, null), true)
  assert.equal(isPaidIn({ currency: null }, 'USD'), true)
  assert.equal(isPaidIn({ currency: 'EUR' }, 'EUR'), true)
  assert.equal(isPaidIn({ currency: 'EUR' }, null), false)
  assert.equal(isPaidIn({}, 'EUR'), false)
})

test('pay counts its tip where the driver says so, an hour too', () => {
  const twoHours = { payCents: 5_000, tipCents: 1_000, startAt: 0, endAt: 7_200_000 }
  assert.deepEqual([payOf(twoHours, false), payOf(twoHours, true)], [5_000, 6_000])
  assert.deepEqual([payPerHourOf(twoHours, false), payPerHourOf(twoHours, true)], [2_500, 3_000])
  assert.equal(offerMinutes(twoHours), 120)
  assert.equal(payPerHourOf({ ...twoHours, endAt: 0 }, true), 0)
})

test('an offer is over at its start, but for work without a stated end that has begun', () => {
  const offer = { startAt: 1_000 } as Offer
  const open = { ...offer, endEstimated: true }
  assert.deepEqual([startOver(offer, 999), startOver(offer, 1_000)], [1_000, 1_000])
  assert.deepEqual([startOver(open, 999), startOver(open, 1_000)], [1_000, Infinity])
})
