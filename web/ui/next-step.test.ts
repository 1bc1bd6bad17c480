import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStep } from './next-step.ts'

test('a step leads to the next multiple, never below zero', () => {
  assert.deepEqual([nextStep(17, 5, 1), nextStep(17, 5, -1)], [20, 15])
  assert.deepEqual(
    [nextStep(15, 5, 1), nextStep(15, 5, -1), nextStep(3, 5, -1), nextStep(0, 5, -1)],
    [20, 10, 0, 0],
  )
})

test('steps of a fraction stay exact', () => {
  let value = 0
  for (let count = 1; count <= 40; count += 1) {
    value = nextStep(value, 0.05, 1)
    assert.equal(value, Math.round(count * 5) / 100)
  }
  assert.deepEqual([nextStep(0.3, 0.1, 1), nextStep(0.3, 0.1, -1)], [0.4, 0.2])
})

test('an empty or unreadable field starts at zero', () => {
  assert.deepEqual([nextStep(null, 5, 1), nextStep(Number.NaN, 5, -1)], [5, 0])
})
