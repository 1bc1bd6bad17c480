import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_HOUSE_RULES } from '../house-rules.ts'
import type { HouseRules } from '../house-rules.ts'
import { WEEKDAYS } from '../schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { compileFilter } from './judge.ts'
import type { HeldSpan, RestRule } from './model.ts'
import { findOverlap } from './rules.ts'
import { block, DAY_TEN, FREE, heldFrom, line, NOW, priced, proposal, readFailed } from './samples.ts'
import type { Case } from './samples.ts'

const rest = (changes: Partial<RestRule>) => ({
  ...proposal,
  schedule: { days: WEEKDAYS.map((day) => ({ day, allDay: true, ranges: [] })), mustEndInside: false },
  rest: { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 0, ...changes },
})
/** A block of tomorrow, Thursday, from this hour in New York. */
const night = (hour: number) => block({ startAt: DAY_TEN + (hour - 10) * HOUR_MS })

const CASES: Case[] = [
  [
    'overlaps a held block',
    proposal,
    block(),
    [`overlap ${DAY_TEN - HOUR_MS} is ${DAY_TEN + 2 * HOUR_MS}`],
    heldFrom(DAY_TEN - HOUR_MS),
  ],
  [
    'only touches one before and one after',
    proposal,
    block(),
    [],
    heldFrom(DAY_TEN - 3 * HOUR_MS, DAY_TEN + 3 * HOUR_MS),
  ],
  [
    'hours of the day, exactly',
    { ...proposal, maxMinutesPerDay: 360 },
    block(),
    [],
    heldFrom(DAY_TEN + 4 * HOUR_MS),
  ],
  [
    'hours of the day',
    { ...proposal, maxMinutesPerDay: 359 },
    block(),
    ['hours_day 360 max 359'],
    heldFrom(DAY_TEN + 4 * HOUR_MS),
  ],
  [
    'another day does not count',
    { ...proposal, maxMinutesPerDay: 180 },
    block(),
    [],
    heldFrom(DAY_TEN - DAY_MS),
  ],
  // Sunday 8 March, the first day of daylight saving, and Monday 9 March.
  [
    'hours of the week, Monday to Sunday',
    { ...proposal, maxMinutesPerWeek: 500 },
    block({ startAt: Date.parse('2026-03-08T22:00Z') }),
    ['hours_week 540 max 500'],
    heldFrom(NOW - 2 * DAY_MS, NOW),
  ],
  [
    'on Monday a new week begins',
    { ...proposal, maxMinutesPerWeek: 500 },
    block({ startAt: Date.parse('2026-03-09T14:00Z') }),
    [],
    heldFrom(NOW - 2 * DAY_MS, NOW),
  ],
  [
    'late on Saturday is still Saturday in the zone',
    {
      ...proposal,
      schedule: { ...proposal.schedule, days: [{ day: 6, allDay: true, ranges: [] }] },
      maxMinutesPerDay: 180,
    },
    block({ startAt: Date.parse('2026-03-08T03:00Z') }),
    ['hours_day 360 max 180'],
    heldFrom(Date.parse('2026-03-07T18:00Z')),
  ],
  // From Wednesday 10:00 to 13:00, as is held, to Thursday 00:00 or 01:00.
  ['rest between two days, exactly', rest({ hoursBetweenDays: 11 }), night(0), [], heldFrom(NOW)],
  [
    'rest between two days',
    rest({ hoursBetweenDays: 12 }),
    night(0),
    ['rest_days 660 min 720'],
    heldFrom(NOW),
  ],
  [
    'rest before a later day',
    rest({ hoursBetweenDays: 12 }),
    block(),
    ['rest_days 660 min 720'],
    heldFrom(DAY_TEN + 14 * HOUR_MS),
  ],
  [
    'blocks of one day need no rest',
    rest({ hoursBetweenDays: 12 }),
    block(),
    [],
    heldFrom(DAY_TEN + 4 * HOUR_MS),
  ],
  [
    'a third day in a row',
    rest({ maxDaysInARow: 2 }),
    block(),
    ['days_in_a_row 3 max 2'],
    heldFrom(NOW, DAY_TEN + DAY_MS),
  ],
  ['a free day between', rest({ maxDaysInARow: 2 }), block(), [], heldFrom(NOW - DAY_MS, DAY_TEN + DAY_MS)],
  // Monday to Sunday at 10:00, 21 hours apart; Saturday is free.
  [
    'rest in the week',
    rest({ hoursPerWeek: 46 }),
    block(),
    ['rest_week 2700 min 2760'],
    heldFrom(...[-2, -1, 0, 2, 4].map((days) => NOW + days * DAY_MS)),
  ],
  [
    'rest in the week, exactly',
    rest({ hoursPerWeek: 45 }),
    block(),
    [],
    heldFrom(...[-2, -1, 0, 2, 4].map((days) => NOW + days * DAY_MS)),
  ],
  [
    'everything at once, in the order of the rules',
    {
      ...priced({ perHourMinCents: 3000, totalMinCents: 9000 }),
      maxMinutesPerDay: 120,
      maxMinutesPerWeek: 60,
      schedule: { days: [], mustEndInside: false },
    },
    block({ stationId: 's9', kind: 'delivery', startAt: NOW }),
    [
      'station s9 is null',
      'kind delivery is block,instant,reserved',
      `schedule ${NOW} is null`,
      'time 0 min 30',
      'price_per_hour 2500 min 3000',
      'price_total 7500 min 9000',
      `overlap ${NOW} is ${NOW + 3 * HOUR_MS}`,
      'hours_day 360 max 120',
      'hours_week 360 max 60',
    ],
    heldFrom(NOW),
  ],
  [
    'a block before the clocks changed keeps the hour that it had: half past eleven on a Sunday',
    { ...proposal, maxMinutesPerWeek: 180 },
    block({ startAt: Date.parse('2026-03-08T19:00Z') }),
    [],
    { ...heldFrom(Date.parse('2026-03-02T04:30Z')), now: Date.parse('2026-03-08T15:00Z') },
  ],
]

