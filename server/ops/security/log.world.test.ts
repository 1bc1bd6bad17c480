import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import {
  codeTo,
  enter,
  enterOperator,
  forgetLimits,
  otherThan,
  PASSWORD,
  solveCaptcha,
  visit,
} from '../../people/accounts/testing.ts'
import { CARDS_WEBHOOK_PATH } from '../../http.ts'
import { startTestHttp } from '../../http/testing.ts'
import { SECURITY_EVENTS } from '../security.ts'
import type { SecurityKind } from '../security.ts'

const TOKEN = 'a metrics token that is long enough'
const gateway = {
  secretKey: 'sk_test_security',
  publishableKey: 'pk_test_security',
  webhookSecret: 'whsec_security',
  url: null,
  publicUrl: null,
}
const http = await startTestHttp({ config: { metricsToken: TOKEN }, gateway })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Line = Record<string, unknown> & { event: SecurityKind; level: string; requestId?: string }

/** The lines of the security log from one log line on. */
const linesFrom = (from: number) =>
  http.logger
    .slice(from)
    .map((text) => JSON.parse(text) as Line & { channel?: string })
    .filter((line) => line.channel === 'security')

/** Kinds that some test below saw, so that none goes untested. */
const seen = new Set<SecurityKind>()

/** What a step writes, without values that always differ. */
async function recorded(step: () => Promise<unknown>): Promise<Line[]> {
  const from = http.logger.length
  await step()
  const lines = linesFrom(from)
  for (const line of lines) seen.add(line.event)
  return lines
}
const kindsOf = (lines: readonly Line[]) => lines.map(({ event }) => event)

test('signing in and out, a wrong password and a locked account', async () => {
  const ana = await http.addDriver()
  const visitor = await visit(http)
  const [line, ...more] = await recorded(() => visitor.signIn(ana))
  assert.deepEqual(more, [])
  assert.deepEqual(
    [line?.event, line?.level, line?.['driverId'], line?.['role'], line?.['operation']],
    ['sign_in.succeeded', 'info', ana.id, 'driver', 'accounts.signIn'],
  )
  assert.match(String(line?.requestId), /^[0-9a-f-]{36}$/)
  assert.match(String(line?.['addressDigest']), /^[\w-]{16}$/)
  assert.deepEqual(kindsOf(await recorded(() => visitor.send('POST', '/api/accounts/sign-out'))), [
    'sign_out.succeeded',
  ])

  const guess = () => visitor.post('/sign-in', { email: ana.email, password: 'a wrong one' })
  const failed = await recorded(guess)
  assert.deepEqual(kindsOf(failed), ['sign_in.failed'])
  assert.equal(failed[0]?.['emailDigest'], line?.['emailDigest'], 'lines about one e-mail are found')
  const locked = await recorded(async () => {
    for (let n = 0; n < 40; n++) await guess()
  })
  assert.equal(locked.at(-1)?.event, 'sign_in.locked')
  assert.equal(locked.at(-1)?.level, 'warn')
})

test('every change of who gets in: registering, passwords, contacts, sessions, the end', async () => {
  const email = 'new@example.com'
  const visitor = await visit(http)
  const { ticket } = (await visitor.startRegistration({ email })).body
  const wrong = { ticket, code: otherThan(codeTo(http, email)) }
  assert.deepEqual(kindsOf(await recorded(() => visitor.post('/codes/check', wrong))), ['code.mismatched'])
  await visitor.post('/codes/check', { ticket, code: codeTo(http, email) })
  const registered = await recorded(() => visitor.register(ticket))
  assert.deepEqual(kindsOf(registered), ['registration.succeeded'])

  const bad = { current: 'not mine', password: 'eleven green boats', confirmPassword: 'eleven green boats' }
  assert.deepEqual(kindsOf(await recorded(() => visitor.post('/password', bad))), ['reauthentication.failed'])
  const changed = await recorded(() => visitor.post('/password', { ...bad, current: PASSWORD }))
  assert.deepEqual(kindsOf(changed), ['password.changed'])

  const change = { kind: 'email', value: 'newer@example.com', password: bad.password }
  const sent = await visitor.post<{ ticket: string }>('/contacts', change)
  const confirm = { ticket: sent.body.ticket, code: codeTo(http, change.value) }
  const moved = await recorded(() => visitor.post('/contacts/confirm', confirm))
  assert.deepEqual([kindsOf(moved), moved[0]?.['what']], [['contact.changed'], 'email'])

  const other = await visit(http)
  await other.signIn({ email: change.value, password: bad.password })
  const ended = await recorded(() => visitor.post('/sessions/end-others', { password: bad.password }))
  assert.deepEqual([kindsOf(ended), ended[0]?.['count']], [['sessions.ended'], 1])

  const reset = await visit(http)
  const asked = (await reset.startReset(change.value)).body
  await reset.post('/codes/check', { ticket: asked.ticket, code: codeTo(http, change.value) })
  const fresh = { ticket: asked.ticket, password: PASSWORD, confirmPassword: PASSWORD }
  assert.deepEqual(kindsOf(await recorded(() => reset.post('/resets/finish', fresh))), ['password.reset'])
  await reset.signIn({ email: change.value, password: PASSWORD })
  assert.deepEqual(kindsOf(await recorded(() => reset.post('/remove', { password: PASSWORD }))), [
    'account.removed',
  ])
})

