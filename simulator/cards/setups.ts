import { declineOf } from './declines.ts'
import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { readMetadata, readText } from './form.ts'
import type { Form } from './form.ts'
import { bindMethod, checkMethod, createMethod, readTrait, readTypes, takeMethod } from './methods.ts'
import { nextActionOf, readReturnUrl } from './next-action.ts'
import { CardsRefusal, refuseCard, refuseRequest } from './refusal.ts'
import type { RefusalDetails } from './refusal.ts'
import type { Item } from './store.ts'

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** POST /v1/setup_intents */
export function createSetup(context: CardContext, form: Form): Item {
  const customerId = readText(form.customer)
  if (customerId !== undefined) findItem(context, 'customer', customerId, 'customer')
  const id = makeId('seti')
  const types = readTypes(form)
  const setup: Item = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    application: null,
    automatic_payment_methods: form.automatic_payment_methods === undefined ? null : { enabled: true },
    cancellation_reason: null,
    client_secret: makeId(`${id}_secret`),
    created: secondsOf(context.now),
    customer: customerId ?? null,
    description: readText(form.description) ?? null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: readMetadata(form.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: readText(form.usage) ?? 'off_session',
  }
  context.store.insert(setup)
  publish(context, 'setup_intent.created', setup)
  return readText(form.confirm) === 'true' ? confirmSetup(context, id, form) : setup
}

/**
 * POST /v1/setup_intents/:id/confirm. A bank account counts as verified at once (Stripe would send two small
 * amounts first, unless it knows the account).
 */
export function confirmSetup(context: CardContext, id: string, form: Form): Item {
  const setup = findItem(context, 'setup_intent', id)
  if (!OPEN.includes(String(setup.status))) throw refuseState(setup)
  const data = form.payment_method_data
  const methodId = readText(form.payment_method) ?? (setup.payment_method as string | null)
  if (typeof data !== 'object' && methodId === null) {
    throw refuseRequest('Provide a payment method to confirm with.', 'payment_method', 'parameter_missing')
  }
  const method = typeof data === 'object' ? createMethod(context, data) : takeMethod(context, methodId ?? '')
  checkMethod(context, method, setup.customer)
  if (!(setup.payment_method_types as string[]).includes(String(method.type))) {
    throw refuseRequest(`This SetupIntent does not take ${String(method.type)}.`, 'payment_method')
  }
  const returnUrl = readReturnUrl(form)
  const trait = readTrait(context, method)
  const decline = declineOf(trait, 'attach')
  if (decline !== null) {
    failSetup(context, setup, method, decline)
    throw refuseCard({ ...decline, setup_intent: setup, payment_method: method })
  }
  setup.payment_method = method.id
  if (trait !== 'needs_authentication' && trait !== 'always_asks') return closeSetup(context, setup, method)
  setup.status = 'requires_action'
  setup.next_action = nextActionOf(context, setup, returnUrl)
  context.store.update(setup)
  publish(context, 'setup_intent.requires_action', setup)
  return setup
}

/** The driver completed the authentication on the hosted page. */
export function answerSetup(context: CardContext, setup: Item, passed: boolean): Item {
  if (setup.status !== 'requires_action') throw refuseState(setup)
  const method = findItem(context, 'payment_method', String(setup.payment_method))
  if (passed) {
    // "Authenticate unless set up": later charges need no authentication.
    if (readTrait(context, method) === 'needs_authentication') context.store.setTrait(method.id, 'ok')
    return closeSetup(context, setup, method)
  }
  failSetup(context, setup, method, {
    code: 'setup_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  })
  return setup
}

function closeSetup(context: CardContext, setup: Item, method: Item): Item {
  if (typeof setup.customer === 'string') bindMethod(context, method, setup.customer)
  Object.assign(setup, { status: 'succeeded', next_action: null, last_setup_error: null })
  context.store.update(setup)
  publish(context, 'setup_intent.succeeded', setup)
  return setup
}

function failSetup(context: CardContext, setup: Item, method: Item, details: RefusalDetails): void {
  Object.assign(setup, {
    status: 'requires_payment_method',
    last_setup_error: { type: 'card_error', ...details, payment_method: method },
    next_action: null,
    payment_method: null,
  })
  context.store.update(setup)
  publish(context, 'setup_intent.setup_failed', setup)
}

function refuseState(setup: Item): CardsRefusal {
  return new CardsRefusal(400, 'invalid_request_error', {
    code: 'setup_intent_unexpected_state',
    message: `You cannot confirm this SetupIntent because it has a status of ${String(setup.status)}.`,
    setup_intent: setup,
  })
}
