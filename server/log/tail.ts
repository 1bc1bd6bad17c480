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
  /** Poll interval: trades latency for query load; default 250 ms. */
  pollMs?: number
  /** Called for a failed query; it is retried. */
  onFault?: (error: unknown) => void
}

/** Follows the logs of drivers who are watching. */
export type LogTail = {
  /** Follows a driver's log after number `after`; from its end if that is null or beyond it. */
  openTail(driverId: string, after: number | null): Promise<Viewer<LogEntry>>
  /** A line of this driver was just committed: do not wait for the next tick. */
  wake(driverId: string): void
  /** Number of open viewers. */
  size(): number
  close(): void
}

/** One query for all viewers of this process every `pollMs`, none without viewers. */
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
