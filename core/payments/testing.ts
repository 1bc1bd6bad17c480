import assert from 'node:assert/strict'
import { DAY_MS } from '../time.ts'
import { DISCOUNT_CAUSES, accountKey, postInvoice } from '../ledger.ts'
import {
  decideCreditNote,
  decideDispute,
  decidePayment,
  decideRefund,
  feeBackOf,
  leftCents,
  requestRefund,
  restCents,
} from '../payments.ts'
import type {
  ChargeReading,
  Dispute,
  InvoiceToCredit,
  Payment,
  PaymentEffect,
  PaymentPosting,
  Refund,
  RefundReading,
  RefundablePayment,
} from '../payments.ts'

/** A payment of two blocks and the fee, with nothing given back yet. */
export const PAID: RefundablePayment = {
  id: 'pay',
  reference: 'P-7K2M9QXW',
  state: 'paid',
  amountCents: 1_060,
  feeCents: 61,
  feeBack: false,
  refundedCents: 0,
  disputedCents: 0,
  isLost: false,
  freedAt: null,
  refunds: [],
}

export const NOW = Date.parse('2026-11-20T17:00Z')
const ANA = { id: 'ana' }
const SUSPENDS_AT = NOW + 5 * DAY_MS

/** One payment of one invoice with everything that may happen to it, in memory: what a server would store. */
export type Books = {
  payment: Payment & Omit<RefundablePayment, 'refunds'> & { refunds: (Refund & Origin)[] }
  invoice: InvoiceToCredit
  dispute: Dispute | null
  balances: Map<string, number>
  /** By their references; what is posted again has no effect, as long as it is another transaction. */
  postings: Map<string, PaymentPosting>
  /** References of the transaction that runs. */
  running: string[]
  effects: PaymentEffect['kind'][]
}
type Origin = { actor: string; reason: string }

/** An issued and unpaid invoice of two items, $9.99 together, and its payment with a fee of 61 cents. */
export function openBooks(): Books {
  const items = [
    { position: 1, kind: 'block', cents: 500, credited: false },
    { position: 2, kind: 'block', cents: 499, credited: false },
  ] as const
  const books: Books = {
    payment: {
      id: 'pay',
      reference: 'P-7K2M9QXW',
      state: 'open',
      chargeId: 'ch_1',
      action: null,
      amountCents: 1_060,
      feeCents: 61,
      feeBack: false,
      gatewayFeeCents: null,
      refundedCents: 0,
      disputedCents: 0,
      isLost: false,
      freedAt: null,
      offSession: false,
      methodKind: 'card',
      refunds: [],
    },
    invoice: {
      number: 'M-2026-000001',
      state: 'unpaid',
      dueCents: 999,
      creditedCents: 0,
      couponCents: 0,
      creditsCents: 0,
      waivedCents: 0,
      later: { couponCents: 0, waivedCents: 0 },
      items,
      sold: null,
    },
    dispute: null,
    balances: new Map(),
    postings: new Map(),
    running: [],
    effects: [],
  }
  const discounts = DISCOUNT_CAUSES.map((cause) => ({ cause, cents: 0 }))
  const issued = postInvoice({ driverId: ANA.id, items, discounts, feeCents: 0 })
  post(books, [{ ...issued, at: NOW, reference: 'invoice:M-2026-000001' }])
  return books
}

/** Lets the payment be read. */
export function read(books: Books, state: ChargeReading['state']): void {
  books.running = []
  const reading = { state, chargeId: 'ch_1', reason: null, action: null, feeCents: 30 }
  const { changes, effects } = decidePayment(
    books.payment,
    { ...books.invoice, purchase: null },
    ANA,
    reading,
    NOW,
  )
  Object.assign(books.payment, changes)
  carryOut(books, effects)
}

/** An operator asks for a refund; false where it is refused. */
export function ask(books: Books, amountCents?: number): boolean {
  const opened = requestRefund(books.payment, books.invoice, amountCents)
  if (opened.outcome === 'refused') return false
  openRefund(books, opened, { actor: 'operator', reason: 'asked' })
  return true
}

/** Lets the oldest refund under way be as the gateway says; nothing where there is none. */
export function readRefund(books: Books, state: RefundReading['state']): void {
  const refund = books.payment.refunds.find((each) => each.state === 'open' || each.state === 'pending')
  if (refund !== undefined) applyRefund(books, refund.id, state)
}

