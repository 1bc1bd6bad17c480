import { decidePayment } from '@madruga/core/payments.ts'
import type { ChargeReading } from '@madruga/core/payments.ts'
import { inSpan } from '../../kit/tracing.ts'
import type { Tx } from '../payers.ts'
import { applyDecision } from './execute.ts'
import { holdPayment, invoiceFacts, paymentFacts } from './facts.ts'
import type { PaymentsDeps } from './model.ts'
import type { PaymentRow } from './store/payments.ts'

/**
 * Applies a reading of a charge to its payment, with all that `decidePayment` says comes of it, in one
 * transaction of the caller's. Locks driver, invoice, payment, ledger, in this order. Answers the payment as
 * it is then; null when there is none.
 */
export async function applyChargeReading(
  deps: PaymentsDeps,
  tx: Tx,
  paymentId: string,
  reading: ChargeReading,
): Promise<PaymentRow | null> {
  return await inSpan(deps.tracing, 'payment.settled', { subject: paymentId }, async (span) => {
    const held = await holdPayment(tx, paymentId)
    if (held === null) return null
    const at = deps.clock.now()
    const [payment, invoice] = [paymentFacts(held.payment), invoiceFacts(held.invoice)]
    const decision = decidePayment(payment, invoice, held.payer, reading, at)
    const settled = await applyDecision(deps, tx, held, decision, at)
    span?.set({ reading: reading.state, state: settled.state })
    return settled
  })
}
