import type { Cents } from '../money.ts'

/**
 * Where a payment stands, in the order in which it rises: a bank that took days over it may refuse in the end. A refusal is no end: the driver may
 * try the same payment again with another card.
 */
export const PAYMENT_STATES = ['open', 'needs_action', 'processing', 'canceled', 'refused', 'paid'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** What is known of one payment at the gateway. */
export type Payment = {
  state: PaymentState
  paidCents: Cents
  refundedCents: Cents
  /** The refunds that are counted already, by their id. */
  refunds: readonly string[]
}

/** What the gateway says happened; it comes in any order, late, and more than once. */
export type PaymentEvent =
  | { kind: 'needs_action' | 'refused' | 'processing' | 'canceled' }
  | { kind: 'paid'; cents: Cents }
  | { kind: 'refunded'; refundId: string; cents: Cents }

/** A payment of which nothing is known yet. */
export function openPayment(): Payment {
  return { state: 'open', paidCents: 0, refundedCents: 0, refunds: [] }
}

/**
 * The payment with one more event. A state only rises, in the order of `PAYMENT_STATES`, and a refund counts once: whatever the order in which
 * events come and however often, the same payment comes out.
 */
export function applyEvent(payment: Payment, event: PaymentEvent): Payment {
  if (event.kind === 'refunded') {
    const { refundId, cents } = event
    if (payment.refunds.includes(refundId)) return payment
    return {
      ...payment,
      refundedCents: payment.refundedCents + cents,
      refunds: [...payment.refunds, refundId].toSorted(),
    }
  }
  const paidCents = event.kind === 'paid' ? event.cents : payment.paidCents
  const rises = PAYMENT_STATES.indexOf(event.kind) > PAYMENT_STATES.indexOf(payment.state)
  return rises ? { ...payment, state: event.kind, paidCents } : payment
}

/** Money of it that is ours still; a refund may be heard of before the payment itself. */
export function keptCents({ paidCents, refundedCents }: Payment): Cents {
  return Math.max(0, paidCents - refundedCents)
}
