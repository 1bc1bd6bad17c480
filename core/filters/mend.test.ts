import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileFilter, mendFilter, proposeFilter, validateFilter } from '../filters.ts'
import type { AmazonFilter, CourierFilter, Filter, Rule, SparkFilter } from '../filters.ts'
import { NO_HOUSE_RULES } from '../house-rules.ts'
import type { Observation } from '../observations.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { mendHours } from './mend/hours.ts'
import { filters, GEOGRAPHY, histories } from './replay/testing.ts'

/** Wednesday, November 18, 2026, noon in New York. */
const NOON = Date.parse('2026-11-18T17:00:00Z')
const ZONE = 'America/New_York'
const amazon = proposeFilter('amazon', 'basic', ZONE, ['s1', 's2']) as AmazonFilter
const offer = (change: Partial<Observation> = {}): Observation => ({
  id: 'o',
  stationId: 's1',
  kind: 'block',
  startAt: NOON + 2 * HOUR_MS,
  endAt: NOON + 5 * HOUR_MS,
  payCents: 8_400,
  tipCents: 0,
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
  seenAt: NOON,
  ...change,
})
const mend = (filter: Filter, one: Observation) => mendFilter(filter, one, { seenAt: one.seenAt })

test('$18.30 an hour under a minimum of $20: lower to $18', () => {
  const mended = mend(amazon, offer({ payCents: 5_490 }))
  assert.deepEqual(mended?.changes, [{ rule: 'price_per_hour', from: 2_000, to: 1_800, hours: null }])
  assert.equal((mended!.filter as AmazonFilter).shared.price.perHourMinCents, 1_800)
})

test('$28 an hour over a maximum of $25: raise it to the half dollar above', () => {
  const price = { ...amazon.shared.price, perHourMaxCents: 2_500 }
  const mended = mend({ ...amazon, shared: { ...amazon.shared, price } }, offer())
  assert.deepEqual(mended?.changes, [{ rule: 'price_per_hour', from: 2_500, to: 2_850, hours: null }])
})

test('beside a block that the driver held when it was seen, no change wins an offer', () => {
  const cheap = offer({ payCents: 5_490 })
  const beside = (startAt: number, stationId = 's1') =>
    mendFilter(amazon, cheap, {
      seenAt: NOON,
      geography: GEOGRAPHY,
      held: [{ startAt, endAt: startAt + 2 * HOUR_MS, stationId }],
    })
  assert.equal(beside(cheap.startAt + HOUR_MS), null)
  assert.equal(beside(cheap.endAt)?.changes.length, 1)
  const far = { ...amazon, safetyLimits: { ...amazon.safetyLimits, keepDrivingTime: true } }
  const held = [{ startAt: cheap.endAt, endAt: cheap.endAt + 2 * HOUR_MS, stationId: 's2' }]
  assert.equal(mendFilter(far, cheap, { seenAt: NOON, geography: GEOGRAPHY, held }), null)
})

test('an offer that leaves too little rest needs what it leaves, in whole hours or days', () => {
  const rest = { hoursBetweenDays: 24, maxDaysInARow: 1, hoursPerWeek: 100 }
  const startAt = NOON + 24 * HOUR_MS
  const held = [{ startAt, endAt: startAt + HOUR_MS, stationId: 's1' }]
  const mended = mendFilter({ ...amazon, rest }, offer(), { seenAt: NOON, held })
  assert.deepEqual(
    mended?.changes.map(({ rule, from, to }) => [rule, from, to]),
    [
      ['rest_days', 1_440, 1_140],
      ['days_in_a_row', 1, 2],
      ['rest_week', 6_000, 4_980],
    ],
  )
  assert.deepEqual(mended!.filter.rest, { hoursBetweenDays: 19, maxDaysInARow: 2, hoursPerWeek: 83 })
})

/** The days in a row that a mend allows, where as many as were allowed are held. */
function mendedDays(maxDaysInARow: number): number | undefined {
  const rest = { hoursBetweenDays: 0, maxDaysInARow, hoursPerWeek: 0 }
  const spans = Array.from({ length: maxDaysInARow }, (_, index) => {
    const startAt = NOON - (index + 1) * DAY_MS
    return { startAt, endAt: startAt + HOUR_MS, stationId: 's1' }
  })
  return mendFilter({ ...amazon, rest }, offer(), { seenAt: NOON, held: spans })?.filter.rest?.maxDaysInARow
}

