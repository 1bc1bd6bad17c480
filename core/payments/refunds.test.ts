import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideRefund,
  isKept,
  isPaid,
  isTakenAway,
  noticeRefund,
  requestRefund,
  restCents,
} from '../payments.ts'
import type { PaymentEffect, RefundFacts } from '../payments.ts'
import { PAID as payment } from './testing.ts'

const NOW = Date.parse('2026-11-20T17:00Z')
const invoice = { number: 'M-2026-000001', state: 'paid', dueCents: 999, creditedCents: 0 } as const
const facts: RefundFacts = { payment, invoice, payer: { id: 'ana' }, others: [] }
const asked = { id: 'r0', state: 'open', cause: 'goodwill', actor: 'operator', reason: 'asked' } as const

function arrive(amountCents: number, some: Partial<RefundFacts> = {}) {
  return decideRefund(
    { ...facts, ...some },
    { ...asked, amountCents },
    { state: 'succeeded', refundId: 're' },
    NOW,
  )
}
const kinds = ({ effects }: { effects: readonly PaymentEffect[] }) => effects.map(({ kind }) => kind)
const references = ({ effects }: { effects: readonly PaymentEffect[] }) =>
  effects.flatMap((effect) => (effect.kind === 'post' ? effect.postings.map((each) => each.reference) : []))

test('all of a payment back is credited, whatever the refund was opened for; a part stays goodwill', () => {
  const all = arrive(1_060)
  assert.deepEqual(all.refund, { state: 'succeeded', refundId: 're', settledAt: NOW, cause: 'credited' })
  assert.deepEqual(kinds(all), ['credit_invoice', 'revoke_reward', 'notify_refunded', 'post'])
  assert.deepEqual(references(all), ['refund:r0', 'fee_back:pay'])
  const part = arrive(300)
  assert.equal('cause' in part.refund, false)
  assert.deepEqual([kinds(part), references(part)], [['notify_refunded', 'post'], ['refund:r0']])
})

test('an invoice that is paid otherwise too, or is not paid, is left alone', () => {
  const other = { ...payment, id: 'other' }
  for (const some of [
    { others: [other] },
    // A bank has it: an operator decides.
    { others: [{ ...other, disputedCents: 1_060 }] },
    { others: [{ ...other, disputedCents: 1, refunds: [{ ...asked, amountCents: 1_059 }] }] },
    { invoice: { ...invoice, state: 'unpaid' as const } },
    { invoice: { ...invoice, state: 'credited' as const } },
  ])
    assert.ok(!kinds(arrive(1_060, some)).includes('credit_invoice'))
  const refunds = [{ id: 'r1', state: 'succeeded', cause: 'credited', amountCents: 1_060 }] as const
  assert.ok(kinds(arrive(1_060, { others: [{ ...other, refunds }] })).includes('credit_invoice'))
})

test('a payment that a bank keeps for good does not pay the invoice: the next one takes it with it', () => {
  // One that was lost while another paid the invoice reopened nothing then.
  for (const freedAt of [NOW - 1, null]) {
    const lost = { ...payment, id: 'lost', disputedCents: 1_060, isLost: true, freedAt }
    assert.ok(kinds(arrive(1_060, { others: [lost] })).includes('credit_invoice'), `freed ${freedAt}`)
  }
})

test('what a refund leaves of a credited payment and a bank has takes fee and thanks back', () => {
  const credited = { ...invoice, state: 'credited' as const, creditedCents: 999 }
  const contested = { ...payment, disputedCents: 500 }
  const rest = arrive(560, { invoice: credited, payment: contested })
  assert.deepEqual(references(rest), ['refund:r0', 'fee_back:pay'])
  assert.ok(kinds(rest).includes('revoke_reward'))
  const less = arrive(559, { invoice: credited, payment: contested })
  assert.deepEqual([kinds(less), references(less)], [['notify_refunded', 'post'], ['refund:r0']])
})

test('a refund that has ended stays as it ended, and one on its way only says so', () => {
  for (const state of ['succeeded', 'failed'] as const)
    for (const told of ['pending', 'succeeded', 'failed'] as const)
      assert.deepEqual(
        decideRefund(facts, { ...asked, state, amountCents: 300 }, { state: told, refundId: 're' }, NOW),
        { refund: {}, changes: {}, effects: [] },
      )
  const pending = decideRefund(
    facts,
    { ...asked, amountCents: 300 },
    { state: 'pending', refundId: 're' },
    NOW,
  )
  assert.deepEqual(pending, { refund: { state: 'pending', refundId: 're' }, changes: {}, effects: [] })
})

