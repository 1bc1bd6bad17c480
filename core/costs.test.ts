import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockMiles, centsPerMile, mileageTenthCents, milesCents, payLeft, sumCosts } from './costs.ts'
import { drivingMs, roadMiles, straightMiles } from './geo.ts'

const rate = (iso: string) => mileageTenthCents(Date.parse(iso))

test('the mileage rate is that of the year on the wall clock, and the last known one after it', () => {
  assert.deepEqual(
    ['2023-06-01', '2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01', '2031-01-01'].map(rate),
    [670, 670, 700, 700, 725, 725],
  )
})

test("a mile costs a gallon's share by fuel, or the tax rate", () => {
  const car = { milesPerGallon: 28, fuelCentsPerGallon: 350 }
  assert.equal(centsPerMile({ ...car, cost: 'fuel' }, 0), 12.5)
  assert.equal(centsPerMile({ ...car, cost: 'tax' }, Date.parse('2026-05-01')), 72.5)
  assert.equal(centsPerMile({ ...car, cost: 'fuel', milesPerGallon: 0 }, 0), Infinity)
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
  assert.deepEqual(payLeft(8_400, 180, { milesCents: 1_200, feeCents: 500 }), {
    cents: 6_700,
    perHourCents: 2_233,
  })
  assert.deepEqual(
    payLeft(8_400, 180, { milesCents: null, feeCents: 500 }),
    { cents: 7_900, perHourCents: 2_633 },
    'miles that nobody knows cost nothing here',
  )
})

test('miles are known by the way to the station or by the trip, and cost nothing known without both', () => {
  const rule = { cost: 'fuel', milesPerGallon: 25, fuelCentsPerGallon: 350, milesPerHour: 12 } as const
  const block = { startAt: 0, endAt: 2 * 3_600_000, miles: null }
  assert.equal(milesCents(block, rule, null, 0), null)
  assert.equal(milesCents(block, rule, 5, 0), (10 + 24) * 14)
  assert.equal(milesCents({ ...block, miles: 9 }, rule, null, 0), 9 * 14)
})

test('the costs of several add up, with the miles that are known', () => {
  const one = { milesCents: 1_200, feeCents: 500 }
  assert.deepEqual(sumCosts([one, { milesCents: null, feeCents: 0 }]), one)
  assert.deepEqual(sumCosts([]), { milesCents: null, feeCents: 0 })
})
