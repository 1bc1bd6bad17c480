import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  PAID_TIERS,
  SUBSCRIPTION_DAYS,
  addPurchase,
  paidAt,
  paidUntil,
  placePurchase,
  takeBack,
} from '../billing.ts'
import type { SubscriptionPeriod, PaidTier } from '../billing.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const ZONE = 'America/New_York'
const NOW = Date.parse('2026-06-01T14:00Z')
const week = (tier: PaidTier, days: 7 | 14 = 7) => ({ tier, days })

test('a week is active at once, and two stack', () => {
  const one = addPurchase([], week('advanced'), ZONE, NOW)
  assert.deepEqual(one, [{ tier: 'advanced', from: NOW, until: NOW + 7 * DAY_MS }])
  const two = addPurchase(one, week('advanced', 14), ZONE, NOW + DAY_MS)
  assert.deepEqual(two, [{ tier: 'advanced', from: NOW, until: NOW + 21 * DAY_MS }])
})

test('bought time lies at the end of its edition, and each week of it begins where the one before ends', () => {
  const before = addPurchase([], week('advanced'), ZONE, NOW)
  const { periods, ...place } = placePurchase(before, week('advanced', 14), ZONE, NOW + DAY_MS)
  assert.deepEqual(periods, addPurchase(before, week('advanced', 14), ZONE, NOW + DAY_MS))
  assert.deepEqual(place, {
    from: NOW + 7 * DAY_MS,
    to: NOW + 21 * DAY_MS,
    weekStarts: [NOW + 7 * DAY_MS, NOW + 14 * DAY_MS],
  })
})

test('bought time is as long as its days, also where it puts off another edition', () => {
  const before = addPurchase([], week('advanced'), ZONE, NOW)
  const { from, to, weekStarts } = placePurchase(before, week('professional'), ZONE, NOW + DAY_MS)
  assert.deepEqual(
    { from, to, weekStarts },
    {
      from: NOW + DAY_MS,
      to: NOW + 8 * DAY_MS,
      weekStarts: [NOW + DAY_MS],
    },
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
    { tier: 'advanced', from: NOW, until: NOW + DAY_MS },
    { tier: 'professional', from: NOW + DAY_MS, until: NOW + 8 * DAY_MS },
    { tier: 'advanced', from: NOW + 8 * DAY_MS, until: NOW + 14 * DAY_MS },
  ])
})

test('advanced waits for the end of professional', () => {
  const spans = addPurchase(addPurchase([], week('professional'), ZONE, NOW), week('advanced'), ZONE, NOW)
  assert.equal(paidAt(spans, NOW)?.tier, 'professional')
  assert.equal(paidAt(spans, NOW + 7 * DAY_MS)?.tier, 'advanced')
  assert.equal(paidAt(spans, NOW + 14 * DAY_MS), null)
  assert.equal(paidUntil(spans, NOW), NOW + 14 * DAY_MS)
  assert.equal(paidUntil(spans, NOW + 14 * DAY_MS), null)
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
    { tier: 'advanced', from: later, until: later + 7 * DAY_MS },
  ])
})

test('a refund takes the time back at its end, and what was worked with stays', () => {
  const both = addPurchase(addPurchase([], week('professional'), ZONE, NOW), week('advanced'), ZONE, NOW)
  const later = NOW + 2 * DAY_MS
  assert.deepEqual(takeBack(both, { tier: 'professional', spanMs: 7 * DAY_MS }, later), [
    { tier: 'professional', from: NOW, until: later },
    { tier: 'advanced', from: later, until: later + 7 * DAY_MS },
  ])
  assert.deepEqual(takeBack(both, { tier: 'advanced', spanMs: 7 * DAY_MS }, later), [
    { tier: 'professional', from: NOW, until: NOW + 7 * DAY_MS },
  ])
})

const anyPurchases = fc.array(
  fc.record({
    tier: fc.constantFrom(...PAID_TIERS),
    days: fc.constantFrom(...SUBSCRIPTION_DAYS),
    afterMs: fc.nat({ max: 20 * DAY_MS }),
  }),
  { maxLength: 12 },
)
const sumOf = (spans: readonly SubscriptionPeriod[], tier?: PaidTier) =>
  spans.reduce((sum, span) => sum + (tier && span.tier !== tier ? 0 : span.until - span.from), 0)

test('every purchase adds its time to its edition, loses none of the other, and spans never overlap', () => {
  fc.assert(
    fc.property(anyPurchases, (purchases) => {
      let [spans, now] = [[] as SubscriptionPeriod[], NOW]
      for (const { tier, days, afterMs } of purchases) {
        now += afterMs
        const after = addPurchase(spans, { tier, days }, 'UTC', now)
        for (const one of PAID_TIERS)
          assert.equal(sumOf(after, one), sumOf(spans, one) + (one === tier ? days * DAY_MS : 0))
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
      fc.constantFrom(...PAID_TIERS),
      fc.constantFrom(...SUBSCRIPTION_DAYS),
      (before, tier, days) => {
        let [spans, now] = [[] as SubscriptionPeriod[], NOW]
        for (const { afterMs, ...purchase } of before)
          spans = addPurchase(spans, purchase, 'UTC', (now += afterMs))
        const after = addPurchase(spans, { tier, days }, 'UTC', now)
        assert.deepEqual(takeBack(after, { tier, spanMs: days * DAY_MS }, now), spans)
      },
    ),
  )
})
