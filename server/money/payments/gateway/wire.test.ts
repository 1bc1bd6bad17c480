import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stripe } from 'stripe'
import { readDispute } from './wire.ts'

type Line = { amount: number; fee: number }

const read = (status: string, lines: readonly Line[] = []) =>
  readDispute({
    id: 'dp_1',
    payment_intent: { id: 'pi_1' },
    amount: 2_606,
    balance_transactions: lines,
    created: 1,
    reason: 'general',
    status,
  } as unknown as Stripe.Dispute)

test('a dispute is open until it ends, and an inquiry that ended took nothing', () => {
  for (const status of [
    'warning_needs_response',
    'needs_response',
    'under_review',
    'appeal_under_review',
    'new',
  ])
    assert.equal(read(status).state, 'open', status)
  for (const status of ['won', 'warning_closed', 'prevented']) assert.equal(read(status).state, 'won', status)
  assert.equal(read('lost').state, 'lost')
  const { chargeId, withdrawn, reinstated, at } = read('warning_closed')
  assert.deepEqual([chargeId, withdrawn, reinstated, at], ['pi_1', null, null, 1_000])
})

test('what moved is the sum of its lines, and a fee counts as brought back only where it was', () => {
  const taken = { amount: -2_606, fee: 1_500 }
  assert.deepEqual(read('needs_response', [taken]).withdrawn, { amountCents: 2_606, feeCents: 1_500 })
  for (const [fee, feeCents] of [
    [0, 0],
    [-1_500, 1_500],
    [300, 0],
  ] as const) {
    const { withdrawn, reinstated } = read('won', [taken, { amount: 2_606, fee }])
    assert.deepEqual(withdrawn, { amountCents: 2_606, feeCents: 1_500 })
    assert.deepEqual(reinstated, { amountCents: 2_606, feeCents })
  }
})
