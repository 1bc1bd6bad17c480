import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startCards } from '../cards.ts'
import { callCards, KEYS } from './fixture.ts'
import type { CallResult } from './fixture.ts'

const NOON = Date.parse('2026-11-20T20:00:00Z')
const DAY_MS = 86_400_000
/** Valid check digits that belong to no one: printed as examples by the card schemes. */
const REAL = ['4111111111111111', '6011111111111117', '3530111333300000', '4111 1111 1111 1111']

const folder = mkdtempSync(join(tmpdir(), 'cards-'))
let now = NOON

const running = await startCards({
  ...KEYS,
  environment: 'test',
  dataFolder: folder,
  clock: { now: () => now },
  bankDelayMs: 4 * DAY_MS,
})
after(async () => {
  await running.stop()
  rmSync(folder, { recursive: true })
})

type Fields = Record<string, string>
const post = (path: string, fields: Fields = {}, key?: string) =>
  callCards(running.url, 'POST', path, { fields, ...(key === undefined ? {} : { key }) })
const get = (path: string, fields: Fields = {}) => callCards(running.url, 'GET', path, { fields })

function errorOf({ json }: CallResult): Record<string, unknown> {
  return (json.error ?? {}) as Record<string, unknown>
}

async function saveMethod(number: string): Promise<{ customer: string; method: string }> {
  const customer = String((await post('/v1/customers', { email: 'ana@drivers.test' })).json.id)
  const fields: Fields = number.startsWith('000')
    ? {
        type: 'us_bank_account',
        'us_bank_account[account_number]': number,
        'us_bank_account[routing_number]': '110000000',
      }
    : {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '2030',
        'card[cvc]': '123',
      }
  const method = String((await post('/v1/payment_methods', fields)).json.id)
  return { customer, method }
}

function charge({ customer, method }: { customer: string; method: string }, more: Fields = {}, key?: string) {
  const fields = {
    amount: '1060',
    currency: 'usd',
    customer,
    payment_method: method,
    confirm: 'true',
    ...more,
  }
  return post('/v1/payment_intents', fields, key)
}

async function countCharges(customer: string): Promise<number> {
  return ((await get('/v1/charges', { customer, limit: '100' })).json.data as unknown[]).length
}

test('every test card behaves as its number says', async () => {
  const expected: [string, number, string?, string?][] = [
    ['4242424242424242', 200],
    ['5555555555554444', 200],
    ['378282246310005', 200],
    ['4000000000000002', 402, 'card_declined', 'generic_decline'],
    ['4000000000009995', 402, 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 402, 'expired_card', 'expired_card'],
    ['4000000000000127', 402, 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 402, 'processing_error', 'processing_error'],
    ['4000000000000341', 402, 'card_declined', 'generic_decline'],
  ]
  for (const [number, status, code, decline] of expected) {
    const answer = await charge(await saveMethod(number))
    const error = errorOf(answer)
    assert.deepEqual([answer.status, error.code, error.decline_code], [status, code, decline], number)
    if (status === 402) {
      const intent = error.payment_intent as Record<string, unknown>
      assert.deepEqual([error.type, intent.status], ['card_error', 'requires_payment_method'])
      assert.equal(
        (await get(`/v1/payment_intents/${String(intent.id)}`)).json.status,
        'requires_payment_method',
      )
    }
  }
})

test('0341 can be saved and declines when it is charged; 0002 cannot even be saved', async () => {
  const later = await saveMethod('4000000000000341')
  assert.equal(
    (await post(`/v1/payment_methods/${later.method}/attach`, { customer: later.customer })).status,
    200,
  )
  assert.equal((await charge(later)).status, 402)
  const never = await saveMethod('4000000000000002')
  assert.equal(
    (await post(`/v1/payment_methods/${never.method}/attach`, { customer: never.customer })).status,
    402,
  )
})

