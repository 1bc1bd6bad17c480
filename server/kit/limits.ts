import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Points within a window that starts with the first one. */
export type Limit = { points: number; windowS: number }

/** Counts by key; returns the milliseconds to wait if a key has used up its points, null otherwise. */
export type Limiter = {
  /** Uses one or more points. */
  take(key: string, points?: number): Promise<number | null>
  /** Returns one point. */
  giveBack(key: string): Promise<void>
  /** Clears the key. */
  clear(key: string): Promise<void>
}

/** Counts only in this process: against floods, where an exact count across processes does not matter. */
export function createMemoryLimiter(limit: Limit): Limiter {
  return wrap(new RateLimiterMemory({ points: limit.points, duration: limit.windowS }))
}

/**
 * Counts in PostgreSQL (`rate_limits`), shared by all processes and kept across restarts. `name` separates
 * the keys of several limiters.
 */
export function createSharedLimiter(pool: Pool, name: string, limit: Limit): Limiter {
  return wrap(
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: limit.points,
      duration: limit.windowS,
    }),
  )
}

function wrap(inner: RateLimiterMemory | RateLimiterPostgres): Limiter {
  return {
    async take(key, points = 1) {
      try {
        await inner.consume(key, points)
        return null
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(refusal.msBeforeNext, 1)
        throw refusal
      }
    },
    async giveBack(key) {
      await inner.reward(key)
    },
    async clear(key) {
      await inner.delete(key)
    },
  }
}
