import type { IgnoredFor } from '@madruga/core/filters.ts'
import type { BotDeps } from '../deps.ts'
import { addSeen } from '../store/shadow.ts'
import type { SeenCounts } from '../store/shadow.ts'

/** Counts what one shadow run sees in this process. */
export type Watch = {
  runId: string
  /**
   * Counts each offer of a run once, by why it was left last; null = it would have been tried for, which is
   * final.
   */
  see(offerId: string, ignoredFor: IgnoredFor | null): void
  /** Writes the rest. */
  flush(): Promise<void>
}

/** The shadow runs of this process, which outlive their searches. */
export type Watches = { of(runId: string): Watch }

const FLUSH_MS = 1_000
/** Ids remembered of a run; offers live for minutes, so that older ones do not come back. */
const REMEMBERED = 20_000
const MOST_RUNS = 1_000

/** Sums are written at most once a second, and on a flush. */
export function createWatches(deps: BotDeps): Watches {
  const watches = new Map<string, Watch>()
  return {
    of(runId) {
      const current = watches.get(runId)
      if (current) return current
      // The oldest hardly has a search left; if it has, some offers are counted twice.
      if (watches.size >= MOST_RUNS) watches.delete(watches.keys().next().value ?? '')
      const watch = createWatch(deps, runId)
      watches.set(runId, watch)
      return watch
    },
  }
}

function createWatch(deps: BotDeps, runId: string): Watch {
  let verdicts = new Map<string, IgnoredFor | null>()
  let unwritten = nothing()
  let isArmed = false
  const flush = async (): Promise<void> => {
    const counts = unwritten
    unwritten = nothing()
    if (Object.values(counts).every((count) => count === 0)) return
    await addSeen(deps.db, runId, counts).catch((error: unknown) => {
      for (const name of COUNTED) unwritten[name] += counts[name]
      deps.logger.warn({ runId, err: error }, 'what a shadow run saw is not written yet')
    })
  }
  return {
    runId,
    flush,
    see(offerId, ignoredFor) {
      const before = verdicts.get(offerId)
      if (before === null || before === ignoredFor) return
      if (before === undefined) {
        if (verdicts.size >= REMEMBERED) verdicts = new Map()
        unwritten.seen++
      } else unwritten[before]--
      verdicts.set(offerId, ignoredFor)
      if (ignoredFor !== null) unwritten[ignoredFor]++
      if (isArmed) return
      isArmed = true
      deps.clock.after(FLUSH_MS, () => {
        isArmed = false
        void flush()
      })
    },
  }
}

const COUNTED = ['seen', 'time', 'price', 'schedule'] as const

function nothing(): SeenCounts {
  return { seen: 0, time: 0, price: 0, schedule: 0 }
}
