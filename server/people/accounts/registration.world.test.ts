import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { TERMS_VERSION } from '@madruga/core/accounts.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { startTestHttp } from '../../http/testing.ts'
import { PASSWORD, codeTo, forgetLimits, movableClock, otherThan, statementsOf, visit } from './testing.ts'
import type { Sent } from './testing.ts'

const clock = movableClock()
const http = await startTestHttp({ clock })
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Checked = Outputs['accounts']['checkCode']
type Visitor = Awaited<ReturnType<typeof visit>>

async function prove(visitor: Visitor, email: string, typed: object = {}): Promise<string> {
  const { status, body } = await visitor.startRegistration({ email, ...typed })
  assert.equal(status, 200)
  const checked = await visitor.post<Checked>('/codes/check', {
    ticket: body.ticket,
    code: codeTo(http, email),
  })
  assert.equal(checked.body.next, 'register')
  return body.ticket
}

const driverOf = (email: string) =>
  http.database.database.kysely
    .selectFrom('drivers')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()

test('a stranger registers by e-mail and is signed in', async () => {
  const eva = await http.addDriver()
  await http.database.database.kysely
    .insertInto('referral_codes')
    .values({ driver_id: eva.id, code: 'EVA4K7' })
    .execute()
  const visitor = await visit(http)
  const started = await visitor.startRegistration({
    email: ' New.One@Example.com',
    variant: 'spark',
    language: 'es',
  })
  assert.equal(started.status, 200)
  const { ticket, channel, sentTo, expiresAt, resendAt } = started.body
  assert.deepEqual([channel, sentTo], ['email', 'n…@example.com'])
  assert.ok(expiresAt > clock.now() && expiresAt <= clock.now() + 5 * MINUTE_MS && resendAt < expiresAt)
  const code = codeTo(http, 'new.one@example.com')
  const message = http.sent.at(-1)
  assert.deepEqual(
    [message?.channel, message?.language, message?.driverId, message?.expiresAt],
    ['email', 'es', null, expiresAt],
  )
  const checked = await visitor.post<Checked>('/codes/check', {
    ticket,
    code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
  })
  assert.deepEqual(checked.body, { next: 'register', email: 'new.one@example.com', variant: 'spark' })
  const made = await visitor.register(ticket, { referralCode: 'eva-4k7', language: 'es' })
  assert.equal(made.status, 200)
  const { driver } = made.body
  assert.deepEqual(
    [driver.email, driver.app, driver.language, driver.timeZone, driver.role, driver.plan],
    ['new.one@example.com', 'spark', 'es', 'America/Chicago', 'driver', 'basic'],
  )
  assert.equal(
    (await visitor.call<{ driver: { id: string } }>('GET', '/api/accounts/session')).body.driver.id,
    driver.id,
  )
  const row = await driverOf('new.one@example.com')
  assert.deepEqual(
    [row?.first_name, row?.last_name, row?.name, row?.phone, row?.phone_confirmed, row?.referral_code_used],
    ['Ana', 'López', 'Ana López', '13055550142', false, 'EVA4K7'],
  )
  assert.deepEqual([row?.terms_version, row?.status, row?.email_verified], [TERMS_VERSION, 'active', true])
  assert.ok(Math.abs((row?.terms_accepted_at ?? 0) - clock.now()) < MINUTE_MS)
  const again = await visit(http)
  assert.equal((await again.signIn({ email: 'New.One@example.com', password: PASSWORD })).status, 200)
})

test('registering by SMS proves the phone first and the e-mail then', async () => {
  const visitor = await visit(http)
  const started = await visitor.startRegistration({
    email: 'by-sms@example.com',
    phone: '(786) 555-0199',
    channel: 'sms',
  })
  assert.deepEqual([started.body.channel, started.body.sentTo], ['sms', '…0199'])
  const { ticket } = started.body
  assert.equal((await visitor.register(ticket)).body.code, 'accounts.ticket_invalid')
  const first = codeTo(http, '17865550199')
  const next = await visitor.post<Checked>('/codes/check', { ticket, code: first })
  assert.ok(next.body.next === 'code')
  assert.deepEqual([next.body.sent.channel, next.body.sent.sentTo], ['email', 'b…@example.com'])
  assert.equal((await visitor.register(next.body.sent.ticket)).body.code, 'accounts.ticket_invalid')
  const second = codeTo(http, 'by-sms@example.com')
  if (first !== second)
    assert.equal(
      (await visitor.post('/codes/check', { ticket: next.body.sent.ticket, code: first })).body.code,
      'accounts.code_mismatch',
    )
  const done = await visitor.post<Checked>('/codes/check', { ticket: next.body.sent.ticket, code: second })
  assert.deepEqual(done.body, { next: 'register', email: 'by-sms@example.com', variant: 'amazon' })
  assert.equal((await visitor.register(next.body.sent.ticket)).status, 200)
  const row = await driverOf('by-sms@example.com')
  assert.deepEqual([row?.phone, row?.phone_confirmed], ['17865550199', true])
})

