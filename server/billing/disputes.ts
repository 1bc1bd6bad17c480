import { disputedCents, hearDispute, postDispute } from '@madruga/core/billing.ts'
import type { Dispute as CardDispute } from './cards.ts'
import { undoTakenAway } from './credit.ts'
import { postAll } from './ledger.ts'
import type { JournalRow } from './ledger.ts'
import type { BillingKit, Tx } from './model.ts'
import { holdPayment, refundRest } from './refunded.ts'
import { keepDispute, readDispute, readDisputesOf } from './store/disputes.ts'
import { changePayment } from './store/payments.ts'

/** What is new of a dispute, for whoever has to know. */
type News = { reference: string; opened: boolean; lost: boolean }

/**
 * Enters how the disputes of a payment's charge stand, as the gateway said when it was asked: what a bank took, and what came back of it. Nothing that
 * was bought is undone by it: that an operator decides, who is told of each one that was opened or lost. Hearing the same again, or
 * what was so before, changes nothing. A payment that is not paid here yet is left for when it is.
 */
export async function noticeDisputes(
  kit: BillingKit,
  paymentId: string,
  disputes: readonly CardDispute[],
): Promise<void> {
  for (const told of disputes) {
    const news = await kit.db.transaction().execute((tx) => enterDispute(kit, tx, paymentId, told))
    if (news === null) continue
    const { reference, opened, lost } = news
    const what = `${reference}: ${told.disputeId}, ${told.amountCents} cents, ${told.reason}`
    if (opened) kit.onFault(new Error(what), 'a payment is disputed')
    if (lost) kit.onFault(new Error(what), 'a dispute is lost')
  }
}

async function enterDispute(
  kit: BillingKit,
  tx: Tx,
  paymentId: string,
  told: CardDispute,
): Promise<News | null> {
  const held = await holdPayment(tx, paymentId)
  if (held?.payment.state !== 'paid') return null
  const { payment, invoice } = held
  const known = await readDispute(tx, told.disputeId)
  const { dispute, stages } = hearDispute(known, told)
  const ends = dispute.state !== (known?.state ?? 'open')
  const news = {
    reference: payment.reference,
    opened: known === null,
    lost: ends && dispute.state === 'lost',
  }
  if (known !== null && !ends && stages.length === 0) return null
  const at = kit.clock.now()
  await keepDispute(tx, {
    ...dispute,
    id: told.disputeId,
    paymentId,
    reason: told.reason,
    amountCents: told.amountCents,
    openedAt: told.at,
    endedAt: ends ? at : (known?.ended_at ?? null),
  })
  if (stages.length === 0) return news
  const { driver_id: driverId } = payment
  const taken = disputedCents(await readDisputesOf(tx, [paymentId]))
  await changePayment(tx, paymentId, { disputedCents: taken, at })
  const rows: JournalRow[] = stages.map((stage) => ({
    ...postDispute({ driverId, stage, ...dispute[stage]! }),
    at,
    reference: `dispute:${told.disputeId}:${stage}`,
  }))
  if (invoice.state === 'credited')
    rows.push(...(await undoTakenAway(tx, { ...payment, disputed_cents: taken }, at)))
  // It was credited while the bank had its money: now that goes back.
  if (stages.includes('reinstated')) await refundRest(kit, tx, paymentId)
  await postAll(tx, rows)
  return news
}
