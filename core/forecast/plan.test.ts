import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HALF_HOUR, layPlan, openPlan, PLAN_MINUTES, planDueAt } from '../forecast.ts'
import { MINUTE_MS } from '../time.ts'
import { gapWorth } from './worth.ts'

const SETTINGS = { floorShare: 0.2, lifeMs: 2_000, burstMs: 8_000, renewMs: 120_000 }
const FIXED_MS = 3_000

/** A plan from minute `first` on, with releases per minute from `expect`. */
function lay(expect: (minute: number) => number, bound = (minute: number) => (minute + 1) * 20) {
  const plan = openPlan(SETTINGS, FIXED_MS, 500, 1)
  plan.firstMinute = 1_000
  plan.minutes = PLAN_MINUTES
  plan.around.forEach((_, index) => (plan.around[index] = expect(index - HALF_HOUR)))
  plan.bounds.forEach((_, minute) => (plan.bounds[minute] = bound(minute)))
  layPlan(plan)
  return plan
}

const spent = (rates: Float64Array) => rates.reduce((sum, rate) => sum + rate * MINUTE_MS, 0)

test('one more request gains less the denser polls are: the gap is the inverse of the gain', () => {
  for (const gap of [0.01, 0.3, 1, 4, 12]) {
    const gain = 1 - (1 + gap) * Math.exp(-gap)
    assert.ok(Math.abs(gapWorth(gain) / gap - 1) < 1e-3, `${gap}`)
  }
  assert.equal(gapWorth(1), Number.POSITIVE_INFINITY)
})

test('an even hour is the fixed rate, and an hour that gets busier is not put off', () => {
  for (const expect of [() => 0.5, (minute: number) => 1 + minute / 30]) {
    const plan = lay(expect)
    for (const rate of plan.calm) assert.ok(Math.abs(rate * FIXED_MS - 1) < 0.06, `${rate * FIXED_MS}`)
  }
})

test('a busy minute is polled as fast as may be, quiet ones at the floor at the rarest, and all of it within the budget', () => {
  const plan = lay((minute) => (minute === 30 ? 50 : minute % 2 === 0 ? 0.4 : 0))
  assert.ok(Math.abs(plan.calm[30]! * 500 - 1) < 1e-9, 'the fastest poll')
  for (const rate of plan.calm) assert.ok(rate >= 0.2 / FIXED_MS - 1e-12, 'the floor')
  assert.ok(spent(plan.calm) <= 60 * 20 * 1.002, `${spent(plan.calm)}`)
  assert.ok(spent(plan.calm) > 60 * 20 * 0.95, 'and most of it is spent')
})

test('no stretch from now on outspends what the budget bears by then', () => {
  const plan = lay(
    (minute) => (minute < 4 ? 20 : 0.5),
    (minute) => 60 + (minute + 1) * 10,
  )
  let sum = 0
  for (const [minute, rate] of plan.calm.entries()) {
    sum += rate * MINUTE_MS
    if ([2, 4, 7, 10, 15, 20, 30, 45, 60].includes(minute + 1)) assert.ok(sum <= 60 + (minute + 1) * 10 + 0.5)
  }
})

test('the next poll comes when the rate has summed up to one, over the edge of a minute too', () => {
  const plan = lay((minute) => (minute === 1 ? 50 : 0.01))
  const second = 1_001 * MINUTE_MS
  const quietMs = 1 / plan.calm[0]!
  const lastAt = second - quietMs / 2
  assert.ok(Math.abs(planDueAt(plan, lastAt) - (second + 0.5 / plan.calm[1]!)) < 1e-6)
  assert.equal(planDueAt(plan, 5 * MINUTE_MS), 5 * MINUTE_MS + FIXED_MS, 'outside the plan: the fixed rate')
})

test('after a observation polls are denser for its seconds', () => {
  const plan = lay(() => 0.02)
  const at = 1_010 * MINUTE_MS
  const calmMs = planDueAt(plan, at) - at
  plan.burstUntil = at + SETTINGS.burstMs
  assert.ok(planDueAt(plan, at) - at < calmMs / 2)
  assert.ok(Math.abs(planDueAt(plan, at + SETTINGS.burstMs) - at - SETTINGS.burstMs - calmMs) < 1e-6)
})
