import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { startTestHttp } from '../../http/testing.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { codeTo, enter, forgetLimits, otherThan, visit } from './testing.ts'
import type { Sent } from './testing.ts'

const http = await startTestHttp()
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Eva = Awaited<ReturnType<typeof enter>>
type Confirmed = Outputs['accounts']['confirmContact']

async function change(eva: Eva, kind: 'email' | 'preferredEmail' | 'phone', value: string) {
  const started = await eva.post<Sent>('/contacts', { kind, value, password: eva.password })
  assert.equal(started.status, 200)
  const { ticket } = started.body
  const confirm = (code: string) => eva.post<Confirmed>('/contacts/confirm', { ticket, code })
  return { ...started.body, confirm }
}

const newsOf = async (driverId: string) => {
  const rows = await http.database.database.kysely
    .selectFrom('notifications')
    .select('params')
    .where('driver_id', '=', driverId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.params['what'])
}

const messagesSince = (start: number) =>
  http.sent.slice(start).map((each) => [each.template, each.channel, each.recipient])

test('a new e-mail takes effect with its code; the old one is notified and no longer signs in', async () => {
  const eva = await enter(http, { email: 'eva.old@example.com' })
  const reset = await eva.startReset(eva.email)
  const start = http.sent.length
  const changing = await change(eva, 'email', ' Eva.New@Example.com ')
  assert.deepEqual([changing.channel, changing.sentTo], ['email', 'e…@example.com'])
  const profile = await eva.call<Outputs['accounts']['profile']>('GET', '/api/accounts/profile')
  assert.equal(profile.body.email, eva.email)
  const code = codeTo(http, 'eva.new@example.com')
  assert.equal((await changing.confirm(otherThan(code))).body.code, 'accounts.code_mismatch')
  const done = await changing.confirm(code)
  assert.deepEqual(
    [done.body.driver.email, done.body.profile.email],
    ['eva.new@example.com', 'eva.new@example.com'],
  )
  assert.deepEqual(messagesSince(start), [
    ['code', 'email', 'eva.new@example.com'],
    ['contact_changed', 'email', eva.email],
  ])
  assert.deepEqual(await newsOf(eva.id), ['email'])
  const visitor = await visit(http)
  assert.equal((await visitor.signIn(eva)).status, 401)
  assert.equal((await visitor.signIn({ ...eva, email: 'eva.new@example.com' })).status, 200)
  const oldCode = http.sent
    .slice(0, start)
    .findLast((each) => each.recipient === eva.email && each.template === 'code')
  assert.ok(oldCode?.template === 'code')
  const late = await visitor.post('/codes/check', { ticket: reset.body.ticket, code: oldCode.params.code })
  assert.equal(late.body.code, 'accounts.ticket_invalid')
})

test('the phone changes by a code to the new one, and is confirmed by it', async () => {
  const eva = await enter(http)
  for (const value of ['3055550143', '+13055550143', '1 305 555 0143', 'phone', '']) {
    const refused = await eva.post('/contacts', { kind: 'phone', value, password: eva.password })
    assert.deepEqual(
      refused.body.params,
      { fields: [{ path: 'value', code: 'accounts.phone_11_digits' }] },
      value,
    )
  }
  const start = http.sent.length
  const changing = await change(eva, 'phone', '13055550143')
  assert.deepEqual([changing.channel, changing.sentTo], ['sms', '…0143'])
  const done = await changing.confirm(codeTo(http, '13055550143'))
  assert.deepEqual([done.body.profile.phone, done.body.profile.phoneConfirmed], ['13055550143', true])
  assert.deepEqual(messagesSince(start), [
    ['code', 'sms', '13055550143'],
    ['contact_changed', 'email', eva.email],
  ])
})

test('couriers and operators change to the phone of any country, by its country code', async () => {
  for (const person of [{ variant: 'courier' }, { role: 'operator' }] as const) {
    const eva = await enter(http, person)
    for (const value of ['13055550143', '612 345 678', '+44 07911 123456']) {
      const refused = await eva.post('/contacts', { kind: 'phone', value, password: eva.password })
      const fields = [{ path: 'value', code: 'accounts.phone_country_code' }]
      assert.deepEqual(refused.body.params, { fields }, value)
    }
    const changing = await change(eva, 'phone', '+44 7911 123456')
    const done = await changing.confirm(codeTo(http, '447911123456'))
    assert.equal(done.body.profile.phone, '447911123456')
  }
})

