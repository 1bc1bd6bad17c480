import type { Stripe } from 'stripe'
import { sumCents } from '@madruga/core/money.ts'
import type { BalanceLine } from '../../ledger.ts'
import { reasonOf } from './failures.ts'
import type { CardEvent, Charge, Dispute, DisputeMoney, PaymentMethod, Refund } from './model.ts'

const STATES: Record<string, Charge['state']> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'needs_action',
  requires_confirmation: 'open',
  canceled: 'canceled',
}
/** All that has not ended is open. */
const DISPUTE_ENDS: Record<string, Dispute['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

/** A charge without what only an expanded object says. */
export function readIntent(intent: Stripe.PaymentIntent): Omit<Charge, 'feeCents' | 'refundedCents'> {
  const error = intent.last_payment_error
  const state = STATES[intent.status] ?? 'failed'
  return {
    chargeId: intent.id,
    state,
    amountCents: intent.amount,
    methodId: idOf(intent.payment_method) ?? error?.payment_method?.id ?? null,
    metadata: { ...intent.metadata },
    reason: state === 'failed' && error ? reasonOf(error.decline_code, error.code) : null,
    action: state === 'needs_action' ? readAction(intent) : null,
  }
}

/** What a bank asks. */
export function readAction(intent: Stripe.PaymentIntent): { clientSecret: string; url: string | null } {
  const url = intent.next_action?.redirect_to_url?.url ?? null
  return { clientSecret: intent.client_secret ?? '', url }
}

/** A charge from an intent with `latest_charge.balance_transaction` expanded. */
export function readExpanded(intent: Stripe.PaymentIntent): Charge {
  const latest = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const line = typeof latest?.balance_transaction === 'object' ? latest.balance_transaction : null
  return { ...readIntent(intent), refundedCents: latest?.amount_refunded ?? 0, feeCents: line?.fee ?? null }
}

/** Cards and bank accounts; null for methods of any other kind. */
export function readMethod(method: Stripe.PaymentMethod): PaymentMethod | null {
  const { id: methodId, card, us_bank_account: bank } = method
  if (card) {
    const expires = { month: card.exp_month, year: card.exp_year }
    const { brand, last4, fingerprint = null } = card
    return { methodId, kind: 'card', brand, last4, expires, fingerprint }
  }
  if (!bank) return null
  const { bank_name: brand, last4, fingerprint } = bank
  return { methodId, kind: 'bank', brand: brand ?? '', last4: last4 ?? '', expires: null, fingerprint }
}

/** A refund; those of charges that we did not make have an empty `chargeId`. */
export function readRefund(refund: Stripe.Refund): Refund {
  return {
    refundId: refund.id,
    chargeId: idOf(refund.payment_intent) ?? '',
    amountCents: refund.amount,
    state: refund.status === 'succeeded' ? 'succeeded' : refund.status === 'pending' ? 'pending' : 'failed',
  }
}

/** A dispute; that of a charge that we did not make has an empty `chargeId`. */
export function readDispute(dispute: Stripe.Dispute): Dispute {
  const { id: disputeId, reason, amount: amountCents, balance_transactions: lines } = dispute
  const withdrawn = sumMoney(lines.filter((line) => line.amount < 0))
  const reinstatement = sumMoney(lines.filter((line) => line.amount > 0))
  return {
    disputeId,
    chargeId: idOf(dispute.payment_intent) ?? '',
    state: DISPUTE_ENDS[dispute.status] ?? 'open',
    reason,
    amountCents,
    withdrawn: withdrawn && { amountCents: -withdrawn.amountCents, feeCents: withdrawn.feeCents },
    // A fee that comes back is one below zero.
    reinstated: reinstatement && { ...reinstatement, feeCents: Math.max(0, -reinstatement.feeCents) },
    at: dispute.created * 1000,
  }
}

/** A line of the books with its `source` expanded. */
export function readLine(line: Stripe.BalanceTransaction): BalanceLine {
  const source = typeof line.source === 'object' ? line.source : null
  const intent = source !== null && 'payment_intent' in source ? source.payment_intent : null
  return {
    lineId: line.id,
    kind: kindOf(line),
    chargeId: idOf(intent as string | { id: string } | null),
    amountCents: line.amount,
    feeCents: line.fee,
    netCents: line.net,
    at: line.created * 1000,
  }
}

/** An event in our words. */
export function readEvent(event: Stripe.Event): CardEvent {
  const head = { eventId: event.id, at: event.created * 1000 }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.canceled':
    case 'payment_intent.requires_action':
      return { ...head, kind: 'charge_changed', charge: readIntent(event.data.object) }
    case 'charge.refunded': {
      const { payment_intent: intent, amount_refunded: refundedCents } = event.data.object
      return { ...head, kind: 'charge_refunded', chargeId: idOf(intent) ?? '', refundedCents }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { ...head, kind: 'refund_changed', refund: readRefund(event.data.object) }
    default:
      return readOtherEvent(event, head)
  }
}

function readOtherEvent(event: Stripe.Event, head: Pick<CardEvent, 'eventId' | 'at'>): CardEvent {
  switch (event.type) {
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const { id: disputeId, payment_intent: intent } = event.data.object
      return { ...head, kind: 'dispute_changed', disputeId, chargeId: idOf(intent) ?? '' }
    }
    case 'setup_intent.succeeded': {
      const customerId = idOf(event.data.object.customer)
      const methodId = idOf(event.data.object.payment_method)
      if (customerId === null || methodId === null) return { ...head, kind: 'ignored', type: event.type }
      return { ...head, kind: 'method_saved', customerId, methodId }
    }
    case 'customer.updated':
      return { ...head, kind: 'customer_changed', customerId: event.data.object.id }
    default:
      return { ...head, kind: 'ignored', type: event.type }
  }
}

function sumMoney(lines: readonly Stripe.BalanceTransaction[]): DisputeMoney | null {
  if (lines.length === 0) return null
  return {
    amountCents: sumCents(lines.map((line) => line.amount)),
    feeCents: sumCents(lines.map((line) => line.fee)),
  }
}

function kindOf({ type, reporting_category: category }: Stripe.BalanceTransaction): BalanceLine['kind'] {
  if (type.endsWith('refund')) return 'refund'
  if (type === 'charge' || type === 'payment') return 'charge'
  // `dispute`, and `dispute_reversal` for what comes back.
  return type === 'adjustment' && category.startsWith('dispute') ? 'dispute' : 'other'
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
