import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { CODES } from './code-limits.ts'
import {
  PASSWORD,
  codeTo,
  dumpTables,
  enter,
  forgetLimits,
  movableClock,
  otherThan,
  solveCaptcha,
  visit,
} from './testing.ts'
import type { Sent } from './testing.ts'

const clock = movableClock()
let http: TestHttp
before(async () => {
  const codes = { ...CODES, smsPerDay: { points: 5, windowS: 86_400 } }
  http = await startTestHttp({ clock, accounts: { codes } })
})
after(() => http.stop())
beforeEach(() => forgetLimits(http))

async function open(email: string, typed: object = {}) {
  const visitor = await visit(http)
  const started = await visitor.startRegistration({ email, ...typed })
  const { ticket } = started.body
  const check = (code: string, which = ticket) => visitor.post('/codes/check', { ticket: which, code })
  return { visitor, ticket, check, resendAt: started.body.resendAt }
}

test('after three wrong guesses even the correct code is rejected', async () => {
  const { check } = await open('guess@example.com')
  const right = codeTo(http, 'guess@example.com')
  for (const triesLeft of [2, 1, 0]) {
    const wrong = await check(otherThan(right))
    assert.deepEqual(
      [wrong.status, wrong.body.code, wrong.body.params],
      [422, 'accounts.code_mismatch', { triesLeft }],
    )
  }
  assert.equal((await check(right)).body.code, 'accounts.code_tries')
})

test('parallel guesses count like sequential ones', async () => {
  const { check } = await open('parallel@example.com')
  const right = codeTo(http, 'parallel@example.com')
  const guesses = await Promise.all(Array.from({ length: 15 }, () => check(otherThan(right))))
  const count = (code: string) => guesses.filter((each) => each.body.code === code).length
  assert.deepEqual([count('accounts.code_mismatch'), count('accounts.code_tries')], [3, 12])
  assert.equal((await check(right)).body.code, 'accounts.code_tries')
})

test('a code works once, also in parallel', async () => {
  const { check } = await open('once@example.com')
  const right = codeTo(http, 'once@example.com')
  const answers = await Promise.all([check(right), check(right), check(right)])
  assert.equal(answers.filter((each) => each.status === 200).length, 1)
  assert.equal((await check(right)).body.code, 'accounts.ticket_invalid')
})

test('a code expires after five minutes', async () => {
  const { check } = await open('slow@example.com')
  clock.add(5 * MINUTE_MS)
  assert.equal((await check(codeTo(http, 'slow@example.com'))).body.code, 'accounts.code_expired')
})

test('another code comes after a minute, and allows three more tries', async () => {
  const { visitor, ticket, check } = await open('again@example.com')
  const first = codeTo(http, 'again@example.com')
  for (let turn = 0; turn < 2; turn++) await check(otherThan(first))
  clock.add(59 * SECOND_MS)
  const early = await visitor.post('/codes/resend', { ticket })
  assert.deepEqual([early.status, early.body.code], [429, 'accounts.code_limit'])
  assert.equal(early.headers.get('retry-after'), '1')
  clock.add(SECOND_MS)
  const start = http.sent.length
  const asked = await Promise.all(
    Array.from({ length: 3 }, () => visitor.post<Sent>('/codes/resend', { ticket })),
  )
  assert.equal(asked.filter((each) => each.status === 200).length, 1)
  assert.equal(http.sent.length, start + 1)
  const second = codeTo(http, 'again@example.com')
  assert.deepEqual((await check(otherThan(second, first))).body.params, { triesLeft: 2 })
  assert.equal((await check(second)).status, 200)
  clock.add(MINUTE_MS)
  assert.equal((await visitor.post('/codes/resend', { ticket })).body.code, 'accounts.ticket_invalid')
})

