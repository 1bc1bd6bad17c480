import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wishKey } from '@madruga/core/contract/billing.ts'
import { newWishKey } from './wish-key.ts'

test('a key is one that the contract takes, and never the same', () => {
  const keys = Array.from({ length: 1_000 }, newWishKey)
  for (const key of keys) assert.ok(wishKey.safeParse(key).success, key)
  assert.equal(new Set(keys).size, keys.length)
})
