import { owedBackCents } from '../invoices.ts'
import { postCreditNote, postRefund } from '../ledger.ts'
import type { InvoiceState } from '../invoices.ts'
import { sumCents } from '../money.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'
import type { PaymentChanges, PaymentEffect, PaymentPayer, PaymentPosting } from './effects.ts'
import type { PaymentState } from '../payment-states.ts'

/** The state of a refund; the last two are its ends. */
export type RefundState = 'open' | 'pending' | 'succeeded' | 'failed'

/** Money that goes back. `credited`: it is owed by a credit note; `goodwill`: it is our loss. */
export type Refund = { id: string; state: RefundState; amountCents: Cents; cause: 'credited' | 'goodwill' }

/** A payment as refunds, disputes and credit notes see it. */
export type RefundablePayment = {
  id: string
  reference: string
  state: PaymentState
  /** What the driver was charged; `feeCents` of it is the fee of the way of paying. */
  amountCents: Cents
  feeCents: Cents
  /** The books have given the fee back (`feeBackOf`): nothing that is left of the payment is its fee. */
  feeBack: boolean
  refundedCents: Cents
  /** What banks have of it by its disputes. */
  disputedCents: Cents
  /** A bank has decided to keep what it has of it, unless an appeal brings it back. */
  isLost: boolean
  /** Since when a bank has it for good, or its invoice no longer waits for it; null = neither. */
  freedAt: Timestamp | null
  /** All refunds of it, the failed ones too. */
  refunds: readonly Refund[]
}

/** The invoice that was paid for, as far as giving back asks. */
export type RefundableInvoice = {
  number: string | null
  state: InvoiceState
  dueCents: Cents
  creditedCents: Cents
}

/** What the gateway says of a refund; `refundId` is its own for it, null where it does not say. */
export type RefundReading = { state: Exclude<RefundState, 'open'>; refundId: string | null }

/** An invoice with all of its payments, of which one is spoken of. */
export type RefundFacts = {
  payment: RefundablePayment
  invoice: RefundableInvoice
  payer: PaymentPayer | null
  /** The other payments of the invoice. */
  others: readonly RefundablePayment[]
}

/** Columns of the refund that change; what is left out stays. */
export type RefundChanges = {
  state?: RefundState
  refundId?: string | null
  cause?: Refund['cause']
  settledAt?: Timestamp
}

/** What changes of a refund and of its payment, and what else is to be done. */
export type RefundDecision = { refund: RefundChanges; changes: PaymentChanges; effects: PaymentEffect[] }

/**
 * Decides what comes of a reading of a refund. One that has ended stays as it ended. All of a payment back,
 * whyever, undoes what it bought; a part alone is a kindness and undoes nothing.
 */
export function decideRefund(
  facts: RefundFacts,
  refund: Refund & { actor: string; reason: string },
  { state, refundId }: RefundReading,
  now: Timestamp,
): RefundDecision {
  if (!isUnderWay(refund)) return { refund: {}, changes: {}, effects: [] }
  const told: RefundChanges = { state, refundId, ...(state !== 'pending' && { settledAt: now }) }
  if (state !== 'succeeded') return { refund: told, changes: {}, effects: [] }
  const { payment, invoice, payer } = facts
  const refundedCents = payment.refundedCents + refund.amountCents
  const isWhole = refundedCents === payment.amountCents
  const wasTaken = invoice.state === 'credited' && isTakenAway({ ...payment, refundedCents })
  const isUndone = isWhole || wasTaken
  const cause = isWhole ? 'credited' : refund.cause
  const { actor, reason } = refund
  const effects: PaymentEffect[] =
    isWhole && undoesInvoice(facts) ? [{ kind: 'credit_invoice', actor, reason }] : []
  if (payer !== null) effects.push(...tellRefunded(payment, refund, isUndone))
  const feeBack = isUndone ? postFeeBack(payment, payer, now) : []
  effects.push({ kind: 'post', postings: [postArrival(payer, { ...refund, cause }, now), ...feeBack] })
  return { refund: isWhole ? { ...told, cause } : told, changes: { refundedCents }, effects }
}

function tellRefunded(
  { reference }: RefundablePayment,
  { id, amountCents }: Refund,
  isUndone: boolean,
): PaymentEffect[] {
  const effects: PaymentEffect[] = isUndone ? [{ kind: 'revoke_reward' }] : []
  return [...effects, { kind: 'notify_refunded', event: `refund ${id}`, params: { reference, amountCents } }]
}

function postArrival(
  payer: PaymentPayer | null,
  { id, amountCents, cause }: Refund,
  at: Timestamp,
): PaymentPosting {
  const posting = postRefund({ driverId: payer?.id ?? null, amountCents, cause })
  return { ...posting, at, reference: `refund:${id}` }
}

/**
 * Whether a payment that goes back entirely takes its invoice with it: not if another payment pays the
 * invoice too. Money that a bank holds while it decides still pays; what it keeps for good does not.
 */
function undoesInvoice({ invoice, others }: RefundFacts): boolean {
  const isPaidOtherwise = others.some((other) => isKept(other) || isContested(other))
  return invoice.state === 'paid' && !isPaidOtherwise
}

