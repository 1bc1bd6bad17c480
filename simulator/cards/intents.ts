import { insertCharge, resolveCharge } from './charges.ts'
import { declineOf, NO_ACCOUNT, NOT_PRESENT } from './declines.ts'
import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { openDispute } from './disputes.ts'
import { readMetadata, readText, readWhole } from './form.ts'
import type { Form } from './form.ts'
import { bindMethod, checkMethod, createMethod, readTrait, readTypes, takeMethod } from './methods.ts'
import { nextActionOf, readReturnUrl } from './next-action.ts'
import { CardsRefusal, refuseCard, refuseRequest } from './refusal.ts'
import type { RefusalDetails } from './refusal.ts'
import type { Item } from './store.ts'

/** Stripe's minimum in US dollars (docs.stripe.com/currencies). */
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function readAmount(form: Form): number {
  const amount = readWhole(form, 'amount')
  if (amount === undefined)
    throw refuseRequest('Missing required param: amount.', 'amount', 'parameter_missing')
  if (amount < LEAST_CENTS) {
    throw refuseRequest(`Amount must be at least ${LEAST_CENTS} cents.`, 'amount', 'amount_too_small')
  }
  if (amount > MOST_CENTS) throw refuseRequest('Amount is too large.', 'amount', 'amount_too_large')
  return amount
}

