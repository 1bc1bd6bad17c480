/**
 * The states of a payment, in order: a bank that took days may still decline. A decline is not final: the
 * driver may retry the same payment with another card.
 */
export const PAYMENT_STATES = ['open', 'needs_action', 'processing', 'canceled', 'refused', 'paid'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Whether a payment may go from one state to another: it never goes back. */
export function risesTo(from: PaymentState, to: PaymentState): boolean {
  return PAYMENT_STATES.indexOf(to) > PAYMENT_STATES.indexOf(from)
}