test('a fee is booked on what is charged, and a refund takes back at most what is left', async () => {
  const intent = (await charge(await saveMethod('4242424242424242'))).json
  const expanded = await get(`/v1/payment_intents/${String(intent.id)}`, {
    'expand[]': 'latest_charge.balance_transaction',
  })
  const { balance_transaction: line } = expanded.json.latest_charge as {
    balance_transaction: Record<string, unknown>
  }
  assert.deepEqual([line.amount, line.fee, line.net], [1060, 61, 999])
  const part = await post('/v1/refunds', { payment_intent: String(intent.id), amount: '60' })
  assert.deepEqual([part.json.status, part.json.amount], ['succeeded', 60])
  assert.equal((await post('/v1/refunds', { payment_intent: String(intent.id), amount: '1001' })).status, 400)
  assert.equal((await post('/v1/refunds', { payment_intent: String(intent.id) })).json.amount, 1000)
  const again = await post('/v1/refunds', { payment_intent: String(intent.id) })
  assert.equal(errorOf(again).code, 'charge_already_refunded')
  const lines = (await get('/v1/balance_transactions', { 'created[gte]': String(NOON / 1000), limit: '3' }))
    .json
  assert.deepEqual(
    (lines.data as { net: number }[]).map(({ net }) => net),
    [-1000, -60, 999],
  )
})

test('a bank responds days later: it pays, or the account is unknown', async () => {
  const paid = (await charge(await saveMethod('000123456789'))).json
  const failed = (await charge(await saveMethod('000111111116'))).json
  assert.deepEqual([paid.status, failed.status], ['processing', 'processing'])
  now += 4 * DAY_MS - 1
  assert.equal((await get(`/v1/payment_intents/${String(paid.id)}`)).json.status, 'processing')
  now += 1
  assert.equal((await get(`/v1/payment_intents/${String(paid.id)}`)).json.status, 'succeeded')
  const { json } = await get(`/v1/payment_intents/${String(failed.id)}`)
  assert.equal(json.status, 'requires_payment_method')
  assert.equal((json.last_payment_error as { code: string }).code, 'no_account')
})

test('the bank authenticates on a page in test mode, and the browser returns with the result', async () => {
  for (const [outcome, status] of [
    ['complete', 'succeeded'],
    ['fail', 'requires_payment_method'],
  ] as const) {
    const asked = await charge(await saveMethod('4000002500003155'), {
      return_url: 'https://shop.example/back?a=1',
    })
    assert.equal(asked.json.status, 'requires_action')
    const action = asked.json.next_action as { redirect_to_url: { url: string } }
    const { url } = action.redirect_to_url
    const page = await (await fetch(url)).text()
    assert.match(page, /Test mode[\s\S]*\$10\.60[\s\S]*Yes, it is me[\s\S]*No, refuse/)
    const secret = new URL(url).searchParams.get('client_secret') ?? ''
    const answered = await fetch(url.split('?')[0] ?? '', {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, outcome }),
      redirect: 'manual',
    })
    const back = new URL(answered.headers.get('location') ?? '')
    assert.deepEqual(
      [back.searchParams.get('a'), back.searchParams.get('payment_intent')],
      ['1', asked.json.id],
    )
    assert.equal((await get(`/v1/payment_intents/${String(asked.json.id)}`)).json.status, status)
    const guessed = await fetch(`${url.split('?')[0]}?client_secret=guess`)
    assert.equal(guessed.status, 404)
  }
})

test('a browser can create methods and confirm its own intents, nothing else', async () => {
  const browser = { bearer: KEYS.publishableKey }
  const fields = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '1',
    'card[exp_year]': '31',
  }
  const made = await callCards(running.url, 'POST', '/v1/payment_methods', { ...browser, fields })
  assert.deepEqual([made.status, made.headers.get('access-control-allow-origin')], [200, '*'])
  const setup = (await post('/v1/setup_intents', { 'metadata[driverId]': 'd1' })).json
  const path = `/v1/setup_intents/${String(setup.id)}`
  const confirm = (secret: string) =>
    callCards(running.url, 'POST', `${path}/confirm`, {
      ...browser,
      fields: { client_secret: secret, payment_method: String(made.json.id) },
    })
  assert.equal((await confirm('guess')).status, 404)
  const confirmed = await confirm(String(setup.client_secret))
  assert.deepEqual([confirmed.json.status, 'metadata' in confirmed.json], ['succeeded', false])
  for (const closed of ['/v1/customers', '/v1/payment_intents', '/v1/refunds']) {
    assert.equal((await callCards(running.url, 'POST', closed, browser)).status, 403, closed)
    assert.equal((await callCards(running.url, 'GET', closed, browser)).status, 403, closed)
  }
  assert.equal((await fetch(`${running.url}/v1/payment_methods`, { method: 'OPTIONS' })).status, 204)
})

