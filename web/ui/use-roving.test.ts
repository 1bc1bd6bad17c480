import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followRow } from './use-roving.ts'

test('the chosen row stays while the list has it, wherever it moved', () => {
  assert.equal(followRow(3, [1, 2, 3, 4], 0), 3)
  assert.equal(followRow(null, [1, 2], 1), null)
})

test('a row that left the list hands on to the one that took its place', () => {
  assert.equal(followRow(3, [1, 2, 4, 5], 2), 4)
  assert.equal(followRow('burst-3', [9, 3, 2], 1), 3, 'an opened heading that was folded')
})

test('below the last row there is none: the last one is chosen', () => {
  assert.equal(followRow(3, [5, 4], 2), 4)
  assert.equal(followRow(3, [], 2), null)
})
