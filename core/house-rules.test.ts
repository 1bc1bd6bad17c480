import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, integer, property } from 'fast-check'
import {
  allowanceHeldMs,
  fitsAllowance,
  headStartMs,
  NO_HOUSE_RULES,
  PROPOSED_HOUSE_RULES,
  refuseHouseRules,
} from './house-rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const rules = PROPOSED_HOUSE_RULES

test('a shift of another day is left to people for the whole head start', () => {
  assert.equal(headStartMs(rules, NOW, NOW + DAY_MS), 15 * MINUTE_MS)
  assert.equal(headStartMs(rules, NOW, NOW + 6 * DAY_MS), 15 * MINUTE_MS)
})

test('a shift that starts within a day is left to people for less, in proportion', () => {
  assert.equal(headStartMs(rules, NOW, NOW + DAY_MS / 2), 7.5 * MINUTE_MS)
  assert.equal(headStartMs(rules, NOW, NOW + 2 * HOUR_MS), 1.25 * MINUTE_MS)
})

test('work that starts now, and a house without the rule, leave nothing to people', () => {
  assert.equal(headStartMs(rules, NOW, NOW), 0)
  assert.equal(headStartMs(rules, NOW, NOW - HOUR_MS), 0)
  assert.equal(headStartMs(NO_HOUSE_RULES, NOW, NOW + DAY_MS), 0)
})

test('no head start takes more than a quarter of the time until the start', () => {
  check(
    property(integer({ min: 1, max: 1440 }), integer({ min: 0, max: 7 * DAY_MS }), (minutes, leftMs) => {
      const waitMs = headStartMs({ ...rules, headStartMinutes: minutes }, NOW, NOW + leftMs)
      assert.ok(
        waitMs >= 0 && waitMs <= minutes * MINUTE_MS && waitMs <= leftMs / 4,
        `${waitMs} of ${leftMs}`,
      )
    }),
  )
})

const shift = (startsInMs: number, hours: number) => ({
  startAt: NOW + startsInMs,
  endAt: NOW + startsInMs + hours * HOUR_MS,
})

test('a coming shift counts whole, within a day of its start half, and once started nothing', () => {
  const held = [shift(2 * DAY_MS, 4), shift(DAY_MS, 4), shift(0, 4), shift(-HOUR_MS, 4)]
  assert.equal(allowanceHeldMs(held, NOW), (4 + 2) * HOUR_MS)
})

test('a shift fits the allowance up to its last hour', () => {
  const held = [shift(2 * DAY_MS, 8), shift(3 * DAY_MS, 4)]
  assert.equal(fitsAllowance(rules, held, shift(4 * DAY_MS, 4), NOW), true)
  assert.equal(fitsAllowance(rules, held, shift(4 * DAY_MS, 4.25), NOW), false)
  assert.equal(fitsAllowance(rules, held, shift(HOUR_MS, 8), NOW), true, 'half of it counts')
  assert.equal(fitsAllowance(NO_HOUSE_RULES, held, shift(4 * DAY_MS, 40), NOW), true)
})

test('the proposed rules may be stored, and each rule alone is rejected out of its range', () => {
  assert.deepEqual(refuseHouseRules(rules), [])
  assert.deepEqual(refuseHouseRules(NO_HOUSE_RULES), [])
  const wrong = { ...rules, headStartMinutes: 0, maxHoursPerDay: 7.5, waitListPlaces: -1 }
  assert.deepEqual(refuseHouseRules(wrong), ['headStartMinutes', 'maxHoursPerDay', 'waitListPlaces'])
  assert.deepEqual(refuseHouseRules({ ...rules, waitListPlaces: 0, maxHoursPerWeek: Number.NaN }), [
    'maxHoursPerWeek',
  ])
})
