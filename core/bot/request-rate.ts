import { expectFollowers, expectOffers, HALF_HOUR, layPlan, openPlan, planDueAt } from '../forecast.ts'
import type { Outlook, PollPlan } from '../forecast.ts'
import type { PlanSettings } from '../settings.ts'
import type { RequestBudget } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, type Timestamp } from '../time.ts'

/** A rolling hour touches at most 61 minutes of the clock: the current one and the 60 before it. */
const BUCKETS = 61
const BUDGET_MINUTES = HOUR_MS / MINUTE_MS

/**
 * What one driver has spent of the platform's budget: requests by minute of the clock, and the bucket that a
 * platform grants for bursts. About 400 bytes. `spendRequest` changes it in place, since it is used on every
 * poll.
 */
export type RequestRate = {
  budget: RequestBudget
  /** Time between polls that the speed requests (`findPollMs`). */
  pollMs: number
  /** Requests of a minute, indexed by its number modulo 61. */
  counts: Uint32Array
  /** Sum of `counts`. */
  used: number
  /**
   * The latest minute seen, and the latest time. A clock that falls back by less than a minute stands still
   * until it has caught up.
   */
  minute: number
  seenAt: Timestamp
  lastAt: Timestamp
  /** Requests that may be sent at once, as of `seenAt`. */
  tokens: number
  /** How polls follow the forecast; null = always at the speed's interval. */
  schedule: PollSchedule | null
}

/**
 * A search that spends its requests where offers are expected: as many as at the fixed rate, at other times.
 */
export type PollSchedule = {
  plan: PollPlan
  outlook: Outlook
  /** When the run window ends, until which the requests must last; null = unknown. */
  until: Timestamp | null
  renewAt: Timestamp
  /** What the fixed rate would have spent since then may be spent. */
  since: Timestamp
  spent: number
}

/** What was sent before: requests of `minute` of the clock, and of the 60 minutes before it, newest first. */
export type RequestHistory = { minute: number; counts: readonly number[] }

/**
 * A request rate from `now` on. `sentNow` counts requests as if sent just now; `history` those of an earlier
 * process, which leave the rolling hour and fill the bucket in their own time.
 */
export function startRequestRate(
  budget: RequestBudget,
  pollMs: number,
  now: Timestamp,
  sentNow = 0,
  history: RequestHistory | null = null,
): RequestRate {
  const minute = Math.floor(now / MINUTE_MS)
  const rate: RequestRate = {
    budget,
    pollMs,
    counts: new Uint32Array(BUCKETS),
    used: 0,
    minute,
    seenAt: now,
    lastAt: Number.NEGATIVE_INFINITY,
    tokens: capacityOf(budget),
    schedule: null,
  }
  if (history !== null) replay(rate, history)
  count(rate, sentNow)
  return rate
}

/**
 * Counts earlier requests. The bucket is estimated from below: empty an hour ago, filled before the requests
 * of each minute, not yet in this one.
 */
function replay(rate: RequestRate, history: RequestHistory): void {
  const { budget, minute } = rate
  rate.tokens = 0
  for (let age = BUCKETS - 1; age >= 0; age--) {
    rate.minute = minute - age
    if (age > 0) rate.tokens = Math.min(capacityOf(budget), rate.tokens + budget.perHour / BUDGET_MINUTES)
    count(rate, sentAt(history, minute, age))
  }
}

/** Requests of a history `age` minutes before `minute`; those of a later minute count as sent in this one. */
function sentAt(history: RequestHistory, minute: number, age: number): number {
  const minutes = Math.max(0, minute - history.minute)
  return age < minutes ? 0 : (history.counts[age - minutes] ?? 0)
}

/** The history of a rate, for the process that searches next. */
export function readHistory(rate: RequestRate): RequestHistory {
  const counts = Array.from({ length: BUCKETS }, (_, age) => rate.counts[slotOf(rate.minute - age)]!)
  return { minute: rate.minute, counts }
}

function slotOf(minute: number): number {
  return ((minute % BUCKETS) + BUCKETS) % BUCKETS
}