test('what is refused: no session, no right, no proof, a forged webhook, a bad challenge, too many codes', async () => {
  const stranger = await recorded(() => fetch(`${http.url}/api/bot`))
  assert.deepEqual(kindsOf(stranger), ['access.unauthenticated'])
  const eva = await enter(http)
  const refused = await recorded(() => eva.send('GET', '/api/admin/drivers'))
  assert.deepEqual([kindsOf(refused), refused[0]?.['driverId']], [['access.forbidden'], eva.id])
  const forged = await recorded(() => eva.send('POST', '/api/bot/stop', {}, { 'x-xsrf-token': 'x.y' }))
  assert.deepEqual(kindsOf(forged), ['xsrf.forged'])
  const told = { method: 'POST', headers: { 'stripe-signature': 't=1,v1=00' }, body: '{}' }
  const webhook = await recorded(() => fetch(`${http.url}${CARDS_WEBHOOK_PATH}`, told))
  assert.deepEqual([kindsOf(webhook), webhook[0]?.['operation']], [['webhook.forged'], 'billing.webhook'])

  const visitor = await visit(http)
  const ask = (captcha: string) =>
    visitor.post('/resets', { email: eva.email, channel: 'email', language: 'en', captcha })
  assert.deepEqual(kindsOf(await recorded(() => ask('no proof'))), ['captcha.failed'])
  const many = await recorded(async () => {
    for (let n = 0; n < 4; n++) await ask(await solveCaptcha(http))
  })
  assert.deepEqual(kindsOf(many), ['code.limited'])
})

test("operators' changes are logged, their reads are not", async () => {
  const driver = await http.addDriver()
  const desk = await enterOperator(http)
  assert.deepEqual(await recorded(() => desk.send('GET', `/api/admin/drivers/${driver.id}`)), [])
  const acted = await recorded(() => desk.send('POST', `/api/admin/drivers/${driver.id}/end-sessions`))
  assert.deepEqual(
    acted.map((line) => [line.event, line['driverId'], line['operation']]),
    [['operator.acted', desk.id, 'admin.endSessions']],
  )
})

test('every kind is counted, also the ones that never happened', async () => {
  const text = await (
    await fetch(`${http.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  ).text()
  for (const kind of Object.keys(SECURITY_EVENTS) as SecurityKind[]) {
    const [, count] = new RegExp(`madruga_security_events_total{event="${kind}"} (\\d+)`).exec(text) ?? []
    assert.notEqual(count, undefined, kind)
    if (seen.has(kind)) assert.ok(Number(count) > 0, kind)
  }
  // The key file is no request: `deps/encrypt.test.ts` covers it. The second factor and passkeys have tests
  // of their own.
  const unseen = Object.keys(SECURITY_EVENTS).filter(
    (kind) => !seen.has(kind as SecurityKind) && !/^(second_factor|passkey)[.]/.test(kind),
  )
  assert.deepEqual(unseen, ['keys.rotated'])
})

test('no log line contains an e-mail, a phone, an address or a secret', async () => {
  const text = linesFrom(0)
    .map((line) => JSON.stringify(line))
    .join('\n')
  assert.ok(text.length > 1_000)
  assert.doesNotMatch(text, /@|example\.com/)
  assert.doesNotMatch(text, /\b1?305\W*555\W*0142|127\.0\.0\.1/)
  const { rows } = await http.database.database.pool.query<{ token: string; id: string }>(
    'select token, id from sessions',
  )
  assert.ok(rows.length > 0)
  for (const { token } of rows) assert.ok(!text.includes(token))
  for (const message of http.sent)
    if (message.template === 'code') assert.doesNotMatch(text, new RegExp(`\\b${message.params.code}\\b`))
  for (const secret of [PASSWORD, 'correct horse', 'a wrong one', TOKEN]) assert.ok(!text.includes(secret))
})
