import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeLibraries, listInstalled } from './libraries/judge.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
const ages = (version: string, times: Record<string, string>) =>
  judgeLibraries([{ name: 'pg', version, times }], [], NOW)

test('a release of the same major version is taken over within a quarter', () => {
  assert.deepEqual(ages('8.1.0', { '8.1.0': daysAgo(400), '8.1.1': daysAgo(92) }), [])
  assert.deepEqual(ages('8.1.0', { '8.1.0': daysAgo(400), '8.1.1': daysAgo(93), '8.2.0': daysAgo(5) }), [
    'pg 8.1.0: 8.1.1 has been out for 93 days',
  ])
  assert.deepEqual(
    ages('8.10.0', { '8.9.0': daysAgo(93), '8.10.0': daysAgo(90) }),
    [],
    'what is older is no update',
  )
})

test('a newer major version is taken over within half a year', () => {
  assert.deepEqual(ages('8.1.0', { '9.0.0': daysAgo(184) }), [])
  assert.deepEqual(ages('8.1.0', { '9.0.0': daysAgo(185), '10.0.0': daysAgo(20), '7.9.9': daysAgo(300) }), [
    'pg 8.1.0: 9.0.0 has been out for 185 days',
  ])
  assert.deepEqual(ages('0.4.2', { '0.5.0': daysAgo(100) }), [], 'below 1.0.0 a minor version is a major one')
  assert.equal(ages('0.4.2', { '0.4.3': daysAgo(300), '0.5.0': daysAgo(300) }).length, 2)
})

test('a preview and the registry’s own dates are no breaches', () => {
  assert.deepEqual(ages('8.1.0', { created: daysAgo(900), '8.2.0-beta.1': daysAgo(300) }), [])
})

test('every advisory is a breach with a link', () => {
  const advisory = { name: 'undici', severity: 'high', title: 'Smuggling', url: 'https://example.com/1' }
  assert.deepEqual(judgeLibraries([], [advisory], NOW), [
    'undici: high advisory: Smuggling (https://example.com/1)',
  ])
})

test('advisories are requested for all production packages, each version once', () => {
  const packages = {
    '': { version: '0.1.0' },
    server: { version: '0.1.0' },
    'node_modules/@madruga/core': { link: true },
    'node_modules/pg': { version: '8.1.0' },
    'node_modules/oxlint': { version: '1.0.0', dev: true },
    'server/node_modules/pg': { version: '8.2.0' },
    'node_modules/@orpc/server/node_modules/pg': { version: '8.2.0' },
  }
  assert.deepEqual(listInstalled({ packages }), { pg: ['8.1.0', '8.2.0'] })
})
