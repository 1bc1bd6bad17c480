import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { discountOf, readCouponCode, refuseCoupon } from '../invoices.ts'
import type { Coupon } from '../invoices.ts'

const NOW = Date.parse('2026-11-21T12:00Z')
const coupon: Coupon = {
  code: 'WELCOME',
  cut: { kind: 'percent', percent: 20 },
  appliesTo: 'everything',
  from: NOW - 1_000,
  until: NOW + 1_000,
  mostUses: 10,
  uses: 9,
  stopped: false,
}
const use = { now: NOW, usedByDriver: false, subscription: true }

test('a coupon takes off inside its window, below its limit, once for each driver', () => {
  assert.equal(refuseCoupon(coupon, use), null)
  assert.equal(refuseCoupon({ ...coupon, from: NOW + 1 }, use), 'coupon_not_yet')
  assert.equal(refuseCoupon({ ...coupon, from: NOW }, use), null)
  assert.equal(refuseCoupon({ ...coupon, until: NOW }, use), 'coupon_expired')
  assert.equal(refuseCoupon({ ...coupon, until: null }, use), null)
  assert.equal(refuseCoupon({ ...coupon, uses: 10 }, use), 'coupon_used_up')
  assert.equal(refuseCoupon({ ...coupon, uses: 10_000, mostUses: null }, use), null)
  assert.equal(refuseCoupon(coupon, { ...use, usedByDriver: true }), 'coupon_used')
})

test('one for subscriptions alone leaves a weekly invoice as it is', () => {
  const own: Coupon = { ...coupon, appliesTo: 'subscriptions' }
  assert.equal(refuseCoupon(own, use), null)
  assert.equal(refuseCoupon(own, { ...use, subscription: false }), 'coupon_not_here')
  assert.equal(refuseCoupon(coupon, { ...use, subscription: false }), null)
})

test('who guesses codes cannot tell one that was stopped from one that never was', () => {
  assert.equal(refuseCoupon(null, use), 'coupon_unknown')
  assert.equal(refuseCoupon({ ...coupon, stopped: true }, { ...use, usedByDriver: true }), 'coupon_unknown')
})

test('a cut is whole cents, never negative and never more than the amount; half a cent goes to the driver', () => {
  assert.equal(discountOf({ kind: 'percent', percent: 50 }, 2_501), 1_251)
  assert.equal(discountOf({ kind: 'amount', cents: 5_000 }, 2_500), 2_500)
  const anyDiscount = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
  )
  fc.assert(
    fc.property(anyDiscount, fc.nat({ max: 10_000_000 }), (cut, amount) => {
      const off = discountOf(cut, amount)
      assert.ok(Number.isSafeInteger(off) && off >= 0 && off <= amount)
    }),
  )
})

test('a code is read however it is typed', () => {
  assert.equal(readCouponCode(' welcome-20 '), 'WELCOME-20')
  assert.equal(readCouponCode('ｗｅｌｃｏｍｅ–２０\u200e'), 'WELCOME-20')
  for (const typed of ['', 'ab', 'x'.repeat(25), 'semi;colon', 'ñandú'])
    assert.equal(readCouponCode(typed), null)
})
