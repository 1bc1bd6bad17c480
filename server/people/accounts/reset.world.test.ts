import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { get } from 'node:http'
import net from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import { startTestHttp } from '../../http/testing.ts'
import { PASSWORD, codeTo, enter, forgetLimits, movableClock, statementsOf, visit } from './testing.ts'

// Without timers: a test compares all statements that two requests lead to.
const http = await startTestHttp({ clock: movableClock() })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

const secret = { password: PASSWORD, confirmPassword: PASSWORD }

async function prove(email: string, recipient = email, channel: 'sms' | 'email' = 'email') {
  const visitor = await visit(http)
  const { ticket } = (await visitor.startReset(email, channel)).body
  const checked = await visitor.post('/codes/check', { ticket, code: codeTo(http, recipient) })
  assert.deepEqual([checked.status, checked.body], [200, { next: 'password' }])
  return { visitor, ticket }
}

test('a forgotten password is chosen anew: the old one and every session end, live streams too, and the owner is told', async () => {
  const eva = await enter(http, { language: 'es' })
  const other = await visit(http)
  await other.signIn(eva)
  const stream = await other.send('GET', '/api/log/live')
  assert.equal(stream.status, 200)
  const streamed = stream.text()
  const { visitor, ticket } = await prove(eva.email)
  const done = await visitor.post('/resets/finish', { ticket, ...secret })
  assert.deepEqual([done.status, done.body], [200, {}])
  await streamed
  assert.equal((await eva.send('GET', '/api/bot')).status, 401)
  assert.equal((await other.send('GET', '/api/bot')).status, 401)
  assert.equal((await visitor.signIn(eva)).status, 401)
  assert.equal((await visitor.signIn({ email: eva.email, password: PASSWORD })).status, 200)
  const message = http.sent.at(-1)
  assert.deepEqual(
    [message?.template, message?.recipient, message?.language],
    ['password_changed', eva.email, 'es'],
  )
  const news = await http.database.database.kysely
    .selectFrom('notifications')
    .select(['kind', 'params'])
    .where('driver_id', '=', eva.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(news, [
    { kind: 'account_changed', params: { what: 'device', browser: null, system: null } },
    { kind: 'account_changed', params: { what: 'password' } },
  ])
})

test('a locked account can be reset, and is open again', async () => {
  const eva = await http.addDriver()
  const visitor = await visit(http)
  for (let turn = 0; turn < 6; turn++) await visitor.signIn({ email: eva.email, password: 'wrong' })
  assert.equal((await visitor.signIn(eva)).status, 429)
  const { ticket } = await prove(eva.email)
  assert.equal((await visitor.post('/resets/finish', { ticket, ...secret })).status, 200)
  assert.equal((await visitor.signIn({ email: eva.email, password: PASSWORD })).status, 200)
})

test('a code goes to the phone only where that is confirmed, and no answer tells which', async () => {
  const people = [
    await http.addDriver({ email: 'ka@example.com', phone: '13055550160', phoneConfirmed: true }),
    await http.addDriver({ email: 'kb@example.com', phone: '13055550161' }),
    await http.addDriver({ email: 'kc@example.com' }),
    { email: 'kd@example.com' },
  ]
  const shown = []
  const sent: [string, string][][] = []
  for (const { email } of people)
    for (const channel of ['sms', 'email'] as const) {
      const start = await readOutbox()
      const { status, headers, body } = await (await visit(http)).startReset(email, channel)
      const { ticket, expiresAt, resendAt, ...rest } = body
      assert.ok(ticket.length === 43 && expiresAt - resendAt === 240_000)
      const names = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      shown.push({ channel, status, names, rest: { ...rest, sentTo: rest.sentTo.replace(/^k/, 'k') } })
      sent.push((await readOutbox()).slice(start.length))
    }
  const [bySms, byEmail] = shown
  assert.deepEqual(
    [bySms?.rest, byEmail?.rest],
    [
      { channel: 'sms', sentTo: '•••' },
      { channel: 'email', sentTo: 'k…@example.com' },
    ],
  )
  for (const each of shown) assert.deepEqual(each, each.channel === 'sms' ? bySms : byEmail)
  assert.deepEqual(sent, [
    [['sms', '13055550160']],
    [['email', 'ka@example.com']],
    [['email', 'kb@example.com']],
    [['email', 'kb@example.com']],
    [['email', 'kc@example.com']],
    [['email', 'kc@example.com']],
    [],
    [],
  ])
})

async function readOutbox(): Promise<[string, string][]> {
  const rows = await http.database.database.kysely
    .selectFrom('outbox')
    .select(['channel', 'recipient'])
    .where('template', '=', 'code')
    .orderBy('id')
    .execute()
  return rows.map((row) => [row.channel, row.recipient])
}

test('a reset of no one does the same work, statement by statement, and no code proves it', async (t) => {
  const known = await http.addDriver({ email: 'work@example.com' })
  const asked = t.mock.method(Client.prototype, 'query')
  const ways = []
  for (const channel of ['sms', 'email'] as const)
    for (const email of [known.email, 'werk@example.com']) {
      const visitor = await visit(http)
      asked.mock.resetCalls()
      const { ticket } = (await visitor.startReset(email, channel)).body
      const guess = await visitor.post('/codes/check', { ticket, code: '000000' })
      const statements = statementsOf(asked.mock.calls)
      ways.push({ channel, statements, status: guess.status, code: guess.body.code })
    }
  const [smsKnown, smsUnknown, emailKnown, emailUnknown] = ways
  assert.ok((smsKnown?.statements.length ?? 0) > 10)
  assert.ok(smsKnown?.statements.some((text) => text.includes('insert into outbox')))
  assert.deepEqual(smsUnknown, smsKnown)
  assert.deepEqual(emailUnknown, emailKnown)
  asked.mock.restore()
  // Rows written for no one were rolled back, and the stored digest belongs to no code.
  const visitor = await visit(http)
  const { ticket } = (await visitor.startReset('werk@example.com')).body
  const made = http.sent.findLast((each) => each.recipient === 'werk@example.com')
  assert.ok(made?.template === 'code')
  const guess = await visitor.post('/codes/check', { ticket, code: made.params.code })
  assert.equal(guess.body.code, 'accounts.code_mismatch')
})

test('a reset of no one wakes the senders at its commit like any other', async () => {
  const known = await http.addDriver()
  const listener = new Client({ connectionString: http.database.url })
  await listener.connect()
  try {
    await listener.query('listen outbox')
    const woken: string[] = []
    let email = ''
    listener.on('notification', () => woken.push(email))
    for (email of [known.email, 'nobody.at.all@example.com']) {
      assert.equal((await (await visit(http)).startReset(email)).status, 200)
      // Events sent before an answer arrive before it.
      await listener.query('select 1')
    }
    assert.deepEqual(woken, [known.email, 'nobody.at.all@example.com'])
  } finally {
    await listener.end()
  }
})

test('starting a reset hashes nothing, with an account or without; setting a password hashes it once', async (t) => {
  const eva = await http.addDriver()
  const hashing = t.mock.method(crypto, 'argon2')
  syncBuiltinESMExports()
  t.after(() => {
    hashing.mock.restore()
    syncBuiltinESMExports()
  })
  const { visitor, ticket } = await prove(eva.email)
  await visitor.startReset('nobody@example.com')
  assert.equal(hashing.mock.callCount(), 0)
  await visitor.post('/resets/finish', { ticket, ...secret })
  assert.equal(hashing.mock.callCount(), 1)
})

test('a new password is judged, and its refusal uses nothing up', async () => {
  const eva = await http.addDriver({ name: 'Eva Castellanos' })
  const { visitor, ticket } = await prove(eva.email)
  for (const [password, code] of [
    ['short', 'accounts.password_short'],
    ['Sunshine1!', 'accounts.password_common'],
    ['castellanos', 'accounts.password_common'],
  ]) {
    const refused = await visitor.post('/resets/finish', { ticket, password, confirmPassword: password })
    assert.deepEqual([refused.status, refused.body.params], [422, { fields: [{ path: 'password', code }] }])
  }
  const differ = await visitor.post('/resets/finish', { ticket, ...secret, confirmPassword: 'other' })
  assert.deepEqual(differ.body.params, {
    fields: [{ path: 'confirmPassword', code: 'accounts.passwords_differ' }],
  })
  const answers = await Promise.all(
    [1, 2, 3].map(() => visitor.post('/resets/finish', { ticket, ...secret })),
  )
  assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 422, 422])
})

