import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRunSchedule, startOfDay, sumSpans } from './run-schedule.ts'

const HOUR = 3_600_000

test('spans are cut to the day, joined, and only searching and sleeping are shown', () => {
  const day = 100 * HOUR
  const spans = readRunSchedule(
    [
      { phase: 'running', from: day - HOUR, to: day + HOUR },
      { phase: 'running', from: day + HOUR, to: day + 2 * HOUR },
      { phase: 'sleeping', from: day + 2 * HOUR, to: day + 3 * HOUR },
      { phase: 'preparing', from: day + 3 * HOUR, to: day + 4 * HOUR },
      { phase: 'running', from: day + 4 * HOUR, to: null },
    ],
    day,
    day + 5 * HOUR,
  )
  assert.deepEqual(
    spans.map((span) => [span.kind, (span.from - day) / HOUR, (span.to - day) / HOUR, span.open]),
    [
      ['running', 0, 2, false],
      ['sleeping', 2, 3, false],
      ['running', 4, 5, true],
    ],
  )
  assert.equal(sumSpans(spans, 'running'), 3 * HOUR)
})

test('the day begins at midnight of its zone', () => {
  const at = Date.UTC(2026, 10, 20, 9, 30, 15)
  assert.equal(startOfDay(at, 'America/Los_Angeles'), Date.UTC(2026, 10, 20, 8))
  assert.equal(startOfDay(at, 'UTC'), Date.UTC(2026, 10, 20))
})