for (const [name, filter, offer, failed, context = FREE] of CASES) {
  test(`judge what is held: ${name}`, () => assert.deepEqual(readFailed(filter, offer, context), failed))
}

test('work without a stated end begins when it is accepted, however long it was listed', () => {
  const order = { startAt: NOW - HOUR_MS, endAt: NOW - HOUR_MS / 2, endEstimated: true }
  const over = { startAt: NOW - 2 * HOUR_MS, endAt: NOW - HOUR_MS / 4 }
  assert.equal(findOverlap([over], order, NOW), null)
  assert.equal(findOverlap([over], { ...order, endEstimated: false }, NOW), over)
  const soon = { startAt: NOW + HOUR_MS / 4, endAt: NOW + HOUR_MS }
  assert.equal(findOverlap([soon], order, NOW), soon)
  const later = { startAt: NOW + 2 * HOUR_MS, endAt: NOW + 3 * HOUR_MS, endEstimated: true }
  assert.equal(findOverlap([soon], later, NOW), null, 'and not before its start')
  const running = { ...over, isOpen: true }
  assert.equal(findOverlap([running], order, NOW), running, 'until the platform says that it is over')
})

test('work that began with its accept occupies the time before its scheduled start as well', () => {
  const order = { startAt: NOW, endAt: NOW + HOUR_MS / 4, endEstimated: true }
  const scheduled = { startAt: NOW + 3 * HOUR_MS, endAt: NOW + 4 * HOUR_MS, isOpen: true }
  assert.equal(findOverlap([scheduled], order, NOW), null)
  const running = { ...scheduled, isRunning: true }
  assert.equal(findOverlap([running], order, NOW), running)
})

