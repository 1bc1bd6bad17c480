import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { readMetadata, readText, readTree } from './form.ts'
import type { Form } from './form.ts'
import { refuseRequest } from './refusal.ts'
import type { Item } from './store.ts'

const TEXTS = ['email', 'name', 'phone', 'description'] as const

/** POST /v1/customers */
export function createCustomer(context: CardContext, form: Form): Item {
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
export function updateCustomer(context: CardContext, id: string, form: Form): Item {
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
