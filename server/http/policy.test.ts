import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentPolicy } from './policy.ts'

/** The directives that differ from the policy without any map but our own. */
function opened(policy: string): Record<string, string[]> {
  const own = new Set(contentPolicy('altcha').split('; '))
  const changed = policy.split('; ').filter((directive) => !own.has(directive))
  return Object.fromEntries(changed.map((each) => each.split(' ')).map(([name, ...rest]) => [name, rest]))
}

const tiles = (url: string) =>
  opened(contentPolicy('altcha', { provider: 'tiles', url, attribution: 'Somebody' }))

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