test('a held job without a stated end overlaps what follows it: the drive from it is no second failure', () => {
  const filter = { ...proposal, safetyLimits: { ...proposal.safetyLimits, keepDrivingTime: true } }
  const places = new Map([
    ['s1', { latitude: 25.8, longitude: -80.2 }],
    ['s2', { latitude: 26.2, longitude: -80.2 }],
  ])
  const explainBeside = (held: HeldSpan) =>
    compileFilter(filter, NOW, { geography: { home: null, places } })
      .judge(block(), { now: NOW, held: [held] })
      .explain()
  const failedBeside = (held: HeldSpan) => explainBeside(held).failed.map(({ rule }) => rule)
  const before = { startAt: DAY_TEN - HOUR_MS, endAt: DAY_TEN, stationId: 's2' }
  const after = { startAt: DAY_TEN + 3 * HOUR_MS, endAt: DAY_TEN + 4 * HOUR_MS, stationId: 's2' }
  assert.deepEqual(failedBeside(before), ['travel'])
  for (const held of [before, after])
    assert.equal(explainBeside(held).failed[0]?.value, 0, 'it ends or begins at that moment')
  assert.deepEqual(failedBeside({ ...before, isOpen: true }), ['overlap'])
  assert.deepEqual(failedBeside({ ...after, isOpen: true }), ['travel'], 'it has not begun by then')
  assert.deepEqual(failedBeside({ ...after, isRunning: true }), ['overlap'])
})

/** Held hours that end days before the block begins, or after it where that is below zero. */
const span = (days: number, hours: number, stationId = 's1'): HeldSpan => ({
  startAt: DAY_TEN - days * DAY_MS - hours * HOUR_MS,
  endAt: DAY_TEN - days * DAY_MS,
  stationId,
})

test('who only watches is promised what one person can work: the hours of the platform and of a week, and the way', () => {
  const places = new Map([
    ['s1', { latitude: 25.7, longitude: -80.2 }],
    ['far', { latitude: 26.7, longitude: -80.2 }],
  ])
  const failed = (held: readonly HeldSpan[], filter = proposal, workable = true) =>
    compileFilter(filter, NOW, { geography: { home: null, places }, workable })
      .judge(block(), { now: NOW, held })
      .explain()
      .failed.map(({ rule, limit }) => `${rule} ${limit}`)
  assert.deepEqual(failed([]), [])
  assert.deepEqual(failed([span(0, 10)]), ['hours_day 720'])
  const week = [span(1, 10), span(2, 10), span(-1, 10), span(-2, 9)]
  assert.deepEqual(failed(week), ['hours_week 2400'])
  assert.deepEqual(failed(week, { ...proposal, maxMinutesPerWeek: 50 * 60 }), [])
  assert.deepEqual(failed([...week, span(-3, 30)], { ...proposal, maxMinutesPerWeek: 100 * 60 }), [
    'hours_week 4200',
  ])
  assert.deepEqual(failed([span(0, 3, 'far')]), ['travel 180'])
  for (const held of [[span(0, 10)], week, [span(0, 3, 'far')]])
    assert.deepEqual(failed(held, proposal, false), [])
})

/** The failed rules of a house as lines, for the proposal. */
function failedAtHome(rules: Partial<HouseRules>, offer = block(), context = FREE): string[] {
  const geography = { home: null, places: new Map(), houseRules: { ...NO_HOUSE_RULES, ...rules } }
  return compileFilter(proposal, NOW, { geography }).judge(offer, context).explain().failed.map(line)
}

test('a house counts hours and rest as a filter does, and says that the rule is its own', () => {
  const before = heldFrom(NOW)
  // The week ends with the first day of daylight saving, of 23 hours.
  assert.deepEqual(failedAtHome({ maxHoursPerDay: 5 }, block(), heldFrom(DAY_TEN + 4 * HOUR_MS)), [
    'house_day 360 max 300',
  ])
  assert.deepEqual(failedAtHome({ maxHoursPerWeek: 5 }, block(), before), ['house_week 360 max 300'])
  assert.deepEqual(failedAtHome({ restHoursBetweenDays: 22 }, block(), before), [
    'house_rest_days 1260 min 1320',
  ])
  assert.deepEqual(failedAtHome({ restHoursPerWeek: 100 }, block(), before), [
    'house_rest_week 4920 min 6000',
  ])
})

