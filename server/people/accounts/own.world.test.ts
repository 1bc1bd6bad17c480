import assert from 'node:assert/strict'
import { after, beforeEach, mock, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { startTestHttp } from '../../http/testing.ts'
import { STATION } from '../../bot/testing-platform.ts'
import { saveStations } from '../../platforms.ts'
import { PASSWORD, codeTo, enter, forgetLimits, setPhase, visit } from './testing.ts'
import { realNow } from '../../kit/testing.ts'

const http = await startTestHttp()
after(() => http.stop())
beforeEach(() => forgetLimits(http))

type Sessions = Outputs['accounts']['sessions']['sessions']
type Profile = Outputs['accounts']['profile']

const readSessions = async (browser: {
  call: Awaited<ReturnType<typeof visit>>['call']
}): Promise<Sessions> =>
  (await browser.call<{ sessions: Sessions }>('GET', '/api/accounts/sessions')).body.sessions

test('sessions are listed, the current one marked, and ended one by one or all others at once', async () => {
  const eva = await enter(http)
  const phone = await visit(http)
  await phone.signIn(eva)
  const tablet = await visit(http)
  await tablet.send(
    'POST',
    '/api/accounts/sign-in',
    { email: eva.email, password: eva.password },
    { 'user-agent': 'Tablet/1.0', 'x-forwarded-for': '8.8.8.8' },
  )
  const listed = await readSessions(eva)
  assert.equal(listed.length, 3)
  assert.equal(listed.filter((each) => each.current).length, 1)
  assert.ok(listed.every((each) => each.address === '127.0.0.1' && realNow() - each.lastUsedAt < 60_000))
  const ending = listed.find((each) => each.userAgent === 'Tablet/1.0')
  const stream = await tablet.send('GET', '/api/log/live')
  const streamed = stream.text()
  const { password } = eva
  assert.deepEqual((await eva.post('/sessions/end', { id: ending?.id ?? '', password })).body, {})
  await streamed
  assert.equal((await tablet.send('GET', '/api/bot')).status, 401)
  const others = await eva.post<{ ended: number }>('/sessions/end-others', { password })
  assert.deepEqual(others.body, { ended: 1 })
  assert.equal((await phone.send('GET', '/api/bot')).status, 401)
  assert.deepEqual(
    (await readSessions(eva)).map((each) => each.current),
    [true],
  )
})

test('ending sessions takes the password; holding the phone is not enough', async () => {
  const eva = await enter(http)
  const phone = await visit(http)
  await phone.signIn(eva)
  const [theirs] = (await readSessions(eva)).filter((each) => !each.current)
  const id = theirs?.id ?? ''
  for (const [path, given] of [
    ['/sessions/end', { id }],
    ['/sessions/end-others', {}],
  ] as const) {
    const wrong = await eva.post<{ code: string }>(path, { ...given, password: 'a wrong one' })
    assert.deepEqual([wrong.status, wrong.body.code], [403, 'accounts.wrong_password'], path)
    const none = await eva.post<{ code: string }>(path, given)
    assert.deepEqual([none.status, none.body.code], [400, 'request.invalid'], path)
  }
  assert.equal((await phone.send('GET', '/api/bot')).status, 200)
  const former = eva.headers()['cookie']
  assert.equal((await eva.post('/sessions/end', { id, password: eva.password })).status, 200)
  assert.notEqual(eva.headers()['cookie'], former, 'the password given once more makes a new token')
  assert.equal((await phone.send('GET', '/api/bot')).status, 401)
})

test("another driver's session can be neither seen nor ended nor detected", async () => {
  const [eva, luz] = [await enter(http), await enter(http)]
  const [theirs] = await readSessions(luz)
  const ended = await eva.post('/sessions/end', { id: theirs?.id ?? '', password: eva.password })
  const unknown = await eva.post('/sessions/end', { id: 'no such session', password: eva.password })
  assert.deepEqual([ended.status, ended.body], [unknown.status, unknown.body])
  assert.equal((await luz.send('GET', '/api/bot')).status, 200)
  assert.ok((await readSessions(eva)).every((each) => each.id !== theirs?.id))
})

test('the last use of a session is known to the hour, and prolongs it', async () => {
  const eva = await enter(http)
  const db = http.database.database.kysely
  const longAgo = new Date(realNow() - 2 * 3_600_000)
  const expires = new Date(longAgo.getTime() + 30 * 86_400_000)
  await db
    .updateTable('sessions')
    .set({ updated_at: longAgo, expires_at: expires })
    .where('driver_id', '=', eva.id)
    .execute()
  await eva.send('GET', '/api/bot')
  const [session] = await readSessions(eva)
  assert.ok(realNow() - (session?.lastUsedAt ?? 0) < 60_000)
  const row = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('driver_id', '=', eva.id)
    .executeTakeFirstOrThrow()
  assert.ok(row.expires_at > expires.getTime() + 3_600_000)
})

test('the session is nowhere in an answer but in its cookie, which only its own host may set', async () => {
  const secure = await startTestHttp({ config: { publicUrl: 'https://madruga.example' } })
  try {
    const visitor = await visit(secure)
    const bodies: string[] = []
    const ask = async (method: string, route: string, body?: object) => {
      const answer = await visitor.send(method, `/api${route}`, body)
      const text = await answer.text()
      bodies.push(
        text,
        ...[...answer.headers].filter(([name]) => name !== 'set-cookie').map((each) => each.join()),
      )
      return { status: answer.status, text, cookies: answer.headers.getSetCookie() }
    }
    const started = await visitor.startRegistration({ email: 'new@example.com' })
    const { ticket } = started.body
    await ask('POST', '/accounts/codes/check', { ticket, code: codeTo(secure, 'new@example.com') })
    const names = { firstName: 'Ana', lastName: 'López', language: 'en', timeZone: 'UTC', referralCode: '' }
    const given = { ticket, ...names, password: PASSWORD, confirmPassword: PASSWORD, consent: true }
    const registered = await ask('POST', '/accounts', given)
    assert.equal(registered.status, 200)
    const signedIn = await ask('POST', '/accounts/sign-in', { email: 'new@example.com', password: PASSWORD })
    for (const { cookies } of [registered, signedIn]) {
      const line = cookies.find((each) => each.startsWith('__Host-madruga.session_token=')) ?? ''
      for (const attribute of [/; Secure/i, /; HttpOnly/i, /; Path=\/(;|$)/i, /; SameSite=Lax/i])
        assert.match(line, attribute)
      assert.doesNotMatch(line, /; Domain=/i)
    }
    for (const route of [
      '/accounts/session',
      '/accounts/sessions',
      '/accounts/profile',
      '/downloads/account.json',
      '/bot',
    ])
      assert.equal((await ask('GET', route)).status, 200, route)
    await ask('POST', '/accounts/password', {
      current: PASSWORD,
      password: 'ten green horses',
      confirmPassword: 'ten green horses',
    })
    const tokens = await secure.database.database.kysely.selectFrom('sessions').select('token').execute()
    assert.ok(tokens.length > 0)
    for (const { token } of tokens) assert.ok(bodies.every((text) => !text.includes(token)))
    const [own = ''] = decodeURIComponent(visitor.jar.get(secure.accounts.sessionCookie) ?? '').split('.')
    assert.ok(own.length > 40 && bodies.every((text) => !text.includes(own)))
    // Cookies that another host of the domain, or a page without https, could have planted are ignored.
    const [cookie = ''] = [...visitor.jar]
      .filter(([name]) => name.startsWith('__Host-'))
      .map(([, value]) => value)
    const planted = await fetch(`${secure.url}/api/bot`, {
      headers: { cookie: `madruga.session_token=${cookie}` },
    })
    assert.equal(planted.status, 401)
  } finally {
    await secure.stop()
  }
})

test('the password changes by the old one; every other session ends, and the driver is told', async () => {
  const eva = await enter(http)
  const other = await visit(http)
  await other.signIn(eva)
  const refused = await eva.post('/password', {
    current: eva.password,
    password: eva.email,
    confirmPassword: 'x',
  })
  assert.deepEqual(refused.body.params, {
    fields: [
      { path: 'password', code: 'accounts.password_common' },
      { path: 'confirmPassword', code: 'accounts.passwords_differ' },
    ],
  })
  const start = http.sent.length
  const former = await visit(http)
  for (const [name, value] of eva.jar) former.jar.set(name, value)
  const done = await eva.post('/password', {
    current: eva.password,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })
  assert.deepEqual([done.status, done.body], [200, {}])
  assert.equal((await eva.send('GET', '/api/bot')).status, 200)
  assert.equal((await other.send('GET', '/api/bot')).status, 401)
  assert.equal((await former.send('GET', '/api/bot')).status, 401, 'its own token was renewed')
  assert.deepEqual(
    http.sent.slice(start).map((each) => [each.template, each.recipient]),
    [['password_changed', eva.email]],
  )
  assert.equal((await other.signIn(eva)).status, 401)
  assert.equal((await other.signIn({ email: eva.email, password: PASSWORD })).status, 200)
})

const saved = {
  firstName: 'Eva',
  lastName: 'Núñez',
  app: 'spark',
  timeZone: 'America/Denver',
  callAlert: true,
  emailAlert: false,
  reminderMinutes: 30,
} as const

test('a profile is saved as a whole, alerts and reminder with it', async () => {
  const eva = await enter(http, { name: 'Eva María Núñez', phone: '13055550144', phoneConfirmed: true })
  const found = await eva.call<Profile>('GET', '/api/accounts/profile')
  const { firstName, lastName, phone, phoneConfirmed, app } = found.body
  assert.deepEqual(
    [firstName, lastName, phone, phoneConfirmed, app],
    ['Eva', 'María Núñez', '13055550144', true, 'amazon'],
  )
  const answer = await eva.call<Outputs['accounts']['saveProfile']>('PUT', '/api/accounts/profile', saved)
  assert.equal(answer.status, 200)
  const { profile, driver } = answer.body
  for (const [name, value] of Object.entries(saved)) assert.equal(profile[name as keyof Profile], value, name)
  assert.deepEqual([driver.app, driver.timeZone], ['spark', 'America/Denver'])
  assert.deepEqual((await eva.call('GET', '/api/accounts/profile')).body, profile)
  const refused = await eva.call('PUT', '/api/accounts/profile', { ...saved, timeZone: 'Mars/Olympus' })
  assert.deepEqual(refused.body.params, {
    fields: [{ path: 'timeZone', code: 'accounts.time_zone_unknown' }],
  })
})

test('another zone takes the saved filter along, and a search by it is told', async () => {
  const eva = await enter(http)
  const { id: station } = STATION
  await saveStations(http.database.database.kysely, eva.id, 'stub', 'amazon', [STATION])
  const filter = proposeFilter('amazon', 'basic', 'America/Los_Angeles', [station])
  const put = await eva.call('PUT', '/api/filters/amazon', { baseVersion: 0, filter })
  assert.equal(put.status, 200)
  const announced = mock.method(http.world.bots, 'filterSaved').mock
  await eva.call('PUT', '/api/accounts/profile', { ...saved, app: 'amazon' })
  const { body } = await eva.call<Outputs['filters']['get']>('GET', '/api/filters/amazon')
  assert.deepEqual([body.version, body.filter.timeZone], [2, 'America/Denver'])
  assert.deepEqual(body.filter.schedule, filter.schedule)
  assert.deepEqual(
    announced.calls.map((call) => call.arguments),
    [[eva.id]],
  )
})

test('the variant does not change under a bot at work, and nothing else is saved then', async () => {
  const eva = await enter(http)
  await setPhase(http, eva.id, 'running')
  const refused = await eva.call('PUT', '/api/accounts/profile', saved)
  assert.deepEqual([refused.status, refused.body.code], [409, 'accounts.bot_running'])
  const found = await eva.call<Profile>('GET', '/api/accounts/profile')
  assert.deepEqual([found.body.app, found.body.firstName, found.body.callAlert], ['amazon', 'Ana', false])
  assert.equal((await eva.call('PUT', '/api/accounts/profile', { ...saved, app: 'amazon' })).status, 200)
})

test('the language changes by itself, and is one that the driver chose from then on', async () => {
  const eva = await enter(http)
  const { body } = await eva.call<Outputs['accounts']['session']>('GET', '/api/accounts/session')
  assert.deepEqual([body.driver?.language, body.driver?.languageChosen], ['en', false])
  const answer = await eva.call<Outputs['accounts']['setLanguage']>('PUT', '/api/accounts/language', {
    language: 'es',
  })
  assert.deepEqual([answer.body.driver.language, answer.body.driver.languageChosen], ['es', true])
  // Another device, in English, saves the profile; an app of an earlier release sends its language along.
  await eva.call('PUT', '/api/accounts/profile', { ...saved, app: 'amazon', language: 'en' })
  assert.equal((await eva.call<Profile>('GET', '/api/accounts/profile')).body.language, 'es')
})

test('status and device are written in the transaction that changes them', async () => {
  const eva = await http.addDriver()
  const db = http.database.database.kysely
  await db.transaction().execute(async (tx) => {
    assert.equal(await http.accounts.setStatus(tx, eva.id, 'suspended', 'unpaid'), true)
    assert.equal(await http.accounts.setDevice(tx, eva.id, 'device-1'), true)
    assert.equal(await http.accounts.setStatus(tx, 'nobody', 'active', null), false)
  })
  const row = await db.selectFrom('drivers').selectAll().where('id', '=', eva.id).executeTakeFirstOrThrow()
  assert.deepEqual([row.status, row.status_reason, row.device_id], ['suspended', 'unpaid', 'device-1'])
})
