import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsDownTo } from './state.ts'

const DUE = Date.parse('2026-11-22T18:00:00Z')

test('nothing counts down to a start that the account does not allow', () => {
  for (const phase of ['cooling_down', 'failed_to_launch'] as const) {
    assert.equal(countsDownTo({ phase, reason: 'driver_stopped', dueAt: DUE }), DUE)
    assert.equal(countsDownTo({ phase, reason: 'suspended', dueAt: DUE }), null)
  }
  // The stop itself still ends.
  assert.equal(countsDownTo({ phase: 'pending_termination', reason: 'suspended', dueAt: DUE }), DUE)
  assert.equal(countsDownTo({ phase: 'not_running', reason: null, dueAt: DUE }), null)
})