/** Most requests that may be sent at once. */
function capacityOf({ perHour, burstMinutes }: RequestBudget): number {
  return Math.max(1, Math.floor((perHour * burstMinutes) / 60))
}

function count(rate: RequestRate, requests: number): void {
  rate.counts[slotOf(rate.minute)]! += requests
  rate.used += requests
  rate.tokens = Math.max(0, rate.tokens - requests)
}

/** The clock was set back, so the elapsed time is unknown: all counted requests count as sent just now. */
function setBack(rate: RequestRate, now: Timestamp): void {
  rate.minute = Math.floor(now / MINUTE_MS)
  rate.counts.fill(0)
  rate.counts[slotOf(rate.minute)] = rate.used
  rate.lastAt = Math.min(rate.lastAt, now)
  rate.seenAt = now
}

/** Advances the time: drops minutes that no rolling hour can touch anymore, and fills the bucket. */
function advance(rate: RequestRate, now: Timestamp): void {
  if (now <= rate.seenAt) {
    if (now < rate.seenAt - MINUTE_MS) setBack(rate, now)
    return
  }
  const { budget } = rate
  rate.tokens = Math.min(capacityOf(budget), rate.tokens + ((now - rate.seenAt) * budget.perHour) / HOUR_MS)
  rate.seenAt = now
  const minute = Math.floor(now / MINUTE_MS)
  const minutes = Math.min(BUCKETS, minute - rate.minute)
  for (let step = 1; step <= minutes; step++) {
    const slot = slotOf(rate.minute + step)
    rate.used -= rate.counts[slot]!
    rate.counts[slot] = 0
  }
  rate.minute = minute
}

/**
 * Makes polls follow the forecast from `now` until the run window ends at `until`: denser where offers are
 * expected, at least `fastestMs` apart, sparser elsewhere, and no more of them than at the fixed interval. An
 * outlook that is null, or has no known station, restores the fixed interval.
 */
export function followForecast(
  rate: RequestRate,
  outlook: Outlook | null,
  settings: PlanSettings,
  fastestMs: number,
  now: Timestamp,
  until: Timestamp | null,
): void {
  if (outlook === null || outlook.known.length === 0) {
    rate.schedule = null
    return
  }
  const plan = openPlan(settings, rate.pollMs, fastestMs, expectFollowers(outlook))
  rate.schedule = { plan, outlook, until, renewAt: now, since: now, spent: 0 }
}

/**
 * New offers arrived. If one is from a searched station, more are likely in the next seconds, and the next
 * poll may be due earlier.
 */
export function noteObservations(
  { schedule }: RequestRate,
  offers: readonly { stationId: string }[],
  now: Timestamp,
): boolean {
  if (!schedule) return false
  const { plan, outlook } = schedule
  for (const { stationId } of offers) {
    if (!outlook.stations.has(stationId)) continue
    plan.burstUntil = now + plan.settings.burstMs
    return true
  }
  return false
}

/**
 * Plans the coming hour, or the rest of the run window, from what the budget allows by then. Allocates
 * nothing.
 */
function renewPollSchedule(rate: RequestRate, schedule: PollSchedule): void {
  const { budget, seenAt, counts, tokens } = rate
  const { plan } = schedule
  const perMinute = MINUTE_MS / plan.fixedMs
  const leftMinutes = schedule.until === null ? BUCKETS : Math.ceil((schedule.until - seenAt) / MINUTE_MS)
  plan.minutes = Math.min(plan.expected.length, Math.max(1, leftMinutes))
  plan.firstMinute = rate.minute
  schedule.renewAt = seenAt + plan.settings.renewMs
  expectOffers(schedule.outlook, rate.minute - HALF_HOUR, plan.around)
  const share = 1 - budget.reserveShare / 2
  let hourly = budget.perHour * share - rate.used
  for (let minute = 0; minute < plan.minutes; minute++) {
    const freeSlot = rate.minute - (BUCKETS - 1 - minute)
    hourly += counts[slotOf(freeSlot)]!
    const bucket = tokens * share + ((minute + 1) * budget.perHour) / BUDGET_MINUTES
    plan.bounds[minute] = Math.min(hourly, bucket)
  }
  const balance = (seenAt - schedule.since) / plan.fixedMs - schedule.spent
  const most = perMinute * BUDGET_MINUTES
  const savings = Math.max(-most, Math.min(most, balance))
  const last = plan.minutes - 1
  plan.bounds[last] = Math.min(plan.bounds[last]!, savings + perMinute * plan.minutes)
  layPlan(plan)
}

