import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideCreditNote } from '../payments.ts'
import type { CreditRequest, InvoiceToCredit, PaymentEffect, Refund, RefundablePayment } from '../payments.ts'
import { DAY_MS } from '../time.ts'
import { PAID as payment } from './testing.ts'

const NOW = Date.parse('2026-11-20T17:00Z')
/** A paid invoice of two items. */
const invoice: InvoiceToCredit = {
  number: 'M-2026-000001',
  state: 'paid',
  dueCents: 999,
  creditedCents: 0,
  couponCents: 0,
  creditsCents: 0,
  waivedCents: 0,
  later: { couponCents: 0, waivedCents: 0 },
  items: [
    { position: 1, kind: 'block', cents: 500, credited: false },
    { position: 2, kind: 'block', cents: 499, credited: false },
  ],
  sold: null,
}
const by = { actor: 'operator', reason: 'a mistake' }

/** What goes back for a note over these items, in cents; null for nothing. */
function givenBack(positions: readonly number[] | 'all', refunds: readonly Refund[]): number | null {
  const refundedCents = refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const before = { ...payment, refundedCents, refunds }
  const { effects } = decideCreditNote(invoice, [before], { id: 'ana' }, { positions, ...by }, NOW)!
  const refund = effects.find((effect) => effect.kind === 'refund')
  return refund?.amountCents ?? null
}
const goodwill = { id: 'r0', cause: 'goodwill', amountCents: 200 } as const

test('a kindness before takes nothing off what is owed for some items', () => {
  for (const state of ['succeeded', 'pending', 'failed'] as const)
    assert.equal(givenBack([1], [{ ...goodwill, state }]), 500)
})

test('a kindness before counts once everything is credited, unless it failed', () => {
  assert.equal(givenBack('all', []), 1_060)
  assert.equal(givenBack('all', [{ ...goodwill, state: 'succeeded' }]), 860)
  assert.equal(givenBack('all', [{ ...goodwill, state: 'open' }]), 860)
  assert.equal(givenBack('all', [{ ...goodwill, state: 'failed' }]), 1_060)
})

test('what is on its way for items before is not given back again', () => {
  const credited = { id: 'r0', state: 'pending', cause: 'credited', amountCents: 500 } as const
  assert.equal(givenBack([1], [credited]), null)
  assert.equal(givenBack('all', [credited]), 560)
})

test('what refunds gave back entirely was taken by no bank: fee and thanks went with the last of them', () => {
  const refunds = [{ id: 'r0', state: 'succeeded', cause: 'goodwill', amountCents: 1_060 }] as const
  const given = { ...payment, refundedCents: 1_060, refunds }
  const request = { positions: 'all', ...by } as const
  const { effects } = decideCreditNote(invoice, [given], { id: 'ana' }, request, NOW)!
  assert.deepEqual(
    effects.map(({ kind }) => kind),
    ['mark_refunds_credited', 'release_discounts'],
  )
})

const all = { positions: 'all', ...by } as const
const one = { positions: [1], ...by } as const
const ANA = { id: 'ana' }
const kinds = (effects: readonly PaymentEffect[]) => effects.map(({ kind }) => kind)

const paidFrom = (...payments: RefundablePayment[]) =>
  decideCreditNote(invoice, payments, ANA, one, NOW)!.paymentId

test('what goes back goes back from the payment that is kept, else from the first that was paid', () => {
  const returned = { id: 'r0', state: 'succeeded', cause: 'credited', amountCents: 1_060 } as const
  const first = { ...payment, id: 'first', refundedCents: 1_060, refunds: [returned] }
  const kept = { ...payment, id: 'kept' }
  const open = { ...payment, id: 'open', state: 'open' } as const
  assert.equal(paidFrom(open, first, kept), 'kept')
  assert.equal(paidFrom(open, first, { ...first, id: 'second' }), 'first')
  assert.equal(paidFrom(open), null)
  assert.equal(paidFrom(), null)
})

test('with the last item the time of a subscription goes, where there is a driver to take it from', () => {
  const sold = { plan: 'advanced', spanMs: 7 * DAY_MS } as const
  const undone = (some: Partial<InvoiceToCredit>, payer: typeof ANA | null, request: CreditRequest = all) =>
    kinds(decideCreditNote({ ...invoice, ...some }, [], payer, request, NOW)!.effects)
  assert.deepEqual(undone({ sold }, ANA), ['release_discounts', 'take_time_back'])
  assert.deepEqual(undone({ sold }, null), ['release_discounts'])
  assert.deepEqual(undone({}, ANA), ['release_discounts'])
  assert.deepEqual(undone({ sold }, ANA, one), [])
})

test('an unpaid invoice is paid once nothing of it is left to pay, and a driver waits for nothing then', () => {
  const items = [invoice.items[0]!, { ...invoice.items[1]!, cents: 0 }]
  const after = (some: Partial<InvoiceToCredit>) =>
    decideCreditNote({ ...invoice, ...some }, [], ANA, one, NOW)!
  const free = after({ state: 'unpaid', dueCents: 500, items })
  assert.deepEqual(free.invoice, { creditedCents: 500, state: 'paid', paidAt: NOW })
  assert.deepEqual(kinds(free.effects), ['restore_account'])
  assert.deepEqual(after({ state: 'unpaid' }).invoice, { creditedCents: 500 })
  assert.deepEqual(after({ state: 'paid', dueCents: 500, items }).invoice, { creditedCents: 500 })
  assert.deepEqual(kinds(after({ state: 'paid', dueCents: 500, items }).effects), [])
})

test('a draft has nothing to credit, and neither has an invoice whose items are credited', () => {
  assert.equal(decideCreditNote({ ...invoice, number: null }, [], ANA, one, NOW), null)
  const items = invoice.items.map((item) => ({ ...item, credited: true }))
  assert.equal(decideCreditNote({ ...invoice, items }, [], ANA, all, NOW), null)
})

test('what a bank took of a payment takes thanks and fee with it, once all is credited', () => {
  const taken = { ...payment, disputedCents: 1_060 }
  const undone = (some: Partial<RefundablePayment>, payer: typeof ANA | null, request: CreditRequest = all) =>
    kinds(decideCreditNote(invoice, [{ ...taken, ...some }], payer, request, NOW)!.effects)
  const credited = ['mark_refunds_credited', 'release_discounts']
  assert.deepEqual(undone({}, ANA), [...credited, 'revoke_reward', 'post'])
  assert.deepEqual(undone({}, null), [...credited, 'post'])
  assert.deepEqual(undone({ feeCents: 0 }, ANA), [...credited, 'revoke_reward'])
  assert.deepEqual(undone({ disputedCents: 1_059 }, ANA), [
    'mark_refunds_credited',
    'refund',
    'release_discounts',
  ])
  assert.deepEqual(undone({}, ANA, one), [])
})

const givenCents = (state: Refund['state'], request: CreditRequest = all) => {
  const refunds = [{ ...goodwill, state }]
  const { posting } = decideCreditNote(invoice, [{ ...payment, refunds }], ANA, request, NOW)!
  return posting.entries.find(({ account }) => account.kind === 'refunds')?.amountCents ?? 0
}

test('a note takes kindness that arrived off our losses once all is credited, and none that is on its way', () => {
  assert.deepEqual([givenCents('succeeded'), givenCents('pending'), givenCents('failed')], [-200, 0, 0])
  assert.equal(givenCents('succeeded', one), 0)
})
