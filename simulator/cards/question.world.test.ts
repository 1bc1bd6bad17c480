import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startCards } from '../cards.ts'
import { callCards, KEYS } from './fixture.ts'

/** A payment whose bank requires authentication, with its page. */
async function ask(t: TestContext, returnUrl?: string) {
  const running = await startCards({ ...KEYS, environment: 'test' })
  t.after(() => running.stop())
  const fields = {
    amount: '1060',
    currency: 'usd',
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: 'true',
    ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
  }
  const { json } = await callCards(running.url, 'POST', '/v1/payment_intents', { fields })
  const action = json.next_action as {
    redirect_to_url?: { url: string }
    use_stripe_sdk?: { stripe_js: string }
  }
  const url = action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js ?? ''
  return {
    read: (language?: string) => fetch(url, language ? { headers: { 'accept-language': language } } : {}),
    answer: (outcome: string, framed: string) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ client_secret: String(json.client_secret), outcome, framed }),
        redirect: 'manual',
      }),
    status: async () =>
      (await callCards(running.url, 'GET', `/v1/payment_intents/${String(json.id)}`)).json.status,
  }
}

const BACK = 'https://shop.example/back'

test("the page uses the browser's preferred language and shows test mode", async (t) => {
  const { read } = await ask(t, BACK)
  for (const [wanted, spanish] of [
    ['es-US,es;q=0.9,en;q=0.8', true],
    ['en;q=0.5, es;q=0.6', true],
    ['fr, es', true],
    ['en-US,es', false],
    ['es;q=0, en;q=0.1', false],
    ['fr', false],
    [undefined, false],
  ] as const) {
    const text = await (await read(wanted)).text()
    const [lang, mode] = spanish ? ['es', 'Modo de prueba'] : ['en', 'Test mode']
    assert.match(text, new RegExp(`<html lang="${lang}">[\\s\\S]*<strong>${mode}</strong>`), wanted ?? 'none')
    assert.match(text, /<b>\$10\.60<\/b>/)
  }
})

test('its policy allows only its own script, in any frame', async (t) => {
  const { read } = await ask(t, BACK)
  const page = await read()
  const policy = page.headers.get('content-security-policy') ?? ''
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(await page.text()) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  assert.ok(policy.includes(`'sha256-${hash}'`), policy)
  assert.doesNotMatch(policy, /script-src [^;]*(unsafe|\*|http)/)
  assert.match(policy, /frame-ancestors \*/)
})

test('in a frame the parent page is notified, otherwise the browser returns', async (t) => {
  const framed = await ask(t, BACK)
  const told = await framed.answer('complete', 'yes')
  assert.equal(told.status, 200)
  assert.match(await told.text(), /postMessage\(\{ type: 'cards\.next_action_done' \}/)
  assert.equal(await framed.status(), 'succeeded')
  const alone = await ask(t, BACK)
  const back = await alone.answer('fail', '')
  assert.match(back.headers.get('location') ?? '', /^https:\/\/shop\.example\/back\?.*redirect_status=failed/)
  assert.equal(await alone.status(), 'requires_payment_method')
  const nowhere = await ask(t)
  const stays = await nowhere.answer('complete', '')
  assert.match(await stays.text(), /role="status"[\s\S]*postMessage/)
  assert.match(await (await nowhere.read()).text(), /has been answered/)
})
