import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, test } from 'node:test'
import { HASHING_COST } from './accounts/passwords.ts'
import { createBrowser, startTestHttp } from '../http/testing.ts'
import { realNow } from '../kit/testing.ts'

// As the product hashes: what a guess costs, and what is stored, is tested here.
const http = await startTestHttp({ accounts: { hashingCost: HASHING_COST } })
after(() => http.stop())

const forgetLimits = () => http.database.database.kysely.deleteFrom('rate_limits').execute()

const past = (days: number) => new Date(realNow() - days * 86_400_000)

async function visitor() {
  const browser = createBrowser(http.url)
  await browser.send('GET', '/api/accounts/session')
  const tryLogin = (email: string, password: string) =>
    browser.call('POST', '/api/accounts/sign-in', { email, password })
  return { browser, tryLogin }
}

test('an account is locked after five failures, for the right password too, and says for how long', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  const { tryLogin } = await visitor()
  for (let turn = 0; turn < 5; turn++) {
    const failed = await tryLogin(ana.email.toUpperCase(), 'wrong')
    assert.deepEqual([failed.status, failed.body.code], [401, 'accounts.invalid_login'])
  }
  const locked = await tryLogin(ana.email, ana.password)
  assert.deepEqual([locked.status, locked.body.code], [429, 'accounts.locked'])
  const wait = Number(locked.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 900)
  assert.equal(locked.body.params['retryAfterSeconds'], wait)
  const eva = await http.addDriver()
  assert.equal((await tryLogin(eva.email, eva.password)).status, 200)
})

test('parallel guesses count like sequential ones', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  const { tryLogin } = await visitor()
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryLogin(ana.email, 'wrong')))
  assert.equal(answers.filter((each) => each.status === 401).length, 5)
  assert.equal(answers.filter((each) => each.status === 429).length, 7)
})

test('a success clears the count', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  for (let turn = 0; turn < 3; turn++) {
    const { tryLogin } = await visitor()
    for (let failure = 0; failure < 4; failure++) await tryLogin(ana.email, 'wrong')
    assert.equal((await tryLogin(ana.email, ana.password)).status, 200)
  }
})

test('an address is locked after thirty failures over many accounts', async () => {
  await forgetLimits()
  const { tryLogin } = await visitor()
  for (let turn = 0; turn < 30; turn++)
    assert.equal((await tryLogin(`nobody${turn}@example.com`, 'x')).status, 401)
  const ana = await http.addDriver()
  assert.equal((await tryLogin(ana.email, ana.password)).body.code, 'accounts.locked')
  const claimed = await visitor()
  const pretended = await claimed.browser.send('POST', '/api/accounts/sign-in', ana, {
    'x-forwarded-for': '8.8.8.8',
  })
  assert.equal(pretended.status, 429)
})

test('known and unknown accounts get the same answer, in text, status and work', async (t) => {
  await forgetLimits()
  const hashing = t.mock.method(crypto, 'argon2')
  syncBuiltinESMExports()
  t.after(() => {
    hashing.mock.restore()
    syncBuiltinESMExports()
  })
  const ana = await http.addDriver()
  const { tryLogin } = await visitor()
  const answers: Record<string, unknown>[] = []
  for (const email of [
    ana.email,
    'unknown@example.com',
    'no address at all',
    'ana@x',
    `${'a'.repeat(240)}@x.com`,
  ]) {
    for (let turn = 0; turn < 6; turn++) {
      hashing.mock.resetCalls()
      const { status, body } = await tryLogin(email, 'wrong')
      const cost = hashing.mock.calls.map((call) => [call.arguments[1].memory, call.arguments[1].passes])
      answers.push({
        turn,
        status,
        code: body.code,
        title: body.title,
        params: Object.keys(body.params),
        cost,
      })
    }
    await forgetLimits()
  }
  const [known = [], ...others] = Array.from({ length: 5 }, (_, index) =>
    answers.slice(index * 6, index * 6 + 6),
  )
  assert.deepEqual(known[0]?.['cost'], [[19 * 1024, 2]])
  assert.equal(others.length, 4)
  for (const each of others) assert.deepEqual(each, known)
})

