import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { contentPolicy } from '../../http/policy.ts'
import { startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { forgetLimits, movableClock, solveCaptcha, visit } from './testing.ts'
import type { Sent } from './testing.ts'

const clock = movableClock()
const http = await startTestHttp({ clock })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

let people = 0
async function reset(server: TestHttp, captcha: string) {
  const visitor = await visit(server)
  const email = `person${++people}@example.com`
  return await visitor.post<Sent>('/resets', { email, channel: 'email', language: 'en', captcha })
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
type Proof = {
  challenge: { parameters: Record<string, unknown>; signature: string }
  solution: { counter: number; derivedKey: string }
}

test('a solution is accepted once, also in parallel', async () => {
  const captcha = await solveCaptcha(http)
  const answers = await Promise.all(Array.from({ length: 5 }, () => reset(http, captcha)))
  assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 422, 422, 422, 422])
  const again = await reset(http, captcha)
  assert.deepEqual([again.status, again.body.code], [422, 'accounts.captcha_failed'])
})

test('a foreign solution is rejected', async () => {
  const real = JSON.parse(Buffer.from(await solveCaptcha(http), 'base64').toString()) as Proof
  const { challenge, solution } = real
  const withParameters = (change: object) =>
    encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } }, solution })
  const forged: [string, string][] = [
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['another shape', encode({ challenge: null, solution: [] })],
    [
      'another counter',
      encode({ challenge, solution: { ...solution, counter: solution.counter + 1, derivedKey: '00' } }),
    ],
    [
      'another key',
      encode({
        challenge,
        solution: { ...solution, derivedKey: solution.derivedKey.replace(/^./, 'f') + '00' },
      }),
    ],
    ['no signature', encode({ challenge: { parameters: challenge.parameters, signature: '' }, solution })],
    ['another signature', encode({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution })],
    ['cheaper', withParameters({ cost: 1 })],
    ['for longer', withParameters({ expiresAt: 99_999_999_999 })],
    ['for ever', withParameters({ expiresAt: 1e300 })],
    ['another nonce', withParameters({ nonce: '0'.repeat(32) })],
    ['a zero in it', withParameters({ nonce: `${'0'.repeat(31)}\0` })],
  ]
  for (const [what, captcha] of forged) {
    const refused = await reset(http, captcha)
    assert.deepEqual([refused.status, refused.body.code], [422, 'accounts.captcha_failed'], what)
  }
  assert.equal((await reset(http, encode(real))).status, 200)
})

test('a challenge expires after twenty minutes', async () => {
  const captcha = await solveCaptcha(http)
  clock.add(20 * MINUTE_MS)
  assert.equal((await reset(http, captcha)).body.code, 'accounts.captcha_failed')
})

test('an invalid form does not use up the solution', async () => {
  const captcha = await solveCaptcha(http)
  const visitor = await visit(http)
  const wrong = await visitor.post('/resets', {
    email: 'no address',
    channel: 'email',
    language: 'en',
    captcha,
  })
  assert.equal(wrong.body.code, 'accounts.invalid')
  assert.equal((await reset(http, captcha)).status, 200)
})

/** A provider's siteverify endpoint: form in, JSON out. */
async function startProvider() {
  const asked: Record<string, string>[] = []
  const answers: Record<string, [status: number, body: string]> = {
    good: [200, JSON.stringify({ success: true, hostname: 'madruga.example' })],
    bad: [200, JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] })],
    text: [200, JSON.stringify({ success: 'true' })],
    broken: [500, JSON.stringify({ success: true })],
    garbled: [200, 'success'],
    moved: [302, ''],
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body))
      asked.push(form)
      if (form['response'] === 'cut') {
        request.socket.destroy()
        return
      }
      const [status, text] = answers[form['response'] ?? ''] ?? [400, '']
      response.writeHead(status, { location: '/elsewhere' }).end(text)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { asked, server, url: `http://127.0.0.1:${port}/siteverify` }
}

for (const provider of ['turnstile', 'hcaptcha', 'recaptcha'] as const)
  test(`${provider} is asked, and anything but its plain yes is a no`, async () => {
    const { asked, server, url } = await startProvider()
    const captcha = { provider, siteKey: 'site', secret: 'hush', verifyUrl: url } as const
    const its = await startTestHttp({ config: { captcha } })
    try {
      const shown = await fetch(`${its.url}/api/accounts/captcha`)
      assert.deepEqual(await shown.json(), { provider, siteKey: 'site', challenge: null })
      assert.equal(shown.headers.get('content-security-policy'), contentPolicy(provider))
      assert.equal((await reset(its, 'good')).status, 200)
      assert.deepEqual(asked, [{ secret: 'hush', response: 'good', remoteip: '127.0.0.1' }])
      for (const proof of ['bad', 'text', 'broken', 'garbled', 'moved', 'cut', 'unknown'])
        assert.equal((await reset(its, proof)).body.code, 'accounts.captcha_failed', proof)
      server.close()
      server.closeAllConnections()
      assert.equal((await reset(its, 'good')).body.code, 'accounts.captcha_failed')
      assert.ok(its.logger.some((line) => line.includes('captcha provider did not answer')))
      assert.ok(its.logger.every((line) => !line.includes('hush')))
    } finally {
      server.close()
      await its.stop()
    }
  })

test("pages may load the configured provider's captcha and no one else's", () => {
  const own = contentPolicy('altcha')
  assert.doesNotMatch(own, /https:|frame-src/)
  const hosts = {
    turnstile: ['https://challenges.cloudflare.com'],
    hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    recaptcha: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  } as const
  for (const [provider, allowed] of Object.entries(hosts) as [keyof typeof hosts, readonly string[]][]) {
    const policy = contentPolicy(provider)
    assert.deepEqual(new Set(policy.match(/https:[^ ;]*/g)), new Set(allowed))
    assert.match(policy, /script-src 'self' https:/)
    assert.match(policy, /frame-src https:/)
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
  }
})
