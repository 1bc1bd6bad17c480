import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { applyDisputeReading, decideDispute, disputedCents } from './disputes.ts'
import type { Dispute } from './disputes.ts'
import type { PaymentEffect } from './effects.ts'
import type { Refund, RefundFacts, RefundablePayment } from './refunds.ts'

const TAKEN = { amountCents: 2_606, feeCents: 1_500 }
const BACK = { amountCents: 2_606, feeCents: 0 }
/**
 * What may be read of one dispute, one after the other: an inquiry, the money gone, lost, and won on appeal.
 */
const LIFE: readonly Dispute[] = [
  { state: 'open', withdrawn: null, reinstated: null },
  { state: 'open', withdrawn: TAKEN, reinstated: null },
  { state: 'lost', withdrawn: TAKEN, reinstated: null },
  { state: 'won', withdrawn: TAKEN, reinstated: BACK },
]

function syncAll(readings: readonly Dispute[]) {
  let known: Dispute | null = null
  const stages: string[] = []
  for (const reading of readings) {
    const reported = applyDisputeReading(known, reading)
    known = reported.dispute
    stages.push(...reported.stages)
  }
  return { known, stages }
}

test('in any order and however often it is read, a dispute ends the same and moves its money once', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: LIFE.length })
        .chain((length) =>
          fc.tuple(
            fc.constant(length),
            fc.array(fc.integer({ min: 0, max: length - 1 })),
            fc.array(fc.integer({ min: 0, max: length - 1 })),
          ),
        ),
      ([length, before, after]) => {
        const last = LIFE[length - 1]!
        const readings = [...before.map((index) => LIFE[index]!), last, ...after.map((index) => LIFE[index]!)]
        const { known, stages } = syncAll(readings)
        assert.deepEqual(known, last)
        const moved = (['withdrawn', 'reinstated'] as const).filter((stage) => last[stage] !== null)
        assert.deepEqual(stages.toSorted(), moved.toSorted())
      },
    ),
  )
})

test('a stage stays as it was first read, since it is in the books so', () => {
  const other = { ...LIFE[1]!, withdrawn: { amountCents: 1, feeCents: 0 } }
  assert.deepEqual(applyDisputeReading(LIFE[1]!, other), { dispute: LIFE[1], stages: [] })
})

test('the bank has what was taken and not brought back, the fee aside', () => {
  assert.equal(disputedCents([]), 0)
  assert.equal(disputedCents([LIFE[0]!, LIFE[1]!]), 2_606)
  assert.equal(disputedCents([LIFE[2]!, LIFE[3]!]), 2_606)
  assert.equal(disputedCents([{ withdrawn: TAKEN, reinstated: { amountCents: 2_000, feeCents: 0 } }]), 606)
  assert.equal(disputedCents([{ withdrawn: TAKEN, reinstated: { amountCents: 3_000, feeCents: 0 } }]), 0)
})

const NOW = Date.parse('2026-11-20T17:00Z')
const SUSPENDS_AT = Date.parse('2026-11-25T17:00Z')
/** A payment with a fee of $1.06 and the invoice that it paid. */
const paid: RefundFacts = {
  payment: {
    id: 'pay',
    reference: 'P-7K2M9QXW',
    state: 'paid',
    amountCents: 2_606,
    feeCents: 106,
    feeBack: false,
    refundedCents: 0,
    disputedCents: 0,
    isLost: false,
    freedAt: null,
    refunds: [],
  },
  invoice: { number: 'M-2026-000001', state: 'paid', dueCents: 2_500, creditedCents: 0 },
  payer: { id: 'ana' },
  others: [],
}

function decide(known: Dispute | null, read: Dispute, facts = paid) {
  return decideDispute(facts, known, [], { ...read, id: 'dp' }, SUSPENDS_AT, NOW)
}
/** A payment of which a credit note gave this back. */
function gaveBack(amountCents: number): Pick<RefundablePayment, 'refundedCents' | 'refunds'> {
  return {
    refundedCents: amountCents,
    refunds: [{ id: 'r', state: 'succeeded', cause: 'credited', amountCents }],
  }
}
const kinds = (effects: readonly PaymentEffect[]) => effects.map(({ kind }) => kind)
const references = (effects: readonly PaymentEffect[]) =>
  effects.flatMap((effect) => (effect.kind === 'post' ? effect.postings.map((each) => each.reference) : []))