test('what ended before a week makes its rest no longer', () => {
  const before = heldFrom(NOW - 20 * DAY_MS)
  assert.deepEqual(
    failedAtHome({ restHoursPerWeek: 167 }, block(), before),
    failedAtHome({ restHoursPerWeek: 167 }, block()),
  )
  assert.equal(failedAtHome({ restHoursPerWeek: 167 }, block(), before).length, 1)
})

test('a filter may be stricter than its house and never looser', () => {
  const houseRules = { ...NO_HOUSE_RULES, maxHoursPerDay: 5 }
  const failed = (maxMinutesPerDay: number | null) =>
    compileFilter({ ...proposal, maxMinutesPerDay }, NOW, {
      geography: { home: null, places: new Map(), houseRules },
    })
      .judge(block(), heldFrom(DAY_TEN + 4 * HOUR_MS))
      .explain()
      .failed.map(({ rule }) => rule)
  assert.deepEqual(failed(1440), ['house_day'])
  assert.deepEqual(failed(120), ['hours_day', 'house_day'])
})

test('the allowance of a house is of coming shifts, and counts half within a day', () => {
  const later = block({ startAt: NOW + 2 * DAY_MS })
  const held = heldFrom(NOW + 3 * DAY_MS, NOW - HOUR_MS)
  assert.deepEqual(failedAtHome({ allowanceHours: 5 }, later, held), ['house_allowance 360 max 300'])
  assert.deepEqual(failedAtHome({ allowanceHours: 5 }, block(), held), [], '3 h, and half of 3 h')
})

test('a house grants this many places on wait lists', () => {
  const full = block({ full: true })
  const waiting = { ...FREE, held: [{ ...heldFrom(NOW + 3 * DAY_MS).held[0]!, isWaitListed: true }] }
  assert.deepEqual(failedAtHome({ waitListPlaces: 1 }, full, waiting), ['house_wait_list 2 max 1'])
  assert.deepEqual(failedAtHome({ waitListPlaces: 1 }, full), [])
  assert.deepEqual(failedAtHome({ waitListPlaces: 0 }, full), ['house_wait_list 1 max 0'])
  assert.deepEqual(failedAtHome({ waitListPlaces: 1 }, block(), waiting), [], 'of full shifts alone')
})

const seen = (minutes: number) => ({ ...FREE, firstSeenAt: NOW - minutes * MINUTE_MS })

test('the head start is judged where the first sight is known', () => {
  const later = block({ startAt: NOW + 2 * DAY_MS })
  const rules = { headStartMinutes: 15 }
  assert.deepEqual(failedAtHome(rules, later), [])
  assert.deepEqual(failedAtHome(rules, later, seen(14.5)), ['house_head_start 14 min 15'])
  assert.deepEqual(failedAtHome(rules, later, seen(15)), [])
})

test('a head start of part of a minute is over in whole minutes when it is over', () => {
  const later = block({ startAt: NOW - 8 * MINUTE_MS + DAY_MS / 2 })
  const houseRules = { ...NO_HOUSE_RULES, headStartMinutes: 15 }
  const judge = compileFilter(proposal, NOW, { geography: { home: null, places: new Map(), houseRules } })
  const { rules } = judge.judge(later, seen(7.9)).explain()
  assert.deepEqual(rules.filter(({ rule }) => rule === 'house_head_start').map(line), [
    'house_head_start 8 min 8',
  ])
})

test('a house without a head start and a limit of wait lists explains neither', () => {
  const houseRules = { ...NO_HOUSE_RULES, maxHoursPerDay: 12 }
  const judged = compileFilter(proposal, NOW, { geography: { home: null, places: new Map(), houseRules } })
  const { rules } = judged.judge(block({ full: true }), seen(0)).explain()
  assert.deepEqual(
    rules.filter(({ rule }) => rule.startsWith('house')).map(({ rule }) => rule),
    ['house_day'],
  )
})

test('a house without rules adds none to a verdict', () => {
  assert.deepEqual(
    compileFilter(proposal, NOW, { geography: { home: null, places: new Map(), houseRules: NO_HOUSE_RULES } })
      .judge(block(), FREE)
      .explain(),
    compileFilter(proposal, NOW).judge(block(), FREE).explain(),
  )
})
