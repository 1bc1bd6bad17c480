import { sumUp } from '@madruga/core/blocks.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, leftOfDay, pageDays, partsOf, stateKey } from './pay.ts'
import type { Block, WaitingJob } from './queries.ts'

const ZONE = 'America/New_York'
const HOUR_MS = 3_600_000
let made = 0
function block(start: string, hours: number, change: Partial<Block> = {}): Block {
  const startAt = Date.parse(start)
  return {
    id: `b${++made}`,
    stationId: 's',
    stationCode: 'VAX2',
    stationName: 'Depot',
    timeZone: 'America/New_York',
    place: null,
    address: '',
    city: '',
    kind: 'block',
    startAt,
    endAt: startAt + hours * HOUR_MS,
    payCents: 8_400,
    tipCents: 0,
    miles: null,
    stops: null,
    state: 'held',
    acceptedAt: startAt,
    byBot: true,
    checkedInAt: null,
    releasedAt: null,
    changedAt: null,
    loss: null,
    reminderSkipped: false,
    ...change,
  }
}
const minutes = (one: Block) =>
  partsOf([one], ZONE).map(({ day, startMinute, endMinute }) => [day, startMinute, endMinute])

test('pay and projected tips stay apart, and what was given back pays nothing and takes no hours', () => {
  const blocks = [
    block('2026-11-13T09:00:00-05:00', 3, { tipCents: 1_000 }),
    block('2026-11-13T14:00:00-05:00', 2, { state: 'forfeited' }),
    block('2026-11-13T18:00:00-05:00', 2.5, { state: 'done' }),
  ]
  const sum = { payCents: 16_800, tipCents: 1_000, others: [], count: 2, ms: 5.5 * HOUR_MS }
  assert.deepEqual(sumUp(blocks), sum)
  assert.deepEqual(sumUp([]), { payCents: 0, tipCents: 0, others: [], count: 0, ms: 0 })
})

test('what waits pays nothing and takes no hours, and still stands on its day', () => {
  const {
    state: _state,
    byBot: _byBot,
    checkedInAt: _in,
    releasedAt: _out,
    reminderSkipped: _skip,
    ...terms
  } = block('2026-11-13T09:00:00-05:00', 3)
  const waiting: WaitingJob = { ...terms, state: 'waiting', waiting: 'waitlisted' }
  const won = block('2026-11-13T14:00:00-05:00', 2)
  assert.deepEqual(sumUp([waiting, won]), sumUp([won]))
  assert.equal(byDay([waiting, won], ZONE).get('2026-11-13')?.length, 2)
  assert.equal(partsOf([waiting], ZONE).length, 1)
  assert.equal(stateKey(waiting), 'blocks.waiting.waitlisted')
})

test('a block belongs to the day of its driver on which it starts', () => {
  const late = block('2026-11-13T23:30:00-05:00', 2)
  const early = block('2026-11-14T00:15:00-05:00', 2)
  assert.deepEqual(
    [...byDay([late, early], ZONE)].map(([day, blocks]) => [day, blocks.length]),
    [
      ['2026-11-13', 1],
      ['2026-11-14', 1],
    ],
  )
  assert.deepEqual([...byDay([late, early], 'America/Los_Angeles').keys()], ['2026-11-13'])
})

test('blocks stand on the wall clock, cut at midnight', () => {
  assert.deepEqual(minutes(block('2026-11-13T09:15:00-05:00', 3)), [['2026-11-13', 555, 735]])
  assert.deepEqual(minutes(block('2026-11-13T22:00:00-05:00', 4)), [
    ['2026-11-13', 1_320, 1_440],
    ['2026-11-14', 0, 120],
  ])
  assert.deepEqual(minutes(block('2026-11-13T21:00:00-05:00', 3)), [['2026-11-13', 1_260, 1_440]])
})

test('a block over midnight has its pay on its first day alone', () => {
  const parts = partsOf([block('2026-11-13T22:00:00-05:00', 4), block('2026-11-14T09:00:00-05:00', 3)], ZONE)
  assert.deepEqual(
    parts.map(({ day, isRest }) => [day, isRest]),
    [
      ['2026-11-13', false],
      ['2026-11-14', true],
      ['2026-11-14', false],
    ],
  )
})

