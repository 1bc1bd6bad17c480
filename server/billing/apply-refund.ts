import { owedBackCents, postRefund } from '@madruga/core/billing.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { creditFee, creditItems, leftOf, readPaid, sumOf, undoTakenAway } from './credit.ts'
import { revokeReward } from './referral-rewards.ts'
import { postAll } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import type { BillingDeps, Payer, Tx } from './model.ts'
import { lockPayerOf } from './store/drivers.ts'
import { lockInvoiceOf } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { changePayment, lockPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { changeRefund, insertRefund, readRefund, readRefundsOf } from './store/refunds.ts'
import type { RefundRow } from './store/refunds.ts'

/** What the gateway says of a refund; `refundId` is its own for it, null where it does not say. */
export type RefundReading = { state: 'pending' | 'succeeded' | 'failed'; refundId: string | null }

/** A payment and its invoice, locked. */
export type Held = { invoice: InvoiceRow; payment: PaymentRow }

/**
 * Locks a payment with all that belongs to it until the transaction ends, in the one order in which money is
 * taken: driver, invoice, payment. Null when there is none; no payer where the driver is gone.
 */
export async function holdPayment(
  tx: Tx,
  paymentId: string,
): Promise<(Held & { payer: Payer | null }) | null> {
  const payer = await lockPayerOf(tx, paymentId)
  const invoice = await lockInvoiceOf(tx, paymentId)
  if (invoice === null) return null
  return { payer, invoice, payment: (await lockPayment(tx, paymentId))! }
}

/**
 * Whether so much more of a payment is owed to the driver already, by a credit note that has not been paid
 * out; `live` are its refunds that did not fail.
 */
export function causeOf(
  { invoice, payment }: Held,
  live: readonly RefundRow[],
  amountCents: number,
): RefundRow['cause'] {
  return amountCents <= owedStill({ invoice, payment }, live) ? 'credited' : 'goodwill'
}

/** Opens a refund like `refundRestOf`, of a payment as it is now. */
export async function refundRest(deps: BillingDeps, tx: Tx, paymentId: string): Promise<void> {
  await refundRestOf(deps, tx, (await holdPayment(tx, paymentId))!)
}

/**
 * Opens a refund of what credit notes still owe, where the one that was opened for it asked for more than
 * the gateway had left, or a bank had the money then.
 */
export async function refundRestOf(deps: BillingDeps, tx: Tx, held: Held): Promise<void> {
  const { id: paymentId } = held.payment
  const live = (await readRefundsOf(tx, [paymentId])).filter((refund) => refund.state !== 'failed')
  const amountCents = Math.min(owedStill(held, live), leftOf(held.payment, live))
  if (amountCents <= 0) return
  await insertRefund(tx, {
    id: deps.newId(),
    paymentId,
    amountCents,
    cause: 'credited',
    actor: 'service',
    reason: 'the rest of what is owed',
    at: deps.clock.now(),
  })
}

/** What credit notes owe of a payment, less what goes back for them. */
function owedStill({ invoice, payment }: Held, live: readonly RefundRow[]): number {
  const owedCents = owedBackCents({
    amountCents: payment.amount_cents,
    feeCents: payment.fee_cents,
    dueCents: invoice.due_cents,
    creditedCents: invoice.credited_cents,
    complete: invoice.state === 'credited',
  })
  return owedCents - sumOf(live.filter((refund) => refund.cause === 'credited'))
}

/**
 * Lets a refund be what the gateway says, with all that comes of it, in one transaction of the caller's. One
 * that has ended stays as it ended, so that the same may be heard again. Answers the refund as it is then.
 */
export async function applyRefundReading(
  deps: BillingDeps,
  tx: Tx,
  refundId: string,
  reading: RefundReading,
): Promise<RefundRow> {
  const { payment_id: paymentId } = (await readRefund(tx, refundId))!
  const held = (await holdPayment(tx, paymentId))!
  const refund = (await readRefund(tx, refundId))!
  if (refund.state === 'succeeded' || refund.state === 'failed') return refund
  const settledAt = reading.state === 'pending' ? {} : { settledAt: deps.clock.now() }
  await changeRefund(tx, refundId, { state: reading.state, refundId: reading.refundId, ...settledAt })
  if (reading.state === 'succeeded') await takeRefund(deps, tx, held, refund)
  return (await readRefund(tx, refundId))!
}

/** What comes of money that went back. */
async function takeRefund(deps: BillingDeps, tx: Tx, held: Held, refund: RefundRow): Promise<void> {
  const { invoice, payment } = held
  const at = deps.clock.now()
  const { amount_cents: amountCents } = refund
  const refundedCents = payment.refunded_cents + amountCents
  await changePayment(tx, payment.id, { refundedCents, at })
  const all = refundedCents === payment.amount_cents
  const rows: LedgerEntry[] = []
  // All of the money is back, whyever: so is what was bought with it. Part of it alone is a kindness, and
  // nothing is undone.
  if (all) rows.push(...(await undoPaid(deps, tx, held, refund, at)))
  const { cause } = (await readRefund(tx, refund.id))!
  const driverId = payment.driver_id
  rows.push({ ...postRefund({ driverId, amountCents, cause }), at, reference: `refund:${refund.id}` })
  if (all && payment.fee_cents > 0) rows.push(creditFee(payment, at))
  if (invoice.state === 'credited')
    rows.push(...(await undoTakenAway(deps, tx, { ...payment, refunded_cents: refundedCents }, at)))
  if (driverId !== null) {
    if (all) await revokeReward(deps, tx, driverId, payment.id)
    const params = { reference: payment.reference, amountCents }
    await deps.notify.announce(tx, { driverId, kind: 'refunded', params, event: `refund ${refund.id}` })
  }
  // Last, since it locks accounts that all drivers share.
  await postAll(tx, rows)
}

/**
 * Takes back what a payment that was given back entirely had paid for; nothing where the invoice is paid
 * otherwise, disputed or not, or credited.
 */
async function undoPaid(
  deps: BillingDeps,
  tx: Tx,
  { invoice, payment }: Held,
  refund: RefundRow,
  at: Timestamp,
): Promise<LedgerEntry[]> {
  await changeRefund(tx, refund.id, { cause: 'credited' })
  if (invoice.state !== 'paid') return []
  const others = (await readPaid(tx, invoice.id)).filter((each) => each.payment.id !== payment.id)
  // What a bank has is not given back: of that an operator decides.
  if (others.some((each) => each.kept || each.payment.disputed_cents > 0)) return []
  const { actor, reason } = refund
  const wish = { invoice, positions: 'all', cause: 'refund', reason, actor, at } as const
  return (await creditItems(deps, tx, wish)).rows
}
