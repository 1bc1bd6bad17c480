import type { Pool } from 'pg'
import { addressGroup, widerGroups } from './http.ts'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Points within a window that starts with the first one. */
export type Limit = { points: number; windowS: number }

/** Counts by key; returns the milliseconds to wait if a key has used up its points, null otherwise. */
export type Limiter = {
  /** Uses one or more points. */
  take(key: string, points?: number): Promise<number | null>
  /** Returns one or more points. */
  giveBack(key: string, points?: number): Promise<void>
  /** Clears the key. */
  clear(key: string): Promise<void>
}

/** How many times its own points an IPv6 customer's /48 has; a site's /56 has half of that. */
const CUSTOMER_TIMES = 4

/** A limit per address in the unit of `addressShares`. */
export function perAddress({ points, windowS }: Limit): Limit {
  return { points: points * CUSTOMER_TIMES, windowS }
}

/**
 * What one point of an address is counted as: whole for itself (an IPv6 /64), and less for the wider groups
 * that it is in, since one customer may use each of their /64.
 */
export function addressShares(address: string): { key: string; points: number }[] {
  const wider = widerGroups(address)
  return [
    { key: addressGroup(address), points: CUSTOMER_TIMES },
    ...(wider
      ? [
          { key: wider.site, points: CUSTOMER_TIMES / 2 },
          { key: wider.customer, points: 1 },
        ]
      : []),
  ]
}

/** Counts by address in this process; `limit` is that of one address. */
export function createAddressLimiter(limit: Limit): Pick<Limiter, 'take'> {
  const limiter = createMemoryLimiter(perAddress(limit))
  return {
    async take(address, times = 1) {
      for (const { key, points } of addressShares(address)) {
        const waitMs = await limiter.take(key, points * times)
        if (waitMs !== null) return waitMs
      }
      return null
    },
  }
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
    async giveBack(key, points = 1) {
      await inner.reward(key, points)
    },
    async clear(key) {
      await inner.delete(key)
    },
  }
}