test('the session cookie is out of reach of scripts and other sites, and secure where the site is', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  const browser = createBrowser(http.url)
  const lines = (await browser.signIn(ana)).headers.getSetCookie()
  const session = lines.find((line) => line.startsWith('madruga.session_token=')) ?? ''
  assert.match(session, /; HttpOnly/i)
  assert.match(session, /; SameSite=Lax/i)
  assert.match(session, /; Path=\//i)
  assert.doesNotMatch(session, /; Secure/i)
  const xsrf = lines.find((line) => line.startsWith('XSRF-TOKEN=')) ?? ''
  assert.doesNotMatch(xsrf, /HttpOnly/i)
  const secure = await startTestHttp({ config: { publicUrl: 'https://madruga.example' } })
  try {
    const eva = await secure.addDriver()
    const safe = createBrowser(secure.url)
    const signedIn = await safe.signIn(eva)
    assert.equal(signedIn.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
    for (const line of signedIn.headers.getSetCookie()) {
      assert.match(line, /; Secure/i, line)
      assert.match(line, /; Path=\/(;|$)/i, line)
      assert.doesNotMatch(line, /; Domain=/i, line)
    }
    assert.deepEqual([...safe.jar.keys()].toSorted(), [
      '__Host-XSRF-TOKEN',
      '__Host-madruga.device',
      '__Host-madruga.session_token',
      '__Host-madruga.visit',
    ])
    assert.equal((await safe.send('GET', '/api/bot')).status, 200)
  } finally {
    await secure.stop()
  }
})

test('signing in creates a new session and token, and ends the previous one', async () => {
  await forgetLimits()
  const [ana, eva] = [await http.addDriver(), await http.addDriver()]
  const browser = createBrowser(http.url)
  await browser.signIn(ana)
  const first = new Map(browser.jar)
  await browser.signIn(eva)
  assert.notEqual(browser.jar.get('madruga.session_token'), first.get('madruga.session_token'))
  assert.notEqual(browser.jar.get('XSRF-TOKEN'), first.get('XSRF-TOKEN'))
  const old = createBrowser(http.url)
  for (const [name, value] of first) old.jar.set(name, value)
  assert.equal((await old.call('GET', '/api/bot')).body.code, 'accounts.signed_out')
  const rows = await http.database.database.kysely.selectFrom('sessions').select('driver_id').execute()
  assert.ok(rows.every((row) => row.driver_id !== ana.id))
})

test('signing out ends the session and clears its cookie', async () => {
  await forgetLimits()
  const browser = createBrowser(http.url)
  await browser.signIn(await http.addDriver())
  const kept = new Map(browser.jar)
  assert.equal((await browser.send('POST', '/api/accounts/sign-out')).status, 200)
  assert.equal(browser.jar.has('madruga.session_token'), false)
  assert.equal((await browser.send('POST', '/api/accounts/sign-out')).status, 200)
  for (const [name, value] of kept) browser.jar.set(name, value)
  assert.equal((await browser.send('GET', '/api/bot')).status, 401)
})

test('a session ends by its age however much it is used', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  const browser = createBrowser(http.url)
  await browser.signIn(ana)
  const age = (days: number) =>
    http.database.database.kysely
      .updateTable('sessions')
      .set({ created_at: new Date(realNow() - days * 86_400_000) })
      .where('driver_id', '=', ana.id)
      .execute()
  await age(89)
  assert.equal((await browser.send('GET', '/api/bot')).status, 200)
  await age(91)
  assert.equal((await browser.send('GET', '/api/bot')).status, 401)
  assert.equal(browser.jar.has('madruga.session_token'), false)
  const session = await browser.call<{ driver: null }>('GET', '/api/accounts/session')
  assert.equal(session.body.driver, null)
})

test('sessions that are over are removed, by last use or by age, and no others', async () => {
  await forgetLimits()
  const db = http.database.database.kysely
  const drivers = await Promise.all([http.addDriver(), http.addDriver(), http.addDriver()])
  for (const each of drivers) await createBrowser(http.url).signIn(each)
  const [unused, old, live] = drivers.map((each) => each.id)
  await db
    .updateTable('sessions')
    .set({ expires_at: past(1) })
    .where('driver_id', '=', unused ?? '')
    .execute()
  await db
    .updateTable('sessions')
    .set({ created_at: past(91) })
    .where('driver_id', '=', old ?? '')
    .execute()
  await http.accounts.forgetSessions()
  const rows = await db.selectFrom('sessions').select('driver_id').execute()
  const left = rows.map((row) => row.driver_id)
  assert.deepEqual(
    [unused, old, live].map((id) => left.includes(id ?? '')),
    [false, false, true],
  )
})

test('a used session is extended and its cookie sent again', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  const browser = createBrowser(http.url)
  await browser.signIn(ana)
  await http.database.database.kysely
    .updateTable('sessions')
    .set({ expires_at: new Date(realNow() + 5 * 86_400_000) })
    .where('driver_id', '=', ana.id)
    .execute()
  const answer = await browser.send('GET', '/api/bot')
  assert.match(answer.headers.getSetCookie().join(), /madruga\.session_token=/)
  assert.equal((await browser.send('POST', '/api/bot/stop')).status, 200)
})

test('stored passwords and addresses cannot be read back', async () => {
  await forgetLimits()
  const ana = await http.addDriver()
  await (await visitor()).tryLogin(ana.email, 'wrong')
  const db = http.database.database.kysely
  const { password } = await db
    .selectFrom('credentials')
    .select('password')
    .where('driver_id', '=', ana.id)
    .executeTakeFirstOrThrow()
  assert.match(password ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const limits = await db.selectFrom('rate_limits').select('key').execute()
  // Of the address, of the pair and of all strangers, each for its delay; health has a row too.
  assert.equal(limits.filter(({ key }) => key.startsWith('sign_in_')).length, 5)
  assert.ok(limits.every(({ key }) => !key.includes('example.com') && !key.includes('127.0')))
})

test('an e-mail belongs to one driver', async () => {
  const ana = await http.addDriver()
  await assert.rejects(http.addDriver({ email: ` ${ana.email.toUpperCase()}` }), {
    code: 'accounts.email_taken',
  })
  assert.equal(await http.accounts.findDriver(ana.email.toUpperCase()), ana.id)
  assert.equal(await http.accounts.findDriver('nobody@example.com'), null)
})
