import { postGatewayFee, postInvoice, postPayment } from '../ledger.ts'
import type { InvoiceState, MethodKind } from '../invoices.ts'
import type { Posting } from '../ledger.ts'
import type { SubscriptionDays } from '../subscriptions.ts'
import type { PaidPlan } from '../plans.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'
import type {
  BankAction,
  PaymentChanges,
  PaymentDecision,
  PaymentEffect,
  PaymentPayer,
  PaymentPosting,
} from './effects.ts'
import { risesTo } from '../payment-states.ts'
import type { PaymentState } from '../payment-states.ts'

/** The gateway's reading of a charge: its state and details. */
export type ChargeReading = {
  state: PaymentState
  /** Null if no charge was opened. */
  chargeId: string | null
  reason: string | null
  action: BankAction | null
  /** The gateway's fee; null until it is known. */
  feeCents: Cents | null
  /** The driver canceled it themselves and needs no notification. */
  byDriver?: boolean
}

/** A payment as the rules see it. */
export type Payment = {
  id: string
  reference: string
  state: PaymentState
  chargeId: string | null
  action: BankAction | null
  /** The amount charged; `feeCents` of it is the payment fee. */
  amountCents: Cents
  feeCents: Cents
  /** The gateway's fee; null until it is known. */
  gatewayFeeCents: Cents | null
  /** Since when its invoice no longer waits for it; null = it still does. */
  freedAt: Timestamp | null
  /** Charged while the driver was away. */
  offSession: boolean
  /** Null if there was nothing to charge. */
  methodKind: MethodKind | null
}

/** The invoice that a payment is for. It has no number until it is issued. */
export type PayableInvoice = {
  number: string | null
  state: InvoiceState
  couponCents: Cents
  creditsCents: Cents
  /** The time that it sells; null for a weekly invoice. */
  purchase: { plan: PaidPlan; days: SubscriptionDays } | null
}

type Facts = { payment: Payment; invoice: PayableInvoice; payer: PaymentPayer | null; reading: ChargeReading }

/**
 * Decides the consequences of one reading of a payment's charge. A state only advances, so readings may
 * arrive in any order and repeatedly. One that advances nothing has no effects, except that a gateway fee is
 * posted once it is known. Posting comes last, since it locks accounts that all drivers share.
 */
export function decidePayment(
  payment: Payment,
  invoice: PayableInvoice,
  payer: PaymentPayer | null,
  reading: ChargeReading,
  now: Timestamp,
): PaymentDecision {
  const changes = changesBy(payment, reading, now)
  const effects = effectsOf({ payment, invoice, payer, reading }, changes.state)
  const postings = postingsOf(payment, payer, changes, now)
  const issues = effects.some(({ kind }) => kind === 'issue_invoice')
  if (issues || postings.length > 0) effects.push({ kind: 'post', postings })
  return { changes, effects }
}

function changesBy(payment: Payment, reading: ChargeReading, now: Timestamp): PaymentChanges {
  const { chargeId, feeCents } = reading
  const changes = advanceBy(payment, reading, now)
  if (chargeId !== null && payment.chargeId === null) changes.chargeId = chargeId
  const isPaid = (changes.state ?? payment.state) === 'paid'
  if (isPaid && feeCents !== null && payment.gatewayFeeCents === null) changes.gatewayFeeCents = feeCents
  return changes
}

/** The payment's new state, if it advances, and what belongs to it. */
function advanceBy(
  payment: Payment,
  { state, chargeId, reason, action }: ChargeReading,
  now: Timestamp,
): PaymentChanges {
  // A reading without a charge is outdated if another process has opened one since.
  const isOld = chargeId === null && payment.chargeId !== null
  if (isOld || !risesTo(payment.state, state)) {
    // An event may report that the bank requires authentication before the response arrives that says where.
    const asksAlready = payment.state === 'needs_action' && payment.action === null
    return state === 'needs_action' && asksAlready ? { action } : {}
  }
  if (state !== 'paid') return { state, reason, action: state === 'needs_action' ? action : null }
  // A debit that was given up and arrives after all is waited for no more, and no one took it back.
  const freed = payment.freedAt === null ? {} : { freedAt: null }
  return { state, reason, action: null, paidAt: now, ...freed }
}

/** The consequences of a payment's new state; none if it stays. */
function effectsOf(facts: Facts, state: PaymentState | undefined): PaymentEffect[] {
  switch (state) {
    case 'paid':
      return [...(isPast(facts) ? sendBack(facts) : takePayment(facts)), { kind: 'refund_rest' }]
    case 'refused':
    case 'canceled':
      return failPayment(facts)
    case 'processing':
      // A bank debit is pending: the driver has done their part.
      return facts.payer === null ? [] : [{ kind: 'restore_account' }]
    default:
      return []
  }
}

