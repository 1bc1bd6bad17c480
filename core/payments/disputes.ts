import { postDispute } from '../ledger.ts'
import { sumCents } from '../money.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'
import type { PaymentDecision, PaymentEffect, PaymentPosting } from './effects.ts'
import { isKept, isTakenAway, leftCents, liveOf, postFeeBack, sumOf } from './refunds.ts'
import type { RefundFacts } from './refunds.ts'

/** The state of a dispute, in the order in which it rises: one that was lost may still be won, on appeal. */
export const DISPUTE_STATES = ['open', 'lost', 'won'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** The two times that a dispute moves money: the gateway takes it away, and brings it back. */
export const DISPUTE_STAGES = ['withdrawn', 'reinstated'] as const
export type DisputeStage = (typeof DISPUTE_STAGES)[number]

/** Money that a dispute moved: what was disputed, and the gateway's fee for it. Neither is below zero. */
export type DisputeMoney = { amountCents: Cents; feeCents: Cents }

/** What is known of a dispute; a stage is null until it has happened. */
export type Dispute = { state: DisputeState } & Record<DisputeStage, DisputeMoney | null>

/**
 * A dispute with one more reading of it. The state only rises, in the order of `DISPUTE_STATES`, and a stage
 * stays as it was first read: whatever the order in which readings come and however often, the same dispute
 * comes out. `stages` are those that were not known before, each of them once.
 */
export function applyDisputeReading(
  known: Dispute | null,
  read: Dispute,
): { dispute: Dispute; stages: DisputeStage[] } {
  const { state, withdrawn, reinstated } = known ?? { state: 'open', withdrawn: null, reinstated: null }
  const rises = DISPUTE_STATES.indexOf(read.state) > DISPUTE_STATES.indexOf(state)
  const before = { withdrawn, reinstated }
  return {
    dispute: {
      state: rises ? read.state : state,
      withdrawn: withdrawn ?? read.withdrawn,
      reinstated: reinstated ?? read.reinstated,
    },
    stages: DISPUTE_STAGES.filter((stage) => before[stage] === null && read[stage] !== null),
  }
}

/** What banks have now of a payment by its disputes, fees aside: taken and not brought back. */
export function disputedCents(disputes: readonly Omit<Dispute, 'state'>[]): Cents {
  return sumCents(
    disputes.map(({ withdrawn, reinstated }) =>
      Math.max(0, (withdrawn?.amountCents ?? 0) - (reinstated?.amountCents ?? 0)),
    ),
  )
}

/** A dispute as the gateway tells it. */
export type DisputeReading = Dispute & { id: string }

/**
 * What comes of a reading of a dispute: `dispute` is how it is now and `ended` whether it ended, or ended
 * otherwise, just now. `opened` and `lost` are news for an operator.
 */
export type DisputeDecision = PaymentDecision & {
  dispute: Dispute
  ended: boolean
  opened: boolean
  lost: boolean
}

/**
 * Decides what comes of a reading of a dispute; null where nothing is new, or the payment is not paid here
 * yet. `known` is the same dispute before, `others` are all other disputes of the payment, and `suspendsAt`
 * is when an account is suspended for an invoice that is unpaid from now on. Nothing that was bought is
 * undone: of that an operator decides. What a bank keeps for good is to be paid again.
 */
export function decideDispute(
  facts: RefundFacts,
  known: Dispute | null,
  others: readonly Omit<Dispute, 'state'>[],
  reading: DisputeReading,
  suspendsAt: Timestamp,
  now: Timestamp,
): DisputeDecision | null {
  if (facts.payment.state !== 'paid') return null
  const { dispute, stages } = applyDisputeReading(known, reading)
  const ended = dispute.state !== (known?.state ?? 'open')
  const opened = known === null
  if (!opened && !ended && stages.length === 0) return null
  const takenCents = disputedCents([...others, dispute])
  const after = { ...facts, payment: { ...facts.payment, disputedCents: takenCents } }
  const moved = stages.length > 0 ? moveMoney(after, now) : NOTHING
  const lost = dispute.state === 'lost' ? loseMoney(after, suspendsAt, now) : NOTHING
  const back = stages.includes('reinstated') ? bringBack(after) : NOTHING
  const changes = { ...moved.changes, ...lost.changes, ...back.changes }
  const effects = [...moved.effects, ...lost.effects, ...back.effects]
  const staged = postStages(facts, reading.id, dispute, stages, now)
  const postings = [...staged, ...moved.postings, ...lost.postings]
  if (postings.length > 0) effects.push({ kind: 'post', postings })
  return { dispute, ended, opened, lost: ended && dispute.state === 'lost', changes, effects }
}

/** What comes of one side of a dispute; `effects` are without the postings, which come last. */
type Part = PaymentDecision & { postings: PaymentPosting[] }
const NOTHING: Part = { changes: {}, effects: [], postings: [] }

/** A bank took money, or brought it back: what it took of a credited payment takes thanks and fee with it. */
function moveMoney({ payment, invoice, payer }: RefundFacts, now: Timestamp): Part {
  const changes = { disputedCents: payment.disputedCents }
  if (invoice.state !== 'credited' || !isTakenAway(payment)) return { ...NOTHING, changes }
  const effects: PaymentEffect[] = payer === null ? [] : [{ kind: 'revoke_reward' }]
  return { changes, effects, postings: postFeeBack(payment, payer, now) }
}

function loseMoney(facts: RefundFacts, suspendsAt: Timestamp, now: Timestamp): Part {
  if (!isLost(facts)) return NOTHING
  const effects: PaymentEffect[] = [{ kind: 'reopen_invoice' }, notifyReopened(facts, suspendsAt, now)]
  return { changes: { freedAt: now }, effects, postings: postFeeBack(facts.payment, facts.payer, now) }
}

/** What was credited while the bank had the money goes back now, and its fee if the loss took that off. */
function bringBack(facts: RefundFacts): Part {
  const rest: PaymentEffect = { kind: 'refund_rest' }
  if (facts.payment.freedAt === null) return { ...NOTHING, effects: [rest] }
  return { changes: { freedAt: null }, effects: [...closeAgain(facts), rest], postings: [] }
}

function postStages(
  { payer }: RefundFacts,
  id: string,
  dispute: Dispute,
  stages: readonly DisputeStage[],
  at: Timestamp,
): PaymentPosting[] {
  const driverId = payer?.id ?? null
  return stages.map((stage) => ({
    ...postDispute({ driverId, stage, ...dispute[stage]! }),
    at,
    reference: `dispute:${id}:${stage}`,
  }))
}

/**
 * Whether a bank that keeps its money for good leaves the invoice to be paid again: refunds and the bank have
 * all of the payment, and nothing else pays. How much is due then, credit notes have said, whether they were
 * written before the dispute, during it or never paid out. Goodwill is no part of that sum: an operator
 * decides.
 */
function isLost({ payment, invoice, payer, others }: RefundFacts): boolean {
  const refunds = liveOf(payment)
  const takenCents = payment.disputedCents
  const isGone = takenCents > 0 && takenCents + sumOf(refunds) === payment.amountCents
  const isOwed = invoice.state === 'paid' && invoice.creditedCents < invoice.dueCents
  const isGoodwill = refunds.some(({ cause }) => cause === 'goodwill')
  return payer !== null && isOwed && isGone && !isGoodwill && !others.some(isKept)
}

/** The invoice counts from now, as one that was never paid. */
function notifyReopened(
  { payment, invoice }: RefundFacts,
  suspendsAt: Timestamp,
  now: Timestamp,
): PaymentEffect {
  const params = { number: invoice.number!, dueCents: invoice.dueCents - invoice.creditedCents, suspendsAt }
  return { kind: 'notify_due', event: `invoice_reopened ${payment.id} ${now}`, params }
}

/**
 * Money whose loss had reopened the invoice came back after all, on appeal: the invoice is paid by it again.
 * Where the driver has paid the invoice otherwise since, all of it goes back.
 */
function closeAgain({ payment, invoice, payer }: RefundFacts): PaymentEffect[] {
  if (invoice.state === 'credited') return []
  const isOpen = invoice.state === 'unpaid'
  const effects: PaymentEffect[] = isOpen ? [{ kind: 'mark_paid' }] : []
  const amountCents = isOpen ? 0 : leftCents(payment)
  if (amountCents > 0) effects.push({ kind: 'refund', amountCents, actor: 'service', reason: 'paid twice' })
  if (payer !== null) effects.push({ kind: 'restore_account' })
  return effects
}
