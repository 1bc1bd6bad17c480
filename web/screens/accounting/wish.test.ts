import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepWishes } from './wish.ts'

const counted = () => {
  let count = 0
  return keepWishes(() => `key-${++count}`)
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
  const { keyOf, grant } = counted()
  const key = keyOf(refund)
  grant({ ...refund })
  assert.notEqual(keyOf(refund), key)
})
