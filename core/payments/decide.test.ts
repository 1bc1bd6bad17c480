import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { INVOICE_STATES } from '../invoices.ts'
import { decidePayment, decideSilence } from '../payments.ts'
import { PAYMENT_STATES, risesTo } from '../payment-states.ts'
import type { ChargeReading, PayableInvoice, Payment, PaymentDecision, PaymentEffect } from '../payments.ts'
import type { PaymentState } from '../payment-states.ts'
import { permutations } from './testing.ts'

const NOW = Date.parse('2026-11-20T17:00Z')
const WEEK = { plan: 'advanced', days: 7 } as const
const WHERE = { clientSecret: 'secret', url: 'https://bank.example' }

const open: Payment = {
  id: 'pay',
  reference: 'P-7K2M9QXW',
  state: 'open',
  chargeId: null,
  action: null,
  amountCents: 1_060,
  feeCents: 61,
  gatewayFeeCents: null,
  freedAt: null,
  offSession: false,
  methodKind: 'card',
}
const draft: PayableInvoice = {
  number: null,
  state: 'draft',
  couponCents: 0,
  creditsCents: 0,
  purchase: WEEK,
}
const weekly: PayableInvoice = { ...draft, number: 'M-2026-000001', state: 'unpaid', purchase: null }
const ana = { id: 'ana' }

function read(state: PaymentState, more: Partial<ChargeReading> = {}): ChargeReading {
  const action = state === 'needs_action' ? WHERE : null
  const feeCents = state === 'paid' ? 61 : null
  return { state, chargeId: 'ch_1', reason: null, action, feeCents, ...more }
}

type Case = { payment: Partial<Payment>; invoice: PayableInvoice; payer: typeof ana | null }

/** Decides over Ana's payment of a draft, with the test's overrides. */
function decide(
  reading: ChargeReading,
  { payment, invoice = draft, payer = ana }: Partial<Case> = {},
): PaymentDecision {
  return decidePayment({ ...open, ...payment }, invoice, payer, reading, NOW)
}

const kinds = ({ effects }: PaymentDecision): string[] => effects.map(({ kind }) => kind)
const refunds = ({ effects }: PaymentDecision) => effects.filter((effect) => effect.kind === 'refund')
const references = ({ effects }: PaymentDecision): string[] =>
  effects.flatMap((effect) => (effect.kind === 'post' ? effect.postings.map((each) => each.reference) : []))

/** Why the driver is notified that a weekly invoice could not be paid; null = they are not. */
function reasonOf(reading: ChargeReading, some: Partial<Case>): string | null {
  const told = decide(reading, { invoice: weekly, ...some }).effects[0]
  return told?.kind === 'notify_failed' ? told.params.reason : null
}

test('every state against every reading: it rises or stays, and nothing comes of what stays', () => {
  for (const state of PAYMENT_STATES)
    for (const told of PAYMENT_STATES) {
      // Its gateway fee is known, so that no further reading is needed.
      const decision = decide(read(told), { payment: { state, chargeId: 'ch_1', gatewayFeeCents: 61 } })
      const rises = PAYMENT_STATES.indexOf(told) > PAYMENT_STATES.indexOf(state)
      assert.equal(decision.changes.state, rises ? told : undefined, `${state}, ${told}`)
      if (!rises) assert.deepEqual(decision.effects, [], `${state}, ${told}`)
    }
})

test('a purchase that is paid: number, time, thanks, account, receipt, and the ledger last', () => {
  const decision = decide(read('paid'))
  assert.deepEqual(decision.changes, {
    state: 'paid',
    chargeId: 'ch_1',
    reason: null,
    action: null,
    paidAt: NOW,
    gatewayFeeCents: 61,
  })
  assert.deepEqual(decision.effects.slice(0, -1), [
    { kind: 'issue_invoice' },
    { kind: 'add_time', purchase: WEEK },
    { kind: 'mark_paid' },
    { kind: 'reward_referrer', paidCents: 1_060 },
    { kind: 'restore_account' },
    {
      kind: 'notify_received',
      event: 'payment pay',
      params: { paymentId: 'pay', reference: 'P-7K2M9QXW', amountCents: 1_060 },
    },
    { kind: 'refund_rest' },
  ])
  assert.deepEqual(references(decision), ['fee:pay', 'payment:pay', 'gateway_fee:pay'])
})

test('a weekly invoice that is paid has its number and sells no time', () => {
  assert.deepEqual(kinds(decide(read('paid'), { invoice: weekly })), [
    'mark_paid',
    'reward_referrer',
    'restore_account',
    'notify_received',
    'refund_rest',
    'post',
  ])
})

