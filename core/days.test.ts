import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayNames } from './days.ts'

test('a timestamp is named by the day that its zone has then, however often it is asked', () => {
  const midnight = Date.parse('2026-11-21T00:00-05:00')
  const nameOf = dayNames('America/New_York')
  for (let turn = 0; turn < 2; turn++)
    assert.deepEqual([nameOf(midnight - 1), nameOf(midnight)], ['2026-11-20', '2026-11-21'])
  assert.equal(dayNames('America/Chicago')(midnight), '2026-11-20')
})
