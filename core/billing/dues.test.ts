import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeDues } from '../billing.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const SETTINGS = { remindDays: [1, 3, 4], suspendDays: 5 }
const ZONE = 'America/New_York'
const CLOSED = Date.parse('2026-11-23T05:00Z')
const judge = (closed: number[], now: number) =>
  judgeDues(
    closed.map((closedAt, index) => ({ id: `i${index}`, closedAt })),
    SETTINGS,
    ZONE,
    now,
  )

test('five days after an unpaid invoice the account is suspended, and not a moment before', () => {
  const end = CLOSED + 5 * DAY_MS
  assert.deepEqual(judge([CLOSED], end - 1).suspended, false)
  assert.deepEqual(judge([CLOSED], end).suspended, true)
  assert.equal(judge([CLOSED], CLOSED).suspendsAt, end)
})

test('whoever has paid is back at once', () => {
  assert.deepEqual(judge([], CLOSED + 50 * DAY_MS), { suspended: false, suspendsAt: null, reminders: [] })
})

test('the oldest of several invoices decides', () => {
  assert.equal(judge([CLOSED + 7 * DAY_MS, CLOSED], CLOSED).suspendsAt, CLOSED + 5 * DAY_MS)
})

test('reminders come after their days, the earlier ones first', () => {
  assert.deepEqual(judge([CLOSED], CLOSED + DAY_MS - 1).reminders, [])
  assert.deepEqual(judge([CLOSED], CLOSED + 3 * DAY_MS).reminders, [
    { invoiceId: 'i0', days: 1 },
    { invoiceId: 'i0', days: 3 },
  ])
})

test('days are those of the clock on the wall: over the change of the clocks one is 25 hours', () => {
  const friday = Date.parse('2026-10-30T04:00Z')
  assert.equal(judge([friday], friday).suspendsAt, friday + 5 * DAY_MS + HOUR_MS)
})
