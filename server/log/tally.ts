import { HOUR_MS } from '@madruga/core/time.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { IgnoredFor } from '@madruga/core/filters.ts'

const QUARTER_MS = 900_000

/** What one driver's search added up to in one quarter of an hour; every zone's midnight falls between two quarters. */
type Count = {
  driverId: string
  quarterAt: Instant
  time: number
  price: number
  schedule: number
  requests: number
}

/** Sums of decisions and requests since the last batch; bounded by drivers, however long the database is away. */
export type Tally = {
  ignored(driverId: string, at: Instant, ignoredFor: IgnoredFor): void
  requested(driverId: string, at: Instant): void
  /** Columns for one batch, and begins anew. */
  take(): TallyColumns
}

export type TallyColumns = {
  driverIds: string[]
  quarters: number[]
  hours: number[]
  time: number[]
  price: number[]
  schedule: number[]
  requests: number[]
}

/** An empty tally. */
export function createTally(): Tally {
  let counts = new Map<string, Count>()
  let lastKey = ''
  let last: Count | undefined
  const countOf = (driverId: string, at: Instant): Count => {
    const quarterAt = at - (at % QUARTER_MS)
    const key = `${driverId} ${quarterAt}`
    if (last && key === lastKey) return last
    let count = counts.get(key)
    if (!count)
      counts.set(key, (count = { driverId, quarterAt, time: 0, price: 0, schedule: 0, requests: 0 }))
    lastKey = key
    last = count
    return count
  }
  return {
    ignored(driverId, at, ignoredFor) {
      countOf(driverId, at)[ignoredFor]++
    },
    requested(driverId, at) {
      countOf(driverId, at).requests++
    },
    take() {
      const all = [...counts.values()]
      counts = new Map()
      last = undefined
      return {
        driverIds: all.map((count) => count.driverId),
        quarters: all.map((count) => count.quarterAt),
        hours: all.map((count) => count.quarterAt - (count.quarterAt % HOUR_MS)),
        time: all.map((count) => count.time),
        price: all.map((count) => count.price),
        schedule: all.map((count) => count.schedule),
        requests: all.map((count) => count.requests),
      }
    },
  }
}