/** Everything in an answer that a caller could compare, without values that differ in every answer. */
function shown(answer: { status: number; headers: Headers; body: unknown }) {
  const own = new Set(['date', 'x-request-id', 'retry-after'])
  const headers = [...answer.headers].filter(([name]) => !own.has(name))
  const body = JSON.stringify(answer.body, (key, value: unknown) => {
    if (['ticket', 'requestId', 'retryAfterSeconds'].includes(key)) return typeof value
    return key === 'expiresAt' || key === 'resendAt'
      ? Math.round((Number(value) - clock.now()) / 5_000)
      : value
  })
  return { status: answer.status, headers, body }
}

test('by e-mail, a taken address answers like a free one at every step, and its owner is told', async () => {
  const owner = await http.addDriver({ email: 'known@example.com', language: 'es' })
  const ways = await Promise.all(
    ['known@example.com', 'knewn@example.com'].map(async (email) => {
      const visitor = await visit(http)
      const answers = [await visitor.startRegistration({ email })]
      const { ticket } = answers[0]!.body
      const early = await visitor.post('/codes/resend', { ticket })
      // Not the code itself, which a stranger does not receive.
      const real = http.sent.findLast((each) => each.recipient === email && each.template === 'code')
      const wrong = otherThan(real?.template === 'code' ? real.params.code : '')
      const guesses = []
      for (let turn = 0; turn < 4; turn++)
        guesses.push(await visitor.post('/codes/check', { ticket, code: wrong }))
      const register = await visitor.register(ticket)
      return [...answers, early, ...guesses, register].map(shown)
    }),
  )
  assert.equal(ways[0]?.[0]?.status, 200)
  assert.deepEqual(
    ways[0]?.map((each) => each.status),
    [200, 429, 422, 422, 422, 422, 422],
  )
  assert.deepEqual(ways[0], ways[1])
  const told = http.sent.filter((each) => each.recipient === owner.email)
  assert.deepEqual(
    told.map((each) => [each.template, each.driverId, each.language]),
    [['account_exists', owner.id, 'es']],
  )
})

test('by SMS, a taken address answers like a free one, and no code proves it', async () => {
  const owner = await http.addDriver({ email: 'known2@example.com' })
  const ways = await Promise.all(
    [
      [owner.email, '3055550150'],
      ['knewn2@example.com', '3055550151'],
    ].map(async ([email = '', phone = '']) => {
      const visitor = await visit(http)
      const started = await visitor.startRegistration({ email, phone, channel: 'sms' })
      const { ticket } = started.body
      const next = await visitor.post<Checked & { sent: Sent }>('/codes/check', {
        ticket,
        code: codeTo(http, `1${phone}`),
      })
      const real = http.sent.findLast((each) => each.recipient === email && each.template === 'code')
      const wrong = otherThan(real?.template === 'code' ? real.params.code : '')
      const guess = await visitor.post('/codes/check', { ticket: next.body.sent.ticket, code: wrong })
      return [started, next, guess].map((each) => {
        const { body, ...rest } = shown(each)
        return { ...rest, body: body.replace(/015[01]/, '015x') }
      })
    }),
  )
  assert.deepEqual(ways[0], ways[1])
  assert.deepEqual(
    http.sent.filter((each) => each.recipient === owner.email).map((each) => each.template),
    ['account_exists'],
  )
})

