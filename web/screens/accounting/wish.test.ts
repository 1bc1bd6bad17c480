import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepWishes } from './wish.ts'

const counted = () => {
  let count = 0
  return keepWishes(() => `key-${++count}`)
}
const refund = { paymentId: 'p', amountCents: 500, reason: 'late' }

test('a second tap wishes the same, another amount wishes something else', () => {
  const { keyOf } = counted()
  const key = keyOf(refund)
  assert.equal(keyOf({ ...refund }), key)
  assert.notEqual(keyOf({ ...refund, amountCents: 501 }), key)
  assert.equal(keyOf(refund), key)
})

test('what was granted may be wished again', () => {
  const { keyOf, grant } = counted()
  const key = keyOf(refund)
  grant({ ...refund })
  assert.notEqual(keyOf(refund), key)
})
