import {
  creditOf,
  owedBackCents,
  paidAt,
  paidUntil,
  postCreditNote,
  takeBack,
} from '@madruga/core/billing.ts'
import type { Credit } from '@madruga/core/billing.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import { sumCents } from '@madruga/core/money.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { restoreIfClear } from './dunning.ts'
import { prepaidOf } from './sync-plans.ts'
import { releaseCredits, revokeReward } from './referral-rewards.ts'
import type { LedgerEntry } from './ledger.ts'
import type { BillingDeps, Tx } from './model.ts'
import { nextInvoiceNumber } from './numbers.ts'
import { insertCreditNote, readLaterDiscounts } from './store/credit-notes.ts'
import type { CreditNoteRow } from './store/credit-notes.ts'
import { lockPayer } from './store/drivers.ts'
import { changeInvoice, giveCouponBack, readItems } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { lockPayment, readPaymentsOf } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { creditRefunds, insertRefund, readRefundsOf } from './store/refunds.ts'
import { readPeriods, replacePeriods } from './store/periods.ts'

/** What is to be credited of an invoice, and why. */
export type CreditWish = {
  /** As it is now, locked by the caller. */
  invoice: InvoiceRow
  /** Items by their positions; those that are credited already are left out. */
  positions: readonly number[] | 'all'
  cause: CreditNoteRow['cause']
  reason: string
  /** Who a refund that comes of it is made by; the service itself where nobody is named. */
  actor?: string
  at: Timestamp
}

/**
 * A credit note that was written: `rows` are what the ledger has to know of it, for the caller to post with
 * all that belongs to the same event. `refundId` is a refund that it opened, which is asked for after the
 * commit; without that the sweep does it.
 */
export type Credited = { number: string; cents: number; rows: LedgerEntry[]; refundId: string | null }

/**
 * Takes items of an invoice back by a credit note, inside the caller's transaction, which holds its driver
 * and it locked. What was paid for them goes back to where it was paid from. With the last item everything is
 * undone that the invoice brought: the time of a subscription goes, its coupon and its referral credits come
 * back, and so does the fee of the way of paying (see `owedBackCents`). Refuses with
 * `billing.nothing_to_credit`; throws RangeError for an item that the invoice does not have.
 */
export async function creditItems(deps: BillingDeps, tx: Tx, wish: CreditWish): Promise<Credited> {
  const { invoice, at } = wish
  const items = await readItems(tx, [invoice.id])
  const credit = creditOf(
    {
      couponCents: invoice.coupon_cents,
      creditsCents: invoice.credits_cents,
      waivedCents: invoice.waived_cents,
      later: await readLaterDiscounts(tx, invoice.id),
      items: items.map(({ position, kind, cents, credited_by: by }) => ({
        position,
        kind,
        cents,
        credited: by !== null,
      })),
    },
    wish.positions,
  )
  if (credit === null || invoice.number === null) throw new AppError('billing.nothing_to_credit')
  const payment = await lockPaid(tx, invoice.id)
  // Of the same series as invoices, and of the driver's year, as they are.
  const number = await nextInvoiceNumber(tx, Number(dayOf(invoice.time_zone, at).slice(0, 4)))
  await insertCreditNote(tx, {
    number,
    invoice_id: invoice.id,
    driver_id: invoice.driver_id,
    cause: wish.cause,
    cents: credit.cents,
    reason: wish.reason,
    at,
    coupon_cents: -credit.later.couponCents,
    waived_cents: -credit.later.waivedCents,
    positions: credit.positions,
  })
  const creditedCents = invoice.credited_cents + credit.cents
  await changeInvoice(tx, invoice.id, { creditedCents, ...stateAfter(wish, credit, creditedCents) })
  const back =
    payment === null ? NOTHING_BACK : await giveBack(deps, tx, wish, { credit, creditedCents, payment })
  if (credit.complete) await undo(deps, tx, invoice, at)
  if (invoice.state === 'unpaid') await restore(deps, tx, invoice)
  const amounts = { driverId: invoice.driver_id, ...credit, feeCents: 0, givenCents: back.givenCents }
  const rows = [{ ...postCreditNote(amounts), at, reference: `credit_note:${number}` }]
  if (credit.complete && payment !== null) rows.push(...(await undoTakenAway(deps, tx, payment, at)))
  return { number, cents: credit.cents, rows, refundId: back.refundId }
}

/**
 * What comes of a payment whose invoice is credited, where a bank took all that was left of it: its fee goes
 * back and so do the thanks for it, as they do with the last refund. Nothing where something is left. Answers
 * what the ledger has to know.
 */
export async function undoTakenAway(
  deps: Pick<BillingDeps, 'notify'>,
  tx: Tx,
  payment: PaymentRow,
  at: Timestamp,
): Promise<LedgerEntry[]> {
  const leftCents = payment.amount_cents - payment.refunded_cents
  if (leftCents <= 0 || payment.disputed_cents < leftCents) return []
  if (payment.driver_id !== null) await revokeReward(deps, tx, payment.driver_id, payment.id)
  return payment.fee_cents > 0 ? [creditFee(payment, at)] : []
}

/** The fee of the way of paying belongs to the payment, and goes back when nothing of the payment is left. */
export function creditFee(payment: PaymentRow, at: Timestamp): LedgerEntry {
  const posting = postCreditNote({
    driverId: payment.driver_id,
    items: [],
    discounts: [],
    feeCents: payment.fee_cents,
  })
  return { ...posting, at, reference: `fee_back:${payment.id}` }
}

