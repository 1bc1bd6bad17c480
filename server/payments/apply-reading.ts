import { decidePayment } from '@madruga/core/payments.ts'
import type { ChargeReading } from '@madruga/core/payments.ts'
import { postAll } from '../ledger.ts'
import type { Tx } from '../payers.ts'
import { carryOut } from './execute.ts'
import { holdPayment, invoiceFacts, paymentFacts } from './facts.ts'
import type { PaymentsDeps } from './model.ts'
import { changePayment } from './store/payments.ts'
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
  const held = await holdPayment(tx, paymentId)
  if (held === null) return null
  const at = deps.clock.now()
  const { payer, invoice } = held
  const decision = decidePayment(paymentFacts(held.payment), invoiceFacts(invoice), payer, reading, at)
  const { changes, effects } = decision
  const isChanged = Object.keys(changes).length > 0
  const payment = isChanged ? await changePayment(tx, paymentId, { ...changes, at }) : held.payment
  const { rows } = await carryOut(deps, tx, { payer, invoice, payment, at }, effects)
  if (rows.length > 0) await postAll(tx, rows)
  return payment
}
