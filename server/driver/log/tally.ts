import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { IgnoredFor } from '@madruga/core/filters.ts'

const QUARTER_MS = 900_000
const HALF_HOUR = 30

/**
 * Ignored offers of one driver at one station in one quarter hour; every zone's midnight falls between two
 * quarters.
 */
type Ignored = {
  driverId: string
  stationId: string
  quarterAt: Timestamp
  time: number
  price: number
  schedule: number
}
/**
 * Requests of one driver in one hour, a bit for each minute of its two halves with a request, and when the
 * first of them was counted.
 */
type Requests = {
  driverId: string
  hourAt: Timestamp
  used: number
  first: number
  second: number
  since: Timestamp
}

/** Sums since the last batch; bounded by drivers and their stations, however long the database is down. */
export type Tally = {
  ignored(driverId: string, stationId: string, at: Timestamp, ignoredFor: IgnoredFor): void
  requested(driverId: string, at: Timestamp): void
  /** Returns the columns of one batch, with the requests of drivers who wait since then, and forgets them. */
  take(countedBy: Timestamp): Sums
}

/** Sums as columns for a statement. */
export type Sums = {
  ignored: {
    driverIds: string[]
    stationIds: string[]
    quarters: number[]
    time: number[]
    price: number[]
    schedule: number[]
  }
  requests: { driverIds: string[]; hours: number[]; used: number[]; first: number[]; second: number[] }
}

/** An empty tally. */
export function createTally(): Tally {
  let tallies = new Map<string, Ignored>()
  const requests = new Map<string, Requests>()

  const takeRequests = (countedBy: Timestamp): Requests[] => {
    const sums: Requests[] = []
    for (const [key, sum] of requests) {
      if (sum.since > countedBy) continue
      sums.push(sum)
      requests.delete(key)
    }
    return sums
  }

  return {
    ignored(driverId, stationId, at, ignoredFor) {
      const quarterAt = at - (at % QUARTER_MS)
      const key = `${quarterAt} ${driverId} ${stationId}`
      let sum = tallies.get(key)
      if (!sum) tallies.set(key, (sum = { driverId, stationId, quarterAt, time: 0, price: 0, schedule: 0 }))
      sum[ignoredFor]++
    },
    requested(driverId, at) {
      // Updated on every poll, so only the driver is the key within an hour.
      const current = requests.get(driverId)
      if (current && at >= current.hourAt && at < current.hourAt + HOUR_MS) {
        mark(current, at)
        return
      }
      if (current) requests.set(`${current.hourAt} ${driverId}`, current)
      const hour = { driverId, hourAt: at - (at % HOUR_MS), used: 0, first: 0, second: 0, since: at }
      mark(hour, at)
      requests.set(driverId, hour)
    },
    take(countedBy) {
      const offers = [...tallies.values()]
      tallies = new Map()
      const requestSums = takeRequests(countedBy)
      return {
        ignored: {
          driverIds: offers.map((sum) => sum.driverId),
          stationIds: offers.map((sum) => sum.stationId),
          quarters: offers.map((sum) => sum.quarterAt),
          time: offers.map((sum) => sum.time),
          price: offers.map((sum) => sum.price),
          schedule: offers.map((sum) => sum.schedule),
        },
        requests: {
          driverIds: requestSums.map((sum) => sum.driverId),
          hours: requestSums.map((sum) => sum.hourAt),
          used: requestSums.map((sum) => sum.used),
          first: requestSums.map((sum) => sum.first),
          second: requestSums.map((sum) => sum.second),
        },
      }
    },
  }
}

function mark(sum: Requests, at: Timestamp): void {
  sum.used++
  const minute = Math.floor((at - sum.hourAt) / MINUTE_MS)
  if (minute < HALF_HOUR) sum.first |= 1 << minute
  else sum.second |= 1 << (minute - HALF_HOUR)
}