/** POST /v1/payment_intents; with `confirm=true` it is charged at once. */
export function createIntent(context: CardContext, form: Form): Item {
  const amount = readAmount(form)
  if (readText(form.currency) !== 'usd') throw refuseRequest('Only usd is taken here.', 'currency')
  const customerId = readText(form.customer)
  if (customerId !== undefined) findItem(context, 'customer', customerId, 'customer')
  const id = makeId('pi')
  const types = readTypes(form)
  const intent: Item = {
    id,
    object: 'payment_intent',
    amount,
    allowed_payment_method_types: types,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: form.automatic_payment_methods === undefined ? null : { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: makeId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: secondsOf(context.now),
    currency: 'usd',
    customer: customerId ?? null,
    customer_account: null,
    description: readText(form.description) ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: readMetadata(form.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: readText(form.setup_future_usage) ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: readText(form.statement_descriptor_suffix) ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  const methodId = readText(form.payment_method)
  if (methodId !== undefined) {
    const method = takeMethod(context, methodId)
    checkMethod(context, method, intent.customer)
    intent.payment_method = method.id
    intent.status = 'requires_confirmation'
  }
  context.store.insert(intent)
  publish(context, 'payment_intent.created', intent)
  return readText(form.confirm) === 'true' ? confirmIntent(context, id, form) : intent
}

/**
 * POST /v1/payment_intents/:id/confirm: charges the given method, or its own. A decline throws the card's
 * error, and its effects stay.
 */
export function confirmIntent(context: CardContext, id: string, form: Form): Item {
  const intent = findItem(context, 'payment_intent', id)
  if (!OPEN.includes(String(intent.status))) throw refuseState(intent, 'confirm')
  const method = chooseMethod(context, intent, form)
  if (!(intent.payment_method_types as string[]).includes(String(method.type))) {
    throw refuseRequest(`This PaymentIntent does not take ${String(method.type)}.`, 'payment_method')
  }
  const returnUrl = readReturnUrl(form)
  const absent = readText(form.off_session) === 'true'
  intent.payment_method = method.id
  const trait = readTrait(context, method)
  if (trait === 'needs_authentication' || trait === 'always_asks') {
    if (absent) throw failIntent(context, intent, method, NOT_PRESENT)
    intent.status = 'requires_action'
    intent.next_action = nextActionOf(context, intent, returnUrl)
    context.store.update(intent)
    publish(context, 'payment_intent.requires_action', intent)
    return intent
  }
  const decline = declineOf(trait, 'charge')
  if (decline !== null) throw failIntent(context, intent, method, decline)
  return trait === 'bank_ok' || trait === 'bank_fails'
    ? sendToBank(context, intent, method)
    : payIntent(context, intent, method)
}

/** The driver completed the authentication on the hosted page. Declines are recorded, not thrown. */
export function answerIntent(context: CardContext, intent: Item, passed: boolean): Item {
  if (intent.status !== 'requires_action') throw refuseState(intent, 'authenticate')
  const method = findItem(context, 'payment_method', String(intent.payment_method))
  if (passed) return payIntent(context, intent, method)
  markFailed(context, intent, method, {
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  })
  return intent
}

/** POST /v1/payment_intents/:id/cancel */
export function cancelIntent(context: CardContext, id: string, form: Form): Item {
  const intent = findItem(context, 'payment_intent', id)
  if (!OPEN.includes(String(intent.status))) throw refuseState(intent, 'cancel')
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: secondsOf(context.now),
    cancellation_reason: readText(form.cancellation_reason) ?? null,
    next_action: null,
  })
  context.store.update(intent)
  publish(context, 'payment_intent.canceled', intent)
  return intent
}

/** A bank has responded. */
export function finishIntent(context: CardContext, intent: Item): void {
  const method = findItem(context, 'payment_method', String(intent.payment_method))
  const charge = findItem(context, 'charge', String(intent.latest_charge))
  intent.processing = null
  if (readTrait(context, method) === 'bank_fails') {
    resolveCharge(context, charge, NO_ACCOUNT)
    closeFailed(context, intent, method, NO_ACCOUNT, charge.id)
    return
  }
  resolveCharge(context, charge, null)
  closePaid(context, intent, charge.id)
}

function chooseMethod(context: CardContext, intent: Item, form: Form): Item {
  const data = form.payment_method_data
  const methodId = readText(form.payment_method) ?? (intent.payment_method as string | null)
  if (typeof data !== 'object' && methodId === null) {
    throw refuseRequest(
      'Provide a payment method to confirm with.',
      'payment_method',
      'payment_intent_unexpected_state',
    )
  }
  const method = typeof data === 'object' ? createMethod(context, data) : takeMethod(context, methodId ?? '')
  checkMethod(context, method, intent.customer)
  return method
}

function sendToBank(context: CardContext, intent: Item, method: Item): Item {
  const charge = insertCharge(context, intent, method, null, true)
  Object.assign(intent, {
    status: 'processing',
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  })
  context.store.update(intent)
  context.store.setTimer(intent.id, context.now + context.bankDelayMs)
  publish(context, 'payment_intent.processing', intent)
  return intent
}

function payIntent(context: CardContext, intent: Item, method: Item): Item {
  if (intent.setup_future_usage !== null && typeof intent.customer === 'string')
    bindMethod(context, method, intent.customer)
  const charge = insertCharge(context, intent, method, null)
  const paid = closePaid(context, intent, charge.id)
  if (readTrait(context, method) === 'is_disputed') openDispute(context, charge)
  return paid
}

function closePaid(context: CardContext, intent: Item, chargeId: string): Item {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: chargeId,
    last_payment_error: null,
    next_action: null,
  })
  context.store.update(intent)
  publish(context, 'payment_intent.succeeded', intent)
  return intent
}

function failIntent(context: CardContext, intent: Item, method: Item, details: RefusalDetails): CardsRefusal {
  const chargeId = markFailed(context, intent, method, details)
  return refuseCard({ ...details, charge: chargeId, payment_intent: intent, payment_method: method })
}

function markFailed(context: CardContext, intent: Item, method: Item, details: RefusalDetails): string {
  const charge = insertCharge(context, intent, method, details)
  closeFailed(context, intent, method, details, charge.id)
  return charge.id
}

/** The intent may be retried with another method, as at Stripe. */
function closeFailed(
  context: CardContext,
  intent: Item,
  method: Item,
  details: RefusalDetails,
  chargeId: string,
): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    latest_charge: chargeId,
    last_payment_error: { type: 'card_error', ...details, charge: chargeId, payment_method: method },
    next_action: null,
    payment_method: null,
  })
  context.store.update(intent)
  publish(context, 'payment_intent.payment_failed', intent)
}

function refuseState(intent: Item, what: string): CardsRefusal {
  return new CardsRefusal(400, 'invalid_request_error', {
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${what} this PaymentIntent because it has a status of ${String(intent.status)}.`,
    payment_intent: intent,
  })
}
