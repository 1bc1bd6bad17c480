/**
 * Where a payment stands, in the order in which it rises: a bank that took days over it may refuse in the
 * end. A refusal is no end: the driver may try the same payment again with another card.
 */
export const PAYMENT_STATES = ['open', 'needs_action', 'processing', 'canceled', 'refused', 'paid'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Whether a payment may go from one state to another: it never falls. */
export function risesTo(from: PaymentState, to: PaymentState): boolean {
  return PAYMENT_STATES.indexOf(to) > PAYMENT_STATES.indexOf(from)
}