/** What is left of it was free all along: then there is nothing to wait for. */
function stateAfter({ invoice, at }: CreditWish, { complete }: Credit, creditedCents: number) {
  if (complete) return { state: 'credited' } as const
  if (invoice.state !== 'unpaid' || creditedCents < invoice.due_cents) return {}
  return { state: 'paid', paidAt: at } as const
}

const NOTHING_BACK = { givenCents: 0, refundId: null }

/**
 * Payments of an invoice that were paid, the oldest first; `kept`: not all of its money has gone back, is on
 * its way, or was taken by a bank.
 */
export async function readPaid(tx: Tx, invoiceId: string): Promise<{ payment: PaymentRow; kept: boolean }[]> {
  const all = (await readPaymentsOf(tx, [invoiceId])).toReversed()
  const paid = all.filter(({ state, amount_cents: cents }) => state === 'paid' && cents > 0)
  const refunds = await readRefundsOf(
    tx,
    paid.map((payment) => payment.id),
  )
  return paid.map((payment) => {
    const back = refunds.filter((refund) => refund.payment_id === payment.id && refund.state !== 'failed')
    return { payment, kept: leftOf(payment, back) > 0 }
  })
}

/**
 * The payment that an invoice is paid by, locked; null for none that moved money. One that was paid twice is
 * paid by what is kept of it.
 */
async function lockPaid(tx: Tx, invoiceId: string): Promise<PaymentRow | null> {
  const paid = await readPaid(tx, invoiceId)
  const { payment } = paid.find((each) => each.kept) ?? paid[0] ?? { payment: null }
  return payment && (await lockPayment(tx, payment.id))
}

/**
 * Opens the refund of what the driver is owed back now. What went back before as goodwill counts toward it
 * once everything is credited: nobody gets back more than they paid. Whatever the payment has no room for
 * stays to the driver's credit in the ledger.
 */
async function giveBack(
  deps: BillingDeps,
  tx: Tx,
  wish: CreditWish,
  { credit, creditedCents, payment }: { credit: Credit; creditedCents: number; payment: PaymentRow },
): Promise<{ givenCents: number; refundId: string | null }> {
  const live = (await readRefundsOf(tx, [payment.id])).filter((refund) => refund.state !== 'failed')
  const goodwill = live.filter((refund) => refund.cause === 'goodwill')
  if (credit.complete) await creditRefunds(tx, payment.id)
  const owed = owedBackCents({
    amountCents: payment.amount_cents,
    feeCents: payment.fee_cents,
    dueCents: wish.invoice.due_cents,
    creditedCents,
    complete: credit.complete,
  })
  const counted = credit.complete ? live : live.filter((refund) => refund.cause === 'credited')
  const amountCents = Math.min(owed - sumOf(counted), leftOf(payment, live))
  // What is still on its way is posted as credited when it arrives.
  const given = credit.complete ? goodwill.filter((refund) => refund.state === 'succeeded') : []
  if (amountCents <= 0) return { givenCents: sumOf(given), refundId: null }
  const refundId = deps.newId()
  await insertRefund(tx, {
    id: refundId,
    paymentId: payment.id,
    amountCents,
    cause: 'credited',
    actor: wish.actor ?? 'service',
    reason: wish.reason,
    at: wish.at,
  })
  return { givenCents: sumOf(given), refundId }
}

/**
 * Nothing of the invoice counts any more: what it was bought with is free again, and what it brought is gone.
 */
async function undo(deps: BillingDeps, tx: Tx, invoice: InvoiceRow, at: Timestamp): Promise<void> {
  await giveCouponBack(tx, invoice.id)
  await releaseCredits(deps, tx, invoice.id)
  const { driver_id: driverId, tier, span_ms: spanMs } = invoice
  const payer = driverId === null ? null : await lockPayer(tx, driverId)
  if (driverId === null || payer === null || tier === null || spanMs === null) return
  const before = await readPeriods(tx, driverId)
  const after = takeBack(before, { tier, spanMs }, at)
  // All of it was worked with already, and stays.
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await replacePeriods(tx, driverId, after)
  const active = paidAt(after, at)
  // With nothing left the edition has ended, as it does by itself: the bot stops, and the driver renews it or
  // leaves it.
  const prepaid = active === null ? payer.prepaid : prepaidOf(active.tier)
  await deps.accounts.setEdition(tx, driverId, { prepaid, subscribedUntil: paidUntil(after, at) })
  if (active === null || active.tier === paidAt(before, at)?.tier) return
  const params = { tier: active.tier, until: active.until }
  const event = `edition_changed ${active.from} ${active.tier}`
  await deps.notify.announce(tx, { driverId, kind: 'edition_changed', params, event })
}

/** Whoever was suspended for this invoice alone is back. */
async function restore(deps: BillingDeps, tx: Tx, { driver_id: driverId }: InvoiceRow): Promise<void> {
  const payer = driverId === null ? null : await lockPayer(tx, driverId)
  if (payer !== null) await restoreIfClear(deps, tx, payer)
}

/**
 * What can still go back of a payment: neither its refunds, those that failed aside, nor a bank have it;
 * cents.
 */
export function leftOf(
  payment: Pick<PaymentRow, 'amount_cents' | 'disputed_cents'>,
  live: readonly { amount_cents: number }[],
): number {
  return Math.max(0, payment.amount_cents - payment.disputed_cents - sumOf(live))
}

/** What refunds come to, cents. */
export function sumOf(refunds: readonly { amount_cents: number }[]): number {
  return sumCents(refunds.map((refund) => refund.amount_cents))
}
