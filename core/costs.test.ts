import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockMiles, centsPerMile, costCurrency, mileageTenthCents, keepOf, payLeft } from './costs.ts'
import type { PayCosts } from './costs.ts'
import type { Pay } from './offers.ts'
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
  assert.equal(centsPerMile({ ...car, cost: 'fuel', milesPerGallon: 1 }, 0), 350)
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

test("a block's miles are the way twice plus its own, or this many an hour", () => {
  assert.equal(blockMiles({ startAt: 0, endAt: 7_200_000, miles: null }, 10, 12), 44)
  assert.equal(blockMiles({ startAt: 0, endAt: 7_200_000, miles: 9 }, 10, 12), 29)
  assert.equal(blockMiles({ startAt: 0, endAt: -7_200_000, miles: null }, 10, 12), 20)
})

test('New York to Los Angeles is 2,446 great-circle miles', () => {
  const newYork = { latitude: 40.7128, longitude: -74.006 }
  const losAngeles = { latitude: 34.0522, longitude: -118.2437 }
  assert.equal(Math.round(straightMiles(newYork, losAngeles)), 2446)
  assert.equal(straightMiles(newYork, newYork), 0)
  const [here, antipode] = [0, 180].map((longitude) => ({ latitude: 0, longitude }))
  const halfway = Math.PI * 3_958.7613
  assert.ok(Math.abs(straightMiles(here!, antipode!) - halfway) < 1e-6, 'the farthest of all')
  assert.equal(roadMiles(newYork, losAngeles), straightMiles(newYork, losAngeles) * 1.3)
  assert.equal(Math.round(drivingMs(newYork, losAngeles, 60) / 3_600_000), 53)
})

test('what is left of a pay is after its miles and after our fee, in all and an hour', () => {
  const pay = { payCents: 8_400, tipCents: 0 }
  const costs = { miles: 20, milesCents: 1_200, rateUnknown: false, feeCents: 500 }
  assert.deepEqual(payLeft(pay, 180, costs), { cents: 6_700, perHourCents: 2_233 })
  assert.deepEqual(
    payLeft(pay, 180, { ...costs, milesCents: null }),
    { cents: 7_900, perHourCents: 2_633 },
    'miles that nobody knows cost nothing here',
  )
  assert.equal(payLeft({ ...pay, payBasis: 'unknown' }, 180, costs), null)
  assert.deepEqual(payLeft(pay, 16, costs), { cents: 6_700, perHourCents: null }, 'too short for a rate')
})

test('of pay in another currency the miles alone are taken off, and without them nothing is known to be left', () => {
  const euros = { payCents: 8_400, tipCents: 0, currency: 'EUR' }
  const costs = { miles: 20, milesCents: 1_200, rateUnknown: false, feeCents: 500 }
  assert.deepEqual(payLeft(euros, 180, costs), { cents: 7_200, perHourCents: 2_400 })
  assert.equal(payLeft(euros, 180, { ...costs, milesCents: null, rateUnknown: true }), null)
})

/** Two hours of pay, and what they cost. */
const earning = (change: Partial<Pay>, costs: Partial<PayCosts> = {}, isReleased = false) => ({
  pay: { payCents: 8_400, tipCents: 0, startAt: 0, endAt: 7_200_000, ...change },
  isReleased,
  costs: { miles: 20, milesCents: 1_000, rateUnknown: false, feeCents: 500, ...costs },
})

test('what is kept of several blocks is their pay less the miles that are known and the fee of all', () => {
  const unknown = { miles: null, milesCents: null }
  const all = [earning({}), earning({}, unknown), earning({}, {}, true)]
  assert.deepEqual(keepOf(all, 200), {
    pay: { payCents: 16_800, tipCents: 0, others: [] },
    costs: { miles: 20, milesCents: 1_000, rateUnknown: false, feeCents: 1_700 },
    left: { cents: 14_100, perHourCents: 3_525 },
  })
  const { miles, milesCents, rateUnknown } = keepOf([earning({}, unknown)]).costs
  assert.deepEqual([miles, milesCents, rateUnknown], [null, null, false])
  const unrated = earning({}, { ...unknown, rateUnknown: true })
  const rates = [[unrated], [unrated, earning({})]].map((blocks) => keepOf(blocks).costs.rateUnknown)
  assert.deepEqual(rates, [true, false], 'as soon as one has a rate, the sum has miles')
})

test('what is kept of two currencies is of the pay of most, after the fee of all', () => {
  const euros = earning({ currency: 'EUR' }, { milesCents: null, rateUnknown: true })
  const { costs, left } = keepOf([earning({}), earning({}), euros])
  assert.deepEqual([costs.milesCents, costs.rateUnknown, costs.feeCents], [2_000, false, 1_500])
  assert.equal(left?.cents, 13_300)
  const unstated = earning({ payCents: 0, payBasis: 'unknown' }, { feeCents: 0 })
  const both = keepOf([earning({}), unstated])
  assert.deepEqual([both.costs.miles, both.left], [20, { cents: 6_900, perHourCents: 3_450 }])
  assert.equal(keepOf([euros]).left, null)
  assert.equal(keepOf([euros]).costs.rateUnknown, true)
  assert.equal(keepOf([earning({ payCents: 0, payBasis: 'unknown' })]).left, null)
})
