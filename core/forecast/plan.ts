import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { PlanSettings } from '../settings.ts'
import { gapWorth } from './worth.ts'

/** Minutes that a plan looks ahead: the rolling hour of the budget. */
export const PLAN_MINUTES = HOUR_MS / MINUTE_MS
/** Half the width of the hour around a minute. */
export const HALF_HOUR = 30

/** Prices outside this range are meaningless: every request or none is worth it. */
const LEAST_PRICE = 1e-12
const LARGEST_PRICE = 1e6
/** Bisection steps on the logarithm of the price: to a thousandth. */
const HALVINGS = 32
/** Window lengths at which the budget is checked, minutes; lengths in between nearly follow. */
const PREFIXES = [2, 4, 7, 10, 15, 20, 30, 45, PLAN_MINUTES]

/**
 * When requests are sent in the coming hour: poll intervals by minute, derived from one price. Allocated
 * once, updated in place.
 */
export type PollPlan = {
  settings: PlanSettings
  /** Interval at the fixed rate, and the shortest one. */
  fixedMs: number
  fastestMs: number
  /** Minute (since 1970) of the first entry; entries up to `minutes`. */
  firstMinute: number
  minutes: number
  /** Offers expected in each minute, from half an hour before the first until half an hour after the last. */
  around: Float64Array
  /** The same relative to the mean of the hour around it: 1 = equal to that mean. */
  expected: Float64Array
  /** That mean at the first minute, in offers per minute. */
  usual: number
  /** Polls per ms in each minute, normally and after an observation. */
  calm: Float64Array
  burst: Float64Array
  /** Budget: most requests that may have been sent by the end of each minute. */
  bounds: Float64Array
  burstUntil: Timestamp
  /** Additional offers expected in that time. */
  followers: number
}

/** An empty plan: the fixed rate. */
export function openPlan(
  settings: PlanSettings,
  fixedMs: number,
  fastestMs: number,
  followers: number,
): PollPlan {
  return {
    settings,
    fixedMs: Math.max(1, fixedMs),
    fastestMs: Math.max(1, Math.min(fixedMs, fastestMs)),
    firstMinute: 0,
    minutes: 0,
    around: new Float64Array(PLAN_MINUTES + 2 * HALF_HOUR),
    expected: new Float64Array(PLAN_MINUTES),
    usual: 0,
    calm: new Float64Array(PLAN_MINUTES),
    burst: new Float64Array(PLAN_MINUTES),
    bounds: new Float64Array(PLAN_MINUTES),
    burstUntil: Number.NEGATIVE_INFINITY,
    followers,
  }
}

/**
 * Builds the plan from `around` and `bounds`. In each minute polls are as dense as one more would still be
 * worth the price. The price is the lowest at which no window from now on exceeds its bound.
 */
export function layPlan(plan: PollPlan): void {
  weighByHour(plan)
  const price = findPrice(plan)
  const { minutes, expected, settings } = plan
  const more = plan.usual === 0 ? 0 : ((plan.followers / settings.burstMs) * MINUTE_MS) / plan.usual
  for (let minute = 0; minute < minutes; minute++) {
    const offers = expected[minute]!
    plan.calm[minute] = rateFor(plan, offers, price)
    plan.burst[minute] = rateFor(plan, offers + more, price)
  }
}

/**
 * One hour's requests cannot be saved for a better hour, since the budget applies to any rolling hour. Only a
 * minute's deviation from its own hour counts. With absolute numbers, a morning that gets busier would be
 * deferred forever.
 */
function weighByHour(plan: PollPlan): void {
  const { around, expected } = plan
  let sum = 0
  for (let minute = 0; minute <= 2 * HALF_HOUR; minute++) sum += around[minute]!
  plan.usual = sum / (2 * HALF_HOUR + 1)
  for (let minute = 0; minute < plan.minutes; minute++) {
    const mean = sum / (2 * HALF_HOUR + 1)
    expected[minute] = mean <= 0 ? 1 : around[minute + HALF_HOUR]! / mean
    sum += around[minute + 2 * HALF_HOUR + 1]! - around[minute]!
  }
}

function findPrice(plan: PollPlan): number {
  let least = LEAST_PRICE
  for (const length of PREFIXES) {
    const minutes = Math.min(length, plan.minutes)
    if (spendOf(plan, minutes, least) <= plan.bounds[minutes - 1]!) continue
    let low = Math.log(least)
    let high = Math.log(LARGEST_PRICE)
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2
      if (spendOf(plan, minutes, Math.exp(middle)) > plan.bounds[minutes - 1]!) low = middle
      else high = middle
    }
    least = Math.exp(high)
  }
  return least
}

/** Requests sent in the first `minutes` at that price. */
function spendOf(plan: PollPlan, minutes: number, price: number): number {
  let sum = 0
  for (let minute = 0; minute < minutes; minute++)
    sum += rateFor(plan, plan.expected[minute]!, price) * MINUTE_MS
  return sum
}

/** Polls per ms if `offers` are expected per minute. */
function rateFor({ settings, fixedMs, fastestMs }: PollPlan, offers: number, price: number): number {
  const floor = settings.floorShare / fixedMs
  if (offers <= 0) return floor
  const rate = 1 / (gapWorth(price / offers) * settings.lifeMs)
  return Math.min(1 / fastestMs, Math.max(floor, rate))
}

/** Polls per ms at that time; the fixed rate beyond the plan. */
export function planRate(plan: PollPlan, at: Timestamp): number {
  const index = Math.floor(at / MINUTE_MS) - plan.firstMinute
  if (index < 0 || index >= plan.minutes) return 1 / plan.fixedMs
  return (at < plan.burstUntil ? plan.burst : plan.calm)[index]!
}

/** When the next poll after `lastAt` is due: when the rate integrated since then reaches one request. */
export function planDueAt(plan: PollPlan, lastAt: Timestamp): Timestamp {
  let at = lastAt
  let missing = 1
  for (;;) {
    const rate = planRate(plan, at)
    const minuteEnd = (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS
    const until = at < plan.burstUntil ? Math.min(minuteEnd, plan.burstUntil) : minuteEnd
    const gain = rate * (until - at)
    if (gain >= missing) return at + missing / rate
    missing -= gain
    at = until
  }
}
