import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCoupon, startCoupon, stateOfCoupon } from './coupon-form.ts'
import type { CouponFields } from './coupon-form.ts'

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const fields: CouponFields = { ...startCoupon('2026-11-22'), code: ' fall-25 ', percent: '25' }
const faultsOf = (part: Partial<CouponFields>) => readCoupon({ ...fields, ...part }, startOf).faults

test('a code and a percentage are enough: unlimited uses, no end', () => {
  assert.deepEqual(readCoupon(fields, startOf).coupon, {
    code: 'FALL-25',
    cut: { kind: 'percent', percent: 25 },
    appliesTo: 'subscriptions',
    from: startOf('2026-11-22'),
    until: null,
    mostUses: null,
    note: '',
  })
})

test('the last day counts to its end', () => {
  const { coupon } = readCoupon({ ...fields, until: '2026-11-22' }, startOf)
  assert.equal(coupon?.until, startOf('2026-11-23'))
})

test('each invalid field is named, of the discount only the selected one', () => {
  assert.deepEqual(faultsOf({ code: 'a', percent: '0' }), ['code', 'percent'])
  assert.deepEqual(faultsOf({ percent: '101' }), ['percent'])
  assert.deepEqual(faultsOf({ kind: 'amount', percent: '', amount: '5' }), [])
  for (const amount of ['', '0', '10000.01'])
    assert.deepEqual(faultsOf({ kind: 'amount', amount }), ['amount'], amount)
  assert.deepEqual(faultsOf({ until: '2026-11-21' }), ['until'])
  assert.deepEqual(faultsOf({ from: '', until: 'x' }), ['from', 'until'])
  for (const mostUses of ['0', '1.5', '1000001', 'x'])
    assert.deepEqual(faultsOf({ mostUses }), ['mostUses'], mostUses)
})

test('a stopped, expired or used-up coupon is invalid; its end is the first moment without it', () => {
  const coupon = { stopped: false, from: 100, until: 200, mostUses: 3, uses: 0 }
  const states = [99, 100, 199, 200].map((now) => stateOfCoupon(coupon, now))
  assert.deepEqual(states, ['ahead', 'live', 'live', 'over'])
  assert.equal(stateOfCoupon({ ...coupon, uses: 3 }, 150), 'used_up')
  assert.equal(stateOfCoupon({ ...coupon, uses: 3, stopped: true }, 250), 'stopped')
  assert.equal(stateOfCoupon({ ...coupon, until: null, mostUses: null, uses: 9 }, 1_000), 'live')
})