test('a preferred e-mail is confirmed too, and may be taken away again', async () => {
  const eva = await enter(http)
  const first = await change(eva, 'preferredEmail', 'alerts@example.com')
  assert.equal(
    (await first.confirm(codeTo(http, 'alerts@example.com'))).body.profile.preferredEmail,
    'alerts@example.com',
  )
  const start = http.sent.length
  const second = await change(eva, 'preferredEmail', 'alerts2@example.com')
  await second.confirm(codeTo(http, 'alerts2@example.com'))
  assert.deepEqual(messagesSince(start).slice(1), [
    ['contact_changed', 'email', eva.email],
    ['contact_changed', 'email', 'alerts@example.com'],
  ])
  const removed = await eva.post<{ profile: Outputs['accounts']['profile'] }>(
    '/contacts/remove-preferred',
    {},
  )
  assert.equal(removed.body.profile.preferredEmail, null)
  assert.deepEqual(messagesSince(start + 3), [
    ['contact_changed', 'email', eva.email],
    ['contact_changed', 'email', 'alerts2@example.com'],
  ])
  assert.deepEqual(await newsOf(eva.id), ['preferredEmail', 'preferredEmail', 'preferredEmail'])
})

test('a taken e-mail gets the same answer as a free one; its owner is notified, and no code takes it', async () => {
  const owner = await http.addDriver({ email: 'owned@example.com' })
  const eva = await enter(http)
  const ways = []
  for (const email of [owner.email, 'opened@example.com']) {
    const started = await eva.post<Sent>('/contacts', { kind: 'email', value: email, password: eva.password })
    const { ticket, expiresAt, resendAt, ...rest } = started.body
    const real = http.sent.findLast((each) => each.recipient === email && each.template === 'code')
    const wrong = otherThan(real?.template === 'code' ? real.params.code : '')
    const guesses = []
    for (let turn = 0; turn < 4; turn++) {
      const { status, body } = await eva.post('/contacts/confirm', { ticket, code: wrong })
      guesses.push([status, body.code, body.params])
    }
    // Each renewal produces another token.
    const names = [...started.headers]
      .filter(([name]) => !['date', 'x-request-id'].includes(name))
      .map(([name, value]) => [name, name === 'set-cookie' ? value.replaceAll(/=[^;]*/g, '') : value])
    ways.push({ status: started.status, rest, holds: expiresAt - resendAt, guesses, names })
  }
  assert.deepEqual(ways[0], ways[1])
  assert.deepEqual(
    http.sent.filter((each) => each.recipient === owner.email).map((each) => each.template),
    ['account_exists'],
  )
})

test('an e-mail that somebody took meanwhile is not changed to', async () => {
  const eva = await enter(http)
  const changing = await change(eva, 'email', 'meanwhile@example.com')
  await http.addDriver({ email: 'meanwhile@example.com' })
  const late = await changing.confirm(codeTo(http, 'meanwhile@example.com'))
  assert.deepEqual([late.status, late.body.code], [422, 'accounts.ticket_invalid'])
  assert.deepEqual(await newsOf(eva.id), [])
})

test('without the password nothing changes, and only that session is locked out', async () => {
  const eva = await enter(http)
  const start = http.sent.length
  const tries = [
    () => eva.post('/contacts', { kind: 'email', value: 'thief@example.com', password: 'wrong' }),
    () =>
      eva.post('/password', {
        current: 'wrong',
        password: 'nine blue horses',
        confirmPassword: 'nine blue horses',
      }),
    () => eva.post('/remove', { password: 'wrong' }),
  ]
  for (const attempt of tries) {
    const refused = await attempt()
    assert.deepEqual([refused.status, refused.body.code], [403, 'accounts.wrong_password'])
  }
  const answers = await Promise.all([1, 2, 3, 4].map(() => tries[0]!()))
  assert.deepEqual(answers.map((each) => each.status).toSorted(), [403, 403, 429, 429])
  assert.equal((await eva.post('/remove', { password: eva.password })).body.code, 'accounts.locked')
  assert.equal((await (await visit(http)).signIn(eva)).status, 200)
  assert.equal((await eva.send('GET', '/api/bot')).status, 200)
  assert.equal(http.sent.length, start)
})
