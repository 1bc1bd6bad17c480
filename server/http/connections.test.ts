import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooSlow } from './connections.ts'

test('a reader has half a minute, and then as long as a line of 4 KB a second takes', () => {
  assert.equal(isTooSlow(0, 30_000), false)
  assert.equal(isTooSlow(0, 30_001), true)
  assert.equal(isTooSlow(300_000, 105_000), false)
  assert.equal(isTooSlow(300_000, 105_001), true)
})
