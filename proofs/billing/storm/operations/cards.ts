import type { Outputs } from '@madruga/core/contract.ts'
import { pick } from '../../../chaos/random.ts'
import type { Random } from '../../../chaos/random.ts'
import { sync } from '../model.ts'
import type { BillingOperation, Storm } from '../model.ts'
import { KEYS } from '../keys.ts'
import type { Person } from '../people.ts'

export type Method = Outputs['billing']['methods']['methods'][number]

const GOOD = '4242424242424242'
const ASKS = '4000002760003184'
const ASKS_ONCE = '4000002500003155'
const DECLINES_LATER = '4000000000000341'
const DECLINED = '4000000000000002'
const DISPUTED = '4000000000000259'
const PAYING = [GOOD, GOOD, GOOD, '5555555555554444', ASKS, ASKS, ASKS_ONCE]
const CARDS = PAYING.concat(DECLINES_LATER, DECLINED, DISPUTED, DISPUTED)
const BANK_OK = '000123456789'
const BANK_FAILS = '000111111116'
const BANKS = [BANK_OK, BANK_OK, BANK_FAILS]

/** What a driver has saved; null where no one said. */
export async function readMethods({ phone }: Person): Promise<Method[] | null> {
  const reply = await phone.insist<Outputs['billing']['methods']>('GET', '/api/billing/methods')
  return reply?.status === 200 ? reply.body.methods : null
}

/**
 * Saves a card or a bank account as the form does; some are refused when they are saved, some only when they
 * are charged.
 */
export const saveMethod: BillingOperation = async (storm, driver, dice) => {
  const started = await driver.phone.insist<{ clientSecret: string }>('POST', '/api/billing/methods', {})
  if (started?.status !== 200) return
  const { clientSecret } = started.body
  const [id = ''] = clientSecret.split('_secret_')
  const fields = dice() < 0.25 ? bankOf(pick(dice, BANKS)) : cardOf(pick(dice, CARDS))
  const form = { client_secret: clientSecret, ...fields }
  const setup = await callGateway(storm, `/v1/setup_intents/${id}/confirm`, form, KEYS.publishableKey)
  if (setup?.status === 'requires_action')
    await answerQuestion(storm, clientSecret, dice() < 0.9 ? 'complete' : 'fail')
}

/** Answers what the bank asks about a payment of the driver's; some refuse. */
export const answerBank: BillingOperation = async (storm, driver, dice) => {
  for (const payment of (await readAccount(driver))?.underWay ?? []) {
    if (payment.action === null) continue
    await answerQuestion(storm, payment.action.clientSecret, dice() < 0.75 ? 'complete' : 'fail')
    sync(storm, driver, await driver.phone.insist('GET', `/api/billing/payments/${payment.id}`))
  }
}

/** Looks at everything. */
export const look: BillingOperation = async (storm, driver) => {
  for (const payment of (await readAccount(driver))?.underWay ?? [])
    sync(storm, driver, await driver.phone.ask('GET', `/api/billing/payments/${payment.id}`))
  await driver.phone.ask('GET', '/api/billing/invoices')
}

/** Gives up what is under way. */
export const cancel: BillingOperation = async (storm, driver) => {
  for (const payment of (await readAccount(driver))?.underWay ?? [])
    sync(storm, driver, await driver.phone.ask('POST', `/api/billing/payments/${payment.id}/cancel`, {}))
}

export const setAutopay: BillingOperation = async (_storm, driver, dice) => {
  const enabled = dice() < 0.7
  await driver.phone.ask('PUT', '/api/billing/autopay', { enabled })
  const [newest] = (await readMethods(driver)) ?? []
  if (enabled && newest) await driver.phone.ask('POST', `/api/billing/methods/${newest.id}/default`, {})
}

export const setDefault: BillingOperation = async (_storm, driver, dice) => {
  const methods = (await readMethods(driver)) ?? []
  if (methods.length > 0)
    await driver.phone.ask('POST', `/api/billing/methods/${pick(dice, methods).id}/default`, {})
}

export const removeMethod: BillingOperation = async (_storm, driver, dice) => {
  const methods = (await readMethods(driver)) ?? []
  if (methods.length > 1)
    await driver.phone.ask('POST', `/api/billing/methods/${pick(dice, methods).id}/remove`, {})
}

/** The driver's account; null where no one said. */
export async function readAccount({ phone }: Person): Promise<Outputs['billing']['account'] | null> {
  const reply = await phone.insist<Outputs['billing']['account']>('GET', '/api/billing')
  return reply?.status === 200 ? reply.body : null
}

/** Does, fails or leaves alone what a bank asks. */
export async function meetBank(storm: Storm, clientSecret: string, dice: Random): Promise<void> {
  const throwDice = dice()
  if (throwDice < 0.55) await answerQuestion(storm, clientSecret, 'complete')
  else if (throwDice < 0.7) await answerQuestion(storm, clientSecret, 'fail')
}

async function answerQuestion(storm: Storm, clientSecret: string, outcome: string): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_')
  const body = new URLSearchParams({ client_secret: clientSecret, outcome })
  const url = `${storm.fleet.gatewayUrl}/test-mode/authenticate/${id}`
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
  await reply?.arrayBuffer().catch(() => null)
}

/** Calls the gateway; null where it did not answer. */
export async function callGateway(
  { fleet }: Storm,
  path: string,
  form: Record<string, string>,
  key: string,
): Promise<{ status?: string } | null> {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const body = new URLSearchParams(form)
    const reply = await fetch(`${fleet.gatewayUrl}${path}`, { method: 'POST', headers, body })
    return (await reply.json()) as { status?: string }
  } catch {
    return null
  }
}

function cardOf(number: string): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  }
}

function bankOf(account: string): Record<string, string> {
  return {
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][account_number]': account,
    'payment_method_data[us_bank_account][routing_number]': '110000000',
    'payment_method_data[us_bank_account][account_holder_type]': 'individual',
    'payment_method_data[billing_details][name]': 'Ana',
  }
}