test('a free purchase is delivered, rewards no referrer and posts only its invoice', () => {
  const payment = { amountCents: 0, feeCents: 0, methodKind: null }
  const decision = decide(read('paid', { chargeId: null, feeCents: null }), { payment })
  assert.ok(!kinds(decision).includes('reward_referrer'))
  assert.deepEqual(decision.effects.at(-1), { kind: 'post', postings: [] })
})

test('a second payment of one invoice goes back, whatever became of the invoice', () => {
  for (const state of INVOICE_STATES.filter((each) => each !== 'unpaid')) {
    const decision = decide(read('paid'), { invoice: { ...weekly, state } })
    assert.deepEqual(
      refunds(decision),
      [{ kind: 'refund', amountCents: 1_060, actor: 'service', reason: 'paid twice' }],
      state,
    )
    assert.ok(!kinds(decision).includes('mark_paid'))
  }
})

test('an abandoned purchase that is paid after all is given, as long as nothing had lowered its price', () => {
  const abandoned: PayableInvoice = { ...draft, state: 'abandoned' }
  assert.ok(kinds(decide(read('paid'), { invoice: abandoned })).includes('add_time'))
  const lost = [
    { invoice: { ...abandoned, couponCents: 1 } },
    { invoice: { ...abandoned, creditsCents: 100 } },
    // Its driver was notified that the bank has not reported.
    { invoice: abandoned, payment: { freedAt: NOW - 1 } },
  ]
  for (const each of lost) {
    const decision = decide(read('paid'), each)
    assert.deepEqual(kinds(decision), ['refund', 'refund_rest', 'post'])
    assert.equal(refunds(decision)[0]!.reason, 'given up before')
    assert.deepEqual(references(decision), ['fee:pay', 'payment:pay', 'gateway_fee:pay'])
  }
})

test('a late debit of a purchase that still waits is given, and counts as any other from then on', () => {
  const late = decide(read('paid'), { payment: { freedAt: NOW - 1 } })
  assert.ok(kinds(late).includes('issue_invoice'))
  assert.equal(late.changes.freedAt, null)
  assert.ok(!('freedAt' in decide(read('refused'), { payment: { freedAt: NOW - 1 } }).changes))
})

test('a debit of which a bank says nothing is given up once, and only while it is under way', () => {
  const debit = { ...open, state: 'processing', methodKind: 'bank' } as const
  const silent = decideSilence(debit, draft, ana, NOW)!
  assert.deepEqual([silent.changes, kinds(silent)], [{ freedAt: NOW }, ['abandon_draft', 'notify_failed']])
  assert.deepEqual(kinds(decideSilence(debit, weekly, ana, NOW)!), ['notify_failed'])
  assert.deepEqual(kinds(decideSilence(debit, draft, null, NOW)!), ['abandon_draft'])
  assert.equal(decideSilence({ ...debit, ...silent.changes }, draft, ana, NOW), null)
  for (const state of PAYMENT_STATES.filter((each) => each !== 'processing'))
    assert.equal(decideSilence({ ...debit, state }, draft, ana, NOW), null)
})

test('money of a driver who is gone goes back for a purchase, pays an invoice, and is posted for no one', () => {
  const bought = decide(read('paid'), { payer: null })
  assert.deepEqual(kinds(bought), ['refund', 'refund_rest', 'post'])
  assert.equal(refunds(bought)[0]!.reason, 'account deleted')
  const owed = decide(read('paid'), { payer: null, invoice: weekly })
  assert.deepEqual(kinds(owed), ['mark_paid', 'refund_rest', 'post'])
  for (const { effects } of [bought, owed])
    for (const effect of effects)
      if (effect.kind === 'post') assert.ok(effect.postings.every(({ driverId }) => driverId === null))
})

test('a payment that fails frees what its draft had reserved, and no issued invoice', () => {
  for (const state of ['refused', 'canceled'] as const) {
    assert.deepEqual(kinds(decide(read(state))), ['abandon_draft'])
    assert.deepEqual(kinds(decide(read(state), { invoice: weekly })), [])
    assert.deepEqual(kinds(decide(read(state), { invoice: { ...draft, state: 'abandoned' } })), [])
  }
})

test('a driver who was away learns of a failure and why; one who was present or canceled does not', () => {
  for (const payment of [{ offSession: true }, { methodKind: 'bank' as const }]) {
    assert.equal(
      reasonOf(read('refused', { reason: 'insufficient_funds' }), { payment }),
      'insufficient_funds',
    )
    assert.equal(reasonOf(read('refused'), { payment }), 'declined')
    assert.equal(reasonOf(read('canceled'), { payment }), 'given_up')
    assert.equal(reasonOf(read('canceled', { byDriver: true }), { payment }), null)
    assert.equal(reasonOf(read('refused'), { payment, payer: null }), null)
  }
  assert.equal(reasonOf(read('refused'), {}), null)
})