function isContested(payment: RefundablePayment): boolean {
  return isPaid(payment) && payment.disputedCents > 0 && !payment.isLost
}

/**
 * Decides about a refund that is asked for: all that is left where no amount is given. `refused`: it is more
 * than the payment has left, or nothing is.
 */
export function requestRefund(
  payment: RefundablePayment,
  invoice: RefundableInvoice,
  amountCents: Cents | undefined,
):
  | { outcome: 'opened'; amountCents: Cents; cause: Refund['cause'] }
  | { outcome: 'refused'; leftCents: Cents } {
  const left = payment.state === 'paid' ? leftCents(payment) : 0
  const asked = amountCents ?? left
  if (asked > left || asked === 0) return { outcome: 'refused', leftCents: left }
  // Whether it gives everything back turns out when it succeeds: what is on its way before it may fail.
  return { outcome: 'opened', amountCents: asked, cause: causeOf(payment, invoice, asked) }
}

/**
 * What was given back at the gateway itself and is in no refund of ours, by what the charge says; null
 * for nothing, and for a payment that is not paid here yet.
 */
export function noticeRefund(
  payment: RefundablePayment,
  invoice: RefundableInvoice,
  refundedCents: Cents,
): Pick<Refund, 'amountCents' | 'cause'> | null {
  const amountCents = Math.min(refundedCents, payment.amountCents) - sumOf(liveOf(payment))
  if (payment.state !== 'paid' || amountCents <= 0) return null
  return { amountCents, cause: causeOf(payment, invoice, amountCents) }
}

/**
 * What credit notes, and a fee that the books gave back, still owe of a payment and can go back now: where
 * the refund that was opened for it asked for more than the gateway had left, or a bank had the money then.
 * 0 = nothing.
 */
export function restCents(payment: RefundablePayment, invoice: RefundableInvoice): Cents {
  return Math.max(0, Math.min(owedStillCents(payment, invoice), leftCents(payment)))
}

/** What can still go back of a payment: neither its refunds, those that failed aside, nor a bank have it. */
export function leftCents(payment: RefundablePayment): Cents {
  return Math.max(0, payment.amountCents - payment.disputedCents - sumOf(liveOf(payment)))
}

/** Refunds that did not fail. */
export function liveOf({ refunds }: Pick<RefundablePayment, 'refunds'>): Refund[] {
  return refunds.filter(({ state }) => state !== 'failed')
}

/** Whether a refund has not ended. */
export function isUnderWay({ state }: Pick<Refund, 'state'>): boolean {
  return state === 'open' || state === 'pending'
}

/** The sum of refunds. */
export function sumOf(refunds: readonly Pick<Refund, 'amountCents'>[]): Cents {
  return sumCents(refunds.map(({ amountCents }) => amountCents))
}

/** Whether a payment moved money to us. */
export function isPaid({ state, amountCents }: RefundablePayment): boolean {
  return state === 'paid' && amountCents > 0
}

/** Whether a payment was paid and not all of it has gone back, is on its way, or was taken by a bank. */
export function isKept(payment: RefundablePayment): boolean {
  return isPaid(payment) && leftCents(payment) > 0
}

/**
 * Whether a bank took all that refunds left of a payment. Once its invoice is credited, its fee and the
 * thanks for it go back then, as they do with the last refund.
 */
export function isTakenAway(
  payment: Pick<RefundablePayment, 'amountCents' | 'refundedCents' | 'disputedCents'>,
): boolean {
  const rest = payment.amountCents - payment.refundedCents
  return rest > 0 && payment.disputedCents >= rest
}

/** The fee of the way of paying belongs to the payment, and goes back when nothing of the payment is left. */
export function postFeeBack(
  { id, feeCents }: Pick<RefundablePayment, 'id' | 'feeCents'>,
  payer: PaymentPayer | null,
  at: Timestamp,
): PaymentPosting[] {
  if (feeCents === 0) return []
  const posting = postCreditNote({ driverId: payer?.id ?? null, items: [], discounts: [], feeCents })
  return [{ ...posting, at, reference: feeBackOf(id) }]
}

/** The reference under which the books give a payment's fee back, once. */
export function feeBackOf(paymentId: string): string {
  return `fee_back:${paymentId}`
}

/** What a payment still has of its fee. */
export function feeLeftCents({ feeCents, feeBack }: RefundablePayment): Cents {
  return feeBack ? 0 : feeCents
}

/** Whether so much more of a payment is owed to the driver already, by a credit note not paid out yet. */
function causeOf(
  payment: RefundablePayment,
  invoice: RefundableInvoice,
  amountCents: Cents,
): Refund['cause'] {
  return amountCents <= owedStillCents(payment, invoice) ? 'credited' : 'goodwill'
}

/** What credit notes owe of a payment, and a fee that the books gave back, less what goes back for them. */
function owedStillCents(payment: RefundablePayment, invoice: RefundableInvoice): Cents {
  const { amountCents } = payment
  const { dueCents, creditedCents, state } = invoice
  const complete = state === 'credited'
  const feeCents = feeLeftCents(payment)
  const owed = owedBackCents({ amountCents, feeCents, dueCents, creditedCents, complete })
  return owed - sumOf(liveOf(payment).filter(({ cause }) => cause === 'credited'))
}
