import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../geo.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { compileFilter } from './judge.ts'
import type { Filter, Geography, HeldSpan, NetRule } from './model.ts'
import { proposeExtras } from './propose.ts'
import type { Offer } from '../offers.ts'
import { block, DAY_TEN, line, NOW, priced, spark, trip } from './samples.ts'

/** Miles north of the home at 40° N: a degree of latitude is 69.09 miles, and roads are 1.3 times as long. */
const north = (roadMiles: number): Place => ({ latitude: 40 + roadMiles / 1.3 / 69.0933, longitude: -75 })
const geography: Geography = {
  home: { latitude: 40, longitude: -75 },
  places: new Map([
    ['s1', north(9.9999)],
    ['s2', north(39.999)],
  ]),
}
const net = (change: Partial<NetRule>): NetRule => ({ ...proposeExtras().net, ...change })

function failed(
  filter: Filter,
  offer: Offer,
  held: HeldSpan[] = [],
  on: Geography | null = geography,
): string[] {
  const compiled = compileFilter(filter, NOW, on === null ? {} : { geography: on })
  const context = { now: NOW, held }
  const lines = compiled.judge(offer, context).explain().failed
  assert.equal(compiled.matches(offer, context), lines.length === 0)
  return lines.map(line)
}

test('net pay: the way there and back and the miles of the block, by the rate of the year', () => {
  // Slightly below the round miles, so that rounding of degrees decides nothing. $75 for 3 h; 20 miles of way
  // and 36 of delivering at 72.5 c are $40.60, which leaves $34.40: $11.46 an hour.
  const filter = { ...priced({}), net: net({ perHourMinCents: 1146 }) }
  assert.deepEqual(failed(filter, block()), [])
  assert.deepEqual(failed({ ...filter, net: net({ perHourMinCents: 1147 }) }, block()), [
    'price_net 1146 min 1147',
  ])
})

test("a mile costs the rate of the filter's local year, not UTC's", () => {
  // Ten p.m. on New Year's Eve in New York is next year in UTC: at 70 cents 56 miles are $39.20, which leaves
  // $35.80.
  const startAt = Date.parse('2026-01-01T03:00Z')
  const now = startAt - 10 * HOUR_MS
  const filter = { ...priced({}), net: net({ perHourMinCents: 1193 }) }
  const context = { now, held: [] }
  const told = (zone: string) =>
    compileFilter({ ...filter, timeZone: zone }, now, { geography })
      .judge(block({ startAt, endAt: startAt + 3 * HOUR_MS }), context)
      .explain()
      .rules.find((each) => each.rule === 'price_net')
  assert.deepEqual([told('America/New_York')?.value, told('America/New_York')?.passed], [1193, true])
  assert.deepEqual([told('Europe/Madrid')?.value, told('Europe/Madrid')?.passed], [1146, false])
})

test('net pay by fuel: 25 miles a gallon at $3.50', () => {
  // 56 miles are $7.84, which leaves $67.16: $22.38 an hour.
  const filter = { ...priced({}), net: net({ cost: 'fuel', perHourMinCents: 2239 }) }
  assert.deepEqual(failed(filter, block()), ['price_net 2238 min 2239'])
})

test('the tax rate is in US dollars: net pay in another currency is unknown by it, and fails', () => {
  const filter = { ...priced({}), net: net({ perHourMinCents: 100 }) }
  const euros = { ...geography, currency: 'EUR' }
  assert.deepEqual(failed(filter, block({ currency: 'EUR' }), [], euros), ['price_net null min 100'])
  assert.deepEqual(failed(filter, block({ currency: 'EUR' })), ['price_net null min 100'])
  assert.deepEqual(failed(filter, block({ currency: 'USD' }), [], euros), [])
})