test('a seventh day in a row is more than a filter may say', () => {
  assert.deepEqual([mendedDays(5), mendedDays(6)], [6, undefined])
})

test('no change of a filter wins an offer that the house refuses', () => {
  const geography = { ...GEOGRAPHY, houseRules: { ...NO_HOUSE_RULES, maxHoursPerDay: 2 } }
  assert.equal(mendFilter(amazon, offer({ payCents: 5_490 }), { seenAt: NOON, geography }), null)
})

test('an offer over the hours of a week with held blocks needs those hours as well', () => {
  const filter = { ...amazon, maxMinutesPerWeek: 600 }
  const held = [{ startAt: NOON + 24 * HOUR_MS, endAt: NOON + 33 * HOUR_MS, stationId: 's1' }]
  const { changes } = mendFilter(filter, offer({ payCents: 5_490 }), { seenAt: NOON, held })!
  assert.deepEqual(
    changes.map(({ rule, to }) => [rule, to]),
    [
      ['price_per_hour', 1_800],
      ['hours_week', 720],
    ],
  )
})

test('an offer that leaves less than the net minimum lowers it to the half dollar below', () => {
  const net = {
    ...amazon.net,
    perHourMinCents: 2_600,
    cost: 'own',
    ownCentsPerMile: 50,
    milesPerHour: 10,
  } as const
  // Thirty miles cost $15 of $84.60: $23.20 an hour is left.
  const mended = mend({ ...amazon, net }, offer({ payCents: 8_460 }))
  assert.deepEqual(mended?.changes, [{ rule: 'price_net', from: 2_600, to: 2_300, hours: null }])
  assert.deepEqual(mended.filter.net, { ...net, perHourMinCents: 2_300 })
})

test('an offer over the hours of a day needs the next half hour', () => {
  const { filter, changes } = mend(
    { ...amazon, maxMinutesPerDay: 120 },
    offer({ endAt: NOON + 5.1 * HOUR_MS }),
  )!
  assert.deepEqual(changes, [{ rule: 'hours_day', from: 120, to: 210, hours: null }])
  assert.deepEqual([filter.maxMinutesPerDay, filter.maxMinutesPerWeek], [210, null])
})

test('a block before the hours of its day widens that day, to the half hour', () => {
  const early = offer({ startAt: NOON + 16.25 * HOUR_MS, endAt: NOON + 19 * HOUR_MS })
  assert.deepEqual(mend(amazon, early)?.changes, [
    { rule: 'schedule', from: null, to: null, hours: { day: 4, startMinute: 240, endMinute: 1_380 } },
  ])
})

test('an offer of another station, too soon and too cheap, takes three changes at once', () => {
  const far = offer({ stationId: 's9', payCents: 5_400, startAt: NOON + 17 * MINUTE_MS })
  const { filter, changes } = mend(amazon, { ...far, endAt: far.startAt + 3 * HOUR_MS })!
  assert.deepEqual(
    changes.map(({ rule, to }) => [rule, to]),
    [
      ['station', null],
      ['time', 15],
      ['price_per_hour', 1_800],
    ],
  )
  assert.deepEqual(
    (filter as AmazonFilter).stations.map(({ stationId }) => stationId),
    ['s1', 's2', 's9'],
  )
})

test('only the setting that came closest changes', () => {
  const own = { ...amazon.shared, price: { ...amazon.shared.price, perHourMinCents: 3_000 } }
  const filter: AmazonFilter = {
    ...amazon,
    plan: 'advanced',
    stations: [{ stationId: 's1', settings: [own] }, ...amazon.stations.slice(1)],
  }
  const mended = mend(filter, offer())!.filter as AmazonFilter
  assert.equal(mended.stations[0]!.settings[0]!.price.perHourMinCents, 2_800)
  assert.deepEqual([mended.shared, mended.stations[1]], [filter.shared, filter.stations[1]])
})

test('what no limit keeps away has no mend: an offer that fits, and one that has begun', () => {
  assert.equal(mend(amazon, offer()), null)
  assert.equal(mend(amazon, offer({ startAt: NOON - HOUR_MS })), null)
})

const fits = (by: Filter, one: Observation) =>
  compileFilter(by, one.seenAt, { geography: GEOGRAPHY }).matches(one, { now: one.seenAt, held: [] })
// Of what was refused before, another day of a schedule may move the place.
const faults = (by: Filter) =>
  new Set(validateFilter(by).map(({ path, code }) => `${path.replaceAll(/\d+/g, '#')} ${code}`))

