import { feeBackOf } from '@madruga/core/payments.ts'
import type {
  PayableInvoice,
  Payment,
  RefundFacts,
  RefundableInvoice,
  RefundablePayment,
} from '@madruga/core/payments.ts'
import { lockInvoice } from '../invoices.ts'
import type { InvoiceRow } from '../invoices.ts'
import { readPosted } from '../ledger.ts'
import { lockPayer } from '../payers.ts'
import type { Payer, Tx } from '../payers.ts'
import { lockPayment, lockPaymentsOf, readParties } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { readDisputesOf } from './store/disputes.ts'
import { readRefundsOf } from './store/refunds.ts'

/** A payment, its invoice and its driver, locked; no payer where the driver is gone. */
export type Held = { payer: Payer | null; invoice: InvoiceRow; payment: PaymentRow }

/**
 * Locks a payment with all that belongs to it until the transaction ends, in the one order in which money is
 * taken: driver, invoice, payment. Null when there is none.
 */
export async function holdPayment(tx: Tx, paymentId: string): Promise<Held | null> {
  const hold = await holdInvoice(tx, paymentId)
  return hold && { ...hold, payment: (await lockPayment(tx, paymentId))! }
}

/** Driver and invoice of a payment, which it never changes, locked in this order. */
async function holdInvoice(tx: Tx, paymentId: string): Promise<Omit<Held, 'payment'> | null> {
  const parties = await readParties(tx, paymentId)
  if (parties === null) return null
  const { driverId, invoiceId } = parties
  const payer = driverId === null ? null : await lockPayer(tx, driverId)
  return { payer, invoice: (await lockInvoice(tx, invoiceId))! }
}

/** The same with all payments of its invoice, and what has gone back of them. */
export async function holdWithRefunds(
  tx: Tx,
  paymentId: string,
): Promise<(Held & { facts: RefundFacts }) | null> {
  const hold = await holdInvoice(tx, paymentId)
  if (hold === null) return null
  const { payer, invoice } = hold
  const { rows, payments } = await holdPaymentsOf(tx, invoice.id)
  const payment = payments.find(({ id }) => id === paymentId)!
  const others = payments.filter(({ id }) => id !== paymentId)
  const facts = { payment, others, payer, invoice: refundableInvoice(invoice) }
  return { payer, invoice, payment: rows.find(({ id }) => id === paymentId)!, facts }
}

/** Payments of an invoice, locked, the oldest first, as rows and with what has gone back of them. */
export async function holdPaymentsOf(
  tx: Tx,
  invoiceId: string,
): Promise<{ rows: PaymentRow[]; payments: RefundablePayment[] }> {
  const rows = await lockPaymentsOf(tx, invoiceId)
  return { rows, payments: await readRefundable(tx, rows) }
}

/** A payment as charges are decided on. */
export function paymentFacts(row: PaymentRow): Payment {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    chargeId: row.charge_id,
    action: row.action,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    gatewayFeeCents: row.gateway_fee_cents,
    freedAt: row.freed_at,
    offSession: row.off_session,
    methodKind: row.method?.kind ?? null,
  }
}

/** An invoice as charges are decided on. */
export function invoiceFacts(row: InvoiceRow): PayableInvoice {
  const { number, state, plan, days } = row
  const purchase = plan === null || days === null ? null : { plan, days }
  return { number, state, couponCents: row.coupon_cents, creditsCents: row.credits_cents, purchase }
}

/** Payments as refunds are decided on, in the same order. */
export async function readRefundable(tx: Tx, rows: readonly PaymentRow[]): Promise<RefundablePayment[]> {
  const ids = rows.map(({ id }) => id)
  const refunds = await readRefundsOf(tx, ids)
  const postings = await readPosted(tx, ids.map(feeBackOf))
  const disputes = await readDisputesOf(tx, ids)
  const lostIds = new Set(disputes.filter(({ state }) => state === 'lost').map((each) => each.payment_id))
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    state: row.state,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    feeBack: postings.has(feeBackOf(row.id)),
    refundedCents: row.refunded_cents,
    disputedCents: row.disputed_cents,
    isLost: lostIds.has(row.id),
    freedAt: row.freed_at,
    refunds: refunds
      .filter((refund) => refund.payment_id === row.id)
      .map(({ id, state, amount_cents: amountCents, cause }) => ({ id, state, amountCents, cause })),
  }))
}

/** An invoice as refunds are decided on. */
export function refundableInvoice(row: InvoiceRow): RefundableInvoice {
  const { number, state, due_cents: dueCents, credited_cents: creditedCents } = row
  return { number, state, dueCents, creditedCents }
}
