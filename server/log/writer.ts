import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { refusesData, startFlusher } from '../kit/flush.ts'
import { writeBatch } from './batch.ts'
import type { Batch } from './batch.ts'
import type { Decision } from './model.ts'
import { createTally } from './tally.ts'

/**
 * Buffers decisions and request counts of this process and writes them as one batch every `flushMs`. Bounded:
 * beyond `maxLines` the oldest lines are dropped and the driver sees how many (`log.skipped`); figures are
 * always kept. A failed batch is retried, unchanged, until it is written.
 */
export type LogWriter = {
  /** Buffers one decision; never blocks. */
  decide(decision: Decision): void
  /** Counts one request to the platform. */
  requested(driverId: string, at: number): void
  /** Tells a driver of this many lines that were left out. */
  skip(driverId: string, count: number): void
  /** Writes everything buffered now; rejects if the database fails (the buffer is kept). */
  flush(): Promise<void>
  /** Stops the timer and writes the rest; rejects if that fails. */
  close(): Promise<void>
  /** Lines waiting to be written. */
  size(): number
}

type WriterDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Between 250 and 500 ms: trades the viewer's latency for commits per second. */
  flushMs?: number
  /** About 1 KB each in memory. */
  maxLines?: number
  /** Called once per series of failures; the batch stays. */
  onFault?: (error: unknown) => void
}

const LINES_A_BATCH = 5_000
/** Every running bot sends requests in every batch; their rows are written less often than lines. */
const REQUESTS_EVERY_MS = 5_000

/** A writer that flushes periodically until it is closed. */
export function createLogWriter(deps: WriterDeps): LogWriter {
  const { db, clock, flushMs = 300, onFault = () => {} } = deps
  const writerId = randomUUID()
  const buffer = createBuffer(deps.maxLines ?? 100_000)
  let pending: Batch | null = null
  let requestsAt = clock.now()

  const drain = async (all: boolean): Promise<void> => {
    while (true) {
      const withRequests = all || clock.now() - requestsAt >= REQUESTS_EVERY_MS
      if (withRequests) requestsAt = clock.now()
      pending ??= buffer.next(withRequests)
      if (pending === null) return
      try {
        await writeBatch(db, writerId, pending, clock.now())
      } catch (error) {
        if (refusesData(error)) pending = withoutLines(pending)
        throw error
      }
      pending = null
    }
  }

  const flusher = startFlusher({ clock, everyMs: flushMs, write: drain, onFault })

  return {
    decide: buffer.decide,
    requested: buffer.requested,
    skip: buffer.skip,
    flush: flusher.flush,
    close: flusher.close,
    size: () => buffer.size() + (pending?.decisions.length ?? 0),
  }
}

type Buffer = {
  decide(decision: Decision): void
  requested(driverId: string, at: number): void
  skip(driverId: string, count: number): void
  /** The next batch; null if there is nothing to write. */
  next(withRequests: boolean): Batch | null
  size(): number
}

function createBuffer(maxLines: number): Buffer {
  const tally = createTally()
  let lines: Decision[] = []
  let first = 0
  let skipped = new Map<string, number>()
  let dirty = false
  let batches = 0

  const dropOldest = (): void => {
    const oldest = lines[first++]
    if (oldest) skipped.set(oldest.driverId, (skipped.get(oldest.driverId) ?? 0) + 1)
    // Shifted together occasionally, not for every line.
    if (first >= maxLines) {
      lines = lines.slice(first)
      first = 0
    }
  }

  return {
    decide(decision) {
      dirty = true
      tally.ignored(decision.driverId, decision.stationId, decision.at, decision.ignoredFor)
      if (decision.hidden) return
      if (lines.length - first >= maxLines) dropOldest()
      lines.push(decision)
    },
    requested: tally.requested,
    skip(driverId, count) {
      dirty = true
      skipped.set(driverId, (skipped.get(driverId) ?? 0) + count)
    },
    next(withRequests) {
      if (!dirty && !(withRequests && tally.hasRequests())) return null
      const decisions = lines.slice(first, first + LINES_A_BATCH)
      first += decisions.length
      if (first >= lines.length) {
        lines = []
        first = 0
      }
      const batch = { number: ++batches, decisions, skipped, sums: tally.take(withRequests) }
      skipped = new Map()
      dirty = lines.length > first
      return batch
    },
    size: () => lines.length - first,
  }
}

/**
 * A batch whose lines the database permanently rejects: the driver sees how many there were, and the figures
 * are kept.
 */
function withoutLines(batch: Batch): Batch {
  const skipped = new Map(batch.skipped)
  for (const { driverId } of batch.decisions) skipped.set(driverId, (skipped.get(driverId) ?? 0) + 1)
  return { ...batch, decisions: [], skipped }
}