test('a bank debit under way restores the account', () => {
  assert.deepEqual(kinds(decide(read('processing'), { invoice: weekly })), ['restore_account'])
  assert.deepEqual(kinds(decide(read('processing'), { invoice: weekly, payer: null })), [])
})

test('a reading without a charge is out of date once another process has opened one', () => {
  const late = read('canceled', { chargeId: null })
  assert.deepEqual(decide(late, { payment: { chargeId: 'ch_1' } }), { changes: {}, effects: [] })
  assert.equal('chargeId' in decide(late).changes, false, 'none was opened')
  assert.equal(decide(late).changes.state, 'canceled')
})

test('a charge is written down once', () => {
  assert.equal(decide(read('open')).changes.chargeId, 'ch_1')
  assert.deepEqual(decide(read('open', { chargeId: 'ch_2' }), { payment: { chargeId: 'ch_1' } }).changes, {})
})

test('where the bank asks may be known later than that it does, and is forgotten when the payment continues', () => {
  const payment = { state: 'needs_action' as const, chargeId: 'ch_1' }
  assert.deepEqual(decide(read('needs_action'), { payment }).changes, { action: WHERE })
  const other = read('needs_action', { action: { clientSecret: 'other', url: null } })
  assert.deepEqual(decide(other, { payment: { ...payment, action: WHERE } }).changes, {})
  const further = read('processing', { action: WHERE })
  assert.equal(decide(further, { payment: { ...payment, action: WHERE } }).changes.action, null)
  assert.deepEqual(decide(read('open', { action: WHERE }), { payment }).changes, {})
  assert.deepEqual(decide(read('needs_action')).changes.action, WHERE)
  const beyond = { state: 'processing' as const, chargeId: 'ch_1' }
  assert.deepEqual(decide(read('needs_action'), { payment: beyond }).changes, {}, 'the bank asks no more')
})

test('what the gateway kept is posted when it becomes known, and once', () => {
  const payment = { state: 'paid' as const, chargeId: 'ch_1' }
  const late = decide(read('paid'), { payment, invoice: { ...weekly, state: 'paid' } })
  assert.deepEqual(late.changes, { gatewayFeeCents: 61 })
  assert.deepEqual([kinds(late), references(late)], [['post'], ['gateway_fee:pay']])
  const free = decide(read('paid', { feeCents: 0 }), { payment })
  assert.deepEqual(free, { changes: { gatewayFeeCents: 0 }, effects: [] })
  assert.deepEqual(decide(read('paid', { feeCents: null }), { payment }), { changes: {}, effects: [] })
  const unpaid = { state: 'processing' as const, chargeId: 'ch_1' }
  assert.deepEqual(decide(read('processing', { feeCents: 61 }), { payment: unpaid }).changes, {})
  const repeated = decide(read('paid'), { payment: { ...payment, gatewayFeeCents: 61 } })
  assert.deepEqual(repeated, { changes: {}, effects: [] })
})

/** A payment and its invoice after a decision was executed, with all effects so far. */
type World = { payment: Payment; invoice: PayableInvoice; effects: PaymentEffect[] }

function hear({ payment, invoice, effects }: World, payer: typeof ana | null, reading: ChargeReading): World {
  const decision = decidePayment(payment, invoice, payer, reading, NOW)
  const { paidAt: _, reason: __, ...changes } = decision.changes
  const after = decision.effects.reduce(carryOut, invoice)
  return { payment: { ...payment, ...changes }, invoice: after, effects: [...effects, ...decision.effects] }
}

function carryOut(invoice: PayableInvoice, effect: PaymentEffect): PayableInvoice {
  if (effect.kind === 'issue_invoice') return { ...invoice, number: 'M-2026-000001', state: 'unpaid' }
  if (effect.kind === 'mark_paid') return { ...invoice, state: 'paid' }
  return effect.kind === 'abandon_draft' ? { ...invoice, state: 'abandoned' } : invoice
}

