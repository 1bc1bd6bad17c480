import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWanted } from './use-roving.ts'

test('the focus goes to the row that a key led to, as soon as that is rendered', () => {
  assert.equal(findWanted(3, [1, 2, 3, 4], false), 3)
  assert.equal(findWanted(3, [1, 2, 3, 4], true), 3)
})

test('a row that left the list before it was rendered is wanted no more', () => {
  assert.equal(findWanted(3, [1, 2, 4], false), null)
  assert.equal(findWanted(3, [1, 2, 4], true), 4)
})

test('a focus that is lost goes to the last row, and one that is not stays', () => {
  assert.equal(findWanted(null, [1, 2], true), 2)
  assert.equal(findWanted(null, [1, 2], false), null)
  assert.equal(findWanted(null, [], true), null)
})