test('money that moves is news although the dispute continues as it did', () => {
  const decision = decide(LIFE[0]!, LIFE[1]!)!
  assert.deepEqual(decision.changes, { disputedCents: 2_606 })
  assert.deepEqual(references(decision.effects), ['dispute:dp:withdrawn'])
  assert.deepEqual([decision.opened, decision.ended, decision.lost], [false, false, false])
  assert.equal(decide(LIFE[1]!, LIFE[1]!), null)
})

test('a payment that a bank keeps pays its invoice no more, and one that comes back does again', () => {
  const taken = { ...paid, payment: { ...paid.payment, disputedCents: 2_606 } }
  const lost = decide(LIFE[1]!, LIFE[2]!, taken)!
  assert.deepEqual(lost.changes, { freedAt: NOW })
  assert.deepEqual(kinds(lost.effects), ['reopen_invoice', 'notify_due', 'post'])
  assert.deepEqual(references(lost.effects), ['fee_back:pay'])
  const reopened = {
    ...taken,
    payment: { ...taken.payment, feeBack: true, freedAt: NOW },
    invoice: { ...paid.invoice, state: 'unpaid' as const },
  }
  const won = decide(LIFE[2]!, LIFE[3]!, reopened)!
  assert.deepEqual(won.changes, { disputedCents: 0, freedAt: null })
  assert.deepEqual(kinds(won.effects), ['mark_paid', 'restore_account', 'refund_rest', 'post'])
})

test('a second dispute takes what the first left, and its loss reopens the invoice too', () => {
  // The fee went back when the first was lost, then won.
  const rest = { ...paid.payment, feeBack: true, disputedCents: 2_500, ...gaveBack(106) }
  const withdrawn = { ...TAKEN, amountCents: 2_500 }
  const lost = decide({ ...LIFE[1]!, withdrawn }, { ...LIFE[2]!, withdrawn }, { ...paid, payment: rest })!
  assert.deepEqual(kinds(lost.effects), ['reopen_invoice', 'notify_due', 'post'])
})

/** What is due again where credit notes took $10 off and the bank keeps the rest; null where nothing is. */
function dueAgain(refunds: readonly Refund[], takenCents: number): number | null {
  const refundedCents = refunds.reduce(
    (sum, each) => sum + (each.state === 'succeeded' ? each.amountCents : 0),
    0,
  )
  const payment = { ...paid.payment, refunds, refundedCents, disputedCents: takenCents }
  const invoice = { ...paid.invoice, creditedCents: 1_000 }
  const withdrawn = { ...TAKEN, amountCents: takenCents }
  const lost = decide({ ...LIFE[1]!, withdrawn }, { ...LIFE[2]!, withdrawn }, { ...paid, payment, invoice })!
  const due = lost.effects.find((effect) => effect.kind === 'notify_due')
  assert.equal(due !== undefined, kinds(lost.effects).includes('reopen_invoice'))
  return due?.params.dueCents ?? null
}

test('what is credited before a dispute or during it is not due again', () => {
  const refund = { id: 'r', cause: 'credited', amountCents: 1_000 } as const
  assert.equal(dueAgain([], 2_606), 1_500)
  assert.equal(dueAgain([{ ...refund, state: 'succeeded' }], 1_606), 1_500)
  assert.equal(dueAgain([{ ...refund, state: 'pending' }], 1_606), 1_500)
  assert.equal(dueAgain([{ ...refund, state: 'failed' }], 2_606), 1_500)
  // It failed, and the bank left that part.
  assert.equal(dueAgain([{ ...refund, state: 'failed' }], 1_606), null)
})

test('goodwill before a loss, and a bank that took more than was left, are for an operator', () => {
  const refund = { id: 'r', state: 'succeeded', cause: 'goodwill', amountCents: 1_000 } as const
  assert.equal(dueAgain([refund], 1_606), null)
  assert.equal(dueAgain([{ ...refund, state: 'failed' }], 2_606), 1_500)
  assert.equal(dueAgain([{ ...refund, cause: 'credited' }], 2_606), null)
})

test('what comes back of a payment that was never lost changes nothing but what the bank has', () => {
  const taken = { ...paid, payment: { ...paid.payment, disputedCents: 2_606 } }
  const won = decide(LIFE[1]!, LIFE[3]!, taken)!
  assert.deepEqual(won.changes, { disputedCents: 0 })
  assert.deepEqual(kinds(won.effects), ['refund_rest', 'post'])
})

