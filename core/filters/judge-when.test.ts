import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CourierFilter, RuleResult } from '../filters.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { judge } from './judge.ts'
import { proposeFilter } from './propose.ts'
import { block, DAY_TEN, FREE, hours, line, NOW, proposal, readFailed } from './samples.ts'
import type { Case } from './samples.ts'

const HALF_PAST_TEN = NOW + 30 * MINUTE_MS

const arriving = (arrivalMinutes: number) => ({ ...proposal, shared: { ...proposal.shared, arrivalMinutes } })

const CASES: Case[] = [
  ['the proposal takes a good block', proposal, block(), []],
  ['a reserved block is a block', proposal, block({ kind: 'reserved' }), []],
  ['a station not chosen', proposal, block({ stationId: 's9' }), ['station s9 is null']],
  ['a trip is no block', proposal, block({ kind: 'curbside' }), ['kind curbside is block,instant,reserved']],
  ['starts when the range starts', hours(600, 780), block(), []],
  ['starts when the range ends', hours(500, 600), block(), [`schedule ${DAY_TEN} is null`]],
  ['starts inside, may end outside', hours(590, 700), block(), []],
  [
    'starts inside, must end inside',
    hours(590, 700, true),
    block(),
    [`schedule ${DAY_TEN + 3 * HOUR_MS} max ${DAY_TEN + 100 * MINUTE_MS}`],
  ],
  ['ends when the range ends', hours(600, 780, true), block(), []],
  ['a day that is off', hours(0, 1440, false, 5), block(), [`schedule ${DAY_TEN} is null`]],
  [
    'beyond the horizon nothing fits',
    proposal,
    block({ startAt: NOW + 40 * DAY_MS }),
    [`schedule ${NOW + 40 * DAY_MS} is null`],
  ],
  ['exactly the arrival time left', proposal, block({ startAt: HALF_PAST_TEN }), []],
  ['a second less', proposal, block({ startAt: HALF_PAST_TEN - 1000 }), ['time 29 min 30']],
  [
    'a minute to get there, and half of one left',
    arriving(1),
    block({ startAt: NOW + 30_000 }),
    ['time 0 min 1'],
  ],
  [
    'who needs no time to get there may take what has just begun',
    arriving(0),
    block({ startAt: NOW - MINUTE_MS }),
    [],
  ],
  [
    'an instant offer is not asked for the arrival time',
    proposal,
    block({ kind: 'instant', startAt: NOW + 10 * MINUTE_MS }),
    [],
  ],
  [
    'but it is for the hours',
    { ...hours(0, 60), shared: proposal.shared },
    block({ kind: 'instant' }),
    [`schedule ${DAY_TEN} is null`],
  ],
]

for (const [name, filter, offer, failed, context = FREE] of CASES) {
  test(`judge when and where: ${name}`, () => assert.deepEqual(readFailed(filter, offer, context), failed))
}

test('a job is explained by the limit of its length that is nearest, and by the skills that it asks for', () => {
  const proposed = proposeFilter('courier', 'basic', 'America/New_York', ['s1']) as CourierFilter
  const filter = { ...proposed, minMinutes: 60, maxMinutes: 180, skills: ['Bike', 'Box'] }
  const linesOf = (rule: RuleResult['rule'], minutes: number, skills: string[] | null) => {
    const shift = block({ kind: 'shift', endAt: DAY_TEN + minutes * MINUTE_MS, skills })
    const { rules } = judge(shift, filter, FREE).explain()
    return rules.filter((each) => each.rule === rule).map(line)
  }
  assert.deepEqual(linesOf('length', 180, []), ['length 180 min 60'])
  assert.deepEqual(linesOf('length', 181, null), ['length 181 max 180'])
  assert.deepEqual(linesOf('skills', 120, []), [])
  assert.deepEqual(linesOf('skills', 120, ['bike', 'box']), ['skills bike, box is null'])
  assert.deepEqual(linesOf('skills', 120, ['bike', 'van']), ['skills van is null'])
})

test('a job is explained by no limit that its filter does not have', () => {
  const proposed = proposeFilter('courier', 'basic', 'America/New_York', ['s1']) as CourierFilter
  const explained = (change: Partial<CourierFilter>, full = false) => {
    const shift = block({ kind: 'shift', endAt: DAY_TEN + 2 * HOUR_MS, miles: 2, full })
    const { rules } = judge(shift, { ...proposed, ...change }, FREE).explain()
    return rules.filter(({ rule }) => ['length', 'distance', 'full'].includes(rule)).map(line)
  }
  assert.deepEqual(explained({}), [])
  assert.deepEqual(explained({ maxMinutes: 180 }), ['length 120 max 180'])
  assert.deepEqual(explained({ minMinutes: 1 }), ['length 120 min 1'])
  assert.deepEqual(explained({ maxMiles: 3 }), ['distance 2 max 3'])
  assert.deepEqual(explained({}, true), ['full null is null'])
})

test('an order that begins when it is accepted is not asked for the arrival time, a scheduled one is', () => {
  const filter = proposeFilter('courier', 'basic', 'America/New_York', ['s1'])
  const context = { now: NOW, held: [] }
  assert.deepEqual(readFailed(filter, block({ kind: 'order', startAt: NOW }), context), [])
  const soon = block({ kind: 'order', startAt: NOW + 10 * MINUTE_MS })
  assert.deepEqual(readFailed(filter, soon, context), ['time 10 min 15'])
})
