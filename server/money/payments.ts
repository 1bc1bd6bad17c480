import { defineModule } from '../module.ts'
import { lockInvoice } from './invoices.ts'
import { lockPayer, changePayer, readCustomer, forEachPage } from './payers.ts'
import { syncPayment, closeRefused, readingOf } from './payments/charge.ts'
import { listMethods } from './payments/customers.ts'
import { noteCards } from './payments/methods.ts'
import type { PaymentsDeps } from './payments/model.ts'
import { beginPayment } from './payments/pay.ts'
import type { ChosenMethod } from './payments/new-payment.ts'
import { readToPay } from './payments/store/autopay.ts'
import type { ToPay } from './payments/store/autopay.ts'
import { inSpan } from '../kit/tracing.ts'
import { applyChargeReading } from './payments/apply-reading.ts'
import { recordDisputes } from './payments/disputes.ts'
import type { CardEvent } from './payments/gateway.ts'
import { noticeRefunds } from './payments/refunds.ts'
import { findByCharge, readPayment } from './payments/store/payments.ts'
import type { PaymentRow } from './payments/store/payments.ts'
import { receiveOnce } from './payments/store/received.ts'

/** The entry of payments: charges, refunds, disputes and saved methods, and the card gateway. */

export { openGatewayBooks } from './payments/compare.ts'
export { creditItems } from './payments/execute.ts'
export { closedCards, describeGateway, openCards } from './payments/gateway.ts'
export type { Cards, Gateway, GatewayAccess } from './payments/gateway.ts'
export { createBillingLimits } from './payments/limits.ts'
export { createSavedMethods } from './payments/methods.ts'
export type { SavedMethods } from './payments/methods.ts'
export type { PaymentsDeps, SubscriptionEffects } from './payments/model.ts'
export { cancelPayment, followPayment, pay, refuseSettled } from './payments/pay.ts'
export { buy, pricePurchase } from './payments/purchase.ts'
export type { Order } from './payments/purchase.ts'
export { askRefund, refund, syncRefunds } from './payments/refunds.ts'
export { anonymizePayments } from './payments/store/payments.ts'
export { readDisputesOf } from './payments/store/disputes.ts'
export type { DisputeRow } from './payments/store/disputes.ts'
export * from './payments/store/payments.ts'
export { forgetEvents } from './payments/store/received.ts'
export { findPayments, sumRunningCharges } from './payments/store/search.ts'
export { syncUnsettled } from './payments/sync-unsettled.ts'

/** The declaration of payments. */
export const payments = defineModule({
  tables: ['disputes', 'payments', 'received_events', 'refunds'],
  sections: [
    {
      name: 'payments',
      from: 'payments',
      columns: `reference, state, charge_id, method, amount_cents, fee_cents, off_session, reason, refunded_cents, created_at, paid_at,
        (select coalesce(json_agg(json_build_object('amount_cents', amount_cents, 'state', r.state, 'reason', r.reason,
          'created_at', r.created_at) order by r.created_at), '[]') from refunds r where r.payment_id = payments.id) as refunds,
        (select coalesce(json_agg(json_build_object('amount_cents', amount_cents, 'state', d.state, 'reason', d.reason,
          'opened_at', d.opened_at) order by d.opened_at), '[]') from disputes d where d.payment_id = payments.id) as disputes`,
      key: [['id', 'text']],
    },
  ],
})

const INVOICES_A_PAGE = 200
/** Payments under way at once: they wait for the gateway, which takes a hundred requests a second. */
const PAID_AT_ONCE = 16

/**
 * Pays weekly invoices from the default card of drivers who chose that. A refusal is announced and tried
 * again a few times.
 */
export async function payByThemselves(deps: PaymentsDeps): Promise<void> {
  const { everyMs, tries } = deps.settings.autopay
  const before = deps.clock.now() - everyMs
  await forEachPage(deps, 'an invoice is not paid by itself yet', {
    most: INVOICES_A_PAGE,
    atOnce: PAID_AT_ONCE,
    readPage: (after: ToPay | null) =>
      readToPay(deps.db, { triedBefore: before, tries, after, most: INVOICES_A_PAGE }),
    work: (one) => payOne(deps, one),
  })
}

