import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { startCards } from '../cards.ts'
import { callCards, KEYS } from './fixture.ts'

const DAY_MS = 86_400_000
const ROOT = path.join(import.meta.dirname, '../..')
/** The SDK's name of each object that the gateway answers with. */
const TYPES: Record<string, string> = {
  balance_transaction: 'BalanceTransaction',
  charge: 'Charge',
  customer: 'Customer',
  dispute: 'Dispute',
  event: 'Event',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  refund: 'Refund',
  setup_intent: 'SetupIntent',
}

const card = (number: string) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2030',
  'card[cvc]': '123',
})
const bank = (number: string) => ({
  type: 'us_bank_account',
  'us_bank_account[account_number]': number,
  'us_bank_account[routing_number]': '110000000',
})
const METHODS = [
  card('4242424242424242'),
  card('4000000000000341'),
  card('4000002500003155'),
  card('4000000000000259'),
  bank('000123456789'),
  bank('000111111116'),
]

type Json = Record<string, unknown>

test("every object of the gateway is one of the pinned SDK's types, in every field", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cards-types-'))
  let now = Date.parse('2026-11-20T20:00:00Z')
  const running = await startCards({
    ...KEYS,
    environment: 'test',
    dataFolder: folder,
    clock: { now: () => now },
    bankDelayMs: DAY_MS,
  })
  t.after(async () => {
    await running.stop()
    rmSync(folder, { recursive: true })
  })
  const found = new Map<string, Json>()
  const keep = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(keep)
    if (typeof value !== 'object' || value === null) return
    const item = value as Json
    if (typeof item.object === 'string' && item.object in TYPES) found.set(JSON.stringify(item), item)
    Object.values(item).forEach(keep)
  }
  const call = async (method: 'GET' | 'POST', place: string, fields: Record<string, string> = {}) => {
    const { json } = await callCards(running.url, method, place, { fields })
    keep(json)
    return json
  }
  for (const method of METHODS) {
    const customer = String((await call('POST', '/v1/customers', { email: 'ana@drivers.test' })).id)
    const id = String((await call('POST', '/v1/payment_methods', method)).id)
    const common = { customer, payment_method: id, confirm: 'true' }
    const types = { 'payment_method_types[0]': method.type }
    await call('POST', '/v1/setup_intents', { ...common, ...types })
    const payment = {
      ...common,
      ...types,
      amount: '1060',
      currency: 'usd',
      setup_future_usage: 'off_session',
    }
    const { id: paid } = await call('POST', '/v1/payment_intents', payment)
    now += 2 * DAY_MS
    await callCards(running.url, 'GET', `/v1/payment_intents/${String(paid)}`)
    await call('POST', '/v1/refunds', { payment_intent: String(paid), amount: '60' })
    await call('POST', `/v1/payment_methods/${id}/detach`)
    await call('POST', '/v1/payment_intents', { amount: '500', currency: 'usd', customer })
  }
  for (const kind of ['balance_transactions', 'charges', 'disputes', 'events', 'payment_intents', 'refunds'])
    await call('GET', `/v1/${kind}`, { limit: '100' })

  const literals = [...found.values()].map(
    (item, index) =>
      `export const item${index}: Stripe.${TYPES[String(item.object)]} = ${JSON.stringify(item)}`,
  )
  const kinds = new Set([...found.values()].map(({ object }) => String(object)))
  assert.deepEqual([...kinds].toSorted(), Object.keys(TYPES).toSorted())
  // Where the SDK is found, and no other check looks.
  const file = path.join(ROOT, 'node_modules/.cache', `cards-${process.pid}.mts`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `import type Stripe from 'stripe'\n${literals.join('\n')}\n`)
  t.after(() => rmSync(file))
  const flags = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
  ]
  const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), [...flags, file], {
    encoding: 'utf8',
  })
  assert.equal(stdout, '')
})
