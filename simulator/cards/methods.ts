import { createHash } from 'node:crypto'
import { findItem, makeId, publish, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import { declineOf } from './declines.ts'
import { readMetadata, readText, readTexts, readTree, readWhole } from './form.ts'
import type { Form } from './form.ts'
import { CardsRefusal, refuseCard, refuseRequest } from './refusal.ts'
import type { Item } from './store.ts'
import { findBank, findCard, findReady } from './test-numbers.ts'
import type { TestBank, TestCard, Trait } from './test-numbers.ts'

/** POST /v1/payment_methods: from a test number, of which only the last four digits are stored. */
export function createMethod(context: CardContext, form: Form): Item {
  const type = readText(form.type)
  if (type === 'card') {
    const fields = readTree(form.card)
    const number = readText(fields.number)
    const token = readText(fields.token)
    if (token !== undefined) return insertReady(context, token.replace(/^tok_/, 'pm_card_'), form)
    if (number === undefined)
      throw refuseRequest('Missing required param: card[number].', 'card[number]', 'parameter_missing')
    return insertMethod(context, { card: findCard(number) }, form, readExpiry(context, fields))
  }
  if (type === 'us_bank_account') {
    const fields = readTree(form.us_bank_account)
    const bank = findBank(readText(fields.account_number) ?? '', readText(fields.routing_number) ?? '')
    return insertMethod(context, { bank }, form)
  }
  throw refuseRequest('The type must be card or us_bank_account.', 'type')
}

/** The method of an id, or a new one if the id names a predefined method such as `pm_card_visa`. */
export function takeMethod(context: CardContext, id: string, param = 'payment_method'): Item {
  return findReady(id) === undefined
    ? findItem(context, 'payment_method', id, param)
    : insertReady(context, id)
}

/** POST /v1/payment_methods/:id/attach */
export function attachMethod(context: CardContext, id: string, form: Form): Item {
  const method = takeMethod(context, id)
  const customer = findItem(context, 'customer', readText(form.customer) ?? '', 'customer')
  const details = declineOf(readTrait(context, method), 'attach')
  if (details !== null) throw refuseCard({ ...details, payment_method: method })
  return bindMethod(context, method, customer.id)
}

/** Attaches the method to the customer; refuses one that was another's, or was detached. */
export function bindMethod(context: CardContext, method: Item, customerId: string): Item {
  if (method.customer === customerId) return method
  if (method.customer !== null || context.store.find(`detached_${method.id}`) !== undefined) {
    throw refuseRequest(
      'The payment method you provided has already been attached to a customer, or was detached from one.',
      'payment_method',
      'payment_method_unexpected_state',
    )
  }
  method.customer = customerId
  context.store.update(method)
  publish(context, 'payment_method.attached', method)
  return method
}

/** POST /v1/payment_methods/:id/detach: permanently, as at Stripe. */
export function detachMethod(context: CardContext, id: string): Item {
  const method = findItem(context, 'payment_method', id)
  if (method.customer === null) {
    throw refuseRequest(
      'The payment method is not attached to a customer.',
      'payment_method',
      'payment_method_not_attached',
    )
  }
  const customer = findItem(context, 'customer', String(method.customer))
  const settings = customer.invoice_settings as { default_payment_method: string | null }
  if (settings.default_payment_method === id) {
    customer.invoice_settings = { ...settings, default_payment_method: null }
    context.store.update(customer)
    publish(context, 'customer.updated', customer, { invoice_settings: settings })
  }
  method.customer = null
  context.store.update(method)
  context.store.insert({ id: `detached_${id}`, object: 'detached_method', created: secondsOf(context.now) })
  publish(context, 'payment_method.detached', method, { customer: customer.id })
  return method
}

/** Refuses a method that cannot be charged for this customer. */
export function checkMethod(context: CardContext, method: Item, customerId: unknown): void {
  const wasDetached = context.store.find(`detached_${method.id}`) !== undefined
  if (!wasDetached && (method.customer === null || method.customer === customerId)) return
  throw new CardsRefusal(400, 'invalid_request_error', {
    message: wasDetached
      ? 'The provided PaymentMethod was previously detached from a Customer and may not be used again.'
      : 'The provided PaymentMethod is attached to a Customer. Pass that Customer with it.',
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
  })
}

/**
 * The types that an intent accepts. API versions since 2026 name the field `allowed_…`; default: both types.
 */
export function readTypes(form: Form): string[] {
  const given = [...readTexts(form.allowed_payment_method_types), ...readTexts(form.payment_method_types)]
  return given.length > 0 ? given : ['card', 'us_bank_account']
}

/** How the method behaves. */
export function readTrait(context: CardContext, method: Item): Trait {
  return context.store.readTrait(method.id) as Trait
}

function insertReady(context: CardContext, name: string, form: Form = {}): Item {
  const ready = findReady(name)
  if (ready === undefined)
    throw refuseRequest('There is no such test token.', 'card[token]', 'resource_missing')
  return insertMethod(context, ready, form)
}

function insertMethod(
  context: CardContext,
  made: { card: TestCard } | { bank: TestBank },
  form: Form,
  expiry = { month: 12, year: new Date(context.now).getUTCFullYear() + 3 },
): Item {
  const billing = readTree(form.billing_details)
  const method: Item = {
    id: makeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: readText(billing.email) ?? null,
      name: readText(billing.name) ?? null,
      phone: readText(billing.phone) ?? null,
      tax_id: null,
    },
    ...('card' in made ? describeCard(made.card, expiry) : describeBank(made.bank)),
    created: secondsOf(context.now),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: readMetadata(form.metadata),
  }
  context.store.insert(method, 'card' in made ? made.card.trait : made.bank.trait)
  return method
}

function describeCard({ brand, last4, trait }: TestCard, expiry: { month: number; year: number }): object {
  return {
    type: 'card',
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(brand, last4, trait),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}

function describeBank({ last4, routing, trait }: TestBank): object {
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: fingerprintOf(routing, last4, trait),
      last4,
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: routing,
      status_details: {},
    },
  }
}

/** The same for the same test number, and not derived from it. */
function fingerprintOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 16)
}

function readExpiry(context: CardContext, fields: Form): { month: number; year: number } {
  const month = readWhole(fields, 'exp_month') ?? 0
  const given = readWhole(fields, 'exp_year') ?? 0
  const year = given < 100 ? 2000 + given : given
  const today = new Date(context.now)
  if (month < 1 || month > 12) {
    throw refuseCard({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    })
  }
  const age = (today.getUTCFullYear() - year) * 12 + today.getUTCMonth() + 1 - month
  if (age > 0 || year > today.getUTCFullYear() + 50) {
    throw refuseCard({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    })
  }
  return { month, year }
}
