import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** So many points within a window that starts with the first. */
export type Limit = { points: number; windowS: number }

/** Counts by key; answers the milliseconds to wait when a key has used up its points, null otherwise. */
export type Limiter = {
  /** Uses one point, or so many. */
  take(key: string, points?: number): Promise<number | null>
  /** Gives one back. */
  giveBack(key: string): Promise<void>
  /** Forgets the key. */
  clear(key: string): Promise<void>
}

/** Counts in this process alone: against floods, where an exact count across processes does not matter. */
export function createMemoryLimiter(limit: Limit): Limiter {
  return wrap(new RateLimiterMemory({ points: limit.points, duration: limit.windowS }))
}

/**
 * Counts in PostgreSQL (`rate_limits`), the same in every process and across restarts. `name` keeps keys of
 * several limiters apart.
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
