import type { Kysely } from 'kysely'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { createTail } from '../kit/live.ts'
import type { Viewer } from '../kit/live.ts'
import { readAfterEach, readEnd } from './read-store.ts'

type TailDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Between an eye's patience and a query a tick; default 250 ms. */
  pollMs?: number
  /** Told of a query that failed; it is tried again. */
  onFault?: (error: unknown) => void
}

/** The logs of those drivers who look at them, as they are written. */
export type LogTail = {
  /** Follows a driver's log after number `after`; after its end when that is null or lies beyond it. */
  openTail(driverId: string, after: number | null): Promise<Viewer<LogEntry>>
  /** A line of this driver was just committed: do not wait for the next tick. */
  wake(driverId: string): void
  /** Open viewers. */
  size(): number
  close(): void
}

/** One query for all viewers of this process each `pollMs`, none while there are none. */
export function createLogTail({ db, clock, pollMs = 250, onFault = () => {} }: TailDeps): LogTail {
  const tail = createTail<LogEntry>({
    read: (cursors, limit) => readAfterEach(db, cursors, limit),
    clock,
    pollMs,
    onFault,
  })
  return {
    async openTail(driverId, after) {
      const end = await readEnd(db, driverId)
      return tail.open(driverId, after === null ? end : Math.min(after, end))
    },
    wake: tail.wake,
    size: tail.size,
    close: tail.close,
  }
}
