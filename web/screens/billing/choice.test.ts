import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPurchase } from '@madruga/core/subscriptions.ts'
import type { SubscriptionPeriod } from '@madruga/core/subscriptions.ts'
import type { PaidPlan } from '@madruga/core/plans.ts'
import { couponRefusal, readChoice, stackingOf } from './choice.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const DAY_MS = 86_400_000
const span = (plan: PaidPlan, from: number, until: number): SubscriptionPeriod => ({
  plan,
  from: NOW + from * DAY_MS,
  until: NOW + until * DAY_MS,
})
const ADVANCED = span('advanced', -3, 4)
const PROFESSIONAL = span('professional', -3, 4)

test('the address says what is bought', () => {
  const search = { plan: 'professional', days: '14', coupon: ' otoño ' }
  assert.deepEqual(readChoice(search, null), { plan: 'professional', days: 14, coupon: 'otoño' })
})

test('an address that makes no sense chooses a week of the plan that one has or had, else of advanced', () => {
  const search = { plan: 'basic', days: '30' }
  const planOf = (account: Parameters<typeof readChoice>[1]) => readChoice(search, account).plan
  assert.equal(readChoice(search, null).days, 7)
  assert.equal(planOf({ active: null, ended: null }), 'advanced')
  assert.equal(planOf({ active: PROFESSIONAL, ended: null }), 'professional')
  assert.equal(planOf({ active: null, ended: 'professional' }), 'professional')
})

test('how a purchase joins what is paid for is what the core does with it', () => {
  const cases: [SubscriptionPeriod | null, SubscriptionPeriod[], PaidPlan, ReturnType<typeof stackingOf>][] =
    [
      [null, [], 'advanced', 'fresh'],
      [null, [], 'professional', 'fresh'],
      [ADVANCED, [], 'advanced', 'adds'],
      [PROFESSIONAL, [], 'professional', 'adds'],
      [ADVANCED, [], 'professional', 'at_once'],
      [PROFESSIONAL, [], 'advanced', 'waits'],
      [PROFESSIONAL, [span('advanced', 4, 9)], 'advanced', 'adds'],
      [PROFESSIONAL, [span('advanced', 4, 9)], 'professional', 'adds'],
    ]
  for (const [active, ahead, plan, expected] of cases) {
    assert.equal(stackingOf({ active, ahead }, plan), expected)
    const before = [active, ...ahead].flatMap((one) => one ?? [])
    const after = addPurchase(before, { plan, days: 7 }, 'UTC', NOW).filter(({ until }) => until > NOW)
    const own = after.find((one) => one.plan === plan)!
    const known = before.find((one) => one.plan === plan)
    assert.equal(expected === 'fresh', before.length === 0)
    if (expected === 'at_once') assert.equal(own.from, NOW)
    if (expected === 'waits') assert.equal(own.from, active!.until)
    if (expected === 'adds') assert.ok(own.until >= known!.until + 7 * DAY_MS)
  }
})

test('a refused coupon stands at its field, anything else does not', () => {
  assert.equal(couponRefusal({ code: 'billing.coupon_expired' }), 'billing.coupon_expired')
  assert.equal(couponRefusal({ code: 'billing.no_plans' }), null)
  assert.equal(couponRefusal({ code: 'network.unreachable' }), null)
})
