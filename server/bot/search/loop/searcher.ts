import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { systemClock } from '../../../kit/clock.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { SearchEnd, SearchHooks, Searcher, Surroundings } from './model.ts'
import { Run } from './run.ts'
import { createWheel } from './wheel.ts'

/** Multiples of it, modulo 1, fill any stretch evenly however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/** A search polls first within this time, ms: those that begin together are spread over it. */
const FIRST_WITHIN_MS = 1_000

export type SearcherOptions = {
  hooks: SearchHooks
  /** Judging's instants, the budget's, and the timer. */
  clock?: Clock
  /** Monotonic ms on the scale of `PollHandlers.offers`; performance.now by default. */
  now?: () => number
  /** What of many new offers is stored. */
  flood?: Settings['flood']
}

/**
 * Creates all searches of this process over one timer wheel: each polls, judges, and accepts matches, best
 * first, one at a time.
 */
export function createSearcher(options: SearcherOptions): Searcher {
  const { hooks, clock = systemClock, now = () => performance.now() } = options
  const { flood = DEFAULT_SETTINGS.flood } = options
  const wheel = createWheel(clock, now)
  const runs = new Map<string, Run>()
  let started = 0

  const around: Surroundings = {
    hooks,
    clock,
    now,
    wheel,
    flood,
    left(run) {
      if (runs.get(run.search.driverId) === run) runs.delete(run.search.driverId)
    },
  }

  return {
    search(search, signal) {
      if (signal.aborted) return Promise.resolve({ why: 'aborted' })
      // A later incarnation in the same process: the database fences the earlier one anyway.
      runs.get(search.driverId)?.end({ why: 'fenced' })
      const { promise, resolve, reject } = Promise.withResolvers<SearchEnd>()
      started++
      const firstMs = ((started * GOLDEN) % 1) * Math.min(search.pollMs, FIRST_WITHIN_MS)
      const run = new Run(search, firstMs, around, resolve, reject)
      runs.set(search.driverId, run)
      const abort = () => run.end({ why: 'aborted' })
      signal.addEventListener('abort', abort, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', abort))
    },
    take(driverId, agreed) {
      const run = runs.get(driverId)
      return run !== undefined && run.take(agreed)
    },
    refilter(driverId, filter, filterVersion, wider) {
      const run = runs.get(driverId)
      if (run === undefined) return
      const { search } = run
      search.filter = filter
      search.filterVersion = filterVersion
      search.wider = wider
      // What the old filter left may fit the new one.
      search.feed.forget()
      if (search.isPushed) run.announce()
    },
    announce: (driverId) => runs.get(driverId)?.announce(),
    size: () => runs.size,
    close() {
      for (const run of runs.values()) run.end({ why: 'aborted' })
      wheel.close()
    },
  }
}
