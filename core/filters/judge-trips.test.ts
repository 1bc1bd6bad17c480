import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './judge.ts'
import type { SparkFilter } from './model.ts'
import { FREE, readFailed, spark, sparkProposal, trip } from './samples.ts'
import type { Case } from './samples.ts'

const TIERS = [
  { upToMiles: 5, minPayCents: 1000 },
  { upToMiles: 10, minPayCents: 2000 },
]
const { kinds } = sparkProposal
const free = {
  curbside: { ...kinds.curbside, minPayCents: 0 },
  shopping: { ...kinds.shopping, minPayCents: 0 },
  multiple: { ...kinds.multiple, minPayCents: 0 },
}

const CASES: Case[] = [
  ['a trip', sparkProposal, trip(), []],
  ['a trip of no pay, where none is asked for', spark({ kinds: free }), trip({ payCents: 0 }), []],
  [
    'a kind that is off',
    spark({ kinds: { ...kinds, shopping: { ...kinds.shopping, enabled: false } } }),
    trip(),
    ['kind shopping is curbside,multiple'],
  ],
  [
    'a kind that is off keeps its own minimum and stops',
    spark({ kinds: { ...kinds, curbside: { enabled: false, minPayCents: 1900, maxStops: 2 } } }),
    trip({ kind: 'curbside', stops: 3 }),
    ['kind curbside is shopping,multiple', 'stops 3 max 2', 'price_kind 1800 min 1900'],
  ],
  [
    'a block is no trip',
    sparkProposal,
    trip({ kind: 'block' }),
    ['kind block is curbside,shopping,multiple'],
  ],
  [
    'a delivery is curbside',
    sparkProposal,
    trip({ kind: 'delivery', payCents: 1100 }),
    ['price_kind 1100 min 1200'],
  ],
  ['three stops are curbside', sparkProposal, trip({ kind: 'curbside', stops: 3, payCents: 1200 }), []],
  [
    'four are multiple',
    sparkProposal,
    trip({ kind: 'curbside', stops: 4, payCents: 1200 }),
    ['price_kind 1200 min 2000'],
  ],
  ['batched shopping is multiple', sparkProposal, trip({ batched: true }), ['price_kind 1800 min 2000']],
  [
    'more stops than wanted',
    spark({ kinds: { ...kinds, multiple: { ...kinds.multiple, maxStops: 5 } } }),
    trip({ batched: true, stops: 6, payCents: 3000 }),
    ['stops 6 max 5'],
  ],
  [
    'unknown stops fail a maximum',
    sparkProposal,
    trip({ kind: 'curbside', stops: null }),
    ['stops null max 3'],
  ],
  ['unknown stops do not matter without one', sparkProposal, trip({ stops: null }), []],
  [
    'unknown pay where nothing asks for pay',
    spark({ kinds: free }),
    trip({ payCents: 0, payBasis: 'unknown' }),
    [],
  ],
  [
    'unknown pay where a tier asks for pay',
    spark({ kinds: free, milesTiers: TIERS }),
    trip({ payCents: 0, payBasis: 'unknown', miles: 5 }),
    ['pay_known null is null'],
  ],
  ['the tip of a trip counts', spark({ countTip: true }), trip({ payCents: 1000, tipCents: 500 }), []],
  ['within the first tier', spark({ milesTiers: TIERS }), trip({ miles: 5, payCents: 1500 }), []],
  ['in the second tier', spark({ milesTiers: TIERS }), trip({ miles: 5.1 }), ['price_miles 1800 min 2000']],
  [
    'beyond the last tier',
    spark({ milesTiers: TIERS }),
    trip({ miles: 10.1, payCents: 9000 }),
    ['price_miles 10.1 max 10'],
  ],
  [
    'unknown miles fail tiers',
    spark({ milesTiers: TIERS }),
    trip({ miles: null }),
    ['price_miles null max 10'],
  ],
]

for (const [name, filter, offer, failed, context = FREE] of CASES) {
  test(`judge a trip: ${name}`, () => assert.deepEqual(readFailed(filter, offer, context), failed))
}

test('a trip is explained by the limits that its kind has, and by no others', () => {
  const explained = (changes: Partial<SparkFilter>) =>
    judge(trip(), spark({ kinds: free, ...changes }), FREE)
      .explain()
      .rules.map(({ rule }) => rule)
  const always = ['station', 'kind', 'schedule', 'time', 'overlap']
  const unlimited = { ...free, shopping: { ...free.shopping, maxStops: 0 } }
  assert.deepEqual(explained({ kinds: unlimited }), always)
  const least = { ...free, shopping: { enabled: true, minPayCents: 1, maxStops: 1 } }
  assert.deepEqual(explained({ kinds: least, milesTiers: TIERS }), [
    'station',
    'kind',
    'stops',
    'schedule',
    'time',
    'price_kind',
    'price_miles',
    'overlap',
  ])
})
