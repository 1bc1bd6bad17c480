import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHash, writeHash } from './address.ts'

test('an address is a path, and texts that are asked of its screen', () => {
  assert.deepEqual(readHash('#/calendar?open=b%201&at=1764300000000'), {
    path: '/calendar',
    search: { open: 'b 1', at: '1764300000000' },
  })
  for (const hash of ['', '#', '#/']) assert.deepEqual(readHash(hash), { path: '/', search: {} })
  for (const hash of ['#/home', '#home', '#/home/', '#/home?', '#/home#top'])
    assert.deepEqual(readHash(hash), { path: '/home', search: {} })
})

test('what somebody mistyped is an address too', () => {
  assert.deepEqual(readHash('#/logs?text=100%&a=1&a=2&?').search, { text: '100%', a: '2', '?': '' })
  assert.deepEqual(readHash('#/home/of/someone'), { path: '/home/of/someone', search: {} })
})

test('a path in capitals is the same path, and what is asked stays as it is written', () => {
  assert.deepEqual(readHash('#/HOME'), { path: '/home', search: {} })
  assert.deepEqual(readHash('#/Logs?text=VAX2'), { path: '/logs', search: { text: 'VAX2' } })
})

test('an address that is written is read again, digits and signs as they are', () => {
  const search = { text: '007', next: '/recap?day=2026-11-16', sign: 'a&b=c #é+ "1"' }
  assert.deepEqual(readHash(writeHash('/logs', search)), { path: '/logs', search })
  assert.equal(writeHash('/login', { done: undefined }), '#/login')
  assert.equal(writeHash('/admin', { tab: 'support', request: 7 }), '#/admin?tab=support&request=7')
})
