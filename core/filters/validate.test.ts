import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILTER_ERROR_CODES, proposeFilter, validateFilter } from '../filters.ts'
import type { CourierFilter, Filter } from '../filters.ts'
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

const { net } = amazon()
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

  ['zero means not used', priced({ perHourMinCents: 0, totalMinCents: 0 }), []],
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
    'a time between requests below zero is not called too short besides',
    amazon({ speed: '4X', custom: { ...custom, refreshMs: -1 } }),
    [['custom.refreshMs', 'filters.negative']],
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
  ['miles that ascend or stay', spark({ milesTiers: tiers(5, 5, 7.5) }), []],
  [
    'miles less than the tier before',
    spark({ milesTiers: tiers(5, 4) }),
    [['milesTiers.1.upToMiles', 'filters.miles_descending', { miles: 5 }]],
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
  ['parts of a mile', courier({ maxMiles: 2.5 }), []],
  [
    'an own rate of nothing',
    courier({ unknownPay: 'own_rate', ownRate: rate(0, 0) }),
    [['ownRate.perHourCents', 'filters.not_positive']],
  ],
  ['an own rate by the hour', courier({ unknownPay: 'own_rate', ownRate: rate(1, 0) }), []],
  ['an own rate by the mile', courier({ unknownPay: 'own_rate', ownRate: rate(0, 1) }), []],
  ['an own rate of nothing that decides nothing', courier({ unknownPay: 'take', ownRate: rate(0, 0) }), []],
  ['a filter of before, without rest', courier({ rest: undefined }), []],
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

const DAY = 1_440
const PAY = 100_000_000
const rest = { hoursBetweenDays: 12, maxDaysInARow: 6, hoursPerWeek: 24 }
const full = {
  ...amazon({ speed: '4X', custom, maxMinutesPerDay: 600, maxMinutesPerWeek: 600, rest }),
  shared: priced({
    perHourMinCents: 0,
    perHourMaxCents: PAY,
    totalMaxCents: PAY,
    byDuration: [row(120, 0, PAY)],
  }).shared,
}
const trips = spark({ milesTiers: tiers(5) })
const jobs = courier({ maxMinutes: DAY })

/** Every number that a filter has: what it may be at least and at most. */
const NUMBERS: [filter: Filter, path: string, least: number, most: number][] = [
  ...['perHourMinCents', 'perHourMaxCents', 'totalMinCents', 'totalMaxCents'].map(
    (name): (typeof NUMBERS)[number] => [full, `shared.price.${name}`, 0, PAY],
  ),
  [full, 'shared.price.byDuration.0.minutes', 1, DAY],
  [full, 'shared.price.byDuration.0.minCents', 0, PAY],
  [full, 'shared.price.byDuration.0.maxCents', 0, PAY],
  [full, 'shared.arrivalMinutes', 0, DAY],
  [full, 'custom.refreshMs', 500, 3_600_000],
  [full, 'custom.runMinutes', 1, DAY],
  [full, 'custom.sleepMinutes', 0, DAY],
  [full, 'switches.sleepAfterAwardMinutes', 0, DAY],
  [full, 'maxMinutesPerDay', 1, DAY],
  [full, 'maxMinutesPerWeek', 1, 7 * DAY],
  [full, 'rest.hoursBetweenDays', 0, 48],
  [full, 'rest.maxDaysInARow', 0, 6],
  [full, 'rest.hoursPerWeek', 0, 144],
  [full, 'confirmation.lowerPayPercent', 0, 90],
  [full, 'confirmation.lessArrivalMinutes', 0, DAY],
  [full, 'safetyLimits.pauseAfterMisses', 0, 100],
  [full, 'safetyLimits.pauseAfterReleases', 0, 100],
  [full, 'safetyLimits.pauseMinutes', 1, DAY],
  [full, 'safetyLimits.weekGoalCents', 0, PAY],
  [full, 'safetyLimits.drivingMph', 1, 120],
  [full, 'net.perHourMinCents', 0, PAY],
  [full, 'net.milesPerGallon', 1, 500],
  [full, 'net.fuelCentsPerGallon', 0, 10_000],
  [full, 'net.ownCentsPerMile', 0, 10_000],
  [full, 'net.milesPerHour', 0, 120],
  [trips, 'kinds.multiple.minPayCents', 0, PAY],
  [trips, 'kinds.multiple.maxStops', 0, 1_000],
  [trips, 'milesTiers.0.minPayCents', 0, PAY],
  [trips, 'milesTiers.0.upToMiles', 0, 10_000],
  [trips, 'arrivalMinutes', 0, DAY],
  [jobs, 'minMinutes', 0, DAY],
  [jobs, 'maxMinutes', 1, DAY],
  [jobs, 'price.perHourMinCents', 0, PAY],
  [jobs, 'ownRate.perHourCents', 0, PAY],
  [jobs, 'ownRate.perMileCents', 0, PAY],
  [jobs, 'maxMiles', 0, 10_000],
  [jobs, 'arrivalMinutes', 0, DAY],
]

function put(filter: Filter, path: string, value: number): Filter {
  const copy = structuredClone(filter)
  const names = path.split('.')
  const owner = names.slice(0, -1).reduce((part, name) => part[name] as typeof part, copy as Fields)
  owner[names.at(-1)!] = value
  return copy
}
type Fields = { [name: string]: unknown }

test('each number of a filter is there, not negative, whole but for miles, and at most what makes sense', () => {
  for (const [filter, path, least, most] of NUMBERS) {
    const codesOf = (value: number) =>
      validateFilter(put(filter, path, value)).flatMap((each) => (each.path === path ? [each.code] : []))
    const isWhole = !path.toLowerCase().endsWith('miles')
    assert.deepEqual(
      [Number.NaN, -1, 0.5, least, most, most + 1].map(codesOf),
      [
        ['filters.required'],
        ['filters.negative'],
        isWhole ? ['filters.not_whole'] : [],
        [],
        [],
        ['filters.too_high'],
      ],
      path,
    )
    if (least > 0) assert.equal(codesOf(least - 1).length, 1, path)
  }
})

test('every code is met by a case, and every case by a code', () => {
  const met = new Set<string>([
    'filters.required',
    'filters.negative',
    'filters.not_whole',
    'filters.too_high',
  ])
  for (const [, , refusals] of CASES) for (const [, code] of refusals) met.add(code)
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
    const asks = { enabled: false, lowerPayPercent: 10, lessArrivalMinutes: 0, anyHour: false }
    assert.deepEqual(confirmation, asks)
    assert.deepEqual(filter.rest, { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 0 })
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
