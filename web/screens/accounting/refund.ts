import { sumCents } from '@madruga/core/money.ts'
import { readDollars } from './dollars.ts'
import type { PaymentRow } from './queries.ts'

/** What of a payment is ours still, and can go back: not what a bank took; 0 unless it was paid. */
export function refundableCents({
  state,
  amountCents,
  refundedCents,
  disputes,
}: Pick<PaymentRow, 'state' | 'amountCents' | 'refundedCents'> & {
  disputes: readonly { takenCents: number }[]
}): number {
  if (state !== 'paid') return 0
  return Math.max(0, amountCents - refundedCents - sumCents(disputes.map((dispute) => dispute.takenCents)))
}

/** A part that is typed in dollars, in cents; null unless it is above zero and no more than `mostCents`. */
export function readRefund(typed: string, mostCents: number): number | null {
  const cents = readDollars(typed)
  return cents !== null && cents > 0 && cents <= mostCents ? cents : null
}
