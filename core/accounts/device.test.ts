import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameDevice, readDevice } from '../accounts.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const CASES: [userAgent: string, browser: string | null, system: string | null, kind: string][] = [
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
    'phone',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox',
    'Mac',
    'computer',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921U) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
    'computer',
  ],
  ['curl/8.5.0', null, null, 'computer'],
]

test("a user agent is shown in a driver's words", () => {
  for (const [userAgent, browser, system, kind] of CASES)
    assert.deepEqual(readDevice(userAgent), { browser, system, kind }, userAgent)
})

test('none at all is an unknown device', () => {
  assert.deepEqual(readDevice(null), { browser: null, system: null, kind: 'computer' })
})

test('a device has a name in both languages, of what is known of it', () => {
  const known = { browser: 'Chrome', system: 'Android' }
  assert.deepEqual(
    [nameDevice('en', known), nameDevice('es', known)],
    ['Chrome on Android', 'Chrome en Android'],
  )
  assert.equal(nameDevice('es', { browser: null, system: 'Linux' }), 'Linux')
  assert.equal(nameDevice('en', { browser: null, system: null }), 'Unknown device')
})