test('a mended filter takes the offer and all that it took before, and may be saved', () => {
  const mended = new Map<Rule, number>()
  const cases = filters.chain((filter) => histories(filter.variant).map((history) => ({ filter, history })))
  const checkMend = (filter: Filter, history: readonly Observation[], left: Observation) => {
    const found = mendFilter(filter, left, { seenAt: left.seenAt, geography: GEOGRAPHY })
    if (found === null) return
    for (const { rule } of found.changes) mended.set(rule, (mended.get(rule) ?? 0) + 1)
    assert.ok(fits(found.filter, left))
    assert.ok(!fits(filter, left))
    for (const one of history.slice(0, 20)) if (fits(filter, one)) assert.ok(fits(found.filter, one))
    assert.deepEqual(
      [...faults(found.filter)].filter((fault) => !faults(filter).has(fault)),
      [],
    )
  }
  const property = fc.property(cases, ({ filter, history }) => {
    for (const left of history.slice(0, 20)) checkMend(filter, history, left)
  })
  fc.assert(property, { numRuns: 100, endOnFailure: true })
  for (const rule of [
    'station',
    'kind',
    'schedule',
    'time',
    'price_per_hour',
    'price_total',
    'price_kind',
  ] as const)
    assert.ok((mended.get(rule) ?? 0) > 0, `${rule} was never mended`)
})

test('a full shift: a driver who leaves wait lists skips it, and one tap joins them', () => {
  const leave = { ...proposeFilter('courier', 'basic', ZONE, ['s1']), waitlist: 'leave' } as CourierFilter
  const shift = offer({ kind: 'shift', full: true })
  const { rules, failed } = compileFilter(leave, NOON).judge(shift, { now: NOON, held: [] }).explain()
  assert.deepEqual(
    failed.map(({ rule }) => rule),
    ['full'],
  )
  assert.ok(rules.some(({ rule, passed }) => rule === 'kind' && passed))
  const mended = mend(leave, shift)
  assert.deepEqual(
    mended?.changes.map(({ rule }) => rule),
    ['full'],
  )
  assert.equal((mended!.filter as CourierFilter).waitlist, 'hold')
})

test('a kind of job that is off is switched on, and no other', () => {
  const proposed = proposeFilter('courier', 'basic', ZONE, ['s1']) as CourierFilter
  const mended = mend({ ...proposed, kinds: { shift: false, order: false } }, offer({ kind: 'shift' }))
  assert.deepEqual(
    mended?.changes.map(({ rule }) => rule),
    ['kind'],
  )
  assert.deepEqual((mended!.filter as CourierFilter).kinds, { shift: true, order: false })
})

const trip = (miles: number) =>
  offer({ kind: 'shopping', startAt: NOON + HOUR_MS, endAt: NOON + 2 * HOUR_MS, payCents: 1_830, miles })

test('a trip under the pay of its miles lowers their tier, and one beyond all tiers has one more', () => {
  const proposed = proposeFilter('spark', 'basic', ZONE, ['s1']) as SparkFilter
  const filter = { ...proposed, milesTiers: [{ upToMiles: 4, minPayCents: 2_500 }] }
  const mended = [4, 5.5].map((miles) => mend(filter, trip(miles)))
  assert.deepEqual(
    mended.map((each) => each?.changes),
    [
      [{ rule: 'price_miles', from: 2_500, to: 1_800, hours: null }],
      [{ rule: 'price_miles', from: 4, to: 6, hours: null }],
    ],
  )
  assert.deepEqual(
    mended.map((each) => (each!.filter as SparkFilter).milesTiers),
    [
      [{ upToMiles: 4, minPayCents: 1_800 }],
      [
        { upToMiles: 4, minPayCents: 2_500 },
        { upToMiles: 6, minPayCents: 1_800 },
      ],
    ],
  )
})

test('a trip that pays next to nothing has no mend: a minimum of nothing would be none', () => {
  const { kinds, ...spark } = proposeFilter('spark', 'basic', ZONE, ['s1']) as SparkFilter
  const free = { ...kinds, shopping: { ...kinds.shopping, minPayCents: 0 } }
  const filter: SparkFilter = { ...spark, kinds: free, milesTiers: [{ upToMiles: 4, minPayCents: 2_500 }] }
  assert.deepEqual(
    [3, 5].map((miles) => mend(filter, { ...trip(miles), payCents: 49 })),
    [null, null],
  )
})

