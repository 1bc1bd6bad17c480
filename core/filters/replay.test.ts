import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, replayFilter } from '../filters.ts'
import { NO_HOUSE_RULES } from '../house-rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { lessOf } from './replay/sums.ts'

const NOW = Date.parse('2026-11-24T15:00Z')

test('the sums of a replay are of the currency that most are paid in, and say how many are not in them', () => {
  const proposed = proposeFilter('courier', 'basic', 'Europe/Paris', ['p1'])
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const filter = { ...proposed, schedule: { ...proposed.schedule, days } }
  const history = ['EUR', null, 'EUR'].map((currency, index) => ({
    id: `o${index}`,
    stationId: 'p1',
    kind: 'shift' as const,
    startAt: NOW + (index + 1) * DAY_MS,
    endAt: NOW + (index + 1) * DAY_MS + 2 * HOUR_MS,
    payCents: 9_000,
    tipCents: 0,
    currency,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    seenAt: NOW,
  }))
  const { currency, fit, held, byStation } = replayFilter(filter, history)
  const others = [{ count: 1, payCents: 9_000, tipCents: 0 }]
  const sum = { count: 3, cents: 18_000, tipCents: 0, minutes: 360, others }
  assert.deepEqual({ currency, fit, held }, { currency: 'EUR', fit: sum, held: sum })
  assert.deepEqual(byStation, [{ stationId: 'p1', considered: 3, count: 3, cents: 18_000, others }])
})

test('pay that is not stated adds nothing to a replay, and its sums say that they are not the whole', () => {
  const proposed = proposeFilter('courier', 'basic', 'Europe/Paris', ['p1'])
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const filter = { ...proposed, unknownPay: 'take' as const, schedule: { ...proposed.schedule, days } }
  const history = [
    { payCents: 0, payBasis: 'unknown' as const },
    { payCents: 9_000, payBasis: null },
  ].map((pay, index) => ({
    id: `o${index}`,
    stationId: 'p1',
    kind: 'shift' as const,
    startAt: NOW + (index + 1) * DAY_MS,
    endAt: NOW + (index + 1) * DAY_MS + 2 * HOUR_MS,
    ...pay,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    seenAt: NOW,
  }))
  const sum = { cents: 9_000, payBasis: 'estimated', others: [] }
  const { fit, held, byStation } = replayFilter(filter, history)
  const both = { count: 2, tipCents: 0, minutes: 240, ...sum }
  assert.deepEqual([fit, held], [both, both])
  assert.deepEqual(byStation, [{ stationId: 'p1', considered: 2, count: 2, ...sum }])
  const [unstated] = history
  assert.deepEqual(replayFilter(filter, [unstated!]).held, {
    count: 1,
    tipCents: 0,
    minutes: 120,
    cents: 0,
    payBasis: 'estimated',
    others: [],
  })
})

/** Blocks of four hours, one after the other all around the clock, at $30 an hour. */
function blocksOf(days: number, { stationId = 's1', seenAt = (startAt: number) => startAt - HOUR_MS } = {}) {
  return Array.from({ length: days * 6 }, (_, index) => {
    const startAt = NOW + HOUR_MS + index * 4 * HOUR_MS
    return {
      id: `b${index}`,
      stationId,
      kind: 'block' as const,
      startAt,
      endAt: startAt + 4 * HOUR_MS,
      payCents: 12_000,
      tipCents: 0,
      miles: null,
      stops: null,
      batched: false,
      expiresAt: null,
      seenAt: seenAt(startAt),
    }
  })
}

function atAnyHour() {
  const proposed = proposeFilter('amazon', 'basic', 'America/New_York', ['s1', 's2'])
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const shared = { ...proposed.shared, arrivalMinutes: 0 }
  return { ...proposed, shared, schedule: { ...proposed.schedule, days } }
}