test('a bank that keeps a part of a payment, or one of an invoice paid otherwise, reopens nothing', () => {
  const taken = { ...paid.payment, disputedCents: 2_606 }
  for (const facts of [
    { ...paid, payment: { ...taken, disputedCents: 2_605 } },
    { ...paid, payment: taken, others: [{ ...paid.payment, id: 'other' }] },
    { ...paid, payment: taken, payer: null },
  ]) {
    const part = { ...TAKEN, amountCents: facts.payment.disputedCents }
    const lost = decide({ ...LIFE[1]!, withdrawn: part }, { ...LIFE[2]!, withdrawn: part }, facts)!
    assert.deepEqual([lost.changes, lost.effects, lost.lost], [{}, [], true])
  }
})

test('the money of a credited payment takes fee and thanks with it, once nothing is left', () => {
  const invoice = { ...paid.invoice, state: 'credited', creditedCents: 2_500 } as const
  const all = decide(LIFE[0]!, LIFE[1]!, { ...paid, invoice })!
  assert.deepEqual(kinds(all.effects), ['revoke_reward', 'post'])
  assert.deepEqual(references(all.effects), ['dispute:dp:withdrawn', 'fee_back:pay'])
  const gone = decide(LIFE[0]!, LIFE[1]!, { ...paid, invoice, payer: null })!
  assert.deepEqual(kinds(gone.effects), ['post'], 'a driver who is gone has no thanks to give back')
  const given = { ...paid, invoice, payment: { ...paid.payment, ...gaveBack(2_606) } }
  assert.deepEqual(references(decide(LIFE[0]!, LIFE[1]!, given)!.effects), ['dispute:dp:withdrawn'])
})

test('a loss is news once, however often the lost dispute is read', () => {
  const first = decide(LIFE[1]!, LIFE[2]!)!
  assert.deepEqual([first.ended, first.lost], [true, true])
  // Its money is read later than its end.
  const later = decide({ ...LIFE[2]!, withdrawn: null }, LIFE[2]!)!
  assert.deepEqual([later.ended, later.lost, later.opened], [false, false, false])
  const won = decide(LIFE[1]!, LIFE[3]!)!
  assert.deepEqual([won.ended, won.lost], [true, false])
})

test('only a paid invoice that asks for something is to be paid again', () => {
  const taken = { ...paid.payment, disputedCents: 2_606 }
  const lose = (facts: Partial<RefundFacts>, withdrawn = TAKEN) =>
    decide({ ...LIFE[1]!, withdrawn }, { ...LIFE[2]!, withdrawn }, { ...paid, payment: taken, ...facts })!
  assert.ok(kinds(lose({}).effects).includes('reopen_invoice'))
  for (const state of ['unpaid', 'credited', 'abandoned'] as const)
    assert.ok(!kinds(lose({ invoice: { ...paid.invoice, state } }).effects).includes('reopen_invoice'), state)
  // Refunds gave all of it back, and the bank had nothing to take.
  const given = { ...paid, payment: { ...paid.payment, ...gaveBack(2_606) } }
  assert.deepEqual(decide(LIFE[0]!, { ...LIFE[2]!, withdrawn: null }, given)!.effects, [])
  // All of its price was credited and given back: the bank took the fee alone.
  const fee = { ...paid.payment, disputedCents: 106, ...gaveBack(2_500) }
  const invoice = { ...paid.invoice, creditedCents: 2_500 }
  assert.deepEqual(lose({ payment: fee, invoice }, { ...TAKEN, amountCents: 106 }).effects, [])
})

test('nothing is decided of the dispute of a payment that is not paid here yet', () => {
  assert.equal(decide(null, LIFE[1]!, { ...paid, payment: { ...paid.payment, state: 'processing' } }), null)
})

test('what comes back to an invoice paid otherwise goes back, with a driver or without', () => {
  const lost = { ...paid.payment, disputedCents: 2_606, feeBack: true, freedAt: NOW - 1 }
  const won = (facts: Partial<RefundFacts>) => {
    const { effects } = decide(LIFE[2]!, LIFE[3]!, { ...paid, payment: lost, ...facts })!
    return effects.map((effect) => (effect.kind === 'refund' ? effect.amountCents : effect.kind))
  }
  assert.deepEqual(won({}), [2_606, 'restore_account', 'refund_rest', 'post'])
  assert.deepEqual(won({ payer: null }), [2_606, 'refund_rest', 'post'])
  assert.deepEqual(won({ invoice: { ...paid.invoice, state: 'credited' } }), ['refund_rest', 'post'])
  const given = { id: 'r', state: 'pending', cause: 'credited', amountCents: 2_606 } as const
  assert.deepEqual(won({ payment: { ...lost, refunds: [given] } }), [
    'restore_account',
    'refund_rest',
    'post',
  ])
})
