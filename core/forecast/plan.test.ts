import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HALF_HOUR, layPlan, openPlan, PLAN_MINUTES, planDueAt } from '../forecast.ts'
import { MINUTE_MS } from '../time.ts'
import { planRate } from './plan.ts'
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

test('no stretch from now on outspends what the budget has by then', () => {
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

const gainOf = (gap: number) => 1 - (1 + gap) * Math.exp(-gap)
/** What one more poll is worth at a rate, where this many offers are expected. */
const worthAt = (rate: number, offers: number) => offers * gainOf(1 / (rate * SETTINGS.lifeMs))

test('the worth of a poll goes back to its gap over the whole table, and ends at its ends', () => {
  for (let gap = 0.0012; gap < 30; gap *= 1.1) {
    const back = gapWorth(gainOf(gap))
    assert.ok(Math.abs(back / gap - 1) < 2e-3, `${gap}: ${back}`)
  }
  assert.deepEqual([gapWorth(0), gapWorth(1e-8), gapWorth(4.99e-7)], [1e-3, 1e-3, 1e-3])
  assert.ok(gapWorth(6e-7) > 1e-3)
  assert.equal(gapWorth(gainOf(40)), Number.POSITIVE_INFINITY)
})

const offersAt = (minute: number) => 1 + ((minute * 7_919) % 13)

test('each minute is weighed by the hour around it, from half an hour before to half an hour after', () => {
  const plan = lay(offersAt)
  const mean = (minute: number) => {
    const hour = Array.from({ length: 61 }, (_, step) => offersAt(minute - 30 + step))
    return hour.reduce((sum, offers) => sum + offers, 0) / 61
  }
  for (let minute = 0; minute < PLAN_MINUTES; minute++)
    assert.ok(Math.abs(plan.expected[minute]! - offersAt(minute) / mean(minute)) < 1e-9, `${minute}`)
  assert.ok(Math.abs(plan.usual - mean(0)) < 1e-9)
  const none = lay(() => 0)
  assert.ok(
    none.expected.every((offers) => offers === 1),
    'nothing expected is an even hour',
  )
  assert.deepEqual(none.burst, none.calm, 'in which nothing follows an observation')
})

test('in every minute one more poll is worth the same, after an observation by what follows it', () => {
  const plan = lay(
    (minute) => 9 + Math.sin(minute / 5),
    (minute) => (minute < PLAN_MINUTES - 1 ? 1e9 : 60 * 20),
  )
  const price = worthAt(plan.calm[0]!, plan.expected[0]!)
  const followers = (1 / SETTINGS.burstMs) * MINUTE_MS
  for (const [minute, offers] of plan.expected.entries()) {
    assert.ok(Math.abs(worthAt(plan.calm[minute]!, offers) / price - 1) < 0.01, `${minute}`)
    const burst = worthAt(plan.burst[minute]!, offers + followers / plan.usual)
    assert.ok(Math.abs(burst / price - 1) < 0.01, `${minute} after an observation`)
  }
  assert.ok(Math.abs(spent(plan.calm) / (60 * 20) - 1) < 0.01)
})

test('without a bound polls are as fast as may be, with none to spend at the floor, and nothing is expected of nothing', () => {
  const rates = (bound: number, offers = 1) =>
    lay(
      () => offers,
      () => bound,
    ).calm
  assert.ok(rates(1e9).every((rate) => rate === 1 / 500))
  assert.ok(rates(0).every((rate) => Math.abs(rate - 0.2 / FIXED_MS) < 1e-15))
  const gap = lay(
    (minute) => (minute === 10 ? 0 : 1),
    () => 1e9,
  )
  assert.ok(Math.abs(gap.calm[10]! - 0.2 / FIXED_MS) < 1e-15)
})

test('a bound of the first minutes holds them alone', () => {
  for (const length of [2, 4, 7, 10, 15, 20, 30, 45, 60]) {
    const plan = lay(
      () => 1,
      (minute) => (minute < length ? length * 10 : 1e9),
    )
    const first = spent(plan.calm.slice(0, length))
    assert.ok(Math.abs(first / (length * 10) - 1) < 0.01, `${first} in ${length}`)
  }
})

test('a plan of fewer minutes keeps to them, and beyond them the fixed rate counts', () => {
  const plan = openPlan(SETTINGS, FIXED_MS, 500, 0)
  plan.firstMinute = 1_000
  plan.minutes = 3
  plan.around.fill(1)
  plan.bounds.fill(30)
  layPlan(plan)
  assert.ok(Math.abs(spent(plan.calm) / 30 - 1) < 0.01, `${spent(plan.calm)}`)
  const rates = [999, 1_000, 1_002, 1_003].map((minute) => planRate(plan, minute * MINUTE_MS))
  assert.deepEqual(rates, [1 / FIXED_MS, plan.calm[0], plan.calm[2], 1 / FIXED_MS])
  assert.equal(plan.calm[3], 0)
  plan.burstUntil = 1_001 * MINUTE_MS
  assert.equal(planRate(plan, 1_001 * MINUTE_MS - 1), plan.burst[0])
  assert.equal(planRate(plan, 1_001 * MINUTE_MS), plan.calm[1])
})

const intervals = (fixedMs: number, fastestMs: number) => {
  const plan = openPlan(SETTINGS, fixedMs, fastestMs, 0)
  return [plan.fixedMs, plan.fastestMs]
}

test('the shortest interval is never longer than the fixed one, nor either shorter than a millisecond', () => {
  assert.deepEqual(
    [intervals(0, 0), intervals(300, 500), intervals(500, 300)],
    [
      [1, 1],
      [300, 300],
      [500, 300],
    ],
  )
})
