import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILTER_ERROR_CODES, proposeFilter, validateFilter } from '../filters.ts'
import type { CourierFilter } from '../filters.ts'
import { PLANS } from '../plans.ts'
import { VARIANTS } from '../variants.ts'
import {
  amazon,
  curbside,
  custom,
  kinds,
  off,
  own,
  priced,
  row,
  shared,
  spark,
  tiers,
  ZONE,
} from './check/samples.ts'
import type { Case } from './check/samples.ts'
import { SCHEDULE_CASES } from './check/schedule.cases.ts'

const { net, safetyLimits } = amazon()
const mostPaused = { pauseMinutes: 1_440, drivingMph: 120 }
const mostNet = {
  milesPerGallon: 500,
  fuelCentsPerGallon: 10_000,
  ownCentsPerMile: 10_000,
  milesPerHour: 120,
}
const addOne = <T extends Record<string, number>>(numbers: T) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value + 1])) as T
const sleeping = (sleepAfterAwardMinutes: number) => ({ ...amazon().switches, sleepAfterAwardMinutes })
const courier = (changes: Partial<CourierFilter>): CourierFilter => ({
  ...proposeFilter('courier', 'basic', ZONE, ['p1']),
  ...changes,
})
const skills = (count: number) => Array.from({ length: count }, (_, index) => `skill ${index}`)
const rate = (perHourCents: number, perMileCents: number) => ({ perHourCents, perMileCents })

