import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accounting as en } from '@madruga/core/words/en/app/accounting.ts'
import { accounting as es } from '@madruga/core/words/es/app/accounting.ts'
import { readRefund, refundableCents } from './refund.ts'

const left = (state: 'paid' | 'processing', refundedCents: number, ...taken: number[]) =>
  refundableCents({
    state,
    amountCents: 2606,
    refundedCents,
    disputes: taken.map((takenCents) => ({ takenCents })),
  })

test('the unrefunded part of a paid payment is refundable, an unpaid one not at all', () => {
  assert.equal(left('paid', 600), 2006)
  assert.equal(left('paid', 2606), 0)
  assert.equal(left('processing', 0), 0)
  assert.equal(left('paid', 600, 0), 2006, 'a dispute that was won')
  assert.equal(left('paid', 600, 1000), 1006)
  assert.equal(left('paid', 600, 2606), 0)
})

test('a part is above zero and no more than what is left', () => {
  assert.deepEqual(
    ['20.06', '0.01'].map((typed) => readRefund(typed, 2006)),
    [2006, 1],
  )
  for (const typed of ['20.07', '0', '', 'all']) assert.equal(readRefund(typed, 2006), null, typed)
})

test('before it is confirmed, money that goes back is said to go back, not to have gone', () => {
  for (const key of [
    'accounting.refund_whole',
    'accounting.refund_all_text',
    'accounting.refund_part_text',
    'accounting.credit_unpaid',
    'accounting.credit_paid',
    'accounting.credit_subscription',
  ] as const) {
    assert.match(en[key], /\bwill\b/, key)
    assert.match(es[key], /(rá|rán)\b|(rá|rán)[ ,.;]/, key)
  }
})
