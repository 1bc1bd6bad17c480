import type { BotKit } from './kit.ts'
import { addSeen } from './shadow.ts'

/** Counts what one shadow run sees in this process. */
export type Watch = {
  runId: string
  /** Once an offer, however many searches of the run meet it. */
  see(offerId: string): void
  /** Writes the rest. */
  flush(): Promise<void>
}

/** The shadow runs of this process, which outlive their searches. */
export type Watches = { of(runId: string): Watch }

const FLUSH_MS = 1_000
/** Ids remembered of a run; offers live for minutes, so that older ones do not come back. */
const REMEMBERED = 20_000
const MOST_RUNS = 1_000

/** Sums are written at most each second, and by whoever flushes. */
export function createWatches(kit: BotKit): Watches {
  const watches = new Map<string, Watch>()
  return {
    of(runId) {
      const known = watches.get(runId)
      if (known) return known
      // The oldest has hardly a search left; were it so, it would count some offers twice.
      if (watches.size >= MOST_RUNS) watches.delete(watches.keys().next().value ?? '')
      const watch = createWatch(kit, runId)
      watches.set(runId, watch)
      return watch
    },
  }
}

function createWatch(kit: BotKit, runId: string): Watch {
  let ids = new Set<string>()
  let unwritten = 0
  let armed = false
  const flush = async (): Promise<void> => {
    const seen = unwritten
    unwritten = 0
    if (seen === 0) return
    await addSeen(kit.db, runId, seen).catch((error: unknown) => {
      unwritten += seen
      kit.journal.warn({ runId, err: error }, 'what a shadow run saw is not written yet')
    })
  }
  return {
    runId,
    flush,
    see(offerId) {
      if (ids.has(offerId)) return
      if (ids.size >= REMEMBERED) ids = new Set()
      ids.add(offerId)
      unwritten++
      if (armed) return
      armed = true
      kit.clock.after(FLUSH_MS, () => {
        armed = false
        void flush()
      })
    },
  }
}
