import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  SUBSCRIPTION_DAYS,
  addPurchase,
  paidAt,
  paidUntil,
  placePurchase,
  takeBack,
} from '../subscriptions.ts'
import type { SubscriptionPeriod } from '../subscriptions.ts'
import { PAID_PLANS, planNumberOf, planOf, PLANS } from '../plans.ts'
import type { PaidPlan } from '../plans.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const ZONE = 'America/New_York'
const NOW = Date.parse('2026-06-01T14:00Z')
const week = (plan: PaidPlan, days: 7 | 14 = 7) => ({ plan, days })

test('a subscription is bought for 7 or for 14 days', () => {
  assert.deepEqual(SUBSCRIPTION_DAYS, [7, 14])
})

test('an account stores 1 for advanced and 2 for professional, and nothing for basic', () => {
  assert.deepEqual(PLANS.map(planNumberOf), [null, 1, 2])
  assert.deepEqual(([null, 1, 2] as const).map(planOf), ['basic', 'advanced', 'professional'])
})

test('a week is active at once, and two stack', () => {
  const one = addPurchase([], week('advanced'), ZONE, NOW)
  assert.deepEqual(one, [{ plan: 'advanced', from: NOW, until: NOW + 7 * DAY_MS }])
  const two = addPurchase(one, week('advanced', 14), ZONE, NOW + DAY_MS)
  assert.deepEqual(two, [{ plan: 'advanced', from: NOW, until: NOW + 21 * DAY_MS }])
})

test('bought time lies at the end of its plan, and each week of it begins where the one before ends', () => {
  const before = addPurchase([], week('advanced'), ZONE, NOW)
  const { periods, ...place } = placePurchase(before, week('advanced', 14), ZONE, NOW + DAY_MS)
  assert.deepEqual(periods, addPurchase(before, week('advanced', 14), ZONE, NOW + DAY_MS))
  assert.deepEqual(place, {
    from: NOW + 7 * DAY_MS,
    to: NOW + 21 * DAY_MS,
    weekStarts: [NOW + 7 * DAY_MS, NOW + 14 * DAY_MS],
  })
})

test('bought time is as long as its days, also where it puts off another plan', () => {
  const before = addPurchase([], week('advanced'), ZONE, NOW)
  const { from, to, weekStarts } = placePurchase(before, week('professional'), ZONE, NOW + DAY_MS)
  assert.deepEqual(
    { from, to, weekStarts },
    { from: NOW + DAY_MS, to: NOW + 8 * DAY_MS, weekStarts: [NOW + DAY_MS] },
  )
})

test('professional begins at once and puts off what is left of advanced', () => {
  const spans = addPurchase(
    addPurchase([], week('advanced'), ZONE, NOW),
    week('professional'),
    ZONE,
    NOW + DAY_MS,
  )
  assert.deepEqual(spans, [
    { plan: 'advanced', from: NOW, until: NOW + DAY_MS },
    { plan: 'professional', from: NOW + DAY_MS, until: NOW + 8 * DAY_MS },
    { plan: 'advanced', from: NOW + 8 * DAY_MS, until: NOW + 14 * DAY_MS },
  ])
})

test('more of professional lengthens its span, behind what was used of advanced', () => {
  const used = addPurchase(
    addPurchase([], week('advanced'), ZONE, NOW),
    week('professional'),
    ZONE,
    NOW + DAY_MS,
  )
  assert.deepEqual(addPurchase(used, week('professional'), ZONE, NOW + 2 * DAY_MS), [
    { plan: 'advanced', from: NOW, until: NOW + DAY_MS },
    { plan: 'professional', from: NOW + DAY_MS, until: NOW + 15 * DAY_MS },
    { plan: 'advanced', from: NOW + 15 * DAY_MS, until: NOW + 21 * DAY_MS },
  ])
})

