import { decideCreditNote, restCents } from '@madruga/core/payments.ts'
import type { InvoiceToCredit, PaymentDecision, PaymentEffect } from '@madruga/core/payments.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import {
  issueInvoice,
  nextInvoiceNumber,
  insertCreditNote,
  readLaterDiscounts,
  changeInvoice,
  giveCouponBack,
  readItems,
} from '../invoices.ts'
import type { Credited, CreditRequest, InvoiceRow } from '../invoices.ts'
import { postAll } from '../ledger.ts'
import type { LedgerEntry } from '../ledger.ts'
import { lockPayer } from '../payers.ts'
import type { Payer, Tx } from '../payers.ts'
import { holdPaymentsOf, readRefundable, refundableInvoice } from './facts.ts'
import type { Held } from './facts.ts'
import type { PaymentsDeps } from './model.ts'
import { changePayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { creditRefunds, insertRefund } from './store/refunds.ts'

/** What effects are carried out on: rows that the transaction holds locked, as they are by now. */
export type Work = {
  payer: Payer | null
  invoice: InvoiceRow
  /** Null where no money was paid: then no effect is on a payment. */
  payment: PaymentRow | null
  at: Timestamp
}

/**
 * What came of effects: the number of an invoice that was issued, a refund that was opened and is to be asked
 * for after the commit (the sweep does it otherwise), and what the ledger has to know. The caller posts that
 * once, at the end of its transaction, since it locks accounts that all drivers share.
 */
export type Done = { number: string | null; refundId: string | null; rows: LedgerEntry[] }

/**
 * Changes a payment as was decided, carries the effects out and posts them, inside the caller's transaction.
 * Answers the payment as it is then.
 */
export async function applyDecision(
  deps: PaymentsDeps,
  tx: Tx,
  held: Held,
  { changes, effects }: PaymentDecision,
  at: Timestamp,
): Promise<PaymentRow> {
  const isChanged = Object.keys(changes).length > 0
  const payment = isChanged ? await changePayment(tx, held.payment.id, { ...changes, at }) : held.payment
  const { rows } = await carryOut(deps, tx, { ...held, payment, at }, effects)
  if (rows.length > 0) await postAll(tx, rows)
  return payment
}

/** Carries out what was decided about money, in its order and inside the caller's transaction. */
async function carryOut(
  deps: PaymentsDeps,
  tx: Tx,
  work: Work,
  effects: readonly PaymentEffect[],
): Promise<Done> {
  const done: Done = { number: null, refundId: null, rows: [] }
  for (const effect of effects) await carryOutOne(deps, tx, { ...work, done }, effect)
  return done
}

async function carryOutOne(
  deps: PaymentsDeps,
  tx: Tx,
  { done, ...work }: Work & { done: Done },
  effect: PaymentEffect,
): Promise<void> {
  const { invoice, at } = work
  // Effects on a payment are decided only where there is one, and effects on a driver likewise.
  const payment = work.payment!
  switch (effect.kind) {
    case 'issue_invoice': {
      const { number, row } = await issueInvoice(tx, invoice, at)
      done.number = number
      return void done.rows.push(row)
    }
    case 'mark_paid':
      return await changeInvoice(tx, invoice.id, { state: 'paid', paidAt: at })
    case 'reopen_invoice':
      return await changeInvoice(tx, invoice.id, { state: 'unpaid' })
    case 'abandon_draft':
      return await abandonDraft(deps, tx, invoice)
    case 'release_discounts':
      return await releaseDiscounts(deps, tx, invoice)
    case 'credit_invoice': {
      const { actor, reason } = effect
      const request = { invoice, positions: 'all', cause: 'refund', actor, reason, at } as const
      const { rows } = await creditItems(deps, tx, request)
      return void done.rows.push(...rows)
    }
    case 'refund': {
      done.refundId = await openRefund(deps, tx, payment, { ...effect, at })
      return
    }
    case 'refund_rest':
      return await refundRest(deps, tx, { ...work, payment })
    case 'mark_refunds_credited':
      return await creditRefunds(tx, payment.id)
    case 'post':
      return void done.rows.push(...effect.postings)
    default:
      return await carryOutOnDriver(deps, tx, work.payer!, { ...work, payment, done }, effect)
  }
}

/** What is done to a driver or told to them. */
type DriverEffect = Extract<
  PaymentEffect,
  | Notification
  | { kind: 'add_time' | 'take_time_back' | 'reward_referrer' | 'revoke_reward' | 'restore_account' }
>
type Notification = Extract<PaymentEffect, { kind: `notify_${string}` }>

async function carryOutOnDriver(
  deps: PaymentsDeps,
  tx: Tx,
  payer: Payer,
  { invoice, payment, at, done }: Work & { payment: PaymentRow; done: Done },
  effect: DriverEffect,
): Promise<void> {
  switch (effect.kind) {
    case 'add_time':
      return await deps.addTime(tx, payer, invoice, effect.purchase, at)
    case 'take_time_back':
      return await deps.takeTimeBack(tx, payer, effect.purchase, at)
    case 'reward_referrer':
      return await deps.rewardReferrer(tx, payer.id, { paidCents: effect.paidCents, at })
    case 'revoke_reward':
      return await deps.revokeReward(tx, payer.id, payment.id)
    case 'restore_account':
      return await deps.restoreIfClear(tx, payer)
    default:
      return await tell(deps, tx, payer.id, effect, done.number ?? invoice.number)
  }
}

async function tell(
  { notify }: Pick<PaymentsDeps, 'notify'>,
  tx: Tx,
  driverId: string,
  effect: Notification,
  number: string | null,
): Promise<void> {
  const { event } = effect
  switch (effect.kind) {
    case 'notify_received': {
      const params = { ...effect.params, number: number! }
      return await notify.announce(tx, { driverId, kind: 'payment_received', params, event })
    }
    case 'notify_failed':
      return await notify.announce(tx, { driverId, kind: 'payment_failed', params: effect.params, event })
    case 'notify_refunded':
      return await notify.announce(tx, { driverId, kind: 'refunded', params: effect.params, event })
    case 'notify_due':
      return await notify.announce(tx, { driverId, kind: 'invoice_due', params: effect.params, event })
  }
}

/** Gives up a purchase that was not paid, and what it had reserved; the caller holds the invoice locked. */
export async function abandonDraft(
  deps: PaymentsDeps,
  tx: Tx,
  invoice: Pick<InvoiceRow, 'id'>,
): Promise<void> {
  await changeInvoice(tx, invoice.id, { state: 'abandoned' })
  await releaseDiscounts(deps, tx, invoice)
}

async function releaseDiscounts(deps: PaymentsDeps, tx: Tx, { id }: Pick<InvoiceRow, 'id'>): Promise<void> {
  await giveCouponBack(tx, id)
  await deps.releaseCredits(tx, id)
}

/** Opens a refund of money that is owed to the driver. Answers its id. */
async function openRefund(
  deps: Pick<PaymentsDeps, 'newId'>,
  tx: Tx,
  payment: PaymentRow,
  { amountCents, actor, reason, at }: { amountCents: number; actor: string; reason: string; at: Timestamp },
): Promise<string> {
  const id = deps.newId()
  await insertRefund(tx, { id, paymentId: payment.id, amountCents, cause: 'credited', actor, reason, at })
  return id
}

/** Opens a refund of what is still owed of a payment, as `restCents` says, if anything. */
export async function refundRest(
  deps: PaymentsDeps,
  tx: Tx,
  { invoice, payment, at }: Work & { payment: PaymentRow },
): Promise<void> {
  const [refundable] = await readRefundable(tx, [payment])
  const amountCents = restCents(refundable!, refundableInvoice(invoice))
  const by = { actor: 'service', reason: 'the rest of what is owed' }
  if (amountCents > 0) await openRefund(deps, tx, payment, { amountCents, ...by, at })
}

/**
 * Takes items of an invoice back by a credit note, as `decideCreditNote` says, inside the caller's
 * transaction. Refuses with `billing.nothing_to_credit`; throws RangeError for an item that the invoice does
 * not have.
 */
export async function creditItems(deps: PaymentsDeps, tx: Tx, request: CreditRequest): Promise<Credited> {
  const { invoice, positions, cause, reason, actor = 'service', at } = request
  const { driver_id: driverId } = invoice
  const payer = driverId === null ? null : await lockPayer(tx, driverId)
  const { rows: heldPayments, payments } = await holdPaymentsOf(tx, invoice.id)
  const toCredit = await readInvoiceToCredit(tx, invoice)
  const decision = decideCreditNote(toCredit, payments, payer, { positions, actor, reason }, at)
  if (decision === null) throw new AppError('billing.nothing_to_credit')
  const { credit, paymentId, posting } = decision
  // Of the same series as invoices, and of the driver's year, as they are.
  const number = await nextInvoiceNumber(tx, Number(dayOf(invoice.time_zone, at).slice(0, 4)))
  await insertCreditNote(tx, {
    number,
    invoice_id: invoice.id,
    driver_id: driverId,
    cause,
    cents: credit.cents,
    reason,
    at,
    coupon_cents: -credit.later.couponCents,
    waived_cents: -credit.later.waivedCents,
    positions: credit.positions,
  })
  await changeInvoice(tx, invoice.id, decision.invoice)
  const payment = heldPayments.find(({ id }) => id === paymentId) ?? null
  const { refundId, rows } = await carryOut(deps, tx, { payer, invoice, payment, at }, decision.effects)
  const entry = { ...posting, at, reference: `credit_note:${number}` }
  return { number, cents: credit.cents, rows: [entry, ...rows], refundId }
}

async function readInvoiceToCredit(tx: Tx, invoice: InvoiceRow): Promise<InvoiceToCredit> {
  const items = await readItems(tx, [invoice.id])
  const { plan, span_ms: spanMs } = invoice
  return {
    ...refundableInvoice(invoice),
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
    sold: plan === null || spanMs === null ? null : { plan, spanMs },
  }
}