test('what one driver could have held is work for a person: 40 hours for a week of offers, 12 on a day', () => {
  const week = replayFilter(atAnyHour(), blocksOf(7))
  assert.equal(week.fit.count, 42)
  assert.deepEqual([week.held.count, week.held.minutes, week.held.cents], [10, 2_400, 120_000])
  const soon = blocksOf(18, { seenAt: () => NOW })
  assert.equal(replayFilter(atAnyHour(), soon).held.minutes, 2_400, 'starts of 18 days, seen at once')
  const twoWeeks = replayFilter(atAnyHour(), blocksOf(14))
  assert.equal(twoWeeks.held.minutes, 4_800)
  const byDay = Map.groupBy(twoWeeks.places.held, (place) =>
    new Date(blocksOf(14)[place]!.startAt - 5 * HOUR_MS).toDateString(),
  )
  assert.equal(Math.max(...[...byDay.values()].map((places) => places.length)), 3)
})

test('who allows more hours than 40 works them, up to what the platform lets a driver hold', () => {
  const weeks = [1_200, 3_000, 10_080].map(
    (maxMinutesPerWeek) => replayFilter({ ...atAnyHour(), maxMinutesPerWeek }, blocksOf(7)).held.minutes,
  )
  assert.deepEqual(weeks, [1_200, 2_880, 4_080])
})

test('what rest and the house keep from a driver is a blocker, although each offer alone would fit', () => {
  const rest = { hoursBetweenDays: 0, maxDaysInARow: 1, hoursPerWeek: 0 }
  const houseRules = { ...NO_HOUSE_RULES, allowanceHours: 8 }
  const geography = { home: null, places: new Map(), houseRules }
  const history = blocksOf(3)
  const free = replayFilter(atAnyHour(), history).held.count
  const rested = replayFilter({ ...atAnyHour(), rest }, history, { blockers: true })
  assert.ok(rested.held.count < free)
  assert.deepEqual(
    rested.blockers.map(({ rule, count }) => [rule, count]),
    [['days_in_a_row', free - rested.held.count]],
  )
  const seenAtOnce = blocksOf(7, { seenAt: () => NOW })
  const housed = replayFilter(atAnyHour(), seenAtOnce, { geography, blockers: true })
  assert.equal(housed.held.minutes, 960, 'four of 4 h within a day, of which each counts half')
  assert.deepEqual(
    housed.blockers.map(({ rule }) => rule),
    ['house_allowance'],
  )
})

test('an offer is judged that began a day before it was seen, or begins within sixteen days', () => {
  const [offer] = blocksOf(1)
  const fits = (aheadMs: number) =>
    replayFilter(atAnyHour(), [{ ...offer!, seenAt: offer!.startAt - aheadMs }]).fit.count
  assert.deepEqual([-DAY_MS - 1, -DAY_MS, 16 * DAY_MS - 1, 16 * DAY_MS].map(fits), [0, 1, 1, 0])
})

test('a head start of the house leaves too little time to get to work that starts soon', () => {
  const soon = blocksOf(1).map((block) => ({ ...block, seenAt: block.startAt - 32 * MINUTE_MS }))
  const filter = { ...atAnyHour(), shared: { ...atAnyHour().shared, arrivalMinutes: 30 } }
  const replayed = (headStartMinutes: number | null) => {
    const houseRules = { ...NO_HOUSE_RULES, headStartMinutes }
    return replayFilter(filter, soon, { geography: { home: null, places: new Map(), houseRules } }).fit.count
  }
  assert.equal(replayed(null), soon.length)
  assert.equal(replayed(15), soon.length, '20 s of 32 min')
  assert.equal(replayed(180), 0)
})

test('blocks that the driver did work count, whatever their hours', () => {
  const history = blocksOf(7)
  const won = new Set(history.slice(0, 15).map(({ id }) => id))
  assert.equal(replayFilter(atAnyHour(), history, { won }).held.count, 15)
})

test('no one works at two stations without the time to drive from one to the other', () => {
  const places = new Map([
    ['s1', { latitude: 25.8, longitude: -80.2 }],
    ['s2', { latitude: 26.2, longitude: -80.2 }],
  ])
  const history = blocksOf(1).map((offer, index) => ({ ...offer, stationId: index % 2 ? 's2' : 's1' }))
  assert.equal(replayFilter(atAnyHour(), history.slice(0, 3)).held.count, 3)
  const { held } = replayFilter(atAnyHour(), history.slice(0, 3), { geography: { home: null, places } })
  assert.equal(held.count, 2)
})