test('wrong keys are rejected, and live keys or production prevent the start', async () => {
  for (const bearer of ['', 'sk_test_wrong123', 'sk_live_fixture1', KEYS.secretKey.slice(0, -1)]) {
    assert.equal((await callCards(running.url, 'GET', '/v1/customers', { bearer })).status, 401)
  }
  await assert.rejects(startCards({ ...KEYS, environment: 'production' }), /does not start in production/)
  await assert.rejects(
    startCards({ ...KEYS, secretKey: 'sk_live_12345678', environment: 'test' }),
    /sk_test_/,
  )
  const allowed = await startCards({ ...KEYS, environment: 'production', allowInProduction: true })
  await allowed.stop()
})

test('the same key and fields give the same answer, also a decline; other fields are refused', async () => {
  const saved = await saveMethod('4242424242424242')
  const first = await charge(saved, {}, 'key-1')
  const second = await charge(saved, {}, 'key-1')
  assert.deepEqual(second.json, first.json)
  assert.deepEqual(
    [first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')],
    [null, 'true'],
  )
  const other = await charge(saved, { amount: '2000' }, 'key-1')
  assert.deepEqual([other.status, errorOf(other).type], [400, 'idempotency_error'])
  assert.equal(await countCharges(saved.customer), 1)
  const poor = await saveMethod('4000000000009995')
  assert.deepEqual((await charge(poor, {}, 'key-2')).json, (await charge(poor, {}, 'key-2')).json)
  assert.equal(await countCharges(poor.customer), 1)
  const missing = await charge({ ...saved, customer: 'cus_none' }, {}, 'key-3')
  assert.equal(missing.status, 404)
  assert.equal((await charge(saved, {}, 'key-3')).status, 200, 'what was never carried out keeps no answer')
})

test('100 calls at once with one key make one charge', async () => {
  const saved = await saveMethod('4242424242424242')
  const answers = await Promise.all(Array.from({ length: 100 }, () => charge(saved, {}, 'key-100')))
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.id))
  assert.equal(ids.size, 1)
  assert.equal(await countCharges(saved.customer), 1)
})

test('a key is taken while its first call is still coming in', async () => {
  const saved = await saveMethod('4242424242424242')
  const body = new URLSearchParams({
    amount: '1060',
    currency: 'usd',
    ...saved,
    payment_method: saved.method,
  }).toString()
  const head = `POST /v1/payment_intents HTTP/1.1\r\nHost: c\r\nExpect: 100-continue\r\nAuthorization: Bearer ${KEYS.secretKey}\r\n`
  const socket = connect(running.port, '127.0.0.1')
  socket.write(`${head}Idempotency-Key: key-slow\r\nContent-Length: ${body.length}\r\n\r\n`)
  // "100 Continue": the head has been read.
  await new Promise((resolve) => socket.once('data', resolve))
  const meanwhile = await charge(saved, {}, 'key-slow')
  assert.deepEqual([meanwhile.status, errorOf(meanwhile).code], [409, 'idempotency_key_in_use'])
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.write(body)
  assert.match(String(await answered), /^HTTP\/1\.1 200/)
  socket.destroy()
})

test('possibly real numbers are rejected in any field and never stored', async () => {
  for (const number of REAL) {
    const asCard = await post(
      '/v1/payment_methods',
      { type: 'card', 'card[number]': number },
      `real-${REAL.indexOf(number)}`,
    )
    const asName = await post('/v1/customers', { name: `Ana ${number}`, 'metadata[note]': number })
    const asKey = await post('/v1/customers', {}, number)
    const asPath = await get(`/v1/customers/${encodeURIComponent(number)}`)
    const asQuery = await get('/v1/customers', { email: number })
    for (const refused of [asCard, asName, asKey, asPath, asQuery]) {
      assert.match(String(errorOf(refused).message), /takes test cards only/)
      assert.ok(!JSON.stringify(refused.json).includes(number))
    }
  }
  const unknown = await post('/v1/payment_methods', { type: 'card', 'card[number]': '4000000000000010' })
  assert.match(String(errorOf(unknown).message), /takes test cards only/)
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  assert.ok(
    files.some((text) => text.includes('ana@drivers.test')),
    'the files are readable',
  )
  for (const number of [...REAL, '4242424242424242', '000123456789']) {
    assert.ok(
      files.every((text) => !text.includes(number)),
      `kept: ${number}`,
    )
  }
})

