import { decideDispute } from '@madruga/core/payments.ts'
import type { Tx } from '../payers.ts'
import { applyDecision } from './execute.ts'
import { holdWithRefunds } from './facts.ts'
import type { Dispute as CardDispute } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'
import { keepDispute, readDisputesOf } from './store/disputes.ts'

/** What is new of a dispute, for the operator's notice. */
type News = { reference: string; opened: boolean; lost: boolean }

/**
 * Enters how the disputes of a payment's charge stand, as the gateway said when it was asked: what a bank
 * took, and what came back of it, with all that `decideDispute` says comes of it. An operator hears of each
 * dispute that was opened or lost. The same again, or what was so before, changes nothing.
 */
export async function recordDisputes(
  deps: PaymentsDeps,
  paymentId: string,
  disputes: readonly CardDispute[],
): Promise<void> {
  for (const dispute of disputes) {
    const news = await deps.db.transaction().execute((tx) => recordDispute(deps, tx, paymentId, dispute))
    if (news === null) continue
    const { reference, opened, lost } = news
    const what = `${reference}: ${dispute.disputeId}, ${dispute.amountCents} cents, ${dispute.reason}`
    if (opened) deps.onFault(new Error(what), 'a payment is disputed')
    if (lost) deps.onFault(new Error(what), 'a dispute is lost')
  }
}

async function recordDispute(
  deps: PaymentsDeps,
  tx: Tx,
  paymentId: string,
  { disputeId: id, ...details }: CardDispute,
): Promise<News | null> {
  const hold = await holdWithRefunds(tx, paymentId)
  if (hold === null) return null
  const disputes = await readDisputesOf(tx, [paymentId])
  const previous = disputes.find((dispute) => dispute.id === id) ?? null
  const others = disputes.filter((dispute) => dispute.id !== id)
  const at = deps.clock.now()
  const suspendsAt = deps.suspendsAfter(hold.invoice, at)
  const decision = decideDispute(hold.facts, previous, others, { ...details, id }, suspendsAt, at)
  if (decision === null) return null
  const { dispute, ended, opened, lost } = decision
  await keepDispute(tx, {
    ...dispute,
    id,
    paymentId,
    reason: details.reason,
    amountCents: details.amountCents,
    openedAt: details.at,
    endedAt: ended ? at : (previous?.ended_at ?? null),
  })
  const { reference } = await applyDecision(deps, tx, hold, decision, at)
  return { reference, opened, lost }
}