test('a password that was set makes every other code on its way useless', async () => {
  const eva = await http.addDriver()
  const first = await prove(eva.email)
  const second = await prove(eva.email)
  assert.equal((await first.visitor.post('/resets/finish', { ticket: first.ticket, ...secret })).status, 200)
  const late = await second.visitor.post('/resets/finish', { ticket: second.ticket, ...secret })
  assert.equal(late.body.code, 'accounts.ticket_invalid')
})

test('an unproven ticket sets no password', async () => {
  const eva = await http.addDriver()
  const visitor = await visit(http)
  const { ticket } = (await visitor.startReset(eva.email)).body
  const early = await visitor.post('/resets/finish', { ticket, ...secret })
  assert.deepEqual([early.status, early.body.code], [422, 'accounts.ticket_invalid'])
})

test('no password leaves this machine to be looked up', async (t) => {
  const eva = await http.addDriver()
  const connect = t.mock.method(net.Socket.prototype, 'connect')
  const { visitor, ticket } = await prove(eva.email)
  await visitor.post('/resets/finish', { ticket, password: 'Password1', confirmPassword: 'Password1' })
  assert.equal((await visitor.post('/resets/finish', { ticket, ...secret })).status, 200)
  // One of our own, to verify that connections are observed.
  await new Promise((resolve) => {
    get(`${http.url}/api/health`, { agent: false }, (answer) => answer.resume().on('end', resolve))
  })
  const hosts = connect.mock.calls.map((call) => hostOf(call.arguments))
  assert.ok(hosts.includes('127.0.0.1'))
  for (const host of hosts) assert.match(host, /^(127\.0\.0\.1|localhost|::1)$/)
})

function hostOf(given: unknown[]): string {
  const [place, host] = given.flat(2)
  if (typeof place !== 'object' || place === null) return String(host)
  // PostgreSQL listens on a socket of this machine.
  if ('path' in place && place.path) return 'localhost'
  if ('host' in place) return String(place.host)
  return String(host)
}
