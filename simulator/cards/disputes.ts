import { recordBalanceLine } from './balance.ts'
import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { readText, readTree } from './form.ts'
import type { Form } from './form.ts'
import { refuseRequest } from './refusal.ts'
import type { Item } from './store.ts'

/** Stripe's fee for a dispute in the United States, won or lost (stripe.com/pricing): $15. */
const FEE_CENTS = 1_500
const WEEK_S = 7 * 86_400
/** A bank opens at most this many disputes of a charge. */
const MOST = 10

const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/**
 * The driver's bank reverses a paid card charge as fraudulent: the money is withdrawn at once, plus the fee.
 */
export function openDispute(context: CardContext, charge: Item): void {
  const id = makeId('dp')
  const amount = Number(charge.amount)
  const brand = brandOf(charge)
  const taken = { source: id, type: 'adjustment', category: 'dispute', amount: -amount, fee: FEE_CENTS }
  const dispute: Item = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [recordBalanceLine(context, taken)],
    charge: charge.id,
    created: secondsOf(context.now),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: secondsOf(context.now) + WEEK_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
  context.store.insert(dispute)
  charge.disputed = true
  context.store.update(charge)
  publish(context, 'charge.dispute.created', dispute)
  publish(context, 'charge.dispute.funds_withdrawn', dispute)
}

/** Whether a bank has reversed this charge, or may: unless every dispute of it was won. */
export function isContested(context: CardContext, charge: Item): boolean {
  if (charge.disputed !== true) return false
  const { items } = context.store.list({ kind: 'dispute', where: { charge: charge.id }, limit: MOST })
  return items.some((dispute) => dispute.status !== 'won')
}

/**
 * POST /v1/disputes/:id: evidence, submitted unless `submit` is false. Its text decides, as in Stripe's test
 * mode (docs.stripe.com/testing): `winning_evidence` wins and `losing_evidence` loses at once; any other text
 * waits forever.
 */
export function answerDispute(context: CardContext, id: string, form: Form): Item {
  const dispute = findOpen(context, id)
  const evidence = dispute.evidence as { uncategorized_text: string | null }
  const text = readText(readTree(form.evidence).uncategorized_text) ?? evidence.uncategorized_text
  const details = {
    ...(dispute.evidence_details as { submission_count: number }),
    has_evidence: text !== null,
  }
  dispute.evidence = { ...evidence, uncategorized_text: text }
  dispute.evidence_details = details
  if (readText(form.submit) !== 'false') {
    const count = details.submission_count + 1
    dispute.evidence_details = { ...details, submission_count: count }
    if (text === 'winning_evidence') return win(context, dispute)
    if (text === 'losing_evidence') return lose(context, dispute)
    dispute.status = 'under_review'
  }
  context.store.update(dispute)
  publish(context, 'charge.dispute.updated', dispute)
  return dispute
}

/** POST /v1/disputes/:id/close: conceded, and lost. */
export function closeDispute(context: CardContext, id: string): Item {
  return lose(context, findOpen(context, id))
}

function win(context: CardContext, dispute: Item): Item {
  const amount = Number(dispute.amount)
  const given = { source: dispute.id, type: 'adjustment', category: 'dispute_reversal', amount, fee: 0 }
  const lines = dispute.balance_transactions as object[]
  dispute.balance_transactions = [...lines, recordBalanceLine(context, given)]
  dispute.status = 'won'
  context.store.update(dispute)
  publish(context, 'charge.dispute.funds_reinstated', dispute)
  publish(context, 'charge.dispute.closed', dispute)
  return dispute
}

function lose(context: CardContext, dispute: Item): Item {
  dispute.status = 'lost'
  context.store.update(dispute)
  publish(context, 'charge.dispute.closed', dispute)
  return dispute
}

function findOpen(context: CardContext, id: string): Item {
  const dispute = findItem(context, 'dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw refuseRequest('This dispute is already closed.')
  return dispute
}

function brandOf(charge: Item): string {
  return (charge.payment_method_details as { card: { brand: string } }).card.brand
}
