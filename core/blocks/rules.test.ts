import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkInFee,
  counts,
  isReminderDue,
  keepOfJobs,
  minutesUntil,
  refuseCheckIn,
  refuseRelease,
  refuseSkip,
  sumUp,
} from '../blocks.ts'
import type { BlockState } from '../blocks.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

const startAt = Date.parse('2026-11-21T18:00:00Z')
const blockIn = (state: BlockState) => ({ startAt, endAt: startAt + 3 * HOUR_MS, state })
const before = (minutes: number, ms = 0) => startAt - minutes * MINUTE_MS + ms
const { checkIn, release, billing } = DEFAULT_SETTINGS

test('check-in is open from fifteen minutes before the start until the end', () => {
  const held = blockIn('held')
  assert.equal(refuseCheckIn(held, before(15, -1), checkIn), 'too_early')
  assert.equal(refuseCheckIn(held, before(15), checkIn), null)
  assert.equal(refuseCheckIn(held, startAt, checkIn), null)
  assert.equal(refuseCheckIn(held, held.endAt - 1, checkIn), null)
  assert.equal(refuseCheckIn(held, held.endAt, checkIn), 'too_late')
})

test('a repeated check-in is accepted, one at a released block is refused', () => {
  assert.equal(refuseCheckIn(blockIn('checked_in'), before(5), checkIn), null)
  assert.equal(refuseCheckIn(blockIn('forfeited'), before(5), checkIn), 'not_held')
  assert.equal(refuseCheckIn(blockIn('done'), before(-60), checkIn), 'too_late')
})

test('a check-in costs two dollars in a week without an award', () => {
  assert.equal(checkInFee(0, billing.prices.checkInCents), 200)
  assert.equal(checkInFee(1, billing.prices.checkInCents), 0)
})

const refuse = (state: BlockState, now: number, confirmedLate = false) =>
  refuseRelease(blockIn(state), now, { lateMs: release.lateMs, confirmedLate })

test('a block may be released until its start, inside 45 minutes only with the warning confirmed', () => {
  assert.equal(refuse('held', before(45)), null)
  assert.equal(refuse('held', before(45, 1)), 'not_confirmed')
  assert.equal(refuse('held', before(45, 1), true), null)
  assert.equal(refuse('held', startAt, true), 'too_late')
  assert.equal(refuse('checked_in', before(10), true), 'too_late')
  assert.equal(refuse('forfeited', before(60)), 'not_held')
  assert.equal(refuse('done', before(60)), 'not_held')
})

test('a reminder is due from its minute until the start, for held blocks only', () => {
  for (const minutes of [60, 30, 15]) {
    assert.equal(isReminderDue(blockIn('held'), minutes, before(minutes, -1)), false)
    assert.equal(isReminderDue(blockIn('held'), minutes, before(minutes)), true)
    assert.equal(isReminderDue(blockIn('held'), minutes, before(1)), true)
    assert.equal(isReminderDue(blockIn('held'), minutes, startAt), false)
  }
  for (const state of ['checked_in', 'done', 'forfeited'] as const) {
    assert.equal(isReminderDue(blockIn(state), 30, before(20)), false)
  }
})

test('a late reminder says how much is left', () => {
  assert.equal(minutesUntil(startAt, before(30)), 30)
  assert.equal(minutesUntil(startAt, before(30, 40_000)), 30)
  assert.equal(minutesUntil(startAt, before(12)), 12)
  assert.equal(minutesUntil(startAt, startAt - 1), 1)
})

test('skipping is refused without reminders, after the reminder, and for blocks that are not held', () => {
  assert.equal(refuseSkip(blockIn('held'), null, before(90)), 'reminders_off')
  assert.equal(refuseSkip(blockIn('held'), 60, before(60, -1)), null)
  assert.equal(refuseSkip(blockIn('held'), 60, before(60)), 'reminder_passed')
  assert.equal(refuseSkip(blockIn('checked_in'), 15, before(90)), 'reminder_passed')
  assert.equal(refuseSkip(blockIn('forfeited'), 15, before(90)), 'not_held')
})

const job = (id: string, state: BlockState | 'waiting') => ({
  ...blockIn('held'),
  id,
  state,
  payCents: 9_000,
  tipCents: 100,
})

test('what is kept is of blocks whose costs are known: one that waits is none yet, one given back keeps its fee', () => {
  const costs = { miles: 10, milesCents: 700, rateUnknown: false, feeCents: 500 }
  const keep = (state: BlockState | 'waiting') => {
    const { pay, costs: spent } = keepOfJobs([job('b1', state), job('b2', state)], { b1: costs })
    return [pay.payCents, spent.feeCents]
  }
  assert.deepEqual(keep('done'), [9_000, 500])
  assert.deepEqual(keep('forfeited'), [0, 500])
  assert.deepEqual(keep('waiting'), [0, 0])
})

test('pay, number and hours of blocks are of those that the driver works or has worked', () => {
  const states = ['held', 'checked_in', 'done', 'forfeited', 'waiting'] as const
  const jobs = states.map((state) => job(state, state))
  assert.deepEqual(
    jobs.filter(counts).map(({ state }) => state),
    ['held', 'checked_in', 'done'],
  )
  const { payCents, tipCents, count, ms } = sumUp(jobs)
  assert.deepEqual([payCents, tipCents, count, ms], [27_000, 300, 3, 9 * HOUR_MS])
})