test('a code from before "send again" works until its end', async () => {
  const late = await open('late@example.com')
  const first = codeTo(http, 'late@example.com')
  clock.add(MINUTE_MS)
  await late.visitor.post('/codes/resend', { ticket: late.ticket })
  clock.add(MINUTE_MS)
  await late.visitor.post('/codes/resend', { ticket: late.ticket })
  const third = codeTo(http, 'late@example.com')
  assert.equal((await late.check(first)).status, 200)
  assert.equal((await late.check(third)).body.code, 'accounts.ticket_invalid', 'one code is enough')

  const later = await open('later@example.com')
  const earlier = codeTo(http, 'later@example.com')
  clock.add(4 * MINUTE_MS)
  await later.visitor.post('/codes/resend', { ticket: later.ticket })
  clock.add(MINUTE_MS)
  const again = codeTo(http, 'later@example.com')
  if (earlier !== again) assert.equal((await later.check(earlier)).body.code, 'accounts.code_mismatch')
  assert.equal((await later.check(again)).status, 200)
})

test('after the last try another code comes at once, and none from before works', async () => {
  const { visitor, ticket, check } = await open('spent@example.com')
  const first = codeTo(http, 'spent@example.com')
  for (let turn = 0; turn < 3; turn++) await check(otherThan(first))
  assert.equal((await visitor.post('/codes/resend', { ticket })).status, 200)
  const second = codeTo(http, 'spent@example.com')
  if (first !== second) assert.equal((await check(first)).body.code, 'accounts.code_mismatch')
  assert.equal((await check(second)).status, 200)
})

test('a code may be typed in any digits and with any dashes, and what is no code costs no try', async () => {
  const { check } = await open('typed@example.com')
  const right = codeTo(http, 'typed@example.com')
  for (const typed of ['', '12345', '1234567', 'abcdef', '12345x', '½23456']) {
    const refused = await check(typed || '-')
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.params],
      [422, 'accounts.code_mismatch', {}],
    )
  }
  const wide = [...right].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  const typed = `\u200e${wide.slice(0, 3)}\u2011${wide.slice(3)}`
  assert.equal((await check(typed)).status, 200)
})

test('three codes an hour go to one recipient, known or not, for whatever they are', async () => {
  await http.addDriver({ email: 'known@example.com' })
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const visitor = await visit(http)
    const answers = [
      await visitor.startRegistration({ email }),
      await visitor.startReset(email),
      await visitor.startReset(email, 'sms'),
      await visitor.startReset(email),
      await visitor.startRegistration({ email }),
    ]
    assert.deepEqual(
      answers.map((each) => each.status),
      [200, 200, 200, 429, 429],
      email,
    )
    const { code, params } = answers[3]!.body as unknown as {
      code: string
      params: { retryAfterSeconds: number }
    }
    assert.equal(code, 'accounts.code_limit')
    assert.ok(params.retryAfterSeconds > 3_500 && params.retryAfterSeconds <= 3_600)
    await forgetLimits(http)
  }
})

test('resent codes count too', async () => {
  const { visitor, ticket } = await open('many@example.com')
  const answers = []
  for (let turn = 0; turn < 3; turn++) {
    clock.add(MINUTE_MS)
    answers.push((await visitor.post('/codes/resend', { ticket })).status)
  }
  assert.deepEqual(answers, [200, 200, 429])
})

test('twenty codes an hour go out for one address, whatever it claims to be', async () => {
  const visitor = await visit(http)
  for (let turn = 0; turn < 20; turn++)
    assert.equal((await visitor.startReset(`person${turn}@example.com`)).status, 200)
  const given = {
    email: 'one-more@example.com',
    channel: 'email',
    language: 'en',
    captcha: await solveCaptcha(http),
  }
  const pretended = await visitor.send('POST', '/api/accounts/resets', given, {
    'x-forwarded-for': '8.8.8.8',
  })
  assert.equal(pretended.status, 429)
})

test('text messages of all have a limit a day: registering is told so, a reset goes by e-mail instead', async () => {
  const phone = '13055550177'
  const owner = await http.addDriver({ email: 'texted@example.com', phone, phoneConfirmed: true })
  const visitor = await visit(http)
  for (let turn = 0; turn < 5; turn++) {
    const started = await visitor.startRegistration({
      email: `t${turn}@example.com`,
      phone: `305555010${turn}`,
      channel: 'sms',
    })
    assert.equal(started.status, 200)
  }
  const refused = await visitor.startRegistration({
    email: 't5@example.com',
    phone: '3055550105',
    channel: 'sms',
  })
  assert.deepEqual([refused.status, refused.body.code], [503, 'accounts.code_not_sent'])
  assert.equal((await visitor.startReset(owner.email, 'sms')).status, 200)
  assert.deepEqual([http.sent.at(-1)?.channel, http.sent.at(-1)?.recipient], ['email', owner.email])
})

