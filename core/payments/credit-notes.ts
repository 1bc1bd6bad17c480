import { creditOf } from '../invoices.ts'
import { postCreditNote } from '../ledger.ts'
import type { Credit, CreditableInvoice, InvoiceState } from '../invoices.ts'
import type { Posting } from '../ledger.ts'
import { sumCents } from '../money.ts'
import type { Timestamp } from '../time.ts'
import type { PaymentEffect, PaymentPayer, SoldTime } from './effects.ts'
import { isKept, isPaid, isTakenAway, postFeeBack, restCents } from './refunds.ts'
import type { RefundableInvoice, RefundablePayment } from './refunds.ts'

/** An invoice of which something is to be credited. */
export type InvoiceToCredit = RefundableInvoice & CreditableInvoice & { sold: SoldTime | null }

/** What is to be credited, and who a refund that comes of it is made by. */
export type CreditRequest = { positions: readonly number[] | 'all'; actor: string; reason: string }

/**
 * A credit note that is to be written, and what changes with it. `paymentId`: what goes back goes back from
 * this payment; null where no money was paid. `posting` has its reference from the note's number.
 */
export type CreditNoteDecision = {
  credit: Credit
  paymentId: string | null
  invoice: { creditedCents: number; state?: InvoiceState; paidAt?: Timestamp }
  effects: PaymentEffect[]
  posting: Posting
}

/**
 * Decides a credit note over items of an issued invoice; null where none of them is left to credit. What was
 * paid for them goes back to where it was paid from. With the last item everything is undone that the invoice
 * brought: the time of a subscription goes, its coupon and its referral credits come back, and so does the
 * fee of the way of paying (see `owedBackCents`). `payments` are all of the invoice's, the oldest first.
 * Throws RangeError for an item that the invoice does not have.
 */
export function decideCreditNote(
  invoice: InvoiceToCredit,
  payments: readonly RefundablePayment[],
  payer: PaymentPayer | null,
  request: CreditRequest,
  now: Timestamp,
): CreditNoteDecision | null {
  const credit = creditOf(invoice, request.positions)
  if (credit === null || invoice.number === null) return null
  const { complete } = credit
  const creditedCents = invoice.creditedCents + credit.cents
  const payment = paidBy(payments)
  const changes = { creditedCents, ...stateAfter(invoice, complete, creditedCents, now) }
  const effects = payment === null ? [] : giveBack({ ...invoice, ...changes }, payment, request)
  if (complete) effects.push(...undoPurchase(invoice, payer))
  if (invoice.state === 'unpaid' && payer !== null) effects.push({ kind: 'restore_account' })
  if (complete && payment !== null) effects.push(...undoTaken(payment, payer, now))
  return {
    credit,
    paymentId: payment?.id ?? null,
    invoice: changes,
    effects,
    posting: postNote(credit, payment, payer),
  }
}

function undoPurchase({ sold }: InvoiceToCredit, payer: PaymentPayer | null): PaymentEffect[] {
  const released: PaymentEffect = { kind: 'release_discounts' }
  return payer === null || sold === null ? [released] : [released, { kind: 'take_time_back', purchase: sold }]
}

/** What a bank took of a payment takes thanks and fee with it, as the last refund does. */
function undoTaken(payment: RefundablePayment, payer: PaymentPayer | null, now: Timestamp): PaymentEffect[] {
  if (!isTakenAway(payment)) return []
  const effects: PaymentEffect[] = payer === null ? [] : [{ kind: 'revoke_reward' }]
  const postings = postFeeBack(payment, payer, now)
  return postings.length > 0 ? [...effects, { kind: 'post', postings }] : effects
}

/** The payment that an invoice is paid by: one that was paid twice is paid by what is kept of it. */
function paidBy(payments: readonly RefundablePayment[]): RefundablePayment | null {
  const paid = payments.filter(isPaid)
  return paid.find(isKept) ?? paid[0] ?? null
}

/** What is left of it was free all along: then there is nothing to wait for. */
function stateAfter(
  { state, dueCents }: RefundableInvoice,
  complete: boolean,
  creditedCents: number,
  now: Timestamp,
): { state?: InvoiceState; paidAt?: Timestamp } {
  if (complete) return { state: 'credited' }
  return state === 'unpaid' && creditedCents >= dueCents ? { state: 'paid', paidAt: now } : {}
}

/**
 * Opens the refund of what the driver is owed back now. Whatever the payment has no room for, since it went
 * back before as goodwill or a bank has it, stays to the driver's credit in the ledger.
 */
function giveBack(
  invoice: RefundableInvoice,
  payment: RefundablePayment,
  { actor, reason }: CreditRequest,
): PaymentEffect[] {
  const amountCents = restCents(payment, invoice)
  const effects: PaymentEffect[] = invoice.state === 'credited' ? [{ kind: 'mark_refunds_credited' }] : []
  return amountCents > 0 ? [...effects, { kind: 'refund', amountCents, actor, reason }] : effects
}

function postNote(
  { items, discounts, complete }: Credit,
  payment: RefundablePayment | null,
  payer: PaymentPayer | null,
): Posting {
  const givenCents = payment !== null && complete ? givenOf(payment) : 0
  return postCreditNote({ driverId: payer?.id ?? null, items, discounts, feeCents: 0, givenCents })
}

/** Goodwill that arrived before. What is still on its way is posted as credited when it arrives. */
function givenOf({ refunds }: RefundablePayment): number {
  const given = refunds.filter(({ cause, state }) => cause === 'goodwill' && state === 'succeeded')
  return sumCents(given.map(({ amountCents }) => amountCents))
}