async function payOne(deps: PaymentsDeps, { driverId, invoiceId, methodId }: ToPay): Promise<void> {
  const method = await chooseDefault(deps, driverId, methodId)
  if (method === null) return await changePayer(deps.db, driverId, { autopay: false })
  const begun = await deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, driverId)
    const invoice = (await lockInvoice(tx, invoiceId))!
    // Paid meanwhile, by the driver: nothing to do.
    if (invoice.state !== 'unpaid') return null
    return await beginPayment(deps, tx, { driverId, invoice, method, offSession: true })
  })
  if (begun !== null) await syncPayment(deps, begun.paymentId)
}

/**
 * What the driver's screen shows as the default: the one chosen, or the newest; null = nothing is saved any
 * more.
 */
async function chooseDefault(
  deps: PaymentsDeps,
  driverId: string,
  methodId: string | null,
): Promise<ChosenMethod | null> {
  const customer = await readCustomer(deps.db, driverId)
  if (customer === null) return null
  const { customerId } = customer
  const methods = await listMethods(deps, customerId)
  const method = methods.find((each) => each.methodId === methodId) ?? methods[0]
  if (method === undefined) return null
  await noteCards(deps, driverId, [method])
  const { methodId: chosenId, kind, brand, last4 } = method
  return { customerId, methodId: chosenId, kind, brand, last4 }
}

/**
 * Takes an event that the gateway tells: it is a hint, and what counts is what the gateway answers when it is
 * asked. Its effect and the note that it had it are one transaction. Rejects when the gateway does not
 * answer, so that it tells the event again.
 */
export async function takeWebhook(
  deps: PaymentsDeps,
  rawBody: string | Uint8Array,
  signature: string,
): Promise<'taken' | 'forged'> {
  const webhook = deps.cards.verifyWebhook(rawBody, signature)
  if (webhook.outcome === 'forged') return 'forged'
  const { event } = webhook
  const payment = await findPayment(deps, event)
  if (payment === null) return 'taken'
  const about = { subject: payment.id, attributes: { event: event.kind } }
  await inSpan(deps.tracing, 'payment.webhook', about, () => syncFromEvent(deps, event, payment))
  return 'taken'
}

async function syncFromEvent(deps: PaymentsDeps, event: CardEvent, payment: PaymentRow): Promise<void> {
  const chargeId = payment.charge_id ?? chargeOf(event)!
  const answer = await deps.cards.readCharge(chargeId)
  if (answer.outcome !== 'done')
    throw new Error(`the gateway does not say how a charge stands: ${answer.reason}`)
  const charge = answer.value
  const reading = await closeRefused(deps, payment, readingOf(charge))
  if (reading === null) throw new Error('the gateway does not close a charge that was refused')
  const received = { id: event.eventId, kind: event.kind, at: event.at }
  await receiveOnce(deps.db, received, async (tx) => {
    await applyChargeReading(deps, tx, payment.id, reading)
  })
  await noticeRefunds(deps, payment.id, charge)
  if (event.kind === 'dispute_changed') await syncDisputes(deps, payment.id, chargeId)
}

async function syncDisputes(deps: PaymentsDeps, paymentId: string, chargeId: string): Promise<void> {
  const answer = await deps.cards.listDisputes(chargeId)
  if (answer.outcome !== 'done')
    throw new Error(`the gateway does not say how a dispute stands: ${answer.reason}`)
  await recordDisputes(deps, paymentId, answer.value)
}

function chargeOf(event: CardEvent): string | null {
  if (event.kind === 'charge_changed') return event.charge.chargeId
  if (event.kind === 'charge_refunded' || event.kind === 'dispute_changed') return event.chargeId
  return event.kind === 'refund_changed' ? event.refund.chargeId : null
}

/** The payment that an event is about; null where it is about none of ours. */
async function findPayment({ db, cards }: PaymentsDeps, event: CardEvent): Promise<PaymentRow | null> {
  const chargeId = chargeOf(event)
  if (chargeId === null) return null
  const known = await findByCharge(db, chargeId)
  if (known !== null) return known
  // Told before we heard the answer to our own call.
  if (event.kind === 'charge_changed') return await readPayment(db, event.charge.metadata['paymentId'] ?? '')
  const answer = await cards.readCharge(chargeId)
  if (answer.outcome === 'unknown')
    throw new Error(`the gateway does not say what a charge was for: ${answer.reason}`)
  return answer.outcome === 'done' ? await readPayment(db, answer.value.metadata['paymentId'] ?? '') : null
}
