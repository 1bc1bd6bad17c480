import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idempotencyKey } from '@madruga/core/contract/money-shapes.ts'
import { createRequestKeys, newIdempotencyKey } from './idempotency-key.ts'

test('a key is one that the contract takes, and never the same', () => {
  const keys = Array.from({ length: 1_000 }, newIdempotencyKey)
  for (const key of keys) assert.ok(idempotencyKey.safeParse(key).success, key)
  assert.equal(new Set(keys).size, keys.length)
})

const counted = () => {
  let count = 0
  return createRequestKeys(() => `key-${++count}`)
}
const refund = { paymentId: 'p', amountCents: 500, reason: 'late' }

test('a second tap repeats the request, another amount is a new one', () => {
  const { keyOf } = counted()
  const key = keyOf(refund)
  assert.equal(keyOf({ ...refund }), key)
  assert.notEqual(keyOf({ ...refund, amountCents: 501 }), key)
  assert.equal(keyOf(refund), key)
})

test('a completed request may be made again', () => {
  const { keyOf, release } = counted()
  const key = keyOf(refund)
  release({ ...refund })
  assert.notEqual(keyOf(refund), key)
})