/**
 * Whether a purchase can no longer be delivered: its driver is gone, the discounts of the abandoned draft
 * were released, or its driver was notified days later that it had failed and may have bought it again.
 */
function isPast({ payment, invoice, payer }: Facts): boolean {
  if (invoice.number !== null) return false
  const isLate = payment.freedAt !== null || invoice.couponCents + invoice.creditsCents > 0
  return payer === null || (invoice.state === 'abandoned' && isLate)
}

function sendBack({ payment, payer }: Facts): PaymentEffect[] {
  return refundAll(payment, payer === null ? 'account deleted' : 'given up before')
}

/** The money arrived, and the driver gets the purchase; a second payment of one invoice is refunded. */
function takePayment({ payment, invoice, payer }: Facts): PaymentEffect[] {
  const effects = deliver(payment, invoice)
  if (payer === null) return effects
  const { id: paymentId, reference, amountCents } = payment
  if (amountCents > 0) effects.push({ kind: 'reward_referrer', paidCents: amountCents })
  const params = { paymentId, reference, amountCents }
  effects.push(
    { kind: 'restore_account' },
    { kind: 'notify_received', event: `payment ${paymentId}`, params },
  )
  return effects
}

function deliver(payment: Payment, { number, state, purchase }: PayableInvoice): PaymentEffect[] {
  // Also an abandoned draft: a paid purchase is delivered.
  if (number === null)
    return [
      { kind: 'issue_invoice' },
      ...(purchase === null ? [] : [{ kind: 'add_time' as const, purchase }]),
      { kind: 'mark_paid' },
    ]
  return state === 'unpaid' ? [{ kind: 'mark_paid' }] : refundAll(payment, 'paid twice')
}

/** Money without a claim behind it is refunded. */
function refundAll({ amountCents }: Payment, reason: string): PaymentEffect[] {
  return amountCents === 0 ? [] : [{ kind: 'refund', amountCents, actor: 'service', reason }]
}

/**
 * Decides what comes of a bank that has said nothing of a debit for too long: what it is for may be paid
 * otherwise, and its driver is notified, once. The debit itself continues. Null where no one waits for it.
 */
export function decideSilence(
  payment: Pick<Payment, 'id' | 'state' | 'freedAt' | 'amountCents'>,
  invoice: Pick<PayableInvoice, 'number' | 'state'>,
  payer: PaymentPayer | null,
  now: Timestamp,
): PaymentDecision | null {
  const { id, state, freedAt, amountCents } = payment
  if (state !== 'processing' || freedAt !== null) return null
  const effects: PaymentEffect[] = invoice.state === 'draft' ? [{ kind: 'abandon_draft' }] : []
  const params = { number: invoice.number, dueCents: amountCents, reason: 'bank_silent' }
  if (payer !== null) effects.push({ kind: 'notify_failed', event: `payment_silent ${id}`, params })
  return { changes: { freedAt: now }, effects }
}

/** Nothing was paid: what a draft had reserved is released, and a driver who was away is notified. */
function failPayment({ payment, invoice, payer, reading }: Facts): PaymentEffect[] {
  const effects: PaymentEffect[] = invoice.state === 'draft' ? [{ kind: 'abandon_draft' }] : []
  // A bank takes days over a debit: the driver is away by then, whether or not "processing" was read in
  // between.
  const alone = payment.offSession || payment.methodKind === 'bank'
  if (!alone || payer === null || reading.byDriver === true) return effects
  // No bank declined what was canceled.
  const reason = reading.reason ?? (reading.state === 'canceled' ? 'given_up' : 'declined')
  const params = { number: invoice.number, dueCents: payment.amountCents, reason }
  effects.push({ kind: 'notify_failed', event: `payment_failed ${payment.id}`, params })
  return effects
}

/** The ledger's postings: the payment and its fee once paid, and the gateway's fee. */
function postingsOf(
  { id, amountCents, feeCents }: Payment,
  payer: PaymentPayer | null,
  { state, gatewayFeeCents = 0 }: PaymentChanges,
  at: Timestamp,
): PaymentPosting[] {
  const driverId = payer?.id ?? null
  const postings: PaymentPosting[] = []
  const add = (posting: Posting, reference: string) => postings.push({ ...posting, at, reference })
  if (state === 'paid' && feeCents > 0)
    add(postInvoice({ driverId, items: [], discounts: [], feeCents }), `fee:${id}`)
  if (state === 'paid' && amountCents > 0) add(postPayment({ driverId, amountCents }), `payment:${id}`)
  if (gatewayFeeCents > 0)
    add(postGatewayFee({ driverId, amountCents: gatewayFeeCents }), `gateway_fee:${id}`)
  return postings
}