test('no code, ticket or token is readable in the database', async () => {
  const eva = await enter(http, { email: 'eva@example.com', phone: '13055550188', phoneConfirmed: true })
  const tickets = [
    (await open('clear@example.com')).ticket,
    (await open('clear2@example.com', { channel: 'sms', phone: '3055550189' })).ticket,
    (await eva.startReset(eva.email)).body.ticket,
    (await eva.startReset(eva.email, 'sms')).body.ticket,
    (await eva.post<Sent>('/contacts', { kind: 'phone', value: '13055550190', password: eva.password })).body
      .ticket,
  ]
  const codes = http.sent.slice(-5).map((each) => (each.template === 'code' ? each.params.code : ''))
  assert.ok(codes.every((code) => /^\d{6}$/.test(code)))
  const dump = await dumpTables(http)
  assert.match(dump, /^code_tickets /m)
  assert.match(dump, /^outbox /m)
  for (const ticket of tickets) assert.ok(ticket.length >= 43 && !dump.includes(ticket))
  for (const code of codes) assert.doesNotMatch(dump, new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`))
  assert.ok(!dump.includes(PASSWORD) && !dump.includes(eva.password))
  const limits = dump.split('\n').filter((line) => line.startsWith('rate_limits '))
  assert.ok(limits.length > 5 && limits.every((line) => !/example\.com|1305555|127\.0/.test(line)))
})

test('a ticket is valid only for its purpose and its own driver', async () => {
  const [eva, luz] = [await enter(http), await enter(http)]
  const change = await eva.post<Sent>('/contacts', {
    kind: 'preferredEmail',
    value: 'pref@example.com',
    password: eva.password,
  })
  const { ticket } = change.body
  const code = codeTo(http, 'pref@example.com')
  assert.equal((await luz.post('/codes/check', { ticket, code })).body.code, 'accounts.ticket_invalid')
  assert.equal((await luz.post('/contacts/confirm', { ticket, code })).body.code, 'accounts.ticket_invalid')
  const registration = await open('purpose@example.com')
  const other = codeTo(http, 'purpose@example.com')
  assert.equal(
    (await eva.post('/contacts/confirm', { ticket: registration.ticket, code: other })).body.code,
    'accounts.ticket_invalid',
  )
  assert.equal((await registration.check(other)).status, 200)
  const secret = { password: PASSWORD, confirmPassword: PASSWORD }
  assert.equal(
    (await luz.post('/resets/finish', { ticket: registration.ticket, ...secret })).body.code,
    'accounts.ticket_invalid',
  )
  const made = await eva.post('/codes/check', { ticket: 'made up', code })
  assert.equal(made.body.code, 'accounts.ticket_invalid')
  // None of that used up anyone's tries.
  assert.equal((await eva.post('/contacts/confirm', { ticket, code })).status, 200)
})

test('only expired tickets and challenges are deleted', async () => {
  const old = await open('old@example.com')
  clock.add(29 * MINUTE_MS)
  const fresh = await open('fresh@example.com')
  clock.add(MINUTE_MS)
  await http.accounts.forgetTickets()
  const db = http.database.database.kysely
  const rows = await db.selectFrom('code_tickets').select('email').execute()
  assert.deepEqual(
    rows.map((row) => row.email),
    ['fresh@example.com'],
  )
  assert.ok(old.ticket !== fresh.ticket)
  assert.equal((await db.selectFrom('captcha_uses').select('id').execute()).length, 1)
  clock.add(DAY_MS)
  await http.accounts.forgetTickets()
  assert.equal((await db.selectFrom('captcha_uses').select('id').execute()).length, 0)
})
