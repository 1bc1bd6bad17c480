import { createRefund } from './charges.ts'
import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { answerDispute, closeDispute } from './disputes.ts'
import { readText, readMetadata, readTree } from './form.ts'
import type { Form } from './form.ts'
import { cancelIntent, confirmIntent, createIntent } from './intents.ts'
import { attachMethod, createMethod, detachMethod } from './methods.ts'
import { CardsRefusal, refuseMissing, refuseRequest } from './refusal.ts'
import { sameText } from './same-text.ts'
import { confirmSetup, createSetup } from './setups.ts'
import type { Item } from './store.ts'
import { listItems, searchIntents } from './view.ts'

const TEXTS = ['email', 'name', 'phone', 'description'] as const

/** POST /v1/customers */
function createCustomer(context: CardContext, form: Form): Item {
  const customer: Item = {
    id: makeId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: secondsOf(context.now),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: makeId('').slice(1, 9).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: readMetadata(form.metadata),
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  for (const name of TEXTS) customer[name] = readText(form[name]) || null
  context.store.insert(customer)
  publish(context, 'customer.created', customer)
  return customer
}

function findMethodOf(context: CardContext, customerId: string, methodId: string): string {
  const method = findItem(context, 'payment_method', methodId)
  if (method.customer === customerId) return method.id
  throw refuseRequest(
    'The customer does not have a payment method with this ID. Attach it first.',
    'invoice_settings[default_payment_method]',
    'resource_missing',
  )
}

/** POST /v1/customers/:id: texts, metadata and the default payment method. */
function updateCustomer(context: CardContext, id: string, form: Form): Item {
  const customer = findItem(context, 'customer', id)
  const previous: Record<string, unknown> = {}
  for (const name of TEXTS) {
    const text = readText(form[name])
    if (text === undefined || (text || null) === customer[name]) continue
    previous[name] = customer[name]
    customer[name] = text || null
  }
  if (form.metadata !== undefined) {
    previous.metadata = customer.metadata
    customer.metadata = readMetadata(form.metadata, customer.metadata as Record<string, string>)
  }
  const methodId = readText(readTree(form.invoice_settings).default_payment_method)
  if (methodId !== undefined) {
    previous.invoice_settings = customer.invoice_settings
    customer.invoice_settings = {
      ...(customer.invoice_settings as object),
      default_payment_method: methodId === '' ? null : findMethodOf(context, id, methodId),
    }
  }
  context.store.update(customer)
  publish(context, 'customer.updated', customer, previous)
  return customer
}

/** One call: its context, the id of its path, its fields, and the kind of its key. */
export type Call = { context: CardContext; id: string; form: Form; who: Caller }
/** The secret key's holder, or a browser with the publishable one. */
export type Caller = 'secret' | 'publishable'

export type Route = {
  method: 'GET' | 'POST'
  /** `:id` matches one segment. */
  path: string
  /** A browser may call it: freely, or with the client secret of the intent in the path. */
  browser?: 'freely' | 'with_client_secret'
  handle(call: Call): object
}

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', handle: ({ context, form }) => createCustomer(context, form) },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    handle: ({ context, id, form }) => updateCustomer(context, id, form),
  },
  retrieve('customer', '/v1/customers'),
  list('customer', '/v1/customers', ['email']),
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    handle({ context, id, form }) {
      findItem(context, 'customer', id)
      const url = `/v1/customers/${id}/payment_methods`
      return listItems(context.store, 'payment_method', url, withField(form, 'customer', id), [
        'customer',
        'type',
      ])
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods',
    browser: 'freely',
    handle: ({ context, form }) => createMethod(context, form),
  },
  retrieve('payment_method', '/v1/payment_methods'),
  list('payment_method', '/v1/payment_methods', ['customer', 'type']),
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    handle: ({ context, id, form }) => attachMethod(context, id, form),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    handle: ({ context, id }) => detachMethod(context, id),
  },
  { method: 'POST', path: '/v1/setup_intents', handle: ({ context, form }) => createSetup(context, form) },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    browser: 'with_client_secret',
    handle: ({ context, id, form }) => confirmSetup(context, id, form),
  },
  { ...retrieve('setup_intent', '/v1/setup_intents'), browser: 'with_client_secret' },
  { method: 'POST', path: '/v1/payment_intents', handle: ({ context, form }) => createIntent(context, form) },
  {
    method: 'GET',
    path: '/v1/payment_intents/search',
    handle: ({ context, form }) => searchIntents(context.store, form),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    browser: 'with_client_secret',
    handle: ({ context, id, form }) => confirmIntent(context, id, form),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    handle: ({ context, id, form }) => cancelIntent(context, id, form),
  },
  { ...retrieve('payment_intent', '/v1/payment_intents'), browser: 'with_client_secret' },
  list('payment_intent', '/v1/payment_intents', ['customer']),
  retrieve('charge', '/v1/charges'),
  list('charge', '/v1/charges', ['customer', 'payment_intent']),
  { method: 'POST', path: '/v1/refunds', handle: ({ context, form }) => createRefund(context, form) },
  retrieve('refund', '/v1/refunds'),
  list('refund', '/v1/refunds', ['charge', 'payment_intent']),
  retrieve('dispute', '/v1/disputes'),
  list('dispute', '/v1/disputes', ['charge', 'payment_intent']),
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    handle: ({ context, id, form }) => answerDispute(context, id, form),
  },
  { method: 'POST', path: '/v1/disputes/:id/close', handle: ({ context, id }) => closeDispute(context, id) },
  retrieve('event', '/v1/events'),
  list('event', '/v1/events', ['type']),
  retrieve('balance_transaction', '/v1/balance_transactions'),
  list('balance_transaction', '/v1/balance_transactions', ['type', 'source']),
]

/** The route of a call, and the id in its path. */
export function findRoute(method: string, path: string): { route: Route; id: string } {
  const parts = path.split('/')
  for (const route of ROUTES) {
    const pattern = route.path.split('/')
    if (route.method !== method || pattern.length !== parts.length) continue
    if (pattern.every((part, place) => part === ':id' || part === parts[place])) {
      return { route, id: parts[pattern.indexOf(':id')] ?? '' }
    }
  }
  throw new CardsRefusal(404, 'invalid_request_error', {
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}

/** Authorizes a browser for its own intent only. */
export function checkCaller(route: Route, { context, id, form, who }: Call): void {
  if (who === 'secret' || route.browser === 'freely') return
  if (route.browser === undefined) {
    throw new CardsRefusal(403, 'invalid_request_error', {
      code: 'secret_key_required',
      message: 'This call needs a secret key; a publishable one was given.',
    })
  }
  const item: Item | undefined = context.store.find(id)
  const secret = readText(form.client_secret)
  if (item === undefined || secret === undefined || !sameText(secret, String(item.client_secret))) {
    throw refuseMissing('intent', id, 'client_secret')
  }
}

function retrieve(kind: string, path: string): Route {
  return { method: 'GET', path: `${path}/:id`, handle: ({ context, id }) => findItem(context, kind, id) }
}

function list(kind: string, path: string, fields: readonly string[]): Route {
  return {
    method: 'GET',
    path,
    handle: ({ context, form }) => listItems(context.store, kind, path, form, fields),
  }
}

function withField(form: Form, name: string, value: string): Form {
  return { ...form, [name]: value }
}
