import { readDollars } from './dollars.ts'
import type { PaymentRow } from './queries.ts'

/** What of a payment is ours still, and can go back; 0 unless it was paid. */
export function refundableCents({
  state,
  amountCents,
  refundedCents,
}: Pick<PaymentRow, 'state' | 'amountCents' | 'refundedCents'>): number {
  return state === 'paid' ? Math.max(0, amountCents - refundedCents) : 0
}

/** A part that is typed in dollars, in cents; null unless it is above zero and no more than `mostCents`. */
export function readRefund(typed: string, mostCents: number): number | null {
  const cents = readDollars(typed)
  return cents !== null && cents > 0 && cents <= mostCents ? cents : null
}