test('a taken address costs the same work as a free one, statement by statement', async (t) => {
  const owner = await http.addDriver({ email: 'known3@example.com' })
  const asked = t.mock.method(Client.prototype, 'query')
  const ways = []
  for (const email of [owner.email, 'knewn3@example.com']) {
    const visitor = await visit(http)
    asked.mock.resetCalls()
    await visitor.startRegistration({ email })
    ways.push(statementsOf(asked.mock.calls))
  }
  assert.ok((ways[0]?.length ?? 0) > 8)
  assert.deepEqual(ways[0], ways[1])
})

test('two registrations of one address at once make one account', async () => {
  const email = 'race@example.com'
  const visitors = [await visit(http), await visit(http)]
  const tickets: string[] = []
  for (const visitor of visitors) tickets.push(await prove(visitor, email))
  const answers = await Promise.all(visitors.map((visitor, index) => visitor.register(tickets[index] ?? '')))
  assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 422])
  assert.equal(answers.find((each) => each.status === 422)?.body.code, 'accounts.ticket_invalid')
  const { n } = await http.database.database.kysely
    .selectFrom('drivers')
    .select((each) => each.fn.countAll<number>().as('n'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  assert.equal(n, 1)
})

test('a ticket creates one account, also in parallel, and then no more', async () => {
  const visitor = await visit(http)
  const ticket = await prove(visitor, 'once@example.com')
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => (await visit(http)).register(ticket)),
  )
  assert.deepEqual(answers.map((each) => each.status).toSorted(), [200, 422, 422, 422])
  assert.equal((await visitor.register(ticket)).body.code, 'accounts.ticket_invalid')
})

test('a ticket expires after half an hour', async () => {
  const visitor = await visit(http)
  const ticket = await prove(visitor, 'late@example.com')
  clock.add(30 * MINUTE_MS)
  assert.equal((await visitor.register(ticket)).body.code, 'accounts.ticket_invalid')
  assert.equal(await driverOf('late@example.com'), undefined)
})

/** Rejected fields, each as its path and its code. */
function fieldsOf(answer: { body: unknown }): string[][] {
  const { params } = answer.body as { params: { fields: { path: string; code: string }[] } }
  return params.fields.map(({ path, code }) => [path, code])
}

test('a courier registers with a phone of any country, or with none and a code by e-mail', async () => {
  const visitor = await visit(http)
  for (const [email, phone, stored] of [
    ['nina@example.com', '+34 612 345 678', '34612345678'],
    ['omar@example.com', '', null],
  ] as const) {
    const bare = { variant: 'courier', email, phone: phone.replace('+34', ''), channel: 'sms' }
    const refused = await visitor.startRegistration(bare)
    assert.deepEqual(fieldsOf(refused), [['phone', 'accounts.phone_country_code']])
    await visitor.register(await prove(visitor, email, { variant: 'courier', phone }))
    assert.equal((await driverOf(email))?.phone, stored)
  }
})

test('invalid fields are named, and earlier input stays', async () => {
  const visitor = await visit(http)
  const sentBefore = http.sent.length
  const wrong = await visitor.startRegistration({ email: 'ana@example', phone: '1 305 555 0142' })
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'accounts.invalid'])
  assert.deepEqual(fieldsOf(wrong), [
    ['email', 'accounts.email_invalid'],
    ['phone', 'accounts.phone_10_digits'],
  ])
  assert.equal(http.sent.length, sentBefore)
  const ticket = await prove(visitor, 'fields@example.com')
  const refused = await visitor.register(ticket, {
    password: 'Password1',
    confirmPassword: 'Password2',
    consent: false,
    referralCode: 'no_code!',
    timeZone: 'Mars/Olympus',
  })
  assert.deepEqual(fieldsOf(refused), [
    ['password', 'accounts.password_common'],
    ['confirmPassword', 'accounts.passwords_differ'],
    ['consent', 'accounts.consent_missing'],
    ['referralCode', 'accounts.referral_code_invalid'],
    ['timeZone', 'accounts.time_zone_unknown'],
  ])
  for (const [password, code] of [
    ['short', 'accounts.password_short'],
    ['fields@example.com', 'accounts.password_common'],
    ['13055550142', 'accounts.password_common'],
    ['Ana López', 'accounts.password_common'],
    ['iloveyou2026', 'accounts.password_common'],
    ['Contraseña1', 'accounts.password_common'],
  ])
    assert.deepEqual(fieldsOf(await visitor.register(ticket, { password, confirmPassword: password })), [
      ['password', code],
    ])
  assert.equal((await visitor.register(ticket)).status, 200)
})