/** When the next poll is due by speed or plan, regardless of the budget. */
function pollDueAt(rate: RequestRate): Timestamp {
  const { schedule, lastAt, seenAt } = rate
  if (schedule === null || lastAt === Number.NEGATIVE_INFINITY) return lastAt + rate.pollMs
  if (seenAt < schedule.since) {
    // The clock was set back: the accumulated allowance is unknown.
    schedule.since = seenAt
    schedule.spent = 0
    schedule.renewAt = seenAt
  }
  if (seenAt >= schedule.renewAt) renewPollSchedule(rate, schedule)
  return planDueAt(schedule.plan, lastAt)
}

/** Ms until the oldest counted minute leaves the rolling hour. */
function msUntilFreed(rate: RequestRate): number {
  for (let age = BUCKETS - 1; age >= 0; age--) {
    const minute = rate.minute - age
    if (rate.counts[slotOf(minute)]! > 0) {
      return (minute + BUCKETS) * MINUTE_MS - rate.seenAt
    }
  }
  return 0
}

/**
 * How long to wait from `now` before the next poll may be sent, ms; 0 = now. Never allows more than `perHour`
 * requests in any rolling hour, nor more than the bucket holds at once, at any times. Polls keep the speed's
 * or the plan's interval. When the budget falls below its reserve, the rest is spread until it refills.
 */
export function nextPollMs(rate: RequestRate, now: Timestamp): number {
  advance(rate, now)
  const { budget, used, tokens, seenAt } = rate
  const rest = budget.perHour - used
  const behindMs = seenAt - now
  if (rest < 1) return behindMs + Math.max(1, Math.ceil(msUntilFreed(rate)))
  const scarce = rest <= budget.perHour * budget.reserveShare
  const dueAt = pollDueAt(rate)
  const spacedMs = (scarce ? Math.max(dueAt, rate.lastAt + msUntilFreed(rate) / rest) : dueAt) - seenAt
  const fillMs = tokens >= 1 ? 0 : ((1 - tokens) * HOUR_MS) / budget.perHour
  const waitMs = Math.ceil(Math.max(spacedMs, fillMs))
  return waitMs === 0 ? 0 : behindMs + waitMs
}

/**
 * Whether the budget allows one more request of any kind at `now`, regardless of the last one (an accept does
 * not wait).
 */
export function mayRequest(rate: RequestRate, now: Timestamp): boolean {
  advance(rate, now)
  return rate.used < rate.budget.perHour && rate.tokens >= 1
}

/** How long an announced poll waits from `now`, ms: it keeps no interval, but leaves the budget's reserve. */
export function announcedPollMs(rate: RequestRate, now: Timestamp): number {
  advance(rate, now)
  const { perHour, reserveShare } = rate.budget
  const isScarce = perHour - rate.used <= perHour * reserveShare || rate.tokens < 1
  return isScarce ? nextPollMs(rate, now) : 0
}

/** Counts a request sent now: a poll, an accept, a sign-in. */
export function spendRequest(rate: RequestRate, now: Timestamp): void {
  advance(rate, now)
  count(rate, 1)
  rate.lastAt = rate.seenAt
  if (rate.schedule) rate.schedule.spent++
}

/**
 * Requests counted for the rolling hour, for the driver's budget bar; at most one minute's requests too many,
 * never too few.
 */
export function usedThisHour(rate: RequestRate, now: Timestamp): number {
  advance(rate, now)
  return rate.used
}
