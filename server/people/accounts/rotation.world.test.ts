import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DAY_MS } from '@madruga/core/time.ts'
import { SESSION_LIFE_MS } from '../accounts.ts'
import { startTestHttp } from '../../http/testing.ts'
import { rotateKeys } from '../../ops/keys.ts'
import { systemClock } from '../../kit/clock.ts'
import { deriveSecret, loadKeyRing, readStoredRing } from '../../kit/encryption.ts'
import { codeTo, enter, solveCaptcha, visit } from './testing.ts'
import { realNow } from '../../kit/testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-rotation-'))
const keyRingFile = join(folder, 'keys.json')
const SESSION_COOKIE = 'madruga.session_token'
let ahead = 0
const now = () => realNow() + ahead
const clock = { ...systemClock, now }
const http = await startTestHttp({ clock, keyRing: loadKeyRing(keyRingFile) })
after(async () => {
  await http.stop()
  rmSync(folder, { recursive: true })
})

const rotate = (wanted: { dropOld?: boolean; signOutAll?: boolean } = {}) =>
  rotateKeys({ database: http.database.database, keyRingFile, dropOld: false, clock, ...wanted })
const isSignedBy = (cookie: string, secret: string) => {
  const [token = '', signature] = decodeURIComponent(cookie).split('.')
  return createHmac('sha256', secret).update(token).digest('base64') === signature
}

test('signatures survive a rotation: sessions, their tokens, challenges and codes', async () => {
  const ana = await enter(http)
  const resting = await enter(http)
  const captcha = await solveCaptcha(http)
  const visitor = await visit(http)
  const { ticket } = (await visitor.startReset(ana.email)).body
  const former = readStoredRing(keyRingFile)
  await rotate()
  const rotated = readStoredRing(keyRingFile)
  assert.equal(rotated.roots.length, 2)

  // A changing request first, with the old token and the old cookie.
  const [was, proof] = [ana.jar.get(SESSION_COOKIE), ana.jar.get('XSRF-TOKEN')]
  assert.equal((await ana.send('PUT', '/api/accounts/language', { language: 'es' })).status, 200)
  const cookie = ana.jar.get(SESSION_COOKIE) ?? ''
  assert.ok(isSignedBy(was ?? '', deriveSecret(former, 'sessions')))
  assert.ok(isSignedBy(cookie, deriveSecret(rotated, 'sessions')), 'signed anew by the new root')
  assert.notEqual(ana.jar.get('XSRF-TOKEN'), proof)
  assert.equal((await ana.send('PUT', '/api/accounts/language', { language: 'en' })).status, 200)
  const kept = [...ana.jar]
  assert.equal((await ana.send('GET', '/api/bot')).status, 200)
  assert.deepEqual([...ana.jar], kept, 'and once alone')

  const given = { email: ana.email, channel: 'email', language: 'en', captcha }
  assert.equal((await visitor.post('/resets', given)).status, 200)
  const code = http.sent.find((each) => each.template === 'code' && each.recipient === ana.email)
  assert.ok(code?.template === 'code')
  assert.equal((await visitor.post('/codes/check', { ticket, code: code.params.code })).status, 200)

  // A cookie that was not sent for the lifetime of an unused session.
  ahead = SESSION_LIFE_MS + DAY_MS
  assert.equal((await resting.send('GET', '/api/bot')).status, 401)
  ahead = 0
})

test('a signature of a dropped root is refused, and a root may be dropped at once', async () => {
  const eva = await enter(http)
  const visitor = await visit(http)
  const { ticket } = (await visitor.startReset(eva.email)).body
  const done = await rotate({ signOutAll: true })
  assert.deepEqual([done.added, done.droppedRoots > 0, done.rootsUntil], [true, true, null])
  assert.equal(readStoredRing(keyRingFile).roots.length, 1)
  assert.equal((await eva.send('GET', '/api/bot')).status, 401)
  assert.equal((await visitor.send('GET', '/api/accounts/session')).status, 200)
  const checked = await visitor.post('/codes/check', { ticket, code: codeTo(http, eva.email) })
  assert.deepEqual([checked.status, checked.body.code], [422, 'accounts.code_mismatch'])
  assert.equal((await eva.signIn(eva)).status, 200)
  assert.equal((await eva.send('GET', '/api/bot')).status, 200)
})

test('a former root stays as long as a session that it signed may, and goes with the old keys then', async () => {
  const first = await rotate()
  assert.ok(first.rootsUntil !== null && first.rootsUntil > now() + SESSION_LIFE_MS - DAY_MS)
  assert.equal((await rotate({ dropOld: true })).droppedRoots, 0)
  ahead = SESSION_LIFE_MS + DAY_MS
  const done = await rotate({ dropOld: true })
  assert.deepEqual([done.added, done.droppedRoots, done.rootsUntil], [false, 1, null])
  ahead = 0
})

test('a forged signature, and none at all, are no session', async () => {
  const ida = await enter(http)
  const good = decodeURIComponent(ida.jar.get(SESSION_COOKIE) ?? '')
  const [token = ''] = good.split('.')
  const other = createHmac('sha256', 'another').update(token).digest('base64')
  for (const value of [`${token}.${other}`, token, `${token}.`, '.', '%', `${good}x`]) {
    const cookie = `${SESSION_COOKIE}=${value === '%' ? value : encodeURIComponent(value)}`
    const answer = await fetch(`${http.url}/api/bot`, { headers: { cookie } })
    assert.equal(answer.status, 401, value)
  }
  const cookie = `a=b; ${SESSION_COOKIE}=${encodeURIComponent(good)}; ${SESSION_COOKIE}=x`
  assert.equal((await fetch(`${http.url}/api/bot?as=${ida.id}`, { headers: { cookie } })).status, 200)
})

test('what is stored of a session opens none, though it were signed by the right secret', async () => {
  const ida = await enter(http)
  const { rows } = await http.database.database.pool.query<{ token: string }>(
    'select token from sessions where driver_id = $1',
    [ida.id],
  )
  const secret = deriveSecret(readStoredRing(keyRingFile), 'sessions')
  const signed = (token: string) =>
    encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)
  const [own = ''] = decodeURIComponent(ida.jar.get(SESSION_COOKIE) ?? '').split('.')
  const ask = async (token: string) => {
    const headers = { cookie: `${SESSION_COOKIE}=${signed(token)}` }
    return (await fetch(`${http.url}/api/bot?as=${ida.id}`, { headers })).status
  }
  assert.deepEqual([await ask(own), await ask(rows[0]?.token ?? '')], [200, 401])
})
