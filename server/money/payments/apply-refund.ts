import { decideRefund } from '@madruga/core/payments.ts'
import type { RefundReading } from '@madruga/core/payments.ts'
import type { Tx } from '../payers.ts'
import { applyDecision } from './execute.ts'
import { holdWithRefunds } from './facts.ts'
import type { PaymentsDeps } from './model.ts'
import { changeRefund, readRefund } from './store/refunds.ts'
import type { RefundRow } from './store/refunds.ts'

/**
 * Applies a reading of a refund, with all that `decideRefund` says comes of it, in one transaction of the
 * caller's. Locks like `applyChargeReading`. Answers the refund as it is then.
 */
export async function applyRefundReading(
  deps: PaymentsDeps,
  tx: Tx,
  refundId: string,
  reading: RefundReading,
): Promise<RefundRow> {
  const { payment_id: paymentId } = (await readRefund(tx, refundId))!
  const held = (await holdWithRefunds(tx, paymentId))!
  // Again, now that no one else can change it.
  const refund = (await readRefund(tx, refundId))!
  const at = deps.clock.now()
  const { actor, reason } = refund
  const known = held.facts.payment.refunds.find(({ id }) => id === refundId)!
  const decision = decideRefund(held.facts, { ...known, actor, reason }, reading, at)
  if (Object.keys(decision.refund).length === 0) return refund
  const after = await changeRefund(tx, refundId, decision.refund)
  await applyDecision(deps, tx, held, decision, at)
  return after
}
