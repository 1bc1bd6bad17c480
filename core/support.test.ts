import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from './settings.ts'
import { isRepeat, moveRequest, replyDueAt, waitForRoomMs } from './support.ts'
import type { RequestEvent } from './support.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

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

test('a message is sent twice if its author said the very same last, less than ten minutes ago', () => {
  const last = { author: 'driver', text: 'Hello', at: NOW } as const
  const said = { author: 'driver', text: 'Hello' } as const
  assert.equal(isRepeat(last, said, NOW + 10 * MINUTE_MS - 1), true)
  assert.equal(isRepeat(last, said, NOW + 10 * MINUTE_MS), false)
  assert.equal(isRepeat(last, { ...said, text: 'Hello?' }, NOW), false)
  assert.equal(isRepeat(last, { ...said, author: 'operator' }, NOW), false)
  assert.equal(isRepeat(undefined, said, NOW), false)
})
