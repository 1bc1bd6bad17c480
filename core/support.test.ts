import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from './settings.ts'
import { moveRequest, replyDueAt, waitForRoomMs } from './support.ts'
import type { RequestEvent } from './support.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const { replyHours } = DEFAULT_SETTINGS.support

test('an answer is promised within 24 hours', () => {
  assert.equal(replyHours, 24)
  assert.equal(replyDueAt(NOW, replyHours) - NOW, DAY_MS)
})

test('a request waits, is answered, waits again when the driver writes again, and is closed', () => {
  const steps: [RequestEvent, number, unknown][] = [
    ['driver_wrote', 0, { state: 'open', dueAt: NOW + DAY_MS }],
    // The deadline counts from the driver's last message.
    ['driver_wrote', HOUR_MS, { state: 'open', dueAt: NOW + HOUR_MS + DAY_MS }],
    ['operator_wrote', 2 * HOUR_MS, { state: 'answered', dueAt: null }],
    ['driver_wrote', 3 * HOUR_MS, { state: 'open', dueAt: NOW + 3 * HOUR_MS + DAY_MS }],
    ['operator_closed', 4 * HOUR_MS, { state: 'closed', dueAt: null }],
    ['driver_wrote', 5 * HOUR_MS, { state: 'open', dueAt: NOW + 5 * HOUR_MS + DAY_MS }],
  ]
  for (const [event, afterMs, stands] of steps)
    assert.deepEqual(moveRequest(event, NOW + afterMs, replyHours), stands)
})

test('the promise is a setting', () => {
  assert.equal(moveRequest('driver_wrote', NOW, 6).dueAt, NOW + 6 * HOUR_MS)
})

test('there is room again a day after the message that filled it, and not a moment sooner', () => {
  const cases: [number | null, number | null][] = [
    [null, null],
    [NOW, DAY_MS],
    [NOW - DAY_MS + 1, 1],
    [NOW - DAY_MS, null],
    [NOW - 2 * DAY_MS, null],
  ]
  for (const [lastAllowedAt, waitMs] of cases) assert.equal(waitForRoomMs(lastAllowedAt, NOW), waitMs)
})
