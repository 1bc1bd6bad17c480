import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRefund, refundableCents } from './refund.ts'

test('what was paid and not given back yet can go back, and nothing of a payment that was not paid', () => {
  assert.equal(refundableCents({ state: 'paid', amountCents: 2606, refundedCents: 600 }), 2006)
  assert.equal(refundableCents({ state: 'paid', amountCents: 2606, refundedCents: 2606 }), 0)
  assert.equal(refundableCents({ state: 'processing', amountCents: 2606, refundedCents: 0 }), 0)
})

test('a part is above zero and no more than what is left', () => {
  assert.deepEqual(
    ['20.06', '0.01'].map((typed) => readRefund(typed, 2006)),
    [2006, 1],
  )
  for (const typed of ['20.07', '0', '', 'all']) assert.equal(readRefund(typed, 2006), null, typed)
})