test("the caller's UUIDs, timestamps and amounts are not card numbers", async () => {
  const innocent = [
    '1763668800000',
    '12345678-1234-1234-1234-123456789012',
    '019a9e7c-0000-7000-8000-000000000000',
  ]
  for (const text of innocent) {
    assert.equal((await post('/v1/customers', { 'metadata[id]': text }, text)).status, 200, text)
  }
})

test('charges are found by their metadata, and pages join without a gap', async () => {
  const saved = await saveMethod('4242424242424242')
  const ids: unknown[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await charge(saved, { 'metadata[paymentId]': `p-${n}` })).json.id)
  const query = "metadata['paymentId']:'p-3'"
  const found = await get('/v1/payment_intents/search', { query })
  assert.deepEqual(
    (found.json.data as { id: string }[]).map(({ id }) => id),
    [ids[1]],
  )
  const pages: unknown[] = []
  for (let last: string | undefined, more = true; more;) {
    const fields = {
      customer: saved.customer,
      limit: '2',
      ...(last === undefined ? {} : { starting_after: last }),
    }
    const { json } = await get('/v1/payment_intents', fields)
    pages.push(...(json.data as { id: string }[]).map(({ id }) => id))
    last = String(pages.at(-1))
    more = json.has_more === true
  }
  assert.deepEqual(pages, ids)
})

test('a customer has a default method until it is detached, permanently', async () => {
  const { customer, method } = await saveMethod('4242424242424242')
  const path = `/v1/customers/${customer}`
  const choose = () => post(path, { 'invoice_settings[default_payment_method]': method })
  const chosen = async () =>
    ((await get(path)).json.invoice_settings as Record<string, unknown>).default_payment_method
  assert.equal((await choose()).status, 400, 'it is not attached yet')
  await post(`/v1/payment_methods/${method}/attach`, { customer })
  await choose()
  assert.equal(await chosen(), method)
  assert.equal(
    (await charge({ customer: (await saveMethod('4242424242424242')).customer, method })).status,
    400,
  )
  await post(`/v1/payment_methods/${method}/detach`)
  assert.equal(await chosen(), null)
  assert.equal((await post(`/v1/payment_methods/${method}/attach`, { customer })).status, 400)
  assert.equal((await charge({ customer, method })).status, 400)
})

test('an intent can be canceled before a charge, permanently', async () => {
  const fields = { amount: '1060', currency: 'usd', payment_method: 'pm_card_visa' }
  const intent = String((await post('/v1/payment_intents', fields)).json.id)
  assert.equal((await post(`/v1/payment_intents/${intent}/cancel`)).json.status, 'canceled')
  const refused = await post(`/v1/payment_intents/${intent}/confirm`)
  assert.deepEqual([refused.status, errorOf(refused).code], [400, 'payment_intent_unexpected_state'])
  const events = (await get('/v1/events', { type: 'payment_intent.canceled', limit: '1' })).json
  const [event] = events.data as { id: string; data: { object: { id: string } } }[]
  assert.equal(event?.data.object.id, intent)
  assert.deepEqual((await get(`/v1/events/${String(event?.id)}`)).json, event)
})

test('an invalid call is refused with its invalid field', async () => {
  const saved = await saveMethod('4242424242424242')
  const refusals: [Fields, string, unknown][] = [
    [{ amount: '49' }, 'amount', 'amount_too_small'],
    [{ amount: '10.5' }, 'amount', 'parameter_invalid_integer'],
    [{ currency: 'eur' }, 'currency', undefined],
    [{ return_url: 'javascript:alert(1)' }, 'return_url', 'url_invalid'],
  ]
  for (const [fields, param, code] of refusals) {
    const refused = await charge(saved, fields)
    assert.deepEqual([refused.status, errorOf(refused).param, errorOf(refused).code], [400, param, code])
  }
  assert.equal((await get('/v1/nothing')).status, 404)
  assert.equal(await countCharges(saved.customer), 0)
})