test('a trip with more stops than its kind may have raises the stops of that kind', () => {
  const proposed = proposeFilter('spark', 'basic', ZONE, ['s1']) as SparkFilter
  const multiple = { ...proposed.kinds.multiple, maxStops: 4 }
  const filter = { ...proposed, kinds: { ...proposed.kinds, multiple } }
  const mended = mend(filter, { ...trip(3), payCents: 9_000, stops: 6 })
  assert.deepEqual(mended?.changes, [{ rule: 'stops', from: 4, to: 6, hours: null }])
  assert.equal((mended!.filter as SparkFilter).kinds.multiple.maxStops, 6)
})

const soon = (seconds: number) => {
  const startAt = NOON + seconds * 1_000
  return mend(amazon, offer({ startAt, endAt: startAt + 3 * HOUR_MS }))?.changes.map(({ to }) => to)
}

test('time to get there is lowered to the last five minutes, below five to the minute, and to none', () => {
  assert.deepEqual([1_799, 300, 299, 59, 0].map(soon), [[25], [5], [4], [0], [0]])
})

test('a job too long, too short or too far moves that limit to its own length and way, and leaves the other', () => {
  const proposed = proposeFilter('courier', 'basic', ZONE, ['s1']) as CourierFilter
  const filter = { ...proposed, minMinutes: 60, maxMinutes: 120, maxMiles: 3 }
  const job = (minutes: number, miles: number) => {
    const { startAt } = offer()
    const mended = mend(filter, offer({ kind: 'shift', endAt: startAt + minutes * MINUTE_MS, miles }))
    const { minMinutes, maxMinutes, maxMiles } = mended!.filter as CourierFilter
    return [mended!.changes.map(({ from, to }) => [from, to]), minMinutes, maxMinutes, maxMiles]
  }
  assert.deepEqual(job(150.5, 2), [[[120, 151]], 60, 151, 3])
  assert.deepEqual(job(45.5, 2), [[[60, 45]], 45, 120, 3])
  assert.deepEqual(job(90, 4.2), [[[3, 5]], 60, 120, 5])
})

test('hours for a job of unknown length grow to the half hour after its start', () => {
  const at = NOON + 29 * MINUTE_MS
  const mended = mendHours({ mustEndInside: false, days: [] }, 'UTC', { startAt: at, endAt: at })
  const minute = (NOON % DAY_MS) / MINUTE_MS
  assert.deepEqual([mended?.hours.startMinute, mended?.hours.endMinute], [minute, minute + 30])
})

/** Where the hours end that a block from 22:00 on needs, which must end inside. */
function endOfHours(minutes: number): number | undefined {
  const startAt = Date.UTC(2026, 10, 18, 22)
  const block = { startAt, endAt: startAt + minutes * MINUTE_MS }
  return mendHours({ mustEndInside: true, days: [] }, 'UTC', block)?.hours.endMinute
}

test('hours in which a block must end grow to midnight, and not beyond', () => {
  assert.deepEqual([endOfHours(120), endOfHours(121)], [1_440, undefined])
})

test('hours of a setting of its station grow, and those of the filter stay', () => {
  const early = offer({ startAt: NOON + 16.25 * HOUR_MS, endAt: NOON + 19 * HOUR_MS })
  const [station] = amazon.stations
  const settings = [{ ...amazon.shared, schedule: amazon.schedule }]
  const filter: AmazonFilter = { ...amazon, stations: [{ ...station!, settings }] }
  const mended = mend(filter, early)!.filter as AmazonFilter
  assert.deepEqual(mended.schedule, amazon.schedule)
  assert.notDeepEqual(mended.stations[0]?.settings[0]?.schedule, amazon.schedule)
})

test('hours that grow towards an offer leave the other hours of that day as they are', () => {
  const evening = { startMinute: 20 * 60, endMinute: 22 * 60 }
  const day = {
    day: 4 as const,
    allDay: false,
    ranges: [{ startMinute: 6 * 60, endMinute: 8 * 60 }, evening],
  }
  const filter: AmazonFilter = { ...amazon, schedule: { days: [day], mustEndInside: false } }
  const morning = offer({ startAt: NOON + 21 * HOUR_MS, endAt: NOON + 23 * HOUR_MS })
  const { schedule } = mend(filter, morning)!.filter
  assert.deepEqual(schedule.days[0]?.ranges, [{ startMinute: 6 * 60, endMinute: 11 * 60 }, evening])
})
