import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startCards } from '@madruga/simulator/cards.ts'
import { openEmbedded } from '../web/card-gateway/embedded.ts'
import type { Fields } from '../web/card-gateway/fields.ts'
import type { CardGateway, FieldsChange } from '../web/card-gateway/model.ts'
import type { Typed } from '../web/card-gateway/rules.ts'
import { realNow } from '@madruga/server/kit/testing.ts'

const KEYS = { secretKey: 'sk_test_browser1', publishableKey: 'pk_test_browser1' }
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
const BANK = { kind: 'bank', routing: '110000000', account: '000123456789', holder: 'Ana Reyes' }

/**
 * The browser's object with the real gateway; no page renders its fields, and `answers` complete the bank's
 * authentications.
 */
async function open(t: TestContext, answers: ('complete' | 'fail' | 'put away')[] = []) {
  const gateway = await startCards({ ...KEYS, environment: 'test' })
  t.after(() => gateway.stop())
  let fields: Fields | undefined
  const asked: string[] = []
  const cards = openEmbedded({
    url: gateway.url,
    publishableKey: KEYS.publishableKey,
    now: realNow,
    draw(_, drawn) {
      fields = drawn
      return () => {}
    },
    async ask(url) {
      asked.push(url)
      const outcome = answers.shift()!
      if (outcome === 'put away') return
      const secret = new URL(url).searchParams.get('client_secret')!
      const body = new URLSearchParams({ client_secret: secret, outcome, framed: 'yes' })
      assert.equal((await fetch(url, { method: 'POST', body })).status, 200)
    },
  })
  const call = async (path: string, form?: Record<string, string>) => {
    const reply = await fetch(`${gateway.url}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${KEYS.secretKey}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    return (await reply.json()) as Record<string, string> & { data: { id: string; type: string }[] }
  }
  const customer = (await call('/v1/customers', { email: 'ana@example.com' })).id!
  const clientSecret = (await call('/v1/setup_intents', { customer })).client_secret!
  const elements = cards.elements({ clientSecret, locale: 'en', appearance: {} })
  const element = elements.create('payment')
  const changes: FieldsChange[] = []
  element.on('change', (change) => changes.push(change))
  element.mount({} as HTMLElement)
  const type = (typed: Partial<Record<keyof Typed, string>>) => {
    for (const [name, value] of Object.entries(typed)) fields!.set(name as keyof Typed, value)
  }
  const save = async (
    typed: Partial<Record<keyof Typed, string>>,
  ): Promise<Awaited<ReturnType<CardGateway['confirmSetup']>>> => {
    type(typed)
    const checked = await elements.submit()
    if (checked.error) return checked
    const confirmParams = { return_url: 'https://madruga.example/#/payment' }
    return await cards.confirmSetup({ elements, clientSecret, confirmParams, redirect: 'if_required' })
  }
  const pay = async (methodId: string) =>
    await call('/v1/payment_intents', {
      amount: '2606',
      currency: 'usd',
      customer,
      payment_method: methodId,
      confirm: 'true',
      return_url: 'https://madruga.example/#/payment',
    })
  return {
    cards,
    changes,
    asked,
    type,
    save,
    pay,
    faults: () => fields!.read().faults,
    saved: async () => (await call(`/v1/customers/${customer}/payment_methods`)).data,
  }
}

test('a card is saved at the gateway for the customer of the client secret', async (t) => {
  const form = await open(t)
  const { setupIntent } = await form.save(CARD)
  assert.equal(setupIntent?.status, 'succeeded')
  const [saved] = await form.saved()
  assert.deepEqual([saved?.id, saved?.type], [setupIntent.payment_method, 'card'])
})

test('a bank account is saved too, and the entered type is reported meanwhile', async (t) => {
  const form = await open(t)
  form.type(CARD)
  assert.deepEqual(form.changes.at(-1), { complete: true, value: { type: 'card' } })
  const { setupIntent } = await form.save(BANK)
  assert.equal(setupIntent?.status, 'succeeded')
  assert.deepEqual(form.changes.at(-1), { complete: true, value: { type: 'us_bank_account' } })
  assert.equal((await form.saved())[0]?.type, 'us_bank_account')
})

test('incomplete input is not sent and is reported at its fields', async (t) => {
  const form = await open(t)
  const { error } = await form.save({ ...CARD, cvc: '1' })
  assert.equal(error?.type, 'validation_error')
  assert.deepEqual(form.faults(), { cvc: 'cvc' })
})

test("the gateway's field errors appear at their fields, others for the form, and both can be corrected", async (t) => {
  const form = await open(t)
  const wrong = await form.save({ ...CARD, number: '4000000000000127' })
  assert.equal(wrong.error?.type, 'validation_error')
  assert.deepEqual(form.faults(), { cvc: 'cvc_wrong' })
  const real = await form.save({ ...CARD, number: '4111111111111111' })
  assert.equal(real.error?.type, 'validation_error')
  assert.deepEqual(form.faults(), { number: 'test_only' })
  const declined = await form.save({ ...CARD, number: '4000000000009995' })
  assert.equal(declined.error?.decline_code, 'insufficient_funds')
  assert.deepEqual(form.faults(), {})
  assert.equal((await form.save(CARD)).setupIntent?.status, 'succeeded')
})

test("a bank's authentication before saving a card can succeed, fail, or be dismissed", async (t) => {
  const form = await open(t, ['fail', 'put away', 'complete'])
  const asks = { ...CARD, number: '4000002760003184' }
  for (const why of ['refused', 'put away']) {
    const { error } = await form.save(asks)
    assert.equal(error?.code, 'setup_intent_authentication_failure', why)
    assert.deepEqual(await form.saved(), [], why)
  }
  assert.equal((await form.save(asks)).setupIntent?.status, 'succeeded')
  assert.equal(form.asked.length, 3)
})

test('a payment that requires authentication succeeds only after it', async (t) => {
  const form = await open(t, ['complete', 'put away', 'complete'])
  const { setupIntent } = await form.save({ ...CARD, number: '4000002760003184' })
  const { client_secret: clientSecret = '' } = await form.pay(String(setupIntent?.payment_method))
  const left = await form.cards.handleNextAction({ clientSecret })
  assert.equal(left.error?.code, 'payment_intent_authentication_failure')
  const { paymentIntent } = await form.cards.handleNextAction({ clientSecret })
  assert.equal(paymentIntent?.status, 'succeeded')
  // No authentication is pending anymore.
  await form.cards.handleNextAction({ clientSecret })
  assert.equal(form.asked.length, 3)
})

test('an unreachable gateway is a connection error in the format of Stripe’s script', async (t) => {
  const form = await open(t)
  form.type(CARD)
  const gone = openEmbedded({
    url: 'http://127.0.0.1:1',
    publishableKey: KEYS.publishableKey,
    now: realNow,
    draw: () => () => {},
    ask: async () => {},
  })
  const { error } = await gone.handleNextAction({ clientSecret: 'pi_1_secret_2' })
  assert.equal(error?.type, 'api_connection_error')
})
