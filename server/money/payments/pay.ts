import { chargeFor } from '@madruga/core/invoices.ts'
import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { findInvoice, lockInvoice, readPrices } from '../invoices.ts'
import type { InvoiceRow } from '../invoices.ts'
import { once, readAnswer, findPayer, lockPayer } from '../payers.ts'
import type { KeyedRequest, Tx } from '../payers.ts'
import { applyChargeReading } from './apply-reading.ts'
import { closeCharge, syncPayment } from './charge.ts'
import { refuseTester } from './limits.ts'
import type { PaymentsDeps } from './model.ts'
import { chooseMethod, refuseUnderWay, writePayment } from './new-payment.ts'
import type { Begun, ChosenMethod } from './new-payment.ts'
import { isUnderWay, readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'

/**
 * Pays an invoice: the payment is written first, once for its key, then charged. Answers its id. Refuses with
 * `billing.not_found`, `billing.paid_already`, `billing.under_way` (`paymentId`, `state`),
 * `billing.prices_stale` (`totalCents`), `billing.method_missing`, `billing.gateway_unavailable`,
 * `request.too_many` after too many refused cards.
 */
export async function pay(
  deps: PaymentsDeps,
  driverId: string,
  { key, ...input }: Inputs['billing']['pay'],
): Promise<string> {
  const request = { scope: 'billing.pay', driverId, key, body: input }
  // A repeated request answers the same payment, whatever has become of the card meanwhile.
  const previous = await readAnswer<Begun>(deps.db, request)
  const { paymentId } = previous ?? (await beginPaying(deps, request, input))
  await syncPayment(deps, paymentId)
  return paymentId
}

async function beginPaying(
  deps: PaymentsDeps,
  request: KeyedRequest,
  input: Omit<Inputs['billing']['pay'], 'key'>,
): Promise<Begun> {
  const { driverId } = request
  const payer = await findPayer(deps.db, driverId)
  if ((await findInvoice(deps.db, input.number, driverId)) === null) throw new AppError('billing.not_found')
  const method = (await chooseMethod(deps, payer, input.methodId))!
  return await once(deps.db, request, async (tx) => {
    await lockPayer(tx, driverId)
    const { id } = (await findInvoice(tx, input.number, driverId))!
    const invoice = (await lockInvoice(tx, id))!
    return await beginPayment(deps, tx, { driverId, invoice, method, expectCents: input.expectCents })
  })
}

/** Writes the payment of what is left of an invoice, which the caller holds locked; refuses like `pay`. */
export async function beginPayment(
  deps: PaymentsDeps,
  tx: Tx,
  paying: {
    driverId: string
    invoice: InvoiceRow
    method: ChosenMethod
    expectCents?: number
    offSession?: boolean
  },
): Promise<Begun> {
  const { driverId, invoice, method, expectCents, offSession = false } = paying
  await refuseSettled(tx, invoice)
  if (!offSession) await refuseTester(deps, tx, driverId)
  const { fees } = await readPrices(tx, deps.settings)
  const charge = chargeFor(invoice.due_cents - invoice.credited_cents, fees[method.kind])
  const { totalCents } = charge
  if (expectCents !== undefined && expectCents !== totalCents)
    throw new AppError('billing.prices_stale', { totalCents })
  return await writePayment(deps, tx, { driverId, invoiceId: invoice.id, ...charge, method, offSession })
}

/**
 * Refuses with `billing.paid_already` and `billing.under_way` (`paymentId`, `state`) unless an invoice, which
 * the caller holds locked, waits to be paid.
 */
export async function refuseSettled(tx: Tx, invoice: InvoiceRow): Promise<void> {
  if (invoice.state !== 'unpaid') throw new AppError('billing.paid_already')
  await refuseUnderWay(tx, invoice.id)
}

/**
 * One payment of the driver's own, asked of the gateway where it has not ended. Refuses with
 * `billing.not_found`.
 */
export async function followPayment(deps: PaymentsDeps, driverId: string, id: string): Promise<PaymentRow> {
  const payment = await readOwn(deps, driverId, id)
  return isUnderWay(payment) ? await syncPayment(deps, id) : payment
}

/**
 * Gives up a payment that is not paid yet, so that nothing is taken for it any more; one that has ended stays
 * as it ended. Refuses with `billing.not_found`, `billing.too_late` where a bank has it,
 * `billing.gateway_unavailable`.
 */
export async function cancelPayment(deps: PaymentsDeps, driverId: string, id: string): Promise<PaymentRow> {
  const payment = await readOwn(deps, driverId, id)
  if (!isUnderWay(payment)) return payment
  // A suspended driver is back because of it: canceled and begun again, it would let them continue for
  // nothing.
  if (payment.state === 'processing') throw new AppError('billing.too_late')
  const current = await cancelAtGateway(deps, payment, { byDriver: true })
  if (current.state === 'processing') throw new AppError('billing.too_late')
  return current
}

/**
 * Takes a payment back that is not paid, at the gateway first; answers what it is then. Refuses with
 * `billing.gateway_unavailable`.
 */
export async function cancelAtGateway(
  deps: PaymentsDeps,
  payment: PaymentRow,
  { byDriver = false }: { byDriver?: boolean } = {},
): Promise<PaymentRow> {
  const reading = await closeCharge(deps, payment)
  if (reading === null) throw new AppError('billing.gateway_unavailable')
  const left = (await deps.db
    .transaction()
    .execute((tx) => applyChargeReading(deps, tx, payment.id, { ...reading, byDriver })))!
  // Another process opened its charge meanwhile: that is closed too.
  const isNew = payment.charge_id === null && left.charge_id !== null
  return isNew && isUnderWay(left) ? await cancelAtGateway(deps, left, { byDriver }) : left
}

async function readOwn({ db }: PaymentsDeps, driverId: string, id: string): Promise<PaymentRow> {
  const payment = await readPayment(db, id)
  if (payment === null || payment.driver_id !== driverId) throw new AppError('billing.not_found')
  return payment
}