const CASES: Case[] = [
  ...SCHEDULE_CASES,

  ['no station', amazon({ stations: [] }), [['stations', 'filters.no_station']]],
  ['no store', spark({ storeIds: [] }), [['storeIds', 'filters.no_station']]],
  [
    'a station the platform does not have',
    amazon(),
    [['stations.1.stationId', 'filters.station_unknown', { station: 's2' }]],
    { stationIds: new Set(['s1']) },
  ],
  [
    'a store twice',
    spark({ storeIds: ['s1', 's1'] }),
    [['storeIds.1', 'filters.station_twice', { station: 's1' }]],
  ],

  [
    'price per hour missing',
    priced({ perHourMinCents: Number.NaN }),
    [['shared.price.perHourMinCents', 'filters.required']],
  ],
  [
    'price per hour negative',
    priced({ perHourMinCents: -1 }),
    [['shared.price.perHourMinCents', 'filters.negative']],
  ],
  [
    'total price missing',
    priced({ totalMinCents: Number.NaN }),
    [['shared.price.totalMinCents', 'filters.required']],
  ],
  ['parts of a cent', priced({ totalMinCents: 10.5 }), [['shared.price.totalMinCents', 'filters.not_whole']]],
  [
    'more than anyone pays',
    priced({ totalMinCents: 200_000_000 }),
    [['shared.price.totalMinCents', 'filters.too_high', { max: 100_000_000 }]],
  ],
  ['zero means not used', priced({ perHourMinCents: 0, totalMinCents: 0 }), []],
  [
    'arrival time missing',
    amazon({ shared: { ...shared, arrivalMinutes: Number.NaN } }),
    [['shared.arrivalMinutes', 'filters.required']],
  ],
  [
    'arrival time negative, of a trip',
    spark({ arrivalMinutes: -5 }),
    [['arrivalMinutes', 'filters.negative']],
  ],
  [
    'a maximum below the minimum',
    priced({ perHourMaxCents: 1999 }),
    [['shared.price.perHourMaxCents', 'filters.max_below_min']],
  ],
  ['a maximum that is the minimum', priced({ perHourMaxCents: 2000 }), []],
  [
    'a maximum of nothing is not below a minimum that is none',
    priced({ perHourMinCents: -1, perHourMaxCents: 0 }),
    [['shared.price.perHourMinCents', 'filters.negative']],
  ],
  [
    'price ranges are professional',
    priced({ totalMaxCents: 9000 }, 'advanced'),
    [['shared.price.totalMaxCents', 'filters.needs_professional']],
  ],

  ['a price for each length', priced({ byDuration: [row(120, 5000), row(180, 7000, 9000)] }), []],
  [
    'lengths are professional',
    priced({ byDuration: [row(120, 5000)] }, 'advanced'),
    [['shared.price.byDuration', 'filters.needs_professional']],
  ],
  [
    'lengths without any price',
    priced({ byDuration: [row(120, 0)] }),
    [['shared.price.byDuration', 'filters.no_duration_price']],
  ],
  [
    'a length twice',
    priced({ byDuration: [row(120, 5000), row(120, 6000)] }),
    [['shared.price.byDuration.1.minutes', 'filters.duration_twice', { minutes: 120 }]],
  ],
  [
    'a length of nothing',
    priced({ byDuration: [row(0, 5000)] }),
    [['shared.price.byDuration.0.minutes', 'filters.not_positive']],
  ],
  [
    'a length with its maximum below',
    priced({ byDuration: [row(120, 5000, 4000)] }),
    [['shared.price.byDuration.0.maxCents', 'filters.max_below_min']],
  ],

  ['three settings each', own([{}, {}, {}], 'advanced'), []],
  [
    'four settings',
    own([{}, {}, {}, {}]),
    [['stations.0.settings', 'filters.too_many_settings', { max: 3 }]],
  ],
  [
    'two where the screen has one',
    own([{}, {}], 'advanced'),
    [['stations.0.settings', 'filters.too_many_settings', { max: 1 }]],
    { settingsMax: 1 },
  ],
  ['own settings in basic', own([{}], 'basic'), [['stations.0.settings', 'filters.needs_advanced']]],
  [
    'an own setting names its place',
    own([{}, { arrivalMinutes: -1 }]),
    [['stations.0.settings.1.arrivalMinutes', 'filters.negative']],
  ],

  ['custom speed', amazon({ speed: '4X', custom }), []],
  [
    'custom speed is professional',
    amazon({ speed: '4X', custom }, 'advanced'),
    [['speed', 'filters.needs_professional']],
  ],
  ['custom speed without its times', amazon({ speed: '4X' }), [['custom', 'filters.custom_speed_missing']]],
  ['times without custom speed', amazon({ custom }), [['custom', 'filters.custom_speed_unused']]],
  [
    'too fast',
    amazon({ speed: '4X', custom: { ...custom, refreshMs: 499 } }),
    [['custom.refreshMs', 'filters.refresh_too_fast', { minMs: 500 }]],
  ],
  [
    'too fast for this service',
    amazon({ speed: '4X', custom }),
    [['custom.refreshMs', 'filters.refresh_too_fast', { minMs: 2000 }]],
    { refreshMinMs: 2000 },
  ],
  [
    'an hour between requests, and a day of running and of sleep',
    amazon({ speed: '4X', custom: { refreshMs: 3_600_000, runMinutes: 1_440, sleepMinutes: 1_440 } }),
    [],
  ],
  [
    'more than those',
    amazon({ speed: '4X', custom: { refreshMs: 3_600_001, runMinutes: 1_441, sleepMinutes: 1_441 } }),
    [
      ['custom.refreshMs', 'filters.too_high', { max: 3_600_000 }],
      ['custom.runMinutes', 'filters.too_high', { max: 1_440 }],
      ['custom.sleepMinutes', 'filters.too_high', { max: 1_440 }],
    ],
  ],
  [
    'a time between requests below zero is not called too short besides',
    amazon({ speed: '4X', custom: { ...custom, refreshMs: -1 } }),
    [['custom.refreshMs', 'filters.negative']],
  ],
  [
    'no running time',
    amazon({ speed: '4X', custom: { ...custom, runMinutes: 0 } }),
    [['custom.runMinutes', 'filters.not_positive']],
  ],
  [
    'sleep time negative',
    amazon({ speed: '4X', custom: { ...custom, sleepMinutes: -1 } }),
    [['custom.sleepMinutes', 'filters.negative']],
  ],

  [
    'no kind',
    spark({ kinds: { curbside: off, shopping: off, multiple: off } }),
    [['kinds', 'filters.no_kind']],
  ],
  [
    'curbside with four stops',
    spark({ kinds: curbside(4) }),
    [['kinds.curbside.maxStops', 'filters.curbside_stops', { max: 3 }]],
  ],
  ['curbside with three', spark({ kinds: curbside(3) }), []],
  [
    'minimum pay of a kind missing',
    spark({ kinds: { ...kinds, shopping: { ...kinds.shopping, minPayCents: Number.NaN } } }),
    [['kinds.shopping.minPayCents', 'filters.required']],
  ],
  ['miles that ascend or stay', spark({ milesTiers: tiers(5, 5, 7.5) }), []],
  [
    'miles less than the tier before',
    spark({ milesTiers: tiers(5, 4) }),
    [['milesTiers.1.upToMiles', 'filters.miles_descending', { miles: 5 }]],
  ],

  [
    'sleep after award negative',
    amazon({ switches: { ...amazon().switches, sleepAfterAwardMinutes: -1 } }),
    [['switches.sleepAfterAwardMinutes', 'filters.negative']],
  ],
  [
    'all of a day and a week',
    amazon({ switches: sleeping(1_440), maxMinutesPerDay: 1_440, maxMinutesPerWeek: 10_080 }),
    [],
  ],
  [
    'a minute more than a day has',
    amazon({ switches: sleeping(1_441), maxMinutesPerDay: 1_441 }),
    [
      ['switches.sleepAfterAwardMinutes', 'filters.too_high', { max: 1_440 }],
      ['maxMinutesPerDay', 'filters.too_high', { max: 1_440 }],
    ],
  ],
  [
    'a net minimum by the tax rate, where pay is in euros',
    amazon({ net: { ...net, perHourMinCents: 1_500 } }),
    [['net.cost', 'filters.tax_rate_in_dollars', { currency: 'EUR' }]],
    { currency: 'EUR' },
  ],
  ['the same in dollars', amazon({ net: { ...net, perHourMinCents: 1_500 } }), [], { currency: null }],
  ['no net minimum in euros', amazon({ net }), [], { currency: 'EUR' }],
  [
    'a net minimum by an own cost in euros',
    amazon({ net: { ...net, perHourMinCents: 1_500, cost: 'own', ownCentsPerMile: 30 } }),
    [],
    { currency: 'EUR' },
  ],
  [
    'an own cost of nothing',
    amazon({ net: { ...net, cost: 'own' } }),
    [['net.ownCentsPerMile', 'filters.not_positive']],
  ],
  [
    'an own cost that was cleared',
    amazon({ net: { ...net, ownCentsPerMile: Number.NaN } }),
    [['net.ownCentsPerMile', 'filters.required']],
  ],
  [
    'as much of confirmation, safety limits and net pay as there may be',
    amazon({
      confirmation: { enabled: true, lowerPayPercent: 90, lessArrivalMinutes: 0, anyHour: false },
      safetyLimits: { ...safetyLimits, pauseAfterMisses: 100, pauseAfterReleases: 100, ...mostPaused },
      net: { ...net, ...mostNet },
    }),
    [],
  ],
  [
    'one more of each',
    amazon({
      confirmation: { enabled: true, lowerPayPercent: 91, lessArrivalMinutes: 0, anyHour: false },
      safetyLimits: {
        ...safetyLimits,
        pauseAfterMisses: 101,
        pauseAfterReleases: 101,
        ...addOne(mostPaused),
      },
      net: { ...net, ...addOne(mostNet) },
    }),
    [
      ['confirmation.lowerPayPercent', 'filters.too_high', { max: 90 }],
      ['safetyLimits.pauseAfterMisses', 'filters.too_high', { max: 100 }],
      ['safetyLimits.pauseAfterReleases', 'filters.too_high', { max: 100 }],
      ['safetyLimits.pauseMinutes', 'filters.too_high', { max: 1_440 }],
      ['safetyLimits.drivingMph', 'filters.too_high', { max: 120 }],
      ['net.milesPerGallon', 'filters.too_high', { max: 500 }],
      ['net.fuelCentsPerGallon', 'filters.too_high', { max: 10_000 }],
      ['net.ownCentsPerMile', 'filters.too_high', { max: 10_000 }],
      ['net.milesPerHour', 'filters.too_high', { max: 120 }],
    ],
  ],
  ['no kind of job', courier({ kinds: { shift: false, order: false } }), [['kinds', 'filters.no_kind']]],
  ['one kind of job', courier({ kinds: { shift: false, order: true } }), []],
  ['as many skills as there may be', courier({ skills: skills(50) }), []],
  ['a skill more', courier({ skills: skills(51) }), [['skills', 'filters.too_high', { max: 50 }]]],
  ['a skill of spaces', courier({ skills: ['bike', ' '] }), [['skills.1', 'filters.required']]],
  ['the longest job as long as the shortest', courier({ minMinutes: 60, maxMinutes: 60 }), []],
  [
    'the longest job shorter than the shortest',
    courier({ minMinutes: 60, maxMinutes: 59 }),
    [['maxMinutes', 'filters.max_below_min']],
  ],
  [
    'a shortest job without a number',
    courier({ minMinutes: Number.NaN, maxMinutes: 59 }),
    [['minMinutes', 'filters.required']],
  ],
  ['jobs of a day', courier({ minMinutes: 1_440, maxMinutes: 1_440 }), []],
  [
    'jobs longer than a day',
    courier({ maxMinutes: 1_441 }),
    [['maxMinutes', 'filters.too_high', { max: 1_440 }]],
  ],
  ['parts of a mile', courier({ maxMiles: 2.5 }), []],
  ['as far as there is', courier({ maxMiles: 10_000 }), []],
  [
    'farther than anyone rides',
    courier({ maxMiles: 10_001 }),
    [['maxMiles', 'filters.too_high', { max: 10_000 }]],
  ],
  [
    'an own rate of nothing',
    courier({ unknownPay: 'own_rate', ownRate: rate(0, 0) }),
    [['ownRate.perHourCents', 'filters.not_positive']],
  ],
  ['an own rate by the hour', courier({ unknownPay: 'own_rate', ownRate: rate(1, 0) }), []],
  ['an own rate by the mile', courier({ unknownPay: 'own_rate', ownRate: rate(0, 1) }), []],
  ['an own rate of nothing that decides nothing', courier({ unknownPay: 'take', ownRate: rate(0, 0) }), []],
  [
    'an own rate that was cleared',
    courier({ unknownPay: 'own_rate', ownRate: rate(Number.NaN, 0) }),
    [['ownRate.perHourCents', 'filters.required']],
  ],
  [
    'an own rate below zero',
    courier({ unknownPay: 'own_rate', ownRate: rate(0, -1) }),
    [['ownRate.perMileCents', 'filters.negative']],
  ],
  ['no hours a day', amazon({ maxMinutesPerDay: 0 }), [['maxMinutesPerDay', 'filters.not_positive']]],
  [
    'more hours than a week has',
    amazon({ maxMinutesPerWeek: 10_081 }),
    [['maxMinutesPerWeek', 'filters.too_high', { max: 10_080 }]],
  ],
  ['a filter of before, without rest', courier({ rest: undefined }), []],
  [
    'the most rest, and rest that is off',
    spark({ rest: { hoursBetweenDays: 48, maxDaysInARow: 6, hoursPerWeek: 144 } }),
    [],
  ],
  [
    'rest that leaves no work, or is no number',
    amazon({ rest: { hoursBetweenDays: 49, maxDaysInARow: 7, hoursPerWeek: Number.NaN } }),
    [
      ['rest.hoursBetweenDays', 'filters.too_high', { max: 48 }],
      ['rest.maxDaysInARow', 'filters.too_high', { max: 6 }],
      ['rest.hoursPerWeek', 'filters.required'],
    ],
  ],
  [
    'all that is wrong is told at once',
    amazon({ stations: [], timeZone: '', shared: { ...shared, arrivalMinutes: -1 } }),
    [
      ['stations', 'filters.no_station'],
      ['shared.arrivalMinutes', 'filters.negative'],
      ['timeZone', 'filters.time_zone_unknown'],
    ],
  ],
]

