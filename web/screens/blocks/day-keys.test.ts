import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAfterKey } from './day-keys.ts'

// A Tuesday, the last day of a long month.
const DAY = '2026-03-31'

test('the month has every key of a date grid', () => {
  const leads: [key: string, shiftKey: boolean, to: string | null][] = [
    ['ArrowLeft', false, '2026-03-30'],
    ['ArrowRight', false, '2026-04-01'],
    ['ArrowUp', false, '2026-03-24'],
    ['ArrowDown', false, '2026-04-07'],
    ['Home', false, '2026-03-30'],
    ['End', false, '2026-04-05'],
    ['PageUp', false, '2026-02-28'],
    ['PageDown', false, '2026-04-30'],
    ['PageUp', true, '2025-03-31'],
    ['PageDown', true, '2027-03-31'],
    // The button itself answers these.
    ['Enter', false, null],
    [' ', false, null],
    ['Tab', true, null],
  ]
  for (const [key, shiftKey, to] of leads) assert.equal(dayAfterKey({ key, shiftKey }, DAY), to, key)
})
