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
import { NO_HOUSE_RULES, PROPOSED_HOUSE_RULES } from '../../house-rules.ts'
import type { HouseRules } from '../../house-rules.ts'
import type { Station } from '../../offers.ts'
import type { Schedule, TimeRange, Weekday } from '../../schedule.ts'
import { VARIANTS } from '../../variants.ts'
import { lengthsOf, usualMinutes } from './lengths.ts'

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

const asking = (filter: Filter, changes: Partial<Filter['confirmation']>): Filter => ({
  ...filter,
  confirmation: { enabled: true, lowerPayPercent: 0, lessArrivalMinutes: 0, anyHour: false, ...changes },
})
const always: Schedule = {
  days: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ day, allDay: true, ranges: [] })),
  mustEndInside: false,
}
/** Trips of any pay. */
const free: SparkFilter['kinds'] = {
  curbside: { ...trips.kinds.curbside, minPayCents: 0 },
  shopping: { ...trips.kinds.shopping, minPayCents: 0 },
  multiple: { ...trips.kinds.multiple, minPayCents: 0 },
}

// The findings, first line first: severity, code, path and the parameters of the text.
const cases: [name: string, filter: Filter, found: string[], stations?: Station[], house?: HouseRules][] = [
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
    'hours of the next morning that end when the night does',
    { ...amazon, schedule: week(false, [7, range(1320, 360)], [1, range(60, 360)]) },
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
    'hours that another setting holds',
    own({ schedule: week(false, [1, range(480, 900)]) }, { schedule: week(false, [1, range(540, 600)]) }),
    ['doubtful setting_covered stations.0.settings.1 number 2 other 1'],
  ],
  [
    'hours that another setting holds in part',
    own({ schedule: week(false, [1, range(480, 600)]) }, { schedule: week(false, [1, range(540, 601)]) }),
    [],
  ],
  [
    'the last minute before a whole day',
    own(
      { schedule: { mustEndInside: false, days: [{ day: 2, allDay: true, ranges: [] }] } },
      { schedule: week(false, [1, range(1_439, 1_440)]) },
    ),
    [],
  ],
  [
    'the same hours on another day',
    own({ schedule: week(false, [1, range(480, 600)]) }, { schedule: week(false, [2, range(480, 600)]) }),
    [],
  ],
  [
    'the same hours, in which blocks must end',
    own(
      { schedule: week(true, [1, range(480, 900)]) },
      { schedule: week(true, [1, range(480, 900)]), arrivalMinutes: 60 },
    ),
    ['doubtful setting_covered stations.0.settings.1 number 2 other 1'],
  ],
  [
    'the same hours, in which blocks need not end',
    own(
      { schedule: week(true, [1, range(480, 900)]) },
      { schedule: week(false, [1, range(480, 900)]), arrivalMinutes: 60 },
    ),
    [],
  ],
  [
    'hours after midnight that the night before holds',
    {
      ...own({}, { schedule: week(false, [1, range(0, 120)]) }),
      schedule: week(false, [7, range(1_320, 120)]),
    },
    ['doubtful setting_covered stations.0.settings.1 number 2 other 1'],
  ],
  [
    'hours after midnight that last a minute longer',
    {
      ...own({}, { schedule: week(false, [1, range(0, 121)]) }),
      schedule: week(false, [7, range(1_320, 120)]),
    },
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
    'driving time of one station',
    { ...limited({ keepDrivingTime: true }), stations: amazon.stations.slice(0, 1) },
    ['doubtful driving_one_place safetyLimits.keepDrivingTime'],
    [station('s1', 33)],
  ],
  [
    'a goal of one cent',
    limited({ weekGoalCents: 1 }),
    ['doubtful goal_first_block safetyLimits.weekGoalCents goalCents 1 payCents 4000'],
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
    'pay that no job has, jobs of unknown pay, and hours of the shortest job',
    {
      ...jobs,
      unknownPay: 'take',
      price: { ...jobs.price, perHourMinCents: 0, perHourMaxCents: 0 },
      schedule: week(true, [1, range(480, 481)]),
    },
    [
      'doubtful max_zero price.perHourMaxCents maxCents 0',
      'doubtful schedule_short schedule capMinutes 1 usualMinutes 15',
    ],
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
  // The bounds: what just holds, and the least beyond it.
  [
    'an hourly minimum that the shortest block just takes under the total maximum',
    priced({ perHourMinCents: 2500, totalMaxCents: 5000 }),
    [],
  ],
  [
    'a total maximum of nothing by the hour',
    priced({ perHourMaxCents: 0 }),
    ['never max_zero shared.price.perHourMaxCents maxCents 0'],
  ],
  ['a pay that is dear', priced({ perHourMinCents: 10_000 }), []],
  [
    'a pay that is a slip',
    priced({ perHourMinCents: 10_001 }),
    ['doubtful hourly_high shared.price.perHourMinCents hourlyCents 10001'],
  ],
  ['three hours to get there', own({ arrivalMinutes: 180 }), []],
  [
    'a minute more than three hours',
    own({ arrivalMinutes: 181 }),
    ['doubtful arrival_long stations.0.settings.0.arrivalMinutes arrivalMinutes 181'],
  ],
  ['hours that just hold a block', { ...amazon, schedule: week(true, [1, range(480, 600)]) }, []],
  [
    'hours a minute short of a block',
    { ...amazon, schedule: week(true, [1, range(480, 599)]) },
    ['doubtful schedule_short schedule capMinutes 119 usualMinutes 120'],
  ],
  [
    'hours that hold the shortest instant offer',
    { ...amazon, schedule: week(true, [1, range(480, 495)]) },
    ['doubtful schedule_short schedule capMinutes 15 usualMinutes 120'],
  ],
  [
    'hours that do not',
    { ...amazon, schedule: week(true, [1, range(480, 494)]) },
    ['never schedule_short schedule capMinutes 14 usualMinutes 120'],
  ],
  [
    'hours that touch the night in which clocks change last an hour longer once a year',
    { ...amazon, schedule: week(true, [1, range(480, 900)], [6, range(1_321, 1_381)], [7, range(239, 299)]) },
    [],
  ],
  [
    'hours that do not touch it',
    { ...amazon, schedule: week(true, [1, range(480, 900)], [6, range(1_320, 1_380)], [7, range(240, 300)]) },
    [
      'doubtful range_short schedule.days.1.ranges.0 day 6 capMinutes 60',
      'doubtful range_short schedule.days.2.ranges.0 day 7 capMinutes 60',
    ],
  ],
  [
    'a day that holds no block is told once, whatever hours a station has',
    { ...own({ schedule: week(true, [1, range(480, 900)]) }), maxMinutesPerDay: 90 },
    ['doubtful day_short maxMinutesPerDay capMinutes 90 usualMinutes 120'],
  ],
  ['a day that holds one block', { ...amazon, maxMinutesPerDay: 120 }, []],
  [
    'a day a minute short of a block',
    { ...amazon, maxMinutesPerDay: 119 },
    ['doubtful day_short maxMinutesPerDay capMinutes 119 usualMinutes 120'],
  ],
  [
    'a day that holds the shortest offer',
    { ...amazon, maxMinutesPerDay: 15 },
    ['doubtful day_short maxMinutesPerDay capMinutes 15 usualMinutes 120'],
  ],
  [
    'a day that holds no offer',
    { ...amazon, maxMinutesPerDay: 14 },
    ['never day_short maxMinutesPerDay capMinutes 14 usualMinutes 120'],
  ],
  ['a week that holds one block', { ...amazon, maxMinutesPerWeek: 120 }, []],
  ['a week of one day', { ...amazon, maxMinutesPerDay: 480, maxMinutesPerWeek: 480 }, []],
  [
    'a week a minute short of its day',
    { ...amazon, maxMinutesPerDay: 480, maxMinutesPerWeek: 479 },
    ['doubtful week_below_day maxMinutesPerWeek dayMinutes 480 weekMinutes 479'],
  ],
  [
    'rows as long as the shortest and the longest block',
    priced({ byDuration: rows([120, 1], [360, 2]) }),
    [],
  ],
  [
    'rows a minute beyond them',
    priced({ byDuration: rows([119, 1], [180, 2], [361, 3]) }),
    [
      'never row_length shared.price.byDuration.0 rowMinutes 119',
      'never row_length shared.price.byDuration.2 rowMinutes 361',
    ],
  ],
  ['a row of an instant offer', priced({ byDuration: rows([45, 1], [180, 2]) }), []],
  [
    'a row a minute longer than an instant offer',
    priced({ byDuration: rows([46, 1], [180, 2]) }),
    ['never row_length shared.price.byDuration.0 rowMinutes 46'],
  ],
  ['a row that just fits the day', { ...priced({ byDuration: rows([240, 1]) }), maxMinutesPerDay: 240 }, []],
  [
    'rows of the hourly minimum, of nothing, and of the same for more hours',
    priced({ perHourMinCents: 2000, byDuration: rows([180, 6000], [240, 0], [300, 10_000], [360, 12_000]) }),
    [],
  ],
  ['as much for more hours', priced({ byDuration: rows([240, 9000], [300, 9000]) }), []],
  ['rows in any order', priced({ byDuration: rows([300, 9500], [240, 9000]) }), []],
  [
    'a 4X that spends the budget to the last',
    { ...amazon, speed: '4X', custom: { refreshMs: 1_000, runMinutes: 18, sleepMinutes: 42 } },
    [],
  ],
  [
    'a 4X a minute beyond it',
    { ...amazon, speed: '4X', custom: { refreshMs: 1_000, runMinutes: 19, sleepMinutes: 41 } },
    ['doubtful speed_over_budget custom.refreshMs polls 1140 budget 1080'],
  ],
  [
    'a 4X that never sleeps, and one whose last round is cut',
    { ...amazon, speed: '4X', custom: { refreshMs: 2_000, runMinutes: 50, sleepMinutes: 0 } },
    ['doubtful speed_over_budget custom.refreshMs polls 1800 budget 1080'],
  ],
  [
    'a 4X of rounds that the hour cuts',
    { ...amazon, speed: '4X', custom: { refreshMs: 1_000, runMinutes: 15, sleepMinutes: 10 } },
    ['doubtful speed_over_budget custom.refreshMs polls 2400 budget 1080'],
  ],
  ['asking about a cent an hour less', asking(priced({ perHourMinCents: 1 }), { lowerPayPercent: 1 }), []],
  ['asking about less pay alone', asking(amazon, { lowerPayPercent: 1 }), []],
  ['asking about sooner starts alone', asking(amazon, { lessArrivalMinutes: 1 }), []],
  ['asking about any hour alone', asking(amazon, { anyHour: true }), []],
  ['asking about nothing', asking(amazon, {}), ['never confirmation_same confirmation']],
  ['asking about nothing, turned off', asking(amazon, { enabled: false }), []],
  [
    'asking about sooner starts where any start is soon enough',
    asking(own({ arrivalMinutes: 0 }), { lessArrivalMinutes: 10 }),
    ['never confirmation_same confirmation'],
  ],
  [
    'asking about any hour of a station with hours of its own',
    asking(own({ schedule: week(false, [1, range(480, 900)]) }), { anyHour: true }),
    [],
  ],
  [
    'asking about any hour of a week without a gap',
    asking({ ...amazon, schedule: always }, { anyHour: true }),
    ['never confirmation_same confirmation'],
  ],
  [
    'asking about less net pay',
    asking({ ...priced({}), net: { ...extras.net, perHourMinCents: 1 } }, { lowerPayPercent: 1 }),
    [],
  ],
  ['asking about a lower total', asking(priced({ totalMinCents: 1 }), { lowerPayPercent: 1 }), []],
  ['asking about a lower row', asking(priced({ byDuration: rows([180, 1]) }), { lowerPayPercent: 1 }), []],
  [
    'asking about less than rows of nothing',
    asking(priced({ perHourMinCents: 1, byDuration: [{ minutes: 180, minCents: 0, maxCents: 9000 }] }), {
      lowerPayPercent: 1,
    }),
    ['never confirmation_same confirmation'],
  ],
  ['asking about cheaper trips', asking(trips, { lowerPayPercent: 1 }), []],
  [
    'asking about less than trips of nothing, where a kind that is off asks for more',
    asking(
      { ...trips, kinds: { ...free, multiple: { ...free.multiple, enabled: false, minPayCents: 5 } } },
      { lowerPayPercent: 1 },
    ),
    ['never confirmation_same confirmation'],
  ],
  ['asking about a cheaper tier', asking({ ...tiers([3, 1]), kinds: free }, { lowerPayPercent: 1 }), []],
  ['asking about trips that start sooner', asking(trips, { lessArrivalMinutes: 1 }), []],
  [
    'asking about trips that start sooner than at once',
    asking({ ...trips, arrivalMinutes: 0 }, { lessArrivalMinutes: 1 }),
    ['never confirmation_same confirmation'],
  ],
  ['asking about trips at any hour', asking(trips, { anyHour: true }), []],
  [
    'asking about trips at any hour of a week without a gap',
    asking({ ...trips, schedule: always }, { anyHour: true }),
    ['never confirmation_same confirmation'],
  ],
  ['asking about jobs of unknown pay', asking({ ...jobs, unknownPay: 'ask' }, {}), []],
  [
    'asking about no job',
    asking({ ...jobs, unknownPay: 'take' }, {}),
    ['never confirmation_same confirmation'],
  ],
  ['a pause at the second miss', limited({ pauseAfterMisses: 2 }), []],
  [
    'a goal where tips count',
    {
      ...priced({ perHourMinCents: 2000, countTip: true }),
      safetyLimits: { ...extras.safetyLimits, weekGoalCents: 1 },
    },
    [],
  ],
  [
    'a goal that one trip reaches',
    { ...trips, safetyLimits: { ...extras.safetyLimits, weekGoalCents: 1_200 } },
    ['doubtful goal_first_block safetyLimits.weekGoalCents goalCents 1200 payCents 1200'],
  ],
  ['a goal of two trips', { ...trips, safetyLimits: { ...extras.safetyLimits, weekGoalCents: 1_201 } }, []],
  [
    'a goal that the dearer of tier and kind reaches',
    { ...tiers([3, 1_300]), safetyLimits: { ...extras.safetyLimits, weekGoalCents: 1_300 } },
    ['doubtful goal_first_block safetyLimits.weekGoalCents goalCents 1300 payCents 1300'],
  ],
  [
    'miles of a station that cost fuel',
    { ...amazon, net: { ...extras.net, perHourMinCents: 1, milesPerHour: 1 } },
    [],
  ],
  [
    'miles of a station that are not counted',
    { ...amazon, net: { ...extras.net, perHourMinCents: 1, milesPerHour: 0 } },
    ['doubtful net_costs_nothing net.milesPerHour'],
  ],
  [
    'miles of a trip, which states them',
    { ...trips, net: { ...extras.net, perHourMinCents: 1, milesPerHour: 0 } },
    [],
  ],
  [
    'free fuel where the tax rate counts',
    {
      ...amazon,
      net: { ...extras.net, perHourMinCents: 1, milesPerHour: 1, cost: 'tax', fuelCentsPerGallon: 0 },
    },
    [],
  ],
  [
    'a multiple order of two stops',
    kinds({ multiple: { enabled: true, minPayCents: 2000, maxStops: 2 } }),
    [],
  ],
  ['shopping of three stops', kinds({ shopping: { enabled: true, minPayCents: 1500, maxStops: 3 } }), []],
  ['shopping that is off', kinds({ shopping: { enabled: false, minPayCents: 1500, maxStops: 5 } }), []],
  ['tiers of as much for more, and of what a kind pays', tiers([3, 1200], [6, 1200]), []],
  ['a tier of nothing', tiers([3, 0]), []],
  ['tiers as short as a trip', tiers([2, 1500]), []],
  ['tiers of which one holds trips', tiers([1, 1500], [3, 1500]), []],
  [
    'a tier below the kinds that are on',
    {
      ...tiers([3, 1_300]),
      kinds: { ...trips.kinds, curbside: { ...trips.kinds.curbside, enabled: false } },
    },
    ['doubtful tier_below_kinds milesTiers.0 miles 3 cents 1300 kindCents 1500'],
  ],
  ['an hour to a trip', { ...trips, arrivalMinutes: 60 }, []],
  [
    'a minute more than an hour to a trip',
    { ...trips, arrivalMinutes: 61 },
    ['doubtful arrival_long arrivalMinutes arrivalMinutes 61'],
  ],
  ['hours that just hold a trip', { ...trips, schedule: week(true, [1, range(480, 510)]) }, []],
  ['jobs as long as a day may hold', { ...jobs, minMinutes: 240, maxMinutesPerDay: 240 }, []],
  [
    'an own rate of the minimum',
    { ...jobs, unknownPay: 'own_rate', ownRate: { perHourCents: 1500, perMileCents: 0 } },
    [],
  ],
  [
    'an own rate below the minimum where the total is enough',
    {
      ...jobs,
      unknownPay: 'own_rate',
      ownRate: { perHourCents: 1200, perMileCents: 0 },
      price: { ...jobs.price, totalMinCents: 500, combine: 'either' },
    },
    [],
  ],
  [
    'an own rate that decides nothing',
    { ...jobs, unknownPay: 'take', ownRate: { perHourCents: 1200, perMileCents: 0 } },
    [],
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
  [
    'Wednesdays alone, with more rest at one stretch than they leave',
    {
      ...jobs,
      schedule: week(false, [3, range(480, 1080)]),
      rest: { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 122 },
    },
    ['never rest_no_day rest.hoursPerWeek restMinutes 7320'],
  ],
  [
    'Wednesdays and Mondays, of which Mondays leave that rest',
    {
      ...jobs,
      schedule: week(false, [1, range(480, 1080)], [3, range(480, 1080)]),
      rest: { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 122 },
    },
    [],
  ],
  [
    'a night to Monday that leaves it after midnight',
    {
      ...jobs,
      schedule: week(false, [7, range(1320, 120)]),
      rest: { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 144 },
    },
    [],
  ],
  [
    'jobs longer than the house allows a day',
    { ...jobs, minMinutes: 660 },
    ['never house_length minMinutes minMinutes 660 capMinutes 600'],
    [],
    PROPOSED_HOUSE_RULES,
  ],
  [
    'jobs that an allowance bears when they count half',
    { ...jobs, minMinutes: 660 },
    [],
    [],
    { ...NO_HOUSE_RULES, allowanceHours: 6 },
  ],
  [
    'Thursdays alone, where the house asks for more rest than they leave',
    { ...jobs, schedule: week(false, [4, range(480, 1080)]) },
    ['never house_rest_no_day schedule restMinutes 6000'],
    [],
    { ...NO_HOUSE_RULES, restHoursPerWeek: 100 },
  ],
  [
    'wait lists, where the house grants no place on one',
    { ...jobs, waitlist: 'hold' },
    ['doubtful house_no_wait_list waitlist'],
    [],
    { ...NO_HOUSE_RULES, waitListPlaces: 0 },
  ],
  [
    'no wait lists, where the house grants no place on one',
    { ...jobs, waitlist: 'leave' },
    [],
    [],
    { ...NO_HOUSE_RULES, waitListPlaces: 0 },
  ],
]

for (const [name, filter, expected, stations, house] of cases) {
  test(name, () => {
    assert.deepEqual(validateFilter(filter), [], 'only what may be saved is reviewed')
    const found = reviewFilter(filter, stations, house).map(({ severity, code, path, params }) =>
      [severity, code, path, ...Object.entries(params).flat()].join(' '),
    )
    assert.deepEqual(found, expected)
  })
}

test('every finding has a case', () => {
  const told = cases.flatMap(([, , expected]) => expected.map((line) => line.split(' ')[1] as FindingCode))
  assert.deepEqual(new Set(told), new Set(FINDING_CODES))
})

test('blocks last 2 to 6 hours, trips half an hour to 4, jobs a quarter of one to 12; shorter ones are rare', () => {
  const found = VARIANTS.map((variant) => {
    const { usual, rare } = lengthsOf(variant)
    return [
      ...Object.values(usualMinutes(variant)),
      ...[rare, usual].flatMap((all) => [Math.min(...all), Math.max(...all)]),
    ]
  })
  assert.deepEqual(found, [
    [120, 360, 15, 45, 120, 360],
    [30, 240, 15, 29, 30, 240],
    [15, 720, 1, 14, 15, 720],
  ])
})