test('advanced waits for the end of professional', () => {
  const spans = addPurchase(addPurchase([], week('professional'), ZONE, NOW), week('advanced'), ZONE, NOW)
  assert.equal(paidAt(spans, NOW - 1), null)
  assert.equal(paidAt(spans, NOW)?.plan, 'professional')
  assert.equal(paidAt(spans, NOW + 7 * DAY_MS)?.plan, 'advanced')
  assert.equal(paidAt(spans, NOW + 14 * DAY_MS), null)
  assert.equal(paidUntil(spans, NOW), NOW + 14 * DAY_MS)
  assert.equal(paidUntil(spans, NOW + 14 * DAY_MS), null)
  assert.equal(paidUntil([], NOW), null)
})

test('a week over a change of the clocks ends at the same time of day', () => {
  const spring = Date.parse('2026-03-05T15:00Z')
  assert.equal(
    paidUntil(addPurchase([], week('advanced'), ZONE, spring), spring),
    spring + 7 * DAY_MS - HOUR_MS,
  )
  const autumn = Date.parse('2026-10-29T14:00Z')
  assert.equal(
    paidUntil(addPurchase([], week('advanced'), ZONE, autumn), autumn),
    autumn + 7 * DAY_MS + HOUR_MS,
  )
})

test('after a lapse a week begins when it is bought', () => {
  const old = addPurchase([], week('advanced'), ZONE, NOW)
  const later = NOW + 30 * DAY_MS
  assert.deepEqual(addPurchase(old, week('advanced'), ZONE, later), [
    ...old,
    { plan: 'advanced', from: later, until: later + 7 * DAY_MS },
  ])
})

test('a refund takes the time back at its end, and what was worked with stays', () => {
  const both = addPurchase(addPurchase([], week('professional'), ZONE, NOW), week('advanced'), ZONE, NOW)
  const later = NOW + 2 * DAY_MS
  assert.deepEqual(takeBack(both, { plan: 'professional', spanMs: 7 * DAY_MS }, later), [
    { plan: 'professional', from: NOW, until: later },
    { plan: 'advanced', from: later, until: later + 7 * DAY_MS },
  ])
  assert.deepEqual(takeBack(both, { plan: 'advanced', spanMs: 7 * DAY_MS }, later), [
    { plan: 'professional', from: NOW, until: NOW + 7 * DAY_MS },
  ])
})

const anyPurchases = fc.array(
  fc.record({
    plan: fc.constantFrom(...PAID_PLANS),
    days: fc.constantFrom(...SUBSCRIPTION_DAYS),
    afterMs: fc.nat({ max: 20 * DAY_MS }),
  }),
  { maxLength: 12 },
)
const sumOf = (spans: readonly SubscriptionPeriod[], plan?: PaidPlan) =>
  spans.reduce((sum, span) => sum + (plan && span.plan !== plan ? 0 : span.until - span.from), 0)

test('every purchase adds its time to its plan, loses none of the other, and spans never overlap', () => {
  fc.assert(
    fc.property(anyPurchases, (purchases) => {
      let [spans, now] = [[] as SubscriptionPeriod[], NOW]
      for (const { plan, days, afterMs } of purchases) {
        now += afterMs
        const after = addPurchase(spans, { plan, days }, 'UTC', now)
        for (const one of PAID_PLANS)
          assert.equal(sumOf(after, one), sumOf(spans, one) + (one === plan ? days * DAY_MS : 0))
        after.forEach((span, index) => {
          assert.ok(span.until > span.from)
          assert.ok(index === 0 || span.from >= after[index - 1]!.until)
        })
        assert.ok(paidAt(after, now), 'paid for from the first moment')
        spans = after
      }
    }),
  )
})

test('a purchase taken back at once leaves what was there', () => {
  fc.assert(
    fc.property(
      anyPurchases,
      fc.constantFrom(...PAID_PLANS),
      fc.constantFrom(...SUBSCRIPTION_DAYS),
      (before, plan, days) => {
        let [spans, now] = [[] as SubscriptionPeriod[], NOW]
        for (const { afterMs, ...purchase } of before)
          spans = addPurchase(spans, purchase, 'UTC', (now += afterMs))
        const after = addPurchase(spans, { plan, days }, 'UTC', now)
        assert.deepEqual(takeBack(after, { plan, spanMs: days * DAY_MS }, now), spans)
      },
    ),
  )
})
