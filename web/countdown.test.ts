import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLeft } from './countdown.ts'

test('time left', () => {
  const cases: [number, string | null][] = [
    [0, null],
    [-5, null],
    [1, '0:01'],
    [999, '0:01'],
    [42_000, '0:42'],
    [725_000, '12:05'],
    [3_600_000, '1:00:00'],
    [4_222_000, '1:10:22'],
  ]
  for (const [ms, text] of cases) assert.equal(formatLeft(1_000_000 + ms, 1_000_000), text, String(ms))
})