test('what a rule kept away is what one driver could have held without it', () => {
  const history = blocksOf(7).map((offer) => ({ ...offer, payCents: offer.payCents / 2 }))
  const { held, blockers } = replayFilter(atAnyHour(), history, { blockers: true })
  assert.equal(held.count, 0)
  assert.deepEqual(
    blockers.map(({ rule, count, minutes, cents }) => [rule, count, minutes, cents]),
    [['price_per_hour', 10, 2_400, 60_000]],
  )
  assert.deepEqual(replayFilter(atAnyHour(), history).blockers, [])
})

test('a station pays what was held of it, not what all its offers pay', () => {
  const { byStation, held } = replayFilter(atAnyHour(), blocksOf(7))
  assert.deepEqual(
    byStation.map(({ stationId, considered, count, cents }) => [stationId, considered, count, cents]),
    [['s1', 42, held.count, held.cents]],
  )
})

test('offers that are seen together are held each, though a history hands out one object over and over', () => {
  const offers = blocksOf(1, { seenAt: () => NOW }).slice(0, 2)
  const one = { ...offers[0]! }
  const history = { length: 2, at: (index: number) => Object.assign(one, offers[index]) }
  const { count, minutes } = replayFilter(atAnyHour(), history).held
  assert.deepEqual([count, minutes], [2, 480])
})

test('what a rule kept away is told if it pays as much in all, and not if more blocks pay less', () => {
  const [taken] = blocksOf(1) as [ReturnType<typeof blocksOf>[number]]
  const middle = taken.startAt + 2 * HOUR_MS
  const blockers = (payCents: number) => {
    const elsewhere = { ...taken, stationId: 's3', payCents, seenAt: taken.seenAt - HOUR_MS }
    const history = [
      { ...elsewhere, id: 'c1', endAt: middle },
      { ...elsewhere, id: 'c2', startAt: middle },
      taken,
    ]
    return replayFilter(atAnyHour(), history, { blockers: true }).blockers.map(({ rule, count, cents }) => [
      rule,
      count,
      cents,
    ])
  }
  assert.deepEqual(blockers(6_000), [['station', 1, 0]])
  assert.deepEqual(blockers(5_999), [])
})

test('of two currencies of as many offers the sums are of the one that was seen first', () => {
  const history = blocksOf(1)
    .slice(0, 2)
    .map((offer, index) => ({ ...offer, currency: index === 0 ? 'EUR' : null }))
  assert.equal(replayFilter(atAnyHour(), history).currency, 'EUR')
})

const euros = (count: number, payCents: number, tipCents: number) => [
  { currency: 'EUR', count, payCents, tipCents },
]

test('what is more in one sum than in another is told of its currencies too, and no tip is below nothing', () => {
  const sum = { cents: 9_000, tipCents: 500, minutes: 180 }
  const more = (count: number, payCents: number, tipCents: number) =>
    lessOf(
      { ...sum, count: 3, others: euros(count, payCents, tipCents) },
      { ...sum, count: 2, cents: 4_000, minutes: 120, others: euros(1, 7_000, 300) },
    )
  const { others, ...rest } = more(2, 8_000, 200)
  assert.deepEqual(rest, { count: 1, cents: 5_000, tipCents: 0, minutes: 60 })
  assert.deepEqual(others, euros(1, 1_000, 0))
  assert.deepEqual(more(2, 7_000, 400).others, euros(1, 0, 100))
  const none = { ...sum, count: 2, others: [] }
  assert.deepEqual(lessOf({ ...none, others: euros(2, 8_000, 200) }, none).others, euros(2, 8_000, 200))
  assert.deepEqual([more(1, 8_000, 400).others, more(2, 6_999, 400).others], [[], []])
})
