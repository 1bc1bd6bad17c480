import { SECOND_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { InstanceFetch } from '../../instances/fetch.ts'

/** The share of the minute's requests that is kept for accepts, readings and sign-ins: 15 of 120. */
const KEPT = 1 / 8
/** How long polls then wait before one looks again. */
const PAUSE_MS = 10 * SECOND_MS
/** Lists of an instance that are out at once: the platform works at few, and an accept comes after them. */
const MOST_AT_ONCE = 4
/** A list that waits longer is left out; the next poll asks again. */
const PATIENCE_MS = 2 * SECOND_MS

/**
 * Lets polls wait while little is left of what Fleetbase allows an address: other programs behind the same
 * proxy spend it too, and each answer says what is left.
 */
export function keepAllowance(fetch: InstanceFetch, clock: Clock): InstanceFetch {
  let pausedUntil = Number.NEGATIVE_INFINITY
  return async (request) => {
    const waitMs = pausedUntil - clock.now()
    if (request.priority === 'poll' && waitMs > 0) return { kind: 'over_budget', retryAfterMs: waitMs }
    const reply = await fetch(request)
    const headers = reply.kind === 'answer' ? reply.headers : {}
    const [left, limit] = [headers['x-ratelimit-remaining'], headers['x-ratelimit-limit']].map(Number)
    // Neither is said of a minute that is used up.
    if (left !== undefined && limit !== undefined && left + limit >= 0)
      pausedUntil = left < Math.floor(limit * KEPT) ? clock.now() + PAUSE_MS : Number.NEGATIVE_INFINITY
    return reply
  }
}

/** Lets few lists of offers be read at a time, first come, first served. */
export function queueLists(fetch: InstanceFetch, clock: Clock): InstanceFetch {
  const waiting = new Set<() => void>()
  let underWay = 0
  const hasTurn = (): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isTurn: boolean): void => {
        stop()
        waiting.delete(go)
        resolve(isTurn)
      }
      const go = (): void => end(true)
      const stop = clock.after(PATIENCE_MS, () => end(false))
      waiting.add(go)
    })
  return async (request) => {
    if (request.priority !== 'poll' || !request.path.includes('?')) return await fetch(request)
    if (underWay < MOST_AT_ONCE) underWay++
    else if (!(await hasTurn())) return { kind: 'over_budget', retryAfterMs: 0 }
    try {
      return await fetch(request)
    } finally {
      const [next] = waiting
      // The turn goes over to the next one.
      if (next) next()
      else underWay--
    }
  }
}
