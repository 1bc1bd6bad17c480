import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, integer, property } from 'fast-check'
import {
  allowanceHeldMs,
  allowanceOf,
  awardsShifts,
  countWaitListed,
  fitsAllowance,
  hasWaitListPlace,
  headStartMs,
  HOUSE_LIMITS,
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
  assert.equal(headStartMs(rules, NOW, NOW + DAY_MS - 1), 15 * MINUTE_MS - 1)
  const aDay = { ...rules, headStartMinutes: 1_440 }
  assert.equal(headStartMs(aDay, NOW, NOW + 8 * HOUR_MS), 2 * HOUR_MS, 'a quarter of the time at most')
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

test('a shift that starts within a day counts half of its length, and whole a moment before', () => {
  const hours = [0, 1, DAY_MS, DAY_MS + 1].map((ms) => allowanceOf(shift(ms, 4), NOW) / HOUR_MS)
  assert.deepEqual(hours, [0, 2, 2, 4])
})

const grants = (waitListPlaces: number | null, held: Parameters<typeof countWaitListed>[0]) =>
  hasWaitListPlace({ ...rules, waitListPlaces }, held)

test('a house grants as many places on wait lists as it says, and without the rule any number', () => {
  const waits = { isWaitListed: true }
  assert.equal(countWaitListed([waits, {}, { isWaitListed: false }, waits]), 2)
  assert.deepEqual([grants(2, [waits]), grants(2, [waits, waits]), grants(0, [])], [true, false, false])
  assert.equal(grants(null, [waits, waits, waits]), true)
})

test('shifts are given out where the house takes turns, or where people have a head start', () => {
  const cases = [
    [false, null],
    [true, null],
    [false, 15],
  ] as const
  assert.deepEqual(
    cases.map(([takesTurns, headStartMinutes]) => awardsShifts({ ...rules, takesTurns, headStartMinutes })),
    [false, true, true],
  )
})

test('each rule has a least and a most that may be stored', () => {
  const ranges = {
    headStartMinutes: [1, 1_440],
    allowanceHours: [1, 168],
    maxHoursPerDay: [1, 24],
    maxHoursPerWeek: [1, 168],
    restHoursBetweenDays: [1, 48],
    restHoursPerWeek: [1, 144],
    waitListPlaces: [0, 100],
  }
  assert.deepEqual(Object.keys(ranges), HOUSE_LIMITS)
  for (const [rule, [least, most]] of Object.entries(ranges) as [string, [number, number]][])
    assert.deepEqual(
      [least - 1, least, most, most + 1].map((limit) => refuseHouseRules({ ...rules, [rule]: limit })),
      [[rule], [], [], [rule]],
    )
})

test('an operator is offered the hours and rest of directive 2003/88/EC, ten hours a day, and a short head start', () => {
  const { maxHoursPerWeek, restHoursBetweenDays, restHoursPerWeek, ...ours } = rules
  assert.deepEqual([maxHoursPerWeek, restHoursBetweenDays, restHoursPerWeek], [48, 11, 35])
  assert.deepEqual(ours, {
    maxHoursPerDay: 10,
    headStartMinutes: 15,
    allowanceHours: 16,
    waitListPlaces: 3,
    takesTurns: true,
  })
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
