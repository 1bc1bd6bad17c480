import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentPolicy, permissionsPolicy } from './policy.ts'

/** The directives that differ from the policy with only our own map. */
function opened(policy: string): Record<string, string[]> {
  const own = new Set(contentPolicy('altcha').split('; '))
  const changed = policy.split('; ').filter((directive) => !own.has(directive))
  return Object.fromEntries(changed.map((each) => each.split(' ')).map(([name, ...rest]) => [name, rest]))
}

const tiles = (url: string) =>
  opened(contentPolicy('altcha', { provider: 'tiles', url, attribution: 'Somebody' }))

test('plugins, and another base for addresses, are closed by name', () => {
  assert.match(contentPolicy('altcha'), /; object-src 'none'; base-uri 'none'; /)
})

test('our own map opens nothing; pictures may be data, as that of the human check is', () => {
  const policy = contentPolicy('altcha', { provider: 'offline' })
  assert.equal(policy, contentPolicy('altcha'))
  assert.doesNotMatch(policy, /https?:/)
  assert.match(policy, /img-src 'self' data:/)
  assert.doesNotMatch(policy, /(script|default)-src [^;]*data:/)
})

test('tiles open pictures of exactly their host', () => {
  assert.deepEqual(tiles('https://tiles.example/v1/{z}/{x}/{y}.png?key=k'), {
    'img-src': ["'self'", 'data:', 'blob:', 'https://tiles.example'],
  })
  assert.deepEqual(tiles('https://{s}.tiles.example:8443/{z}/{x}/{y}.png'), {
    'img-src': ["'self'", 'data:', 'blob:', 'https://*.tiles.example:8443'],
  })
})

test("Google's map opens Google's hosts and no other; scripts written into the page stay forbidden", () => {
  const policy = contentPolicy('turnstile', { provider: 'google', key: 'a-key' })
  const hosts = new Set([...policy.matchAll(/https:\/\/([^\s;/]+)/g)].map(([, host]) => host))
  hosts.delete('challenges.cloudflare.com')
  for (const host of hosts)
    assert.match(host!, /(^|\.)(google|googleapis|gstatic|ggpht|googleusercontent)\.com$/)
  assert.doesNotMatch(policy, /script-src [^;]*unsafe/)
  assert.doesNotMatch(policy, /a-key/)
})

const KEY = 'pk_test_a_key'
const offline = { provider: 'offline' } as const
const cards = (publishableKey: string, url: string | null) =>
  opened(contentPolicy('altcha', offline, { publishableKey, url }))

test("Stripe's form opens Stripe's hosts and no other, and the browser's own way to pay", () => {
  const more = cards(KEY, null)
  assert.deepEqual(Object.keys(more).toSorted(), ['connect-src', 'frame-src', 'script-src'])
  const hosts = Object.values(more)
    .flat()
    .filter((source) => source !== "'self'")
  for (const host of hosts) assert.match(host, /^https:\/\/([\w*]+\.)*(js|api|hooks)\.stripe\.com$/)
  for (const host of ['https://js.stripe.com', 'https://hooks.stripe.com'])
    assert.ok(more['frame-src']?.includes(host))
  assert.ok(more['script-src']?.includes('https://js.stripe.com'))
  assert.deepEqual(more['connect-src'], ["'self'", 'https://api.stripe.com'])
  assert.match(permissionsPolicy({ publishableKey: KEY, url: null }), /payment=\(self\)/)
})

test('our own gateway opens its origin alone, and runs no script', () => {
  assert.deepEqual(cards(KEY, 'https://cards.example:8443/under/a/path'), {
    'connect-src': ["'self'", 'https://cards.example:8443'],
    'frame-src': ['https://cards.example:8443'],
  })
  assert.match(permissionsPolicy({ publishableKey: KEY, url: 'https://cards.example' }), /payment=\(\)/)
})

test('without a gateway nothing is opened for cards', () => {
  assert.deepEqual(cards('', null), {})
  assert.match(permissionsPolicy({ publishableKey: '', url: null }), /payment=\(\)/)
})
