import assert from 'node:assert/strict'
import { test } from 'node:test'
import { worthsOf } from './worth.ts'

const shown = (...capsCents: (number | null)[]) =>
  worthsOf({ capsCents }).map(({ key, cents }) => [key, cents])

test('the next credit says what it takes off at most, and several say it together', () => {
  assert.deepEqual(shown(), [])
  assert.deepEqual(shown(95), [['invite.credit_next', 95]])
  assert.deepEqual(shown(95, 2_606), [
    ['invite.credit_next', 95],
    ['invite.credit_all', 2_701],
  ])
})

test('a credit without a limit has no worth, and no sum counts it', () => {
  assert.deepEqual(shown(null), [])
  assert.deepEqual(shown(null, 95), [])
  assert.deepEqual(shown(95, null), [['invite.credit_next', 95]])
})
