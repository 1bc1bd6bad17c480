import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FINDING_CODES, proposeExtras, proposeFilter, reviewFilter, validateFilter } from '../../filters.ts'
import type {
  AmazonFilter,
  CourierFilter,
  Filter,
  FindingCode,
  PriceRule,
  Setting,
  SparkFilter,
} from '../../filters.ts'
import type { Station } from '../../offers.ts'
import type { Schedule, TimeRange, Weekday } from '../../schedule.ts'

const ZONE = 'America/New_York'
const amazon = proposeFilter('amazon', 'professional', ZONE, ['s1', 's2']) as AmazonFilter
const trips = proposeFilter('spark', 'professional', ZONE, ['s1', 's2']) as SparkFilter
const jobs = proposeFilter('courier', 'professional', ZONE, ['s1', 's2']) as CourierFilter
const extras = proposeExtras()

const priced = (price: Partial<PriceRule>): AmazonFilter => ({
  ...amazon,
  shared: { ...amazon.shared, price: { ...amazon.shared.price, perHourMinCents: 0, ...price } },
})
const own = (...settings: Partial<Setting>[]): AmazonFilter => ({
  ...amazon,
  stations: [{ stationId: 's1', settings: settings.map((each) => ({ ...amazon.shared, ...each })) }],
})
const week = (mustEndInside: boolean, ...days: [Weekday, ...TimeRange[]][]): Schedule => ({
  days: days.map(([day, ...ranges]) => ({ day, allDay: false, ranges })),
  mustEndInside,
})
const range = (startMinute: number, endMinute: number): TimeRange => ({ startMinute, endMinute })
const rows = (...list: [minutes: number, minCents: number][]) =>
  list.map(([minutes, minCents]) => ({ minutes, minCents, maxCents: null }))
const limited = (safetyLimits: Partial<typeof extras.safetyLimits>): AmazonFilter => ({
  ...amazon,
  safetyLimits: { ...extras.safetyLimits, ...safetyLimits },
})
const kinds = (changes: Partial<SparkFilter['kinds']>): SparkFilter => ({
  ...trips,
  kinds: { ...trips.kinds, ...changes },
})
const tiers = (...list: [miles: number, cents: number][]): SparkFilter => ({
  ...trips,
  milesTiers: list.map(([upToMiles, minPayCents]) => ({ upToMiles, minPayCents })),
})
const station = (id: string, latitude: number): Station => ({
  id,
  variant: 'amazon',
  code: id,
  name: id,
  address: '',
  city: '',
  state: '',
  programme: 'logistics',
  latitude,
  longitude: -84,
  timeZone: ZONE,
})

