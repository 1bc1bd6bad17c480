import { paidAt, paidUntil, placePurchase } from '@madruga/core/billing.ts'
import { decidePayment } from '@madruga/core/payments.ts'
import type { ChargeReading, PayableInvoice, Payment, PaymentEffect } from '@madruga/core/payments.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { holdPayment, refundRestOf } from './apply-refund.ts'
import type { Held } from './apply-refund.ts'
import { restoreIfClear } from './dunning.ts'
import { issueInvoice } from './issue.ts'
import type { Issued } from './issue.ts'
import { postAll } from './ledger.ts'
import type { BillingDeps, Payer, Tx } from './model.ts'
import { releaseCredits, rewardReferrer } from './referral-rewards.ts'
import { changeInvoice, giveCouponBack, placeWeeks } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { changePayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { readPeriods, replacePeriods } from './store/periods.ts'
import { insertRefund } from './store/refunds.ts'
import { prepaidOf } from './sync-plans.ts'

/**
 * Applies a reading of a charge to its payment, with all that `decidePayment` says comes of it, in one
 * transaction of the caller's. Locks driver, invoice, payment, ledger, in this order. Answers the payment as
 * it is then; null when there is none.
 */
export async function applyChargeReading(
  deps: BillingDeps,
  tx: Tx,
  paymentId: string,
  reading: ChargeReading,
): Promise<PaymentRow | null> {
  const held = await holdPayment(tx, paymentId)
  if (held === null) return null
  const at = deps.clock.now()
  const { payer } = held
  const { changes, effects } = decidePayment(paymentOf(held), invoiceOf(held), payer, reading, at)
  const isChanged = Object.keys(changes).length > 0
  const payment = isChanged ? await changePayment(tx, paymentId, { ...changes, at }) : held.payment
  let issued: Issued | null = null
  for (const effect of effects) {
    if (effect.kind === 'issue_invoice') issued = await issueInvoice(tx, held.invoice, at)
    else await carryOut(deps, tx, { ...held, payment, issued, at }, effect)
  }
  return payment
}

type Work = Held & { payer: Payer | null; issued: Issued | null; at: Timestamp }

async function carryOut(
  deps: BillingDeps,
  tx: Tx,
  work: Work,
  effect: Exclude<PaymentEffect, { kind: 'issue_invoice' }>,
): Promise<void> {
  const { invoice, issued, at } = work
  // Effects on a driver are decided only where there is one.
  const payer = work.payer!
  switch (effect.kind) {
    case 'add_time':
      return await addTime(deps, tx, payer, invoice, effect.purchase, at)
    case 'mark_paid':
      return await changeInvoice(tx, invoice.id, { state: 'paid', paidAt: at })
    case 'abandon_draft':
      return await abandonDraft(deps, tx, invoice)
    case 'refund':
      return await openRefund(deps, tx, work, effect)
    case 'reward_referrer':
      return await rewardReferrer(deps, tx, payer.id, { paidCents: effect.paidCents, at })
    case 'restore_account':
      return await restoreIfClear(deps, tx, payer)
    case 'refund_rest':
      return await refundRestOf(deps, tx, work)
    case 'notify_received': {
      const params = { ...effect.params, number: issued?.number ?? invoice.number! }
      const news = { driverId: payer.id, kind: 'payment_received', params, event: effect.event } as const
      await deps.notify.announce(tx, news)
      return
    }
    case 'notify_failed': {
      const { params, event } = effect
      const news = { driverId: payer.id, kind: 'payment_failed', params, event } as const
      await deps.notify.announce(tx, news)
      return
    }
    case 'post':
      return void (await postAll(tx, [...(issued === null ? [] : [issued.row]), ...effect.postings]))
  }
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

/** The time that was bought follows what is there, and the account with it. */
async function addTime(
  { accounts }: Pick<BillingDeps, 'accounts'>,
  tx: Tx,
  payer: Payer,
  invoice: InvoiceRow,
  purchase: NonNullable<PayableInvoice['purchase']>,
  at: Timestamp,
): Promise<void> {
  const before = await readPeriods(tx, payer.id)
  const { periods, from, to, weekStarts } = placePurchase(before, purchase, payer.timeZone, at)
  await replacePeriods(tx, payer.id, periods)
  await changeInvoice(tx, invoice.id, { spanMs: to - from, from, to })
  await placeWeeks(tx, invoice.id, weekStarts)
  await accounts.setEdition(tx, payer.id, {
    prepaid: prepaidOf(paidAt(periods, at)!.tier),
    subscribedUntil: paidUntil(periods, at),
  })
}

/** Opens a refund of money that nothing stands against; the sweep asks the gateway for it. */
async function openRefund(
  deps: BillingDeps,
  tx: Tx,
  { payment, at }: Work,
  { amountCents, reason }: Extract<PaymentEffect, { kind: 'refund' }>,
): Promise<void> {
  await insertRefund(tx, {
    id: deps.newId(),
    paymentId: payment.id,
    amountCents,
    cause: 'credited',
    actor: 'service',
    reason,
    at,
  })
}

function paymentOf({ payment }: Held): Payment {
  return {
    id: payment.id,
    reference: payment.reference,
    state: payment.state,
    chargeId: payment.charge_id,
    action: payment.action,
    amountCents: payment.amount_cents,
    feeCents: payment.fee_cents,
    gatewayFeeCents: payment.gateway_fee_cents,
    freedAt: payment.freed_at,
    offSession: payment.off_session,
    methodKind: payment.method?.kind ?? null,
  }
}

function invoiceOf({ invoice }: Held): PayableInvoice {
  const { number, state, tier, days } = invoice
  const purchase = tier === null || days === null ? null : { tier, days }
  return { number, state, couponCents: invoice.coupon_cents, creditsCents: invoice.credits_cents, purchase }
}
