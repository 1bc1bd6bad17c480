import { disputedCents, applyDisputeReading, postDispute } from '@madruga/core/billing.ts'
import type { Dispute as CardDispute } from './cards.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { creditFee, readPaid, undoTakenAway } from './credit.ts'
import { restoreIfClear, suspendsAfter } from './dunning.ts'
import { postAll } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import type { BillingDeps, Tx } from './model.ts'
import { holdPayment, refundRest } from './apply-refund.ts'
import type { Held } from './apply-refund.ts'
import { keepDispute, readDispute, readDisputesOf } from './store/disputes.ts'
import { lockPayer } from './store/drivers.ts'
import { changeInvoice } from './store/invoices.ts'
import { changePayment } from './store/payments.ts'
import { insertRefund } from './store/refunds.ts'

/** What is new of a dispute, for whoever has to know. */
type News = { reference: string; opened: boolean; lost: boolean }

/**
 * Enters how the disputes of a payment's charge stand, as the gateway said when it was asked: what a bank
 * took, and what came back of it. Nothing that was bought is undone by it: that an operator decides, who is
 * told of each one that was opened or lost. What was lost for good is to be paid again. Hearing the same
 * again, or what was so before, changes nothing. A payment that is not paid here yet is left for when it is.
 */
export async function recordDisputes(
  deps: BillingDeps,
  paymentId: string,
  disputes: readonly CardDispute[],
): Promise<void> {
  for (const told of disputes) {
    const news = await deps.db.transaction().execute((tx) => recordDispute(deps, tx, paymentId, told))
    if (news === null) continue
    const { reference, opened, lost } = news
    const what = `${reference}: ${told.disputeId}, ${told.amountCents} cents, ${told.reason}`
    if (opened) deps.onFault(new Error(what), 'a payment is disputed')
    if (lost) deps.onFault(new Error(what), 'a dispute is lost')
  }
}

async function recordDispute(
  deps: BillingDeps,
  tx: Tx,
  paymentId: string,
  told: CardDispute,
): Promise<News | null> {
  const held = await holdPayment(tx, paymentId)
  if (held?.payment.state !== 'paid') return null
  const { payment, invoice } = held
  const known = await readDispute(tx, told.disputeId)
  const { dispute, stages } = applyDisputeReading(known, told)
  const ends = dispute.state !== (known?.state ?? 'open')
  const news = {
    reference: payment.reference,
    opened: known === null,
    lost: ends && dispute.state === 'lost',
  }
  if (known !== null && !ends && stages.length === 0) return null
  const at = deps.clock.now()
  await keepDispute(tx, {
    ...dispute,
    id: told.disputeId,
    paymentId,
    reason: told.reason,
    amountCents: told.amountCents,
    openedAt: told.at,
    endedAt: ends ? at : (known?.ended_at ?? null),
  })
  if (stages.length === 0) {
    if (news.lost) await postAll(tx, await reopenLost(deps, tx, held, at))
    return news
  }
  const { driver_id: driverId } = payment
  const taken = disputedCents(await readDisputesOf(tx, [paymentId]))
  await changePayment(tx, paymentId, { disputedCents: taken, at })
  const rows: LedgerEntry[] = stages.map((stage) => ({
    ...postDispute({ driverId, stage, ...dispute[stage]! }),
    at,
    reference: `dispute:${told.disputeId}:${stage}`,
  }))
  if (invoice.state === 'credited')
    rows.push(...(await undoTakenAway(deps, tx, { ...payment, disputed_cents: taken }, at)))
  if (dispute.state === 'lost' && taken > 0)
    rows.push(
      ...(await reopenLost(deps, tx, { invoice, payment: { ...payment, disputed_cents: taken } }, at)),
    )
  if (stages.includes('reinstated')) {
    if (payment.freed_at !== null) await closeAgain(deps, tx, { invoice, payment }, at)
    // It was credited while the bank had its money: now that goes back.
    await refundRest(deps, tx, paymentId)
  }
  await postAll(tx, rows)
  return news
}

/**
 * The bank keeps all of a payment for good: its invoice is to be paid again, as one that was never paid, and
 * counts from now. The fee of that way of paying goes with the payment. Nothing where a part of the money is
 * left, or the invoice is not paid by this payment alone: of that an operator decides. Answers what the
 * ledger has to know.
 */
async function reopenLost(
  deps: BillingDeps,
  tx: Tx,
  { invoice, payment }: Held,
  at: Timestamp,
): Promise<LedgerEntry[]> {
  const { driver_id: driverId, disputed_cents: lostCents } = payment
  const leftCents = invoice.due_cents - invoice.credited_cents
  const isWhole =
    lostCents === payment.amount_cents - payment.refunded_cents && lostCents - payment.fee_cents === leftCents
  const payer = driverId === null ? null : await lockPayer(tx, driverId)
  if (payer === null || invoice.state !== 'paid' || !isWhole || leftCents === 0) return []
  const others = (await readPaid(tx, invoice.id)).filter((each) => each.payment.id !== payment.id)
  if (others.some((each) => each.kept)) return []
  await changeInvoice(tx, invoice.id, { state: 'unpaid' })
  await changePayment(tx, payment.id, { freedAt: at, at })
  const params = {
    number: invoice.number!,
    dueCents: leftCents,
    suspendsAt: suspendsAfter(deps, invoice, at),
  }
  const event = `invoice_reopened ${payment.id} ${at}`
  await deps.notify.announce(tx, { driverId: payer.id, kind: 'invoice_due', params, event })
  return payment.fee_cents > 0 ? [creditFee(payment, at)] : []
}

/**
 * Money of a payment whose loss had reopened its invoice came back after all, on appeal: the invoice is paid
 * by it again, and its fee, which was taken off, goes back. Where the driver has paid the invoice otherwise
 * meanwhile, all of it goes back.
 */
async function closeAgain(
  deps: BillingDeps,
  tx: Tx,
  { invoice, payment }: Held,
  at: Timestamp,
): Promise<void> {
  await changePayment(tx, payment.id, { freedAt: null, at })
  if (invoice.state === 'credited') return
  const isOpen = invoice.state === 'unpaid'
  if (isOpen) await changeInvoice(tx, invoice.id, { state: 'paid', paidAt: at })
  const amountCents = isOpen ? payment.fee_cents : payment.amount_cents - payment.refunded_cents
  if (amountCents > 0)
    await insertRefund(tx, {
      id: deps.newId(),
      paymentId: payment.id,
      amountCents,
      cause: 'credited',
      actor: 'service',
      reason: isOpen ? 'the fee of a payment that was disputed' : 'paid twice',
      at,
    })
  const payer = payment.driver_id === null ? null : await lockPayer(tx, payment.driver_id)
  if (payer !== null) await restoreIfClear(deps, tx, payer)
}