for (const [name, filter, refusals, context] of CASES) {
  test(`validate: ${name}`, () => {
    const found = validateFilter(filter, context).map(({ path, code, params }) =>
      params ? [path, code, params] : [path, code],
    )
    assert.deepEqual(found, refusals)
  })
}

test('every code is met by a case, and every case by a code', () => {
  const met = new Set(CASES.flatMap(([, , refusals]) => refusals.map(([, code]) => code)))
  assert.deepEqual([...met].sort(), [...FILTER_ERROR_CODES].sort())
})

test('a proposal may be saved as it is, in every variant and plan', () => {
  for (const variant of VARIANTS) {
    for (const plan of PLANS) {
      const filter = proposeFilter(variant, plan, ZONE, ['s1', 's2'])
      assert.deepEqual(validateFilter(filter, { stationIds: new Set(['s1', 's2']) }), [])
      assert.deepEqual(
        [filter.variant, filter.plan, filter.timeZone, filter.speed],
        [variant, plan, ZONE, '1X'],
      )
    }
  }
})

test('an editor begins with every station, from 05:00 to 23:00 on all days, at a least pay, with nothing else asked for', () => {
  for (const variant of VARIANTS) {
    const { schedule, switches, confirmation, ...filter } = proposeFilter(variant, 'basic', ZONE, [])
    assert.deepEqual(
      schedule.days.map(({ day, allDay, ranges }) => [day, allDay, ranges]),
      [1, 2, 3, 4, 5, 6, 7].map((day) => [day, false, [{ startMinute: 300, endMinute: 1_380 }]]),
    )
    assert.equal(switches.sleepAfterAwardMinutes, 0)
    assert.deepEqual([confirmation.enabled, confirmation.lowerPayPercent], [false, 10])
    const { pauseAfterMisses, pauseAfterReleases, weekGoalCents, ...limits } = filter.safetyLimits
    assert.deepEqual([pauseAfterMisses, pauseAfterReleases, weekGoalCents], [0, 0, 0])
    assert.deepEqual(limits, { pauseMinutes: 60, keepDrivingTime: false, drivingMph: 30 })
    const { perHourMinCents, milesPerGallon, fuelCentsPerGallon, ownCentsPerMile, milesPerHour } = filter.net
    assert.deepEqual(
      [perHourMinCents, milesPerGallon, fuelCentsPerGallon, ownCentsPerMile, milesPerHour],
      [0, 25, 350, 0, 12],
    )
  }
  assert.deepEqual(
    [shared.price.perHourMinCents, shared.price.totalMinCents, shared.arrivalMinutes],
    [2_000, 0, 30],
  )
  const pays = Object.values(kinds).map(({ minPayCents, maxStops }) => [minPayCents, maxStops])
  assert.deepEqual(pays, [
    [1_200, 3],
    [1_500, 0],
    [2_000, 0],
  ])
  assert.equal(spark().arrivalMinutes, 15)
  const { price, arrivalMinutes, minMinutes, maxMiles, ownRate } = courier({})
  assert.deepEqual(
    [price.perHourMinCents, arrivalMinutes, minMinutes, maxMiles, ownRate],
    [1_500, 15, 0, 0, { perHourCents: 1_800, perMileCents: 0 }],
  )
})
