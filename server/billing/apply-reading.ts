import {
  addPurchase,
  paidAt,
  paidUntil,
  postInvoice,
  postGatewayFee,
  postPayment,
} from '@madruga/core/billing.ts'
import { PAYMENT_STATES } from '@madruga/core/billing.ts'
import type { PaidTier, PaymentState } from '@madruga/core/billing.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { restoreIfClear } from './dunning.ts'
import { releaseCredits, rewardReferrer } from './referral-rewards.ts'
import { issueInvoice } from './issue.ts'
import { postAll } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import type { BillingDeps, Payer, Tx } from './model.ts'
import { refundRest } from './apply-refund.ts'
import { lockPayer } from './store/drivers.ts'
import { changeInvoice, giveCouponBack, lockInvoice, placeWeeks } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { changePayment, lockPayment, readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { insertRefund } from './store/refunds.ts'
import { readPeriods, replacePeriods } from './store/periods.ts'

/** What the gateway says of a charge: how it stands, and what is known besides. */
export type ChargeReading = {
  state: PaymentState
  chargeId: string | null
  reason: string | null
  action: { clientSecret: string; url: string | null } | null
  /** What the gateway keeps; null while it is not known. */
  feeCents: number | null
  /** The driver gave it up: that is no news to them. */
  byDriver?: boolean
}

/**
 * Lets a payment be what the gateway says, with all that comes of it, in one transaction of the caller's: an invoice is issued and paid, time is
 * added, the ledger posted, the driver told. A state only rises, so that news may come in any order and again. Locks driver, invoice,
 * payment, ledger, in this order. Answers the payment as it is then; null when there is none.
 */
export async function applyChargeReading(
  deps: BillingDeps,
  tx: Tx,
  paymentId: string,
  reading: ChargeReading,
): Promise<PaymentRow | null> {
  const found = await readPayment(tx, paymentId)
  if (found === null) return null
  const payer = found.driver_id === null ? null : await lockPayer(tx, found.driver_id)
  const invoice = (await lockInvoice(tx, found.invoice_id))!
  const payment = (await lockPayment(tx, paymentId))!
  const rows: LedgerEntry[] = []
  // What was heard of no charge is old where another process has opened one meanwhile.
  const isOld = reading.chargeId === null && payment.charge_id !== null
  const rises = !isOld && PAYMENT_STATES.indexOf(reading.state) > PAYMENT_STATES.indexOf(payment.state)
  const at = deps.clock.now()
  const change: Parameters<typeof changePayment>[2] = { at }
  if (reading.chargeId !== null && payment.charge_id === null) change.chargeId = reading.chargeId
  if (rises) {
    Object.assign(change, {
      state: reading.state,
      reason: reading.reason,
      action: reading.state === 'needs_action' ? reading.action : null,
    })
    if (reading.state === 'paid') {
      change.paidAt = at
      rows.push(...(await takePayment(deps, tx, { payer, invoice, payment, at })))
    }
    if (reading.state === 'refused' || reading.state === 'canceled')
      await failPayment(deps, tx, { payer, invoice, payment, reading })
  }
  // An event may have told that the bank asks, before the answer came that says where.
  if (reading.state === 'needs_action' && payment.state === 'needs_action' && payment.action === null)
    change.action = reading.action
  const paid = (change.state ?? payment.state) === 'paid'
  if (paid && reading.feeCents !== null && payment.gateway_fee_cents === null) {
    change.gatewayFeeCents = reading.feeCents
    if (reading.feeCents > 0) rows.push(gatewayFee(payment, payer, reading.feeCents, at))
  }
  if (Object.keys(change).length > 1) await changePayment(tx, paymentId, change)
  // A bank debit that is under way: the driver has done their part.
  if (change.state === 'processing' && payer !== null) await restoreIfClear(deps, tx, payer)
  // Something may have been taken off the invoice while a bank had the payment.
  if (change.state === 'paid') await refundRest(deps, tx, paymentId)
  await postAll(tx, rows)
  return await readPayment(tx, paymentId)
}

type Taken = { payer: Payer | null; invoice: InvoiceRow; payment: PaymentRow; at: Timestamp }

/** What comes of money that arrived; answers what the ledger has to know of it. */
async function takePayment(deps: BillingDeps, tx: Tx, taken: Taken): Promise<LedgerEntry[]> {
  const { payer, invoice, payment, at } = taken
  const rows: LedgerEntry[] = []
  let number = invoice.number
  if (isPast(payer, invoice, payment)) {
    await sendBack(deps, tx, payment, { at, reason: payer === null ? 'account deleted' : 'given up before' })
    return postingsOf(payment, payer, at)
  }
  if (number === null) {
    // Also a draft that was given up meanwhile: what is paid for is given.
    const issued = await issueInvoice(tx, invoice, at)
    number = issued.number
    rows.push(issued.row)
    if (payer !== null) await addTime(deps, tx, payer, invoice, at)
    await changeInvoice(tx, invoice.id, { state: 'paid', paidAt: at })
  } else if (invoice.state === 'unpaid') await changeInvoice(tx, invoice.id, { state: 'paid', paidAt: at })
  else await sendBack(deps, tx, payment, { at, reason: 'paid twice' })
  rows.push(...postingsOf(payment, payer, at))
  if (payer === null) return rows
  await rewardReferrer(deps, tx, payer.id, { paidCents: payment.amount_cents, at })
  await restoreIfClear(deps, tx, payer)
  const params = {
    paymentId: payment.id,
    reference: payment.reference,
    amountCents: payment.amount_cents,
    number,
  }
  const event = `payment ${payment.id}`
  await deps.notify.announce(tx, { driverId: payer.id, kind: 'payment_received', params, event })
  return rows
}

/**
 * Whether a purchase can be given no more: nobody is left to use it, what had lowered its price went back when it was given up, or its driver
 * was told after days that it had failed, and may have bought it otherwise.
 */
function isPast(payer: Payer | null, invoice: InvoiceRow, payment: PaymentRow): boolean {
  if (invoice.number !== null) return false
  const isLate = payment.freed_at !== null || invoice.coupon_cents + invoice.credits_cents > 0
  return payer === null || (invoice.state === 'abandoned' && isLate)
}

/** The time that was bought follows what is there, and the account with it. */
async function addTime(
  { accounts }: Pick<BillingDeps, 'accounts'>,
  tx: Tx,
  payer: Payer,
  invoice: InvoiceRow,
  at: Timestamp,
): Promise<void> {
  const { tier, days } = invoice
  if (tier === null || days === null) return
  const before = await readPeriods(tx, payer.id)
  const after = addPurchase(before, { tier, days }, payer.timeZone, at)
  await replacePeriods(tx, payer.id, after)
  const spanMs = paidMs(after, tier, at) - paidMs(before, tier, at)
  // Where the bought time lies: at the end of its edition.
  const to = after.findLast((span) => span.tier === tier)!.until
  const from = to - spanMs
  await changeInvoice(tx, invoice.id, { spanMs, from, to })
  await placeWeeks(tx, invoice.id, [from, from + (7 * spanMs) / days].slice(0, days / 7))
  const active = paidAt(after, at)
  await accounts.setEdition(tx, payer.id, {
    prepaid: active?.tier === 'professional' ? 2 : 1,
    subscribedUntil: paidUntil(after, at),
  })
}

/** Nothing was paid: what a draft had reserved is free again, and who was not there to see it is told. */
async function failPayment(
  deps: BillingDeps,
  tx: Tx,
  {
    payer,
    invoice,
    payment,
    reading,
  }: { payer: Payer | null; invoice: InvoiceRow; payment: PaymentRow; reading: ChargeReading },
): Promise<void> {
  if (invoice.state === 'draft') await abandonDraft(deps, tx, invoice)
  // A bank takes days over a debit, and answers nobody who waits; whether it was heard meanwhile that it did makes no difference.
  const alone = payment.off_session || payment.method?.kind === 'bank'
  if (!alone || payer === null || reading.byDriver === true) return
  // No bank refused what was given up.
  const reason = reading.reason ?? (reading.state === 'canceled' ? 'given_up' : 'declined')
  const params = { number: invoice.number, dueCents: payment.amount_cents, reason }
  const event = `payment_failed ${payment.id}`
  await deps.notify.announce(tx, { driverId: payer.id, kind: 'payment_failed', params, event })
}

/** Gives up a purchase that was not paid, and what it had reserved; the caller holds the invoice locked. */
export async function abandonDraft(
  deps: BillingDeps,
  tx: Tx,
  invoice: Pick<InvoiceRow, 'id'>,
): Promise<void> {
  await changeInvoice(tx, invoice.id, { state: 'abandoned' })
  await giveCouponBack(tx, invoice.id)
  await releaseCredits(deps, tx, invoice.id)
}

/** Money that nothing stands against goes back. */
async function sendBack(
  deps: BillingDeps,
  tx: Tx,
  payment: PaymentRow,
  { at, reason }: { at: Timestamp; reason: string },
): Promise<void> {
  if (payment.amount_cents === 0) return
  await insertRefund(tx, {
    id: deps.newId(),
    paymentId: payment.id,
    amountCents: payment.amount_cents,
    cause: 'credited',
    actor: 'service',
    reason,
    at,
  })
}

function postingsOf(payment: PaymentRow, payer: Payer | null, at: Timestamp): LedgerEntry[] {
  const driverId = payer?.id ?? null
  const { fee_cents: feeCents, amount_cents: amountCents } = payment
  const fee = feeCents > 0 ? [postInvoice({ driverId, items: [], discounts: [], feeCents })] : []
  const paid = amountCents > 0 ? [postPayment({ driverId, amountCents })] : []
  return [
    ...fee.map((posting) => ({ ...posting, at, reference: `fee:${payment.id}` })),
    ...paid.map((posting) => ({ ...posting, at, reference: `payment:${payment.id}` })),
  ]
}

function gatewayFee(payment: PaymentRow, payer: Payer | null, feeCents: number, at: Timestamp): LedgerEntry {
  const posting = postGatewayFee({ driverId: payer?.id ?? null, amountCents: feeCents })
  return { ...posting, at, reference: `gateway_fee:${payment.id}` }
}

function paidMs(
  periods: readonly { tier: PaidTier; from: Timestamp; until: Timestamp }[],
  tier: PaidTier,
  at: Timestamp,
) {
  return periods.reduce(
    (sum, span) => sum + (span.tier === tier ? Math.max(0, span.until - Math.max(span.from, at)) : 0),
    0,
  )
}
