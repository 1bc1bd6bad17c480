import { recordBalanceLine } from './balance.ts'
import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { isContested } from './disputes.ts'
import { readMetadata, readText, readWhole } from './form.ts'
import type { Form } from './form.ts'
import { refuseRequest } from './refusal.ts'
import type { RefusalDetails } from './refusal.ts'
import type { Item } from './store.ts'

/**
 * Stripe's fee in cents (stripe.com/pricing): 2.9 % + 30 c of a card, 0.8 % and at most $5 of a bank debit.
 */
export function feeOf(type: string, amountCents: number): number {
  if (type === 'us_bank_account') return Math.min(500, Math.round((amountCents * 8) / 1000))
  return Math.round((amountCents * 29) / 1000) + 30
}

/** Records the charge of an intent: paid, pending at a bank, or failed. */
export function insertCharge(
  context: CardContext,
  intent: Item,
  method: Item,
  failure: RefusalDetails | null,
  waits = false,
): Item {
  const taken = failure === null
  const amount = Number(intent.amount)
  const type = String(method.type)
  const status = !taken ? 'failed' : waits ? 'pending' : 'succeeded'
  const charge: Item = {
    id: makeId(type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount,
    amount_captured: taken ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: taken,
    created: secondsOf(context.now),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    ...failureOf(failure),
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: describeOutcome(failure),
    paid: taken,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type, [type]: describePaid(method) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  }
  if (status === 'succeeded') recordCharge(context, charge)
  context.store.insert(charge)
  publish(context, `charge.${status}`, charge)
  return charge
}

function failureOf(failure: RefusalDetails | null): { failure_code: unknown; failure_message: unknown } {
  return { failure_code: failure?.code ?? null, failure_message: failure?.message ?? null }
}

/** A bank responded: the pending charge is paid, or failed. */
export function resolveCharge(context: CardContext, charge: Item, failure: RefusalDetails | null): Item {
  charge.status = failure === null ? 'succeeded' : 'failed'
  charge.paid = failure === null
  Object.assign(charge, failureOf(failure))
  charge.outcome = describeOutcome(failure)
  if (failure === null) recordCharge(context, charge)
  context.store.update(charge)
  publish(context, failure === null ? 'charge.succeeded' : 'charge.failed', charge)
  return charge
}

/** POST /v1/refunds: of a charge or of an intent's charge; by default all that is left of it. */
export function createRefund(context: CardContext, form: Form): Item {
  const charge = findPaidCharge(context, form)
  if (isContested(context, charge)) {
    throw refuseRequest(`Charge ${charge.id} has been charged back.`, undefined, 'charge_disputed')
  }
  const left = Number(charge.amount) - Number(charge.amount_refunded)
  const amount = readWhole(form, 'amount') ?? left
  if (left === 0) {
    throw refuseRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    )
  }
  if (amount < 1 || amount > left) {
    throw refuseRequest(
      `The refund of ${amount} cents is not between 1 and the ${left} that are left.`,
      'amount',
    )
  }
  const byBank = (charge.payment_method_details as { type: string }).type === 'us_bank_account'
  const refund: Item = {
    id: makeId(byBank ? 'pyr' : 're'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: secondsOf(context.now),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: readMetadata(form.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: readText(form.reason) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: byBank ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  const type = byBank ? 'payment_refund' : 'refund'
  const line = { source: refund.id, type, category: 'refund', amount: -amount, fee: 0 }
  refund.balance_transaction = recordBalanceLine(context, line).id
  context.store.insert(refund)
  charge.amount_refunded = Number(charge.amount_refunded) + amount
  charge.refunded = charge.amount_refunded === charge.amount
  context.store.update(charge)
  if (byBank) context.store.setTimer(refund.id, context.now + context.bankDelayMs)
  publish(context, 'refund.created', refund)
  publish(context, 'charge.refunded', charge)
  return refund
}

/** A bank has reversed the payment. */
export function completeRefund(context: CardContext, refund: Item): void {
  refund.status = 'succeeded'
  context.store.update(refund)
  publish(context, 'refund.updated', refund, { status: 'pending' })
}

function findPaidCharge(context: CardContext, form: Form): Item {
  const intentId = readText(form.payment_intent)
  const chargeId = readText(form.charge)
  if ((intentId === undefined) === (chargeId === undefined)) {
    throw refuseRequest('Pass either a charge or a payment_intent.', 'charge', 'parameter_missing')
  }
  const id = chargeId ?? findItem(context, 'payment_intent', intentId ?? '', 'payment_intent').latest_charge
  const charge = typeof id === 'string' ? findItem(context, 'charge', id, 'charge') : undefined
  if (charge?.status !== 'succeeded') {
    throw refuseRequest('There is no successful charge to refund.', 'payment_intent', 'charge_not_refundable')
  }
  return charge
}

function recordCharge(context: CardContext, charge: Item): void {
  const { type } = charge.payment_method_details as { type: string }
  const amount = Number(charge.amount)
  const line = { source: charge.id, category: 'charge', amount, fee: feeOf(type, amount) }
  charge.balance_transaction = recordBalanceLine(context, {
    ...line,
    type: type === 'card' ? 'charge' : 'payment',
  }).id
}

/** A method as its charge shows it. */
function describePaid(method: Item): object {
  if (method.type !== 'card') {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
      method.us_bank_account as Record<string, unknown>
    const bank = { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number }
    return { ...bank, payment_reference: null }
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } =
    method.card as Record<string, unknown>
  return {
    amount_authorized: null,
    authorization_code: null,
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

function describeOutcome(failure: RefusalDetails | null): object {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure === null ? 'approved_by_network' : 'declined_by_network',
    reason: failure?.decline_code ?? failure?.code ?? null,
    risk_level: 'normal',
    seller_message: failure === null ? 'Payment complete.' : 'The bank declined this payment.',
    type: failure === null ? 'authorized' : 'issuer_declined',
  }
}
