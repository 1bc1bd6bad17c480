import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { chargeFor, feeOf } from '../invoices.ts'
import type { FeeRule } from '../invoices.ts'

const CARD: FeeRule = { kind: 'percent', thousandths: 29, fixedCents: 30 }
const BANK: FeeRule = { kind: 'flat', cents: 99 }

const anyRule = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    thousandths: fc.nat({ max: 400 }),
    fixedCents: fc.nat({ max: 500 }),
  }),
  fc.record({ kind: fc.constant('flat' as const), cents: fc.nat({ max: 1_000 }) }),
  fc.constant({ kind: 'none' as const }),
)

for (const [price, total] of [
  [999, 1_060],
  [1_000, 1_061],
  [2_500, 2_606],
  [3_500, 3_635],
  [1, 32],
  [0, 0],
] as const)
  test(`a price of ${price} cents by card is a charge of ${total}`, () => {
    assert.deepEqual(chargeFor(price, CARD), { totalCents: total, feeCents: total - price })
  })

test('a bank debit costs 99 cents flat, and nothing costs no fee', () => {
  assert.deepEqual(chargeFor(2_500, BANK), { totalCents: 2_599, feeCents: 99 })
  assert.deepEqual(chargeFor(0, BANK), { totalCents: 0, feeCents: 0 })
})

test('after its fee a charge leaves the price, and no smaller charge does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), anyRule, (price, rule) => {
      const { totalCents, feeCents } = chargeFor(price, rule)
      assert.ok(Number.isSafeInteger(totalCents))
      assert.equal(totalCents - feeCents, price)
      assert.ok(totalCents - feeOf(totalCents, rule) >= price)
      assert.ok(totalCents - 1 - feeOf(totalCents - 1, rule) < price)
    }),
  )
})

test('a price of part of a cent, or below zero, is refused', () => {
  for (const price of [0.5, -1, Number.NaN, Number.MAX_VALUE])
    assert.throws(() => chargeFor(price, CARD), RangeError)
})

test('the share of a total is rounded at half a cent, up', () => {
  // 2.9% of $5.00 is 14.5 cents, of $4.31 12.499.
  assert.equal(feeOf(500, CARD), 15 + 30)
  assert.equal(feeOf(431, CARD), 12 + 30)
  assert.equal(feeOf(432, CARD), 13 + 30)
  assert.deepEqual([feeOf(500, BANK), feeOf(500, { kind: 'none' })], [99, 0])
})
