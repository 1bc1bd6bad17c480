import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../time.ts'
import { block, DAY_TEN, FREE, priced, proposal, readFailed } from './samples.ts'
import type { Case } from './samples.ts'

const TABLE_ROWS = [
  { minutes: 120, minCents: 5000, maxCents: null },
  { minutes: 180, minCents: 7000, maxCents: 9000 },
]

const CASES: Case[] = [
  ['per hour, exactly', priced({ perHourMinCents: 2500 }), block(), []],
  [
    'per hour, a cent short over three hours',
    priced({ perHourMinCents: 2500 }),
    block({ payCents: 7499 }),
    ['price_per_hour 2499 min 2500'],
  ],
  [
    'per hour, over the maximum by a fraction',
    priced({ perHourMaxCents: 2500 }),
    block({ payCents: 7501 }),
    ['price_per_hour 2501 max 2500'],
  ],
  ['total', priced({ totalMinCents: 7501 }), block(), ['price_total 7500 min 7501']],
  ['total maximum', priced({ totalMaxCents: 7000 }), block(), ['price_total 7500 max 7000']],
  [
    'both, one fails',
    priced({ perHourMinCents: 2000, totalMinCents: 9000 }),
    block(),
    ['price_total 7500 min 9000'],
  ],
  [
    'either, one holds',
    priced({ perHourMinCents: 2000, totalMinCents: 9000, combine: 'either' }),
    block(),
    [],
  ],
  [
    'either, none holds',
    priced({ perHourMinCents: 2600, totalMinCents: 9000, combine: 'either' }),
    block(),
    ['price_per_hour 2500 min 2600', 'price_total 7500 min 9000'],
  ],
  [
    'either, but only one is used',
    priced({ totalMinCents: 9000, combine: 'either' }),
    block(),
    ['price_total 7500 min 9000'],
  ],
  [
    'the tip does not count',
    priced({ totalMinCents: 8000 }),
    block({ tipCents: 500 }),
    ['price_total 7500 min 8000'],
  ],
  ['the tip counts', priced({ totalMinCents: 8000, countTip: true }), block({ tipCents: 500 }), []],
  [
    'no length pays nothing an hour: not even a cent',
    priced({ perHourMinCents: 1 }),
    block({ endAt: DAY_TEN }),
    ['price_per_hour 0 min 1'],
  ],
  ['and is below every maximum', priced({ perHourMaxCents: 9000 }), block({ endAt: DAY_TEN }), []],
  ['the table has the length', priced({ byDuration: TABLE_ROWS }), block(), []],
  [
    'the table wants more',
    priced({ byDuration: TABLE_ROWS }),
    block({ payCents: 6999 }),
    ['price_duration 6999 min 7000'],
  ],
  [
    'the table wants less',
    priced({ byDuration: TABLE_ROWS }),
    block({ payCents: 9001 }),
    ['price_duration 9001 max 9000'],
  ],
  [
    'the table has no such length',
    priced({ byDuration: TABLE_ROWS }),
    block({ endAt: DAY_TEN + 4 * HOUR_MS }),
    ['price_duration 240 is null'],
  ],
  [
    'the table takes the place of hourly and total',
    priced({ byDuration: TABLE_ROWS, perHourMinCents: 9000, totalMinCents: 99_000 }),
    block(),
    [],
  ],
  ['nothing is used', priced({}), block({ payCents: 0 }), []],
  ['pay that is not stated meets no rule of pay', priced({}), block({ payBasis: 'unknown' }), []],
  ...[{ perHourMinCents: 1 }, { totalMaxCents: 9000 }, { byDuration: TABLE_ROWS }].map((price): Case => [
    `and fails any: ${Object.keys(price)}`,
    priced(price),
    block({ payBasis: 'unknown' }),
    ['pay_known null is null'],
  ]),
  ['no length, and only the total is asked', priced({ totalMinCents: 7000 }), block({ endAt: DAY_TEN }), []],
  ['no length pays nothing an hour', proposal, block({ endAt: DAY_TEN }), ['price_per_hour 0 min 2000']],
]

for (const [name, filter, offer, failed, context = FREE] of CASES) {
  test(`judge the price: ${name}`, () => assert.deepEqual(readFailed(filter, offer, context), failed))
}
