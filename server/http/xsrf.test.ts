import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSetCookie } from '../kit/http.ts'
import { fixedSecrets } from '../kit/encryption.ts'
import { createXsrf } from './xsrf.ts'

const xsrf = createXsrf({ secrets: fixedSecrets('a secret'), secure: false, sessionCookie: 'session' })

/** A browser's cookies after these `Set-Cookie` lines. */
function take(cookie: string, lines: readonly string[]): string {
  const jar = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  )
  for (const { name, value } of lines.map(readSetCookie)) jar.set(name, value)
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
const tokenOf = (cookie: string) => /XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? ''

test('a first visit gets a token that proves the next request, and it is kept', () => {
  const cookie = take('', xsrf.complete(undefined, []))
  assert.equal(xsrf.isProven(cookie, tokenOf(cookie)), true)
  assert.deepEqual(xsrf.complete(cookie, []), [])
})

test('a session needs its own token, and its end another', () => {
  const visit = take('', xsrf.complete('', []))
  const begins = ['session=abc.def; Path=/; HttpOnly']
  const inside = take(visit, [...begins, ...xsrf.complete(visit, begins)])
  assert.notEqual(tokenOf(inside), tokenOf(visit))
  assert.equal(xsrf.isProven(inside, tokenOf(inside)), true)
  assert.equal(xsrf.isProven(inside, tokenOf(visit)), false)
  const ends = ['session=; Path=/; Max-Age=0']
  const outside = take(inside, [...ends, ...xsrf.complete(inside, ends)])
  assert.notEqual(tokenOf(outside), tokenOf(inside))
  assert.equal(xsrf.isProven(outside, tokenOf(outside)), true)
})

test('a token is nothing without its header, its cookie, its session or the secret', () => {
  const cookie = take('', xsrf.complete('', []))
  const token = tokenOf(cookie)
  for (const header of [undefined, '', 'a.b', `${token}x`, [token, token]])
    assert.equal(xsrf.isProven(cookie, header), false)
  assert.equal(xsrf.isProven(undefined, token), false)
  assert.equal(xsrf.isProven(`XSRF-TOKEN=${token}`, token), false)
  assert.equal(xsrf.isProven(`${cookie}; session=other`, token), false)
  const other = createXsrf({ secrets: fixedSecrets('another'), secure: false, sessionCookie: 'session' })
  assert.equal(other.isProven(cookie, token), false)
})

test('by https the names are ones that no other host can set, on plain http ones that a browser takes', () => {
  const secure = createXsrf({
    secrets: fixedSecrets('a secret'),
    secure: true,
    sessionCookie: '__Host-session',
  })
  const lines = secure.complete(undefined, [])
  assert.deepEqual(
    lines.map((line) => readSetCookie(line).name),
    ['__Host-madruga.visit', '__Host-XSRF-TOKEN'],
  )
  for (const line of lines) {
    assert.match(line, /; Path=\/; .*Secure/)
    assert.doesNotMatch(line, /Domain/i)
  }
  const cookie = take('', lines)
  assert.equal(secure.isProven(cookie, tokenOf(cookie)), true)
  // Cookies planted by a sibling host or a page without https under the plain names are ignored.
  const planted = take('', xsrf.complete(undefined, []))
  assert.equal(secure.isProven(planted, tokenOf(planted)), false)
  for (const line of xsrf.complete(undefined, [])) assert.doesNotMatch(line, /__Host-|Secure/)
})