// The findings, first line first: severity, code, path and the parameters of the text.
const cases: [name: string, filter: Filter, found: string[], stations?: Station[]][] = [
  ['a proposal', amazon, []],
  ['a proposal of trips', trips, []],
  ['a proposal of jobs', jobs, []],
  [
    'a total that no block reaches under the hourly maximum',
    priced({ perHourMaxCents: 2000, totalMinCents: 15_000 }),
    ['never total_above_hourly shared.price.totalMinCents totalCents 15000 hourlyCents 2000 mostCents 12000'],
  ],
  ['a total that six hours just reach', priced({ perHourMaxCents: 2000, totalMinCents: 12_000 }), []],
  [
    'an hourly minimum that the shortest block takes over the total maximum',
    priced({ perHourMinCents: 3000, totalMaxCents: 5000 }),
    // Half an hour of it would be enough for an instant offer.
    [
      'doubtful hourly_above_total shared.price.perHourMinCents hourlyCents 3000 totalCents 5000 leastCents 6000',
    ],
  ],
  ['either is enough', priced({ perHourMaxCents: 2000, totalMinCents: 15_000, combine: 'either' }), []],
  [
    'a maximum of nothing',
    priced({ totalMaxCents: 0 }),
    ['never max_zero shared.price.totalMaxCents maxCents 0'],
  ],
  [
    'a pay between two whole cents',
    priced({ perHourMinCents: 2000, perHourMaxCents: 2000, totalMinCents: 4001, totalMaxCents: 4001 }),
    ['never pay_gap shared.price.totalMinCents'],
  ],
  [
    'a net minimum over the hourly maximum',
    { ...priced({ perHourMaxCents: 2500 }), net: { ...extras.net, perHourMinCents: 2600 } },
    ['never net_above_pay net.perHourMinCents netCents 2600'],
  ],
  [
    'a total that asks for longer blocks than the hours hold',
    { ...priced({ perHourMaxCents: 2000, totalMinCents: 9000 }), schedule: week(true, [1, range(480, 660)]) },
    ['never pay_over_schedule shared.price needMinutes 270 capMinutes 180'],
  ],
  [
    'and than the day holds',
    { ...priced({ byDuration: rows([300, 9000]) }), maxMinutesPerDay: 240 },
    ['never pay_over_day shared.price needMinutes 300 capMinutes 240'],
  ],
  [
    'and than the week holds',
    { ...priced({ byDuration: rows([300, 9000]) }), maxMinutesPerWeek: 240 },
    ['never pay_over_week shared.price needMinutes 300 capMinutes 240'],
  ],
  [
    'rows that no block has',
    priced({ byDuration: rows([600, 9000]) }),
    ['never rows_no_block shared.price.byDuration'],
  ],
  [
    'one row that no block has, and one that the day does not hold',
    { ...priced({ byDuration: rows([180, 9000], [300, 9500], [600, 9900]) }), maxMinutesPerDay: 240 },
    [
      'never row_over_cap shared.price.byDuration.1 rowMinutes 300 capMinutes 240',
      'never row_length shared.price.byDuration.2 rowMinutes 600',
    ],
  ],
  [
    'a row below the hourly minimum, and one that pays less for more hours',
    priced({ perHourMinCents: 2000, byDuration: rows([180, 5000], [240, 9000], [300, 8500]) }),
    [
      'doubtful row_below_hourly shared.price.byDuration.0 rowMinutes 180 rowCents 1666 hourlyCents 2000'.replace(
        'rowCents',
        'rowCents',
      ),
      'doubtful row_below_hourly shared.price.byDuration.2 rowMinutes 300 rowCents 1700 hourlyCents 2000',
    ],
  ],
  [
    'more hours for less',
    priced({ byDuration: rows([240, 9000], [300, 8500]) }),
    [
      'doubtful row_pays_less shared.price.byDuration.1 rowMinutes 300 rowCents 8500 otherMinutes 240 otherCents 9000',
    ],
  ],
  [
    'a total that every block reaches',
    priced({ perHourMinCents: 2500, totalMinCents: 600 }),
    ['doubtful total_idle shared.price.totalMinCents hourlyCents 2500 totalCents 600'],
  ],
  [
    'a total that decides for instant offers alone',
    priced({ perHourMinCents: 2500, totalMinCents: 5000 }),
    [],
  ],
  ['a total that short blocks do not reach', priced({ perHourMinCents: 2500, totalMinCents: 6000 }), []],
  [
    'an hourly minimum that the total holds already',
    priced({ perHourMinCents: 1500, totalMinCents: 9000 }),
    ['doubtful hourly_idle shared.price.perHourMinCents hourlyCents 1500 totalCents 9000'],
  ],
  [
    'of either, the one that asks for more',
    priced({ perHourMinCents: 2500, totalMinCents: 600, combine: 'either' }),
    ['doubtful hourly_idle shared.price.perHourMinCents hourlyCents 2500 totalCents 600'],
  ],
  [
    'a slip of the finger',
    priced({ perHourMinCents: 24_500 }),
    ['doubtful hourly_high shared.price.perHourMinCents hourlyCents 24500'],
  ],
  [
    'three hours and more to get there',
    own({ arrivalMinutes: 240 }),
    ['doubtful arrival_long stations.0.settings.0.arrivalMinutes arrivalMinutes 240'],
  ],
  [
    'hours that hold no block',
    { ...amazon, schedule: week(true, [1, range(480, 570)], [3, range(480, 580)]) },
    ['doubtful schedule_short schedule capMinutes 100 usualMinutes 120'],
  ],
  [
    'hours that hold nothing at all',
    own({ schedule: week(true, [1, range(480, 490)]) }),
    ['never schedule_short stations.0.settings.0.schedule capMinutes 10 usualMinutes 120'],
  ],
  ['hours in which blocks may only start', { ...amazon, schedule: week(false, [1, range(480, 490)]) }, []],
  [
    'one day too short',
    { ...amazon, schedule: week(true, [1, range(480, 900)], [2, range(480, 490)]) },
    ['never range_short schedule.days.1.ranges.0 day 2 capMinutes 10'],
  ],
  [
    'a short range that the next day goes on with',
    { ...amazon, schedule: week(true, [1, range(1430, 1440)], [2, range(0, 200)]) },
    [],
  ],
  [
    'hours of the next morning that the night holds already',
    { ...amazon, schedule: week(false, [7, range(1320, 360)], [1, range(60, 300)]) },
    ['doubtful range_inside schedule.days.1.ranges.0 day 1'],
  ],
  [
    'a day too short for a block',
    { ...amazon, maxMinutesPerDay: 90 },
    ['doubtful day_short maxMinutesPerDay capMinutes 90 usualMinutes 120'],
  ],
  [
    'a week below the day and below any offer',
    { ...amazon, maxMinutesPerDay: 480, maxMinutesPerWeek: 10 },
    [
      'never week_short maxMinutesPerWeek capMinutes 10 usualMinutes 120',
      'doubtful week_below_day maxMinutesPerWeek dayMinutes 480 weekMinutes 10',
    ],
  ],
  [
    'a setting that the one before covers',
    own({}, { arrivalMinutes: 60 }),
    ['doubtful setting_covered stations.0.settings.1 number 2 other 1'],
  ],
  [
    'a setting that the one after covers',
    own({ price: { ...amazon.shared.price, perHourMinCents: 3000 } }, {}),
    ['doubtful setting_covered stations.0.settings.0 number 1 other 2'],
  ],
  [
    'settings that each have their use',
    own({ price: { ...amazon.shared.price, perHourMinCents: 3000 }, arrivalMinutes: 0 }, {}),
    [],
  ],
  [
    'a 4X faster than the budget',
    { ...amazon, speed: '4X', custom: { refreshMs: 1000, runMinutes: 30, sleepMinutes: 10 } },
    ['doubtful speed_over_budget custom.refreshMs polls 3000 budget 1080'],
  ],
  [
    'a 4X within it',
    { ...amazon, speed: '4X', custom: { refreshMs: 1000, runMinutes: 10, sleepMinutes: 50 } },
    [],
  ],
  [
    'asking about nothing more',
    {
      ...priced({}),
      confirmation: { enabled: true, lowerPayPercent: 20, lessArrivalMinutes: 0, anyHour: false },
    },
    ['never confirmation_same confirmation'],
  ],
  ['asking about less pay', { ...amazon, confirmation: { ...extras.confirmation, enabled: true } }, []],
  [
    'a pause at the first miss',
    limited({ pauseAfterMisses: 1 }),
    ['doubtful pause_first_miss safetyLimits.pauseAfterMisses'],
  ],
  [
    'a goal that the first block reaches',
    limited({ weekGoalCents: 4000 }),
    ['doubtful goal_first_block safetyLimits.weekGoalCents goalCents 4000 payCents 4000'],
  ],
  ['a goal of two blocks', limited({ weekGoalCents: 4100 }), []],
  [
    'driving time from a place to itself',
    limited({ keepDrivingTime: true }),
    ['doubtful driving_one_place safetyLimits.keepDrivingTime'],
    [station('s1', 33), station('s2', 33)],
  ],
  [
    'driving time between two places',
    limited({ keepDrivingTime: true }),
    [],
    [station('s1', 33), station('s2', 34)],
  ],
  ['a station that is gone', amazon, ['never station_gone stations.1'], [station('s1', 33)]],
  [
    'miles that cost nothing',
    { ...amazon, net: { ...extras.net, perHourMinCents: 1500, cost: 'fuel', fuelCentsPerGallon: 0 } },
    ['doubtful net_costs_nothing net.fuelCentsPerGallon'],
  ],
  [
    'a multiple order of one stop',
    kinds({ multiple: { enabled: true, minPayCents: 2000, maxStops: 1 } }),
    ['never multiple_one_stop kinds.multiple.maxStops'],
  ],
  [
    'shopping with more stops than shopping has',
    kinds({ shopping: { enabled: true, minPayCents: 1500, maxStops: 5 } }),
    ['doubtful shopping_stops_idle kinds.shopping.maxStops stops 5'],
  ],
  ['a kind that is off', kinds({ multiple: { enabled: false, minPayCents: 2000, maxStops: 1 } }), []],
  [
    'tiers: no miles between, less for more, below every kind',
    tiers([3, 1000], [6, 2000], [6, 2500], [9, 1500]),
    [
      'never tier_empty milesTiers.2 miles 6',
      'doubtful tier_below_kinds milesTiers.0 miles 3 cents 1000 kindCents 1200',
      'doubtful tier_pays_less milesTiers.3 miles 9 cents 1500 otherMiles 6 otherCents 2500',
    ],
  ],
  ['tiers shorter than any trip', tiers([1, 1500]), ['doubtful tiers_short milesTiers.0.upToMiles miles 1']],
  [
    'an hour and more to a trip',
    { ...trips, arrivalMinutes: 90 },
    ['doubtful arrival_long arrivalMinutes arrivalMinutes 90'],
  ],
  [
    'trips that may not end',
    { ...trips, schedule: week(true, [1, range(480, 500)]) },
    ['doubtful schedule_short schedule capMinutes 20 usualMinutes 30'],
  ],
  [
    'shifts, whose pay no platform states, and unknown pay left',
    { ...jobs, unknownPay: 'leave' },
    ['doubtful shifts_unpaid unknownPay'],
  ],
  [
    'orders only, and unknown pay left',
    { ...jobs, unknownPay: 'leave', kinds: { shift: false, order: true } },
    [],
  ],
  [
    'an own rate below the minimum',
    { ...jobs, unknownPay: 'own_rate', ownRate: { perHourCents: 1200, perMileCents: 0 } },
    ['doubtful rate_below_price ownRate.perHourCents rateCents 1200 hourlyCents 1500'],
  ],
  [
    'an own rate that miles can lift over the minimum',
    { ...jobs, unknownPay: 'own_rate', ownRate: { perHourCents: 1200, perMileCents: 50 } },
    [],
  ],
  [
    'jobs longer than a day may hold',
    { ...jobs, minMinutes: 300, maxMinutesPerDay: 240 },
    ['never length_over_cap minMinutes minMinutes 300 capMinutes 240'],
  ],
  [
    'a total that no job reaches under the hourly maximum',
    { ...jobs, price: { ...jobs.price, perHourMaxCents: 2000, totalMinCents: 30_000 } },
    ['never total_above_hourly price.totalMinCents totalCents 30000 hourlyCents 2000 mostCents 24000'],
  ],
  [
    'a maximum of nothing, where jobs of unknown pay are taken',
    { ...jobs, unknownPay: 'take', price: { ...jobs.price, perHourMinCents: 0, perHourMaxCents: 0 } },
    ['doubtful max_zero price.perHourMaxCents maxCents 0'],
  ],
  [
    'a maximum of nothing, where they are not',
    { ...jobs, unknownPay: 'ask', price: { ...jobs.price, perHourMinCents: 0, perHourMaxCents: 0 } },
    ['never max_zero price.perHourMaxCents maxCents 0'],
  ],
  [
    'pay that the hours of a week do not reach, where jobs of unknown pay are taken',
    {
      ...jobs,
      unknownPay: 'take',
      maxMinutesPerWeek: 120,
      price: { ...jobs.price, perHourMinCents: 0, perHourMaxCents: 2000, totalMinCents: 6000 },
    },
    ['doubtful pay_over_week price needMinutes 180 capMinutes 120'],
  ],
  [
    'an hour and more to a job',
    { ...jobs, arrivalMinutes: 200 },
    ['doubtful arrival_long arrivalMinutes arrivalMinutes 200'],
  ],
]

for (const [name, filter, expected, stations] of cases) {
  test(name, () => {
    assert.deepEqual(validateFilter(filter), [], 'only what may be saved is reviewed')
    const found = reviewFilter(filter, stations).map(({ severity, code, path, params }) =>
      [severity, code, path, ...Object.entries(params).flat()].join(' '),
    )
    assert.deepEqual(found, expected)
  })
}

test('every finding has a case', () => {
  const told = cases.flatMap(([, , expected]) => expected.map((line) => line.split(' ')[1] as FindingCode))
  assert.deepEqual(new Set(told), new Set(FINDING_CODES))
})