test('a refund that a bank took days over arrives or fails like any other', () => {
  const waiting = { ...asked, state: 'pending', amountCents: 300 } as const
  const arrived = decideRefund(facts, waiting, { state: 'succeeded', refundId: 're' }, NOW)
  assert.deepEqual([arrived.changes, kinds(arrived)], [{ refundedCents: 300 }, ['notify_refunded', 'post']])
  const failed = decideRefund(facts, waiting, { state: 'failed', refundId: 're' }, NOW)
  assert.deepEqual(failed.refund, { state: 'failed', refundId: 're', settledAt: NOW })
  assert.deepEqual([failed.changes, failed.effects], [{}, []])
})

test('no one asks for more than is left, and what was given back there is noticed once', () => {
  const refunds = [{ id: 'r1', state: 'pending', cause: 'goodwill', amountCents: 1_000 }] as const
  const nearly = { ...payment, refunds }
  assert.deepEqual(requestRefund(nearly, invoice, 61), { outcome: 'refused', leftCents: 60 })
  assert.deepEqual(requestRefund(nearly, invoice, undefined), {
    outcome: 'opened',
    amountCents: 60,
    cause: 'goodwill',
  })
  assert.deepEqual(requestRefund({ ...payment, state: 'open' }, invoice, 1), {
    outcome: 'refused',
    leftCents: 0,
  })
  assert.deepEqual(noticeRefund(nearly, invoice, 1_060), { amountCents: 60, cause: 'goodwill' })
  assert.equal(noticeRefund(nearly, invoice, 1_000), null)
  assert.equal(noticeRefund({ ...payment, state: 'processing' }, invoice, 1_060), null)
})

test('a kindness pays nothing that a credit note owes: a refund of that much is credited still', () => {
  // $3.00 of the invoice were credited, and $2.00 went back as goodwill before.
  const credited = { ...invoice, creditedCents: 300 }
  const refunds = [{ id: 'r1', state: 'succeeded', cause: 'goodwill', amountCents: 200 }] as const
  const kind = { ...payment, refundedCents: 200, refunds }
  assert.equal(restCents(kind, credited), 300)
  const opened = { outcome: 'opened', amountCents: 300 } as const
  assert.deepEqual(requestRefund(kind, credited, 300), { ...opened, cause: 'credited' })
  assert.deepEqual(noticeRefund(kind, credited, 500), { amountCents: 300, cause: 'credited' })
  const paidOut = [...refunds, { id: 'r2', state: 'pending', cause: 'credited', amountCents: 300 }] as const
  assert.equal(restCents({ ...kind, refunds: paidOut }, credited), 0)
  assert.deepEqual(requestRefund({ ...kind, refunds: paidOut }, credited, 300), {
    ...opened,
    cause: 'goodwill',
  })
})

const isTaken = (refundedCents: number, disputedCents: number) =>
  isTakenAway({ ...payment, refundedCents, disputedCents })

test('a bank took a payment away where it has all that refunds left, and left something', () => {
  assert.deepEqual([isTaken(0, 1_060), isTaken(560, 500), isTaken(560, 499)], [true, true, false])
  assert.equal(isTaken(1_059, 1), true, 'the last cent')
  // Refunds alone gave all of it back.
  assert.deepEqual([isTaken(1_060, 0), isTaken(1_060, 500)], [false, false])
})

const kept = (amountCents: number, disputedCents: number, state: 'open' | 'failed' = 'open') =>
  isKept({ ...payment, disputedCents, refunds: [{ id: 'r1', state, cause: 'goodwill', amountCents }] })

test('money is kept of a payment that was paid, while refunds on their way and a bank leave something of it', () => {
  assert.deepEqual(
    [payment, { ...payment, state: 'open' as const }, { ...payment, amountCents: 0 }].map(isPaid),
    [true, false, false],
  )
  assert.deepEqual([kept(1_059, 0), kept(1_060, 0), kept(1_060, 0, 'failed')], [true, false, true])
  assert.deepEqual([kept(1_000, 59), kept(1_000, 60)], [true, false])
})
