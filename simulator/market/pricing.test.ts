import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  drawSurge,
  findListingMs,
  MAX_SURGE,
  PAY_STEP_CENTS,
  priceBlock,
  priceTrip,
  raiseSurge,
} from './pricing.ts'
import { openStream } from './random.ts'

const minutesOf = fc.integer({ min: 8, max: 24 }).map((quarters) => quarters * 15)
const surgeOf = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)

test('pay is base times hours times surge, in half dollars', () => {
  assert.equal(priceBlock(180, 0), 5_400)
  assert.equal(priceBlock(210, 0), 6_300)
  assert.equal(priceBlock(210, 0.07), 6_750)
  assert.equal(priceBlock(240, 0.5), 10_800)
  assert.equal(priceBlock(180, 0, 2_000), 6_000)
})

test('pay is within a quarter of a dollar of the exact figure, and a multiple of 50 cents', () => {
  fc.assert(
    fc.property(minutesOf, surgeOf, (minutes, surge) => {
      const pay = priceBlock(minutes, surge)
      assert.equal(pay % PAY_STEP_CENTS, 0)
      assert.ok(Math.abs(pay - 30 * minutes * (1 + surge)) <= PAY_STEP_CENTS / 2 + 1e-6)
    }),
  )
})

test('pay never falls with more surge or more time', () => {
  fc.assert(
    fc.property(minutesOf, surgeOf, (minutes, surge) => {
      assert.ok(priceBlock(minutes, Math.min(MAX_SURGE, surge + 0.03)) >= priceBlock(minutes, surge))
      assert.ok(priceBlock(minutes + 15, surge) > priceBlock(minutes, surge))
    }),
  )
})

test('an unsold block surges in steps, steepest in the last 45 minutes, and stops at double pay', () => {
  fc.assert(
    fc.property(surgeOf, fc.integer({ min: 1, max: 48 * 60 }), (surge, minutes) => {
      const raised = raiseSurge(surge, minutes * 60_000)
      assert.ok(raised <= MAX_SURGE && (raised > surge || surge === MAX_SURGE))
      assert.ok(raised <= raiseSurge(surge, 45 * 60_000))
    }),
  )
  assert.equal(raiseSurge(0, 45 * 60_000), 0.15)
  assert.equal(raiseSurge(0, 46 * 60_000), 0.06)
  assert.equal(raiseSurge(0, 600 * 60_000), 0.03)
  assert.equal(findListingMs(30_000, 45 * 60_000), 10_000)
  assert.equal(findListingMs(30_000, 46 * 60_000), 30_000)
})

test('half of the new blocks have no surge, and a quarter pays at least a tenth more', () => {
  const random = openStream('surge')
  const surges = Array.from({ length: 4_000 }, () => drawSurge(random))
  const share = (isOne: (surge: number) => boolean) => surges.filter(isOne).length / surges.length
  assert.ok(Math.abs(share((surge) => surge === 0) - 0.5) < 0.03)
  assert.ok(Math.abs(share((surge) => surge >= 0.1) - 0.25) < 0.04)
})

test('a trip pays more for miles, stops and shopping', () => {
  assert.equal(priceTrip('delivery', 4, 1), 1_030)
  assert.equal(priceTrip('delivery', 5, 1), 1_115)
  assert.equal(priceTrip('delivery', 4, 2), 1_170)
  assert.equal(priceTrip('shopping', 4, 1), 1_680)
})
