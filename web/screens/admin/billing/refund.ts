import { sumCents } from '@madruga/core/money.ts'
import { readCents } from '@madruga/core/numbers.ts'
import type { PaymentRow } from './queries.ts'

/** The refundable part of a payment: without what a bank withdrew; 0 unless it was paid. */
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

/** A typed partial amount in dollars, as cents; null unless it is above zero and at most `mostCents`. */
export function readRefund(text: string, mostCents: number): number | null {
  const cents = readCents(text)
  return cents !== null && cents > 0 && cents <= mostCents ? cents : null
}