const days = (view: 'month' | 'week' | 'agenda', day: string) =>
  Object.values(pageDays(view, day, '2026-11-26')).join(' ')

test('a page adds up its week or month; the agenda of the current month also lists the next weeks', () => {
  assert.equal(days('week', '2026-11-29'), '2026-11-23 2026-11-29 2026-11-29')
  assert.equal(days('month', '2026-11-26'), '2026-11-01 2026-11-30 2026-11-30')
  assert.equal(days('agenda', '2026-11-26'), '2026-11-01 2026-11-30 2026-12-31')
  assert.equal(days('agenda', '2026-10-26'), '2026-10-01 2026-10-31 2026-10-31')
  assert.equal(days('agenda', '2026-12-26'), '2026-12-01 2026-12-31 2026-12-31')
})

test('in the nights of the clock changes they begin and end where the clock says', () => {
  // 1:00 to 4:00 on the wall clock are two hours when it skips one.
  assert.deepEqual(minutes(block('2026-03-08T01:00:00-05:00', 2)), [['2026-03-08', 60, 240]])
  // From the first 1:30 to 2:30 are two hours when it goes back.
  assert.deepEqual(minutes(block('2026-11-01T01:30:00-04:00', 2)), [['2026-11-01', 90, 150]])
  // From the first 1:45 to the second 1:15: backwards on the wall, still long enough to tap.
  assert.deepEqual(minutes(block('2026-11-01T01:45:00-04:00', 0.5)), [['2026-11-01', 105, 150]])
})

test('a short one is long enough to tap, and stays within its day', () => {
  assert.deepEqual(minutes(block('2026-11-13T12:00:00-05:00', 0.25)), [['2026-11-13', 720, 765]])
  assert.deepEqual(minutes(block('2026-11-13T23:45:00-05:00', 0.25)), [['2026-11-13', 1_395, 1_440]])
})

test('an order that began with its accept is in progress; a block is checked in; what was given back says so', () => {
  const at = '2026-11-24T12:00:00Z'
  assert.equal(stateKey(block(at, 1, { state: 'checked_in', kind: 'order' })), 'blocks.state.in_progress')
  assert.equal(stateKey(block(at, 1, { state: 'checked_in' })), 'blocks.state.checked_in')
  assert.equal(stateKey(block(at, 1, { state: 'forfeited', releasedAt: 1 })), 'blocks.state.released')
})

test('what is left of a day is of the pay in its main currency, less what this costs', () => {
  const at = '2026-11-13T09:00:00-05:00'
  const dollars = [block(at, 2), block(at, 2)]
  const euros = block(at, 4, { currency: 'EUR' })
  const cost = { miles: 20, milesCents: 1_000, rateUnknown: false, feeCents: 500 }
  const costs = Object.fromEntries([...dollars, euros].map(({ id }) => [id, cost]))
  const left = { perHourCents: (16_800 - 3_000) / 4, currency: null, after: 'both', isEstimate: false }
  assert.deepEqual(leftOfDay(dollars, costs), left)
  assert.deepEqual(
    leftOfDay([...dollars, { ...euros, state: 'forfeited' }], {
      ...costs,
      [euros.id]: { ...cost, feeCents: 0 },
    }),
    left,
  )
  // Our fee for what pays euros, or was given back, is in dollars too.
  const more = { ...left, perHourCents: (16_800 - 3_500) / 4 }
  assert.deepEqual(leftOfDay([...dollars, euros], costs), more)
  assert.deepEqual(leftOfDay([...dollars, { ...euros, state: 'forfeited' }], costs), more)
  const inEuros = { perHourCents: (8_400 - 1_000) / 4, currency: 'EUR', after: 'miles', isEstimate: false }
  assert.deepEqual(leftOfDay([euros], costs), inEuros)
  assert.equal(leftOfDay([euros], { [euros.id]: { ...cost, milesCents: null, rateUnknown: true } }), null)
  assert.equal(leftOfDay([], costs), null)
})
