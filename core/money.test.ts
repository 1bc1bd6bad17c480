import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payPerHourCents, ratePerHourCents, sumCents } from './money.ts'

test('hourly pay is rounded down, and nothing for no time', () => {
  assert.equal(payPerHourCents(7500, 180), 2500)
  assert.equal(payPerHourCents(7499, 180), 2499)
  assert.equal(payPerHourCents(1000, 0), 0)
  assert.deepEqual([payPerHourCents(50, 1), payPerHourCents(50, 0.5)], [3_000, 6_000])
})

test('amounts are added, and none of them are nothing', () => {
  assert.deepEqual([sumCents([]), sumCents([250, 175])], [0, 425])
})

test('work of less than half an hour has no rate', () => {
  assert.deepEqual([ratePerHourCents(1_000, 29), ratePerHourCents(1_000, 30)], [null, 2_000])
})