test('all 720 orders of the readings, each of them twice, end in one payment, one invoice and one ledger', () => {
  const readings = PAYMENT_STATES.map((state) => read(state))
  for (const start of [draft, weekly])
    for (const order of permutations(readings)) {
      const twice = order.flatMap((reading) => [reading, reading])
      const end = twice.reduce<World>((world, reading) => hear(world, ana, reading), {
        payment: open,
        invoice: start,
        effects: [],
      })
      assert.equal(end.payment.state, 'paid')
      assert.deepEqual([end.invoice.state, end.invoice.number], ['paid', 'M-2026-000001'])
      assert.deepEqual(references({ changes: {}, effects: end.effects }), [
        'fee:pay',
        'payment:pay',
        'gateway_fee:pay',
      ])
      const once = ['issue_invoice', 'add_time', 'mark_paid', 'notify_received', 'reward_referrer'] as const
      for (const kind of once) {
        const isPurchase = kind === 'issue_invoice' || kind === 'add_time'
        const count = end.effects.filter((effect) => effect.kind === kind).length
        assert.equal(count, isPurchase && start === weekly ? 0 : 1, kind)
      }
      assert.deepEqual(refunds({ changes: {}, effects: end.effects }), [])
    }
})

const anyReading = fc.record({
  state: fc.constantFrom(...PAYMENT_STATES),
  chargeId: fc.constantFrom('ch_1', null),
  reason: fc.constantFrom('insufficient_funds', null),
  action: fc.constantFrom(WHERE, null),
  feeCents: fc.constantFrom(0, 61, null),
  byDriver: fc.boolean(),
})
const anyCents = fc.constantFrom(0, 1, 1_000)
const anyInvoice = fc.record({
  number: fc.constantFrom('M-2026-000001', null),
  state: fc.constantFrom(...INVOICE_STATES),
  couponCents: anyCents,
  creditsCents: anyCents,
  purchase: fc.constantFrom(WEEK, { plan: 'professional', days: 14 } as const, null),
})
const anyPayment = fc.record({
  id: fc.constant('pay'),
  reference: fc.constant('P-7K2M9QXW'),
  state: fc.constantFrom(...PAYMENT_STATES),
  chargeId: fc.constantFrom('ch_1', null),
  action: fc.constantFrom(WHERE, null),
  amountCents: fc.constantFrom(0, 1_060),
  feeCents: fc.constantFrom(0, 61),
  gatewayFeeCents: fc.constantFrom(0, 61, null),
  freedAt: fc.constantFrom(NOW - 1, null),
  offSession: fc.boolean(),
  methodKind: fc.constantFrom('card' as const, 'bank' as const, null),
})
const anyPayer = fc.constantFrom(ana, null)

test('whatever is read of whatever payment, its state only rises, and the same again changes nothing', () => {
  fc.assert(
    fc.property(anyPayment, anyInvoice, anyPayer, anyReading, (payment, invoice, payer, reading) => {
      const once = hear({ payment, invoice, effects: [] }, payer, reading)
      const { state } = once.payment
      assert.ok(state === payment.state || (state === reading.state && risesTo(payment.state, state)))
      assert.deepEqual(hear(once, payer, reading), once)
    }),
  )
})

test('money that arrives is refunded or pays an invoice, and is posted once', () => {
  fc.assert(
    fc.property(
      anyPayment.filter(({ state }) => state !== 'paid'),
      anyInvoice,
      anyPayer,
      fc.array(anyReading, { maxLength: 12 }),
      (payment, invoice, payer, readings) => {
        const start: World = { payment, invoice, effects: [] }
        const end = readings.reduce<World>((world, reading) => hear(world, payer, reading), start)
        const { effects } = end
        const back = refunds({ changes: {}, effects }).map(({ amountCents }) => amountCents)
        const stands = effects.some(({ kind }) => kind === 'mark_paid')
        const arrived = end.payment.state === 'paid' && payment.amountCents > 0
        assert.deepEqual(back, arrived && !stands ? [payment.amountCents] : [])
        if (stands) assert.deepEqual([end.payment.state, end.invoice.state], ['paid', 'paid'])
        const posted = references({ changes: {}, effects })
        assert.equal(new Set(posted).size, posted.length)
        assert.equal(posted.includes('payment:pay'), arrived)
        // A driver whose money is refunded gets nothing of the purchase.
        const bought = effects.some(({ kind }) => kind === 'add_time')
        assert.ok(!bought || (stands && payer !== null))
      },
    ),
  )
})

test('effects on a driver are decided only where there is one, and the ledger is posted last and once', () => {
  const ofDriver = ['add_time', 'reward_referrer', 'restore_account', 'notify_received', 'notify_failed']
  fc.assert(
    fc.property(anyPayment, anyInvoice, anyPayer, anyReading, (payment, invoice, payer, reading) => {
      const all = kinds(decidePayment(payment, invoice, payer, reading, NOW))
      if (payer === null) assert.ok(!all.some((kind) => ofDriver.includes(kind)))
      assert.ok(all.indexOf('post') === -1 || all.indexOf('post') === all.length - 1)
      if (all.includes('issue_invoice')) assert.equal(all.at(-1), 'post')
    }),
  )
})
