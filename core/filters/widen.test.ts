import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileFilter } from './judge.ts'
import { SPARK_KINDS } from './model.ts'
import type { ConfirmationRule, CourierFilter, DurationPrice, PriceRule } from './model.ts'
import { proposeFilter } from '../filters.ts'
import { block, DAY_TEN, FREE, hours, NOW, own, priced, spark, trip } from './samples.ts'
import { validateFilter } from './validate.ts'
import { widenFilter } from './widen.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

const confirmation = (change: Partial<ConfirmationRule> = {}): ConfirmationRule => ({
  enabled: true,
  lowerPayPercent: 10,
  lessArrivalMinutes: 0,
  anyHour: false,
  ...change,
})

test('a driver who does not want to be asked has no wider rule', () => {
  assert.equal(widenFilter({ ...priced({}), confirmation: confirmation({ enabled: false }) }), null)
})

test('a courier who asks about unknown pay alone has a rule that takes it, and is the filter in all else', () => {
  const off = confirmation({ enabled: false })
  const courier = proposeFilter('courier', 'professional', 'Europe/Berlin', ['s1']) as CourierFilter
  const filter: CourierFilter = { ...courier, unknownPay: 'ask', confirmation: off }
  assert.deepEqual(widenFilter(filter), { ...filter, unknownPay: 'take' })
  assert.equal(widenFilter({ ...filter, unknownPay: 'leave' }), null)
})

test('prices, arrival and hours widen as asked, and nothing else', () => {
  const filter = { ...priced({ perHourMinCents: 2600 }), confirmation: confirmation() }
  const wider = compileFilter(widenFilter(filter)!, NOW)
  assert.equal(compileFilter(filter, NOW).matches(block(), FREE), false)
  assert.equal(wider.matches(block(), FREE), true)
  assert.equal(wider.matches(block({ payCents: 7_019 }), FREE), false)
  const night = { ...hours(0, 60), confirmation: confirmation({ anyHour: true, lowerPayPercent: 0 }) }
  assert.equal(compileFilter(widenFilter(night)!, NOW).matches(block(), FREE), true)
  const soon = block({ startAt: NOW + 20 * MINUTE_MS })
  const near = { ...priced({}), confirmation: confirmation({ lessArrivalMinutes: 10 }) }
  assert.equal(compileFilter(widenFilter(near)!, NOW).matches(soon, FREE), true)
  assert.equal(compileFilter(widenFilter(near)!, NOW).matches(block({ stationId: 'other' }), FREE), false)
})

test('each minimum of trips and jobs is lower by as much, and no arrival time is below none', () => {
  const request = confirmation({ lessArrivalMinutes: 10 })
  const { kinds } = spark({})
  const trips = spark({
    confirmation: request,
    milesTiers: [{ upToMiles: 5, minPayCents: 1_111 }],
    arrivalMinutes: 15,
  })
  const least = { curbside: 1_080, shopping: 1_350, multiple: 1_800 }
  assert.deepEqual(widenFilter(trips), {
    ...trips,
    confirmation: { ...request, enabled: false },
    kinds: Object.fromEntries(
      SPARK_KINDS.map((kind) => [kind, { ...kinds[kind], minPayCents: least[kind] }]),
    ),
    milesTiers: [{ upToMiles: 5, minPayCents: 999 }],
    arrivalMinutes: 5,
  })
  const courier = proposeFilter('courier', 'professional', 'Europe/Berlin', ['s1']) as CourierFilter
  const jobs = { ...courier, confirmation: { ...request, anyHour: true }, arrivalMinutes: 5 }
  const wide = widenFilter({ ...jobs, unknownPay: 'ask' }) as CourierFilter
  assert.deepEqual([wide.unknownPay, wide.price.perHourMinCents, wide.arrivalMinutes], ['take', 1_350, 0])
  assert.ok(wide.schedule.days.length === 7 && wide.schedule.days.every(({ allDay }) => allDay))
  assert.equal((widenFilter({ ...jobs, unknownPay: 'leave' }) as CourierFilter).unknownPay, 'leave')
})

test('at any hour, a station has no hours of its own either', () => {
  const { schedule } = hours(0, 60)
  const widened = [true, false].map((anyHour) => {
    const wide = widenFilter({ ...own({ schedule }), confirmation: confirmation({ anyHour }) })
    return wide?.variant === 'amazon' && wide.stations[0]?.settings[0]?.schedule
  })
  assert.deepEqual(widened, [null, schedule])
})

test('a minimum never widens to "not used", which would ask for more where either is enough', () => {
  const filter = {
    ...priced({ perHourMinCents: 1, totalMinCents: 10_000, combine: 'either' }),
    confirmation: confirmation({ lowerPayPercent: 90 }),
  }
  assert.equal(compileFilter(widenFilter(filter)!, NOW).matches(block({ payCents: 500 }), FREE), true)
})

test('whatever fits the filter fits the wider one, which may be saved as well', () => {
  const cents = fc.integer({ min: 0, max: 4000 })
  const asks = fc.record({
    enabled: fc.constant(true),
    lowerPayPercent: fc.integer({ min: 0, max: 90 }),
    lessArrivalMinutes: fc.integer({ min: 0, max: 120 }),
    anyHour: fc.boolean(),
  })
  const price: fc.Arbitrary<Partial<PriceRule>> = fc.record({
    perHourMinCents: cents,
    totalMinCents: fc.integer({ min: 0, max: 12_000 }),
    combine: fc.constantFrom('both' as const, 'either' as const),
    byDuration: fc.constantFrom<DurationPrice[]>([], [{ minutes: 180, minCents: 6000, maxCents: null }]),
  })
  const amazon = fc
    .tuple(price, price, fc.integer({ min: 0, max: 90 }))
    .map(([shared, mine, arrivalMinutes]) => ({
      ...priced(shared),
      stations: own({ price: priced(mine).shared.price, arrivalMinutes }).stations,
    }))
  const trips = fc.tuple(cents, cents, cents).map(([near, far, kind]) =>
    spark({
      kinds: { ...spark({}).kinds, shopping: { enabled: true, minPayCents: kind, maxStops: 0 } },
      milesTiers: [
        { upToMiles: 5, minPayCents: near },
        { upToMiles: 10, minPayCents: far },
      ],
    }),
  )
  const offers = fc.tuple(cents, fc.integer({ min: 0, max: 48 })).map(([pay, quarter]) => ({ pay, quarter }))
  fc.assert(
    fc.property(fc.oneof(amazon, trips), asks, offers, (plain, how, { pay, quarter }) => {
      const filter = { ...plain, confirmation: how }
      const wider = widenFilter(filter)!
      const offer =
        filter.variant === 'spark'
          ? trip({ payCents: pay, startAt: NOW + quarter * 15 * MINUTE_MS })
          : block({ payCents: pay * 3, startAt: DAY_TEN - 12 * HOUR_MS + quarter * 30 * MINUTE_MS })
      const fits = compileFilter(filter, NOW).matches(offer, FREE)
      assert.ok(!fits || compileFilter(wider, NOW).matches(offer, FREE))
      assert.deepEqual(validateFilter(wider), validateFilter(filter))
    }),
    { numRuns: 500 },
  )
})