/** The same for one of them, whether or not it is under way. */
export function applyRefund(books: Books, id: string, state: RefundReading['state']): void {
  books.running = []
  const refund = books.payment.refunds.find((each) => each.id === id)!
  const facts = { payment: books.payment, invoice: books.invoice, payer: ANA, others: [] }
  const decision = decideRefund(facts, refund, { state, refundId: 're' }, NOW)
  const { refundId: _, settledAt: __, ...changed } = decision.refund
  Object.assign(refund, changed)
  Object.assign(books.payment, decision.changes)
  carryOut(books, decision.effects)
}

/** Lets the payment's dispute be read. */
export function dispute(books: Books, reading: Dispute): void {
  books.running = []
  const facts = { payment: books.payment, invoice: books.invoice, payer: ANA, others: [] }
  const decision = decideDispute(facts, books.dispute, [], { ...reading, id: 'dp' }, SUSPENDS_AT, NOW)
  if (decision === null) return
  books.dispute = decision.dispute
  books.payment.isLost = decision.dispute.state === 'lost'
  Object.assign(books.payment, decision.changes)
  carryOut(books, decision.effects)
}

/** Credits items, as an operator does; nothing where none is left. */
export function credit(books: Books, positions: readonly number[] | 'all'): void {
  books.running = []
  noteCredit(books, positions)
}

function noteCredit(books: Books, positions: readonly number[] | 'all'): void {
  const request = { positions, actor: 'operator', reason: 'credited' }
  const decision = decideCreditNote(books.invoice, [books.payment], ANA, request, NOW)
  if (decision === null) return
  const { paidAt: _, ...changed } = decision.invoice
  Object.assign(books.invoice, changed)
  books.invoice.items = books.invoice.items.map((item) => ({
    ...item,
    credited: item.credited || decision.credit.positions.includes(item.position),
  }))
  const reference = `credit_note:${books.postings.size}`
  post(books, [{ ...decision.posting, at: NOW, reference }])
  carryOut(books, decision.effects)
}

function carryOut(books: Books, effects: readonly PaymentEffect[]): void {
  for (const effect of effects) {
    books.effects.push(effect.kind)
    if (effect.kind === 'mark_paid') books.invoice.state = 'paid'
    if (effect.kind === 'reopen_invoice') books.invoice.state = 'unpaid'
    if (effect.kind === 'credit_invoice') noteCredit(books, 'all')
    if (effect.kind === 'refund')
      openRefund(books, { amountCents: effect.amountCents, cause: 'credited' }, effect)
    if (effect.kind === 'mark_refunds_credited')
      for (const refund of books.payment.refunds) if (refund.state !== 'failed') refund.cause = 'credited'
    if (effect.kind === 'post') post(books, effect.postings)
    if (effect.kind !== 'refund_rest') continue
    const amountCents = restCents(books.payment, books.invoice)
    if (amountCents > 0)
      openRefund(books, { amountCents, cause: 'credited' }, { actor: 'service', reason: 'rest' })
  }
}

function openRefund(
  { payment }: Books,
  refund: Pick<Refund, 'amountCents' | 'cause'>,
  { actor, reason }: Origin,
): void {
  assert.ok(refund.amountCents <= leftCents(payment), 'more would go back than is left')
  payment.refunds.push({ ...refund, id: `r${payment.refunds.length}`, state: 'open', actor, reason })
}

function post(books: Books, postings: readonly PaymentPosting[]): void {
  for (const posting of postings) {
    const { reference, entries } = posting
    assert.ok(!books.running.includes(reference), `${reference} is posted twice in one transaction`)
    books.running.push(reference)
    const known = books.postings.get(reference)
    if (known !== undefined) {
      assert.deepEqual(entries, known.entries, `${reference} stands for other entries`)
      continue
    }
    books.postings.set(reference, posting)
    if (reference === feeBackOf(books.payment.id)) books.payment.feeBack = true
    for (const { account, amountCents } of entries) {
      const key = accountKey(account)
      books.balances.set(key, (books.balances.get(key) ?? 0) + amountCents)
    }
  }
}

/** What an account holds. */
export const balanceOf = ({ balances }: Books, key: string): number => balances.get(key) ?? 0

/** All orders of these. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
