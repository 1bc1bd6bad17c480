import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idempotencyKey } from '@madruga/core/contract/billing.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

test('a key is one that the contract takes, and never the same', () => {
  const keys = Array.from({ length: 1_000 }, newIdempotencyKey)
  for (const key of keys) assert.ok(idempotencyKey.safeParse(key).success, key)
  assert.equal(new Set(keys).size, keys.length)
})