test("a mile at the driver's own cost, in the currency in which their place pays and in no other", () => {
  // 56 miles at 25 c are 14, which leaves 61: 20.33 an hour.
  const own = net({ cost: 'own', ownCentsPerMile: 25, perHourMinCents: 2034 })
  const filter = { ...priced({}), net: own }
  const euros = { ...geography, currency: 'EUR' }
  assert.deepEqual(failed(filter, block({ currency: 'EUR' }), [], euros), ['price_net 2033 min 2034'])
  assert.deepEqual(failed(filter, block()), ['price_net 2033 min 2034'], 'in dollars too')
  assert.deepEqual(failed(filter, block(), [], euros), ['price_net null min 2034'])
  assert.deepEqual(failed({ ...filter, net: { ...own, ownCentsPerMile: 0 } }, block()), [
    'price_net null min 2034',
  ])
})

test('a trip has its own miles, and its tip counts where the driver counts tips', () => {
  // $18 for an hour; 20 + 6 miles at 72.5 c are $18.85.
  const filter = { ...spark({}), net: net({ perHourMinCents: 100 }) }
  assert.deepEqual(failed(filter, trip()), ['price_net -85 min 100'])
  assert.deepEqual(failed({ ...filter, countTip: true }, trip({ tipCents: 185 })), [])
})

test('without a saved location the way is free; with one, a station without a location fails', () => {
  const filter = { ...priced({}), net: net({ perHourMinCents: 1630 }) }
  assert.deepEqual(failed(filter, block(), [], null), [])
  assert.deepEqual(failed(filter, block(), [], { ...geography, places: new Map() }), [
    'price_net null min 1630',
  ])
})

test('a minimum of 0 is unused and not explained', () => {
  const compiled = compileFilter(priced({}), NOW, { geography })
  const { rules } = compiled.judge(block(), { now: NOW, held: [] }).explain()
  assert.ok(!rules.some((each) => each.rule === 'price_net'))
})

const travelling: Filter = {
  ...priced({}),
  safetyLimits: { ...proposeExtras().safetyLimits, keepDrivingTime: true, drivingMph: 30 },
}
/**
 * A block at the other station, 30 road miles and thus an hour away, that ends the given time before tomorrow
 * at ten.
 */
const before = (minutes: number): HeldSpan => {
  const endAt = DAY_TEN - minutes * MINUTE_MS
  return { startAt: endAt - 2 * HOUR_MS, endAt, stationId: 's2' }
}

test('no two blocks closer than the drive between them, before and after', () => {
  assert.deepEqual(failed(travelling, block(), [before(61)]), [])
  assert.deepEqual(failed(travelling, block(), [before(59)]), ['travel 59 min 60'])
  const startAt = block().endAt + 20 * MINUTE_MS
  const after = { startAt, endAt: startAt + HOUR_MS, stationId: 's2' }
  assert.deepEqual(failed(travelling, block(), [after]), ['travel 20 min 60'])
  assert.deepEqual(failed(travelling, block(), [before(59), after]), ['travel 20 min 60'])
})

/** A block at the other station that ended this many minutes ago. */
const ended = (minutes: number): HeldSpan => {
  const endAt = NOW - minutes * MINUTE_MS
  return { startAt: endAt - HOUR_MS, endAt, stationId: 's2' }
}

test('driving time before work without a stated end counts from its accept, not from its listing', () => {
  // It was listed while the block before it still ran.
  const order = block({ startAt: NOW - 10 * MINUTE_MS, endAt: NOW + 20 * MINUTE_MS, endEstimated: true })
  const driving: Filter = { ...travelling, shared: { ...travelling.shared, arrivalMinutes: 0 } }
  assert.deepEqual(
    failed(driving, order, [ended(5)]).filter((each) => each.startsWith('travel')),
    ['travel 5 min 60'],
  )
  assert.deepEqual(
    failed(driving, order, [ended(61)]).filter((each) => each.startsWith('travel')),
    [],
  )
})

test('driving time does not apply to the same station, an unknown one or an overlap', () => {
  const back = { ...before(0), stationId: 's1' }
  assert.deepEqual(failed(travelling, block(), [back]), [])
  assert.deepEqual(failed(travelling, block(), [{ ...before(0), stationId: 'elsewhere' }]), [])
  assert.match(failed(travelling, block(), [before(-30)]).join(), /^overlap [^,]*$/)
})
