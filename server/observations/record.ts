import type { Kysely } from 'kysely'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { isOfferedToAll } from '@madruga/core/observations.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { refusesData, startFlusher } from '../kit/flush.ts'
import { insertObservations } from './store.ts'
import type { NewObservation } from './store.ts'

/** Records platform offers, outside the search's hot path. */
export type Recorder = {
  /** Records offers seen just now; never blocks and never throws. */
  note(platform: string, variant: Variant, offers: readonly Offer[], at: Timestamp): void
  /** Writes the buffer now; rejects if the database fails (the buffer is kept). */
  flush(): Promise<void>
  close(): Promise<void>
  /** Recorded and not written yet. */
  size(): number
}

type RecorderDeps = {
  db: Kysely<Tables>
  clock: Clock
  flushMs?: number
  /** Beyond this many pending ones, new ones are dropped; some 300 bytes each. */
  mostWaiting?: number
  /** Called once per series of failures; the buffer stays. */
  onFault?: (error: unknown) => void
}

const ROWS_A_BATCH = 2_000
/**
 * Remembered offers of a platform, so that the bots of this process write each once; at most twice as many.
 */
const REMEMBERED = 50_000

/** A recorder that writes periodically until it is closed. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { db, clock, flushMs = 1_000, mostWaiting = 50_000, onFault } = deps
  const notedAt = new Map<string, Memory>()
  let waiting: NewObservation[] = []

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, ROWS_A_BATCH)
      await writeTakable(db, batch)
      waiting = waiting.slice(batch.length)
    }
  }
  const flusher = startFlusher({ clock, everyMs: flushMs, write, ...(onFault && { onFault }) })

  return {
    note(platform, variant, offers, at) {
      let noted = notedAt.get(platform)
      if (noted === undefined) notedAt.set(platform, (noted = createMemory(REMEMBERED)))
      for (const offer of offers) {
        if (!isOfferedToAll(offer.kind) || waiting.length >= mostWaiting) continue
        if (noted.add(offer.id)) waiting.push({ platform, variant, offer, at })
      }
    },
    flush: flusher.flush,
    close: flusher.close,
    size: () => waiting.length,
  }
}

/**
 * Writes a batch; rows that the database permanently rejects, which only a hostile platform sends, are
 * skipped.
 */
async function writeTakable(db: Kysely<Tables>, batch: readonly NewObservation[]): Promise<void> {
  try {
    await insertObservations(db, batch)
  } catch (error) {
    if (!refusesData(error)) throw error
    if (batch.length === 1) return
    const half = batch.length >> 1
    await writeTakable(db, batch.slice(0, half))
    await writeTakable(db, batch.slice(half))
  }
}

/** Whether a key is new; remembers it. */
type Memory = { add(key: string): boolean }

/** Remembers the newest `most` to twice as many keys. */
function createMemory(most: number): Memory {
  let newer = new Set<string>()
  let older = new Set<string>()
  return {
    add(key) {
      if (newer.has(key) || older.has(key)) return false
      if (newer.size >= most) {
        older = newer
        newer = new Set()
      }
      newer.add(key)
      return true
    },
  }
}
