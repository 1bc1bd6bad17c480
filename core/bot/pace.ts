import type { RequestBudget } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, type Instant } from '../time.ts'

/** A rolling hour touches at most 61 minutes of the clock: the present one and the 60 before it. */
const BUCKETS = 61

/**
 * What one driver has spent of the platform's budget: requests by minute of the clock, and the bucket that a platform grants for
 * bursts. About 400 bytes. Changed in place by `spendRequest`, since it is asked and told on every poll.
 */
export type Pace = {
  budget: RequestBudget
  /** Time between polls that the speed asks for (`findPollMs`). */
  pollMs: number
  /** Requests of a minute at its number modulo 61. */
  counts: Uint32Array
  /** Sum of `counts`. */
  used: number
  /** The latest minute seen, and the latest instant. A clock that falls back by less than a minute stands still until it has caught up. */
  minute: number
  seenAt: Instant
  lastAt: Instant
  /** Requests that may go out at once, as of `seenAt`. */
  tokens: number
}

/** A pace from `now` on. `usedBefore` counts requests of the last hour (by another process), as if sent just now. */
export function startPace(budget: RequestBudget, pollMs: number, now: Instant, usedBefore = 0): Pace {
  const pace: Pace = {
    budget,
    pollMs,
    counts: new Uint32Array(BUCKETS),
    used: 0,
    minute: Math.floor(now / MINUTE_MS),
    seenAt: now,
    lastAt: Number.NEGATIVE_INFINITY,
    tokens: capacityOf(budget),
  }
  count(pace, usedBefore)
  return pace
}

/** Most requests that may go out at once. */
function capacityOf({ perHour, burstMinutes }: RequestBudget): number {
  return Math.max(1, Math.floor((perHour * burstMinutes) / 60))
}

function count(pace: Pace, requests: number): void {
  const slot = pace.minute % BUCKETS
  pace.counts[slot] = (pace.counts[slot] ?? 0) + requests
  pace.used += requests
  pace.tokens = Math.max(0, pace.tokens - requests)
}

/** A clock that was set back: nobody knows how much time has passed, so all that was counted counts as sent just now. */
function setBack(pace: Pace, now: Instant): void {
  pace.minute = Math.floor(now / MINUTE_MS)
  pace.counts.fill(0)
  pace.counts[pace.minute % BUCKETS] = pace.used
  pace.lastAt = Math.min(pace.lastAt, now)
  pace.seenAt = now
}

/** Lets time pass: forgets minutes that no rolling hour can touch any more, fills the bucket. */
function advance(pace: Pace, now: Instant): void {
  if (now <= pace.seenAt) {
    if (now < pace.seenAt - MINUTE_MS) setBack(pace, now)
    return
  }
  const { budget } = pace
  pace.tokens = Math.min(capacityOf(budget), pace.tokens + ((now - pace.seenAt) * budget.perHour) / HOUR_MS)
  pace.seenAt = now
  const minute = Math.floor(now / MINUTE_MS)
  const passed = Math.min(BUCKETS, minute - pace.minute)
  for (let step = 1; step <= passed; step++) {
    const slot = (pace.minute + step) % BUCKETS
    pace.used -= pace.counts[slot] ?? 0
    pace.counts[slot] = 0
  }
  pace.minute = minute
}

/** Ms until the oldest counted minute leaves the rolling hour. */
function msUntilFreed(pace: Pace): number {
  for (let age = BUCKETS - 1; age >= 0; age--) {
    const minute = pace.minute - age
    if ((pace.counts[((minute % BUCKETS) + BUCKETS) % BUCKETS] ?? 0) > 0) {
      return (minute + BUCKETS) * MINUTE_MS - pace.seenAt
    }
  }
  return 0
}

/**
 * How long to wait from `now` before the next poll may go out, ms; 0 = it may go now. Never more than `perHour` requests in any
 * rolling hour nor more than the bucket holds at once, whatever the times. Polls keep the speed's distance; what is left of a
 * budget that nears its end (below its reserve) is spread until more comes back.
 */
export function nextPollMs(pace: Pace, now: Instant): number {
  advance(pace, now)
  const { budget, used, tokens, seenAt } = pace
  const left = budget.perHour - used
  const behindMs = seenAt - now
  if (left < 1) return behindMs + Math.max(1, Math.ceil(msUntilFreed(pace)))
  const scarce = left <= budget.perHour * budget.reserveShare
  const distanceMs = scarce ? Math.max(pace.pollMs, msUntilFreed(pace) / left) : pace.pollMs
  const spacedMs = pace.lastAt + distanceMs - seenAt
  const fillMs = tokens >= 1 ? 0 : ((1 - tokens) * HOUR_MS) / budget.perHour
  const waitMs = Math.max(0, Math.ceil(spacedMs), Math.ceil(fillMs))
  return waitMs === 0 ? 0 : behindMs + waitMs
}

/** Whether the budget bears one more request of any kind at `now`, whatever the distance to the last one (an accept does not wait). */
export function mayRequest(pace: Pace, now: Instant): boolean {
  advance(pace, now)
  return pace.used < pace.budget.perHour && pace.tokens >= 1
}

/** Counts a request that goes out now: a poll, an accept, a sign-in. */
export function spendRequest(pace: Pace, now: Instant): void {
  advance(pace, now)
  count(pace, 1)
  pace.lastAt = pace.seenAt
}

/** Requests counted for the rolling hour, for the driver's budget bar; up to a minute's requests too many, never too few. */
export function usedThisHour(pace: Pace, now: Instant): number {
  advance(pace, now)
  return pace.used
}
