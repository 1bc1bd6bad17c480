import type { MethodKind } from '@madruga/core/invoices.ts'
import { AppError } from '@madruga/core/errors.ts'
import { inSpan } from '../../kit/tracing.ts'
import type { Payer, Tx } from '../payers.ts'
import { findMethod, openCustomer } from './customers.ts'
import { noteCards } from './methods.ts'
import type { PaymentsDeps } from './model.ts'
import { blocksNewPayment, insertPayment, readPaymentsOf } from './store/payments.ts'

/** A way to pay, and whose it is at the gateway. */
export type ChosenMethod = {
  customerId: string
  methodId: string
  kind: MethodKind
  brand: string
  last4: string
}

/** The saved card or bank account of that id; null for none. */
export async function chooseMethod(
  deps: PaymentsDeps,
  payer: Payer,
  methodId: string | undefined,
): Promise<ChosenMethod | null> {
  if (methodId === undefined) return null
  const customerId = await openCustomer(deps, payer)
  const method = await findMethod(deps, customerId, methodId)
  await noteCards(deps, payer.id, [method])
  const { kind, brand, last4 } = method
  return { customerId, methodId, kind, brand, last4 }
}

/** A payment that was written, and of which no one was asked yet. */
export type Begun = { paymentId: string }

/** Writes a payment before anybody is asked for its money. */
export async function writePayment(
  deps: PaymentsDeps,
  tx: Tx,
  payment: {
    driverId: string
    invoiceId: string
    totalCents: number
    feeCents: number
    method: ChosenMethod | null
    offSession?: boolean
  },
): Promise<Begun> {
  const { driverId, invoiceId, totalCents, feeCents, method, offSession = false } = payment
  const paymentId = deps.newId()
  const attributes = { payment: paymentId, cents: totalCents, off_session: offSession }
  await inSpan(deps.tracing, 'payment.order', { subject: paymentId, isFirst: true, attributes }, () =>
    insertPayment(tx, {
      id: paymentId,
      reference: deps.newReference(),
      driverId,
      invoiceId,
      customer_id: method?.customerId ?? null,
      method: method && { id: method.methodId, kind: method.kind, brand: method.brand, last4: method.last4 },
      amount_cents: totalCents,
      fee_cents: feeCents,
      off_session: offSession,
      at: deps.clock.now(),
    }),
  )
  return { paymentId }
}

/** Refuses with `billing.under_way` (`paymentId`, `state`) while a payment of an invoice is waited for. */
export async function refuseUnderWay(tx: Tx, invoiceId: string): Promise<void> {
  const waiting = (await readPaymentsOf(tx, [invoiceId])).find(blocksNewPayment)
  if (waiting) throw new AppError('billing.under_way', { paymentId: waiting.id, state: waiting.state })
}
