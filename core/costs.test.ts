import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blockMiles,
  centsPerMile,
  costCurrency,
  mileageTenthCents,
  milesCents,
  payLeft,
  sumCosts,
} from './costs.ts'
import { drivingMs, roadMiles, straightMiles } from './geo.ts'

const rate = (iso: string) => mileageTenthCents(Date.parse(iso))

test('the mileage rate is that of the year on the wall clock, and the last known one after it', () => {
  assert.deepEqual(
    ['2023-06-01', '2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01', '2031-01-01'].map(rate),
    [670, 670, 700, 700, 725, 725],
  )
})

test("a mile costs a gallon's share by fuel, the tax rate, or what its driver says", () => {
  const car = { milesPerGallon: 28, fuelCentsPerGallon: 350 }
  assert.equal(centsPerMile({ ...car, cost: 'fuel' }, 0), 12.5)
  assert.equal(centsPerMile({ ...car, cost: 'tax' }, Date.parse('2026-05-01')), 72.5)
  assert.equal(centsPerMile({ ...car, cost: 'fuel', milesPerGallon: 0 }, 0), Infinity)
  assert.equal(centsPerMile({ ...car, cost: 'own', ownCentsPerMile: 31 }, 0), 31)
  for (const unstated of [{}, { ownCentsPerMile: 0 }])
    assert.equal(centsPerMile({ ...car, cost: 'own', ...unstated }, 0), Infinity)
})

test("the tax rate is in US dollars wherever a driver is paid, what the driver states in the filter's currency", () => {
  assert.deepEqual(
    (['tax', 'fuel', 'own'] as const).map((cost) => costCurrency({ cost }, 'EUR')),
    [null, 'EUR', 'EUR'],
  )
  assert.equal(costCurrency({ cost: 'own' }, undefined), null)
})

test("a block's miles are the way twice plus its own, or so many an hour", () => {
  assert.equal(blockMiles({ startAt: 0, endAt: 7_200_000, miles: null }, 10, 12), 44)
  assert.equal(blockMiles({ startAt: 0, endAt: 7_200_000, miles: 9 }, 10, 12), 29)
})

test('New York to Los Angeles is 2,446 great-circle miles', () => {
  const newYork = { latitude: 40.7128, longitude: -74.006 }
  const losAngeles = { latitude: 34.0522, longitude: -118.2437 }
  assert.equal(Math.round(straightMiles(newYork, losAngeles)), 2446)
  assert.equal(straightMiles(newYork, newYork), 0)
  assert.equal(roadMiles(newYork, losAngeles), straightMiles(newYork, losAngeles) * 1.3)
  assert.equal(Math.round(drivingMs(newYork, losAngeles, 60) / 3_600_000), 53)
})

test('what is left of a pay is after its miles and after our fee, in all and an hour', () => {
  const pay = { payCents: 8_400, tipCents: 0 }
  const costs = { milesCents: 1_200, rateUnknown: false, feeCents: 500 }
  assert.deepEqual(payLeft(pay, 180, costs), { cents: 6_700, perHourCents: 2_233 })
  assert.deepEqual(
    payLeft(pay, 180, { ...costs, milesCents: null }),
    { cents: 7_900, perHourCents: 2_633 },
    'miles that nobody knows cost nothing here',
  )
  assert.equal(payLeft({ ...pay, payBasis: 'unknown' }, 180, costs), null)
})

test('of pay in another currency the miles alone are taken off, and without them nothing is known to be left', () => {
  const euros = { payCents: 8_400, tipCents: 0, currency: 'EUR' }
  const costs = { milesCents: 1_200, rateUnknown: false, feeCents: 500 }
  assert.deepEqual(payLeft(euros, 180, costs), { cents: 7_200, perHourCents: 2_400 })
  assert.equal(payLeft(euros, 180, { ...costs, milesCents: null, rateUnknown: true }), null)
})

test('miles are known by the way to the station or by the trip, and cost nothing known without both', () => {
  const rule = { cost: 'fuel', milesPerGallon: 25, fuelCentsPerGallon: 350, milesPerHour: 12 } as const
  const block = { startAt: 0, endAt: 2 * 3_600_000, miles: null }
  assert.equal(milesCents(block, rule, null, 0), null)
  assert.equal(milesCents(block, rule, 5, 0), (10 + 24) * 14)
  assert.equal(milesCents({ ...block, miles: 9 }, rule, null, 0), 9 * 14)
})

test('the costs of several add up, with the miles that are known', () => {
  const one = { milesCents: 1_200, rateUnknown: false, feeCents: 500 }
  const unpriced = { milesCents: null, rateUnknown: true, feeCents: 0 }
  assert.deepEqual(sumCosts([one, unpriced]), one)
  assert.deepEqual(sumCosts([unpriced, unpriced]), unpriced)
  assert.deepEqual(sumCosts([]), { milesCents: null, rateUnknown: false, feeCents: 0 })
})
