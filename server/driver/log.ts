import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Database, Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import {
  forgetLogWriters,
  keepPartitions,
  forgetLogParts,
  forgetOfferHours,
  forgetRequestHours,
} from './log/partition-store.ts'
import { openHistory } from './log/history.ts'
import { readLatest, readAfterEach, readEnd } from './log/read-store.ts'
import { defineModule } from '../module.ts'
import type { Handlers } from '../module.ts'
import type { Kysely } from 'kysely'
import { addOutcome } from './log/figures-store.ts'
import { insertLineEach, insertLines } from './log/line-store.ts'
import type { NewEntry } from './log/model.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import { createTail } from '../kit/live.ts'
import type { Viewer } from '../kit/live.ts'

/** Entry of the log: numbered lines of each driver, written at once or in batches, and read back. */

export * from './log/model.ts'

export { takeMissBack, writeSums } from './log/figures-store.ts'
export { createTally } from './log/tally.ts'
export * from './log/writer.ts'
export { everyLine, readAfter, readLatest } from './log/read-store.ts'
export * from './log/partition-store.ts'
export * from './log/partition-store.ts'
export * from './log/read-store.ts'

export * from './log/partition-store.ts'
export { openHistory } from './log/history.ts'
export { exportHistory } from './log/history-csv.ts'

const TWO_YEARS_MS = 730 * DAY_MS
/** A week more than what is read: nothing disappears under a page that is open. */
const MARGIN_MS = 7 * DAY_MS

/** The declaration of the log. Its lines go by whole partitions. */
export const log = defineModule({
  tables: [
    'day_figures',
    'log_entries',
    'log_heads',
    'log_ignored',
    'log_parts',
    'log_writers',
    'offer_hours',
    'request_hours',
  ],
  sections: [
    {
      name: 'days',
      from: 'day_figures',
      columns: 'day, seen, accepted, missed, ignored_time, ignored_price, ignored_schedule, booked_cents',
      key: [['day', 'date']],
    },
    {
      name: 'hours',
      from: 'offer_hours',
      columns: 'hour_at, station_id, accepted, missed, ignored_time, ignored_price, ignored_schedule',
      key: [
        ['hour_at', 'timestamptz'],
        ['station_id', 'text'],
      ],
    },
    { name: 'requests', from: 'request_hours', columns: 'hour_at, used', key: [['hour_at', 'timestamptz']] },
  ],
  handlers: ({ db, tail, settings, keepLogDays }: HistoryParts): Pick<Handlers, 'log'> => ({
    log: {
      latest: ({ driverId }, page) => readLatest(db, driverId, page),
      async history({ driverId }, { limit, before, ...query }) {
        const history = await openHistory(db, driverId, query, settings.history)
        return { ...(await history.read({ limit, before })), keptDays: keepLogDays }
      },
      openTail: tail.openTail,
    },
  }),
  jobs: ({ db, clock, keepLogDays }: KeptParts) => [
    {
      name: 'log.keep_partitions',
      everyMs: HOUR_MS,
      run: () => keepPartitions(db, clock.now(), keepLogDays),
    },
  ],
  retention: ({ db, clock, keepLogDays, judgedAgainMs }: KeptParts & { judgedAgainMs: number }) => {
    const partsMs = keepLogDays * DAY_MS + MARGIN_MS
    return [
      { tables: 'request_hours', forget: () => forgetRequestHours(db, clock.now() - judgedAgainMs) },
      { tables: 'offer_hours', forget: () => forgetOfferHours(db, clock.now() - TWO_YEARS_MS) },
      { tables: 'log_parts', forget: () => forgetLogParts(db, clock.now() - partsMs) },
      { tables: 'log_writers', forget: () => forgetLogWriters(db) },
    ]
  },
})

type KeptParts = { db: Database['kysely']; clock: Clock; keepLogDays: number }
type HistoryParts = {
  db: Database['kysely']
  tail: LogTail
  settings: Pick<Settings, 'history'>
  keepLogDays: number
}

/**
 * Records lines of one driver's log inside the caller's transaction, numbers them without gaps, adds accepted
 * and missed offers to the figures of the driver's local day, and announces them on `LOG_CHANNEL` at commit.
 * For events that must be recorded at once (accepts, state changes); decisions go through the log writer.
 * Lock order of every writer: bots, log_heads, day_figures. Returns the number of the last line, or the
 * driver's current one if there are none.
 */
export async function recordEntries(
  tx: Kysely<Tables>,
  driverId: string,
  entries: readonly NewEntry[],
): Promise<number> {
  const lastSeq = await insertLines(tx, driverId, entries)
  for (const entry of entries) {
    if (entry.type === 'offer.accepted') {
      await addOutcome(tx, driverId, entry, { accepted: 1, missed: 0, cents: entry.data.offer.payCents })
    } else if (entry.type === 'offer.missed') {
      await addOutcome(tx, driverId, entry, { accepted: 0, missed: 1, cents: 0 })
    }
  }
  return lastSeq
}

/**
 * The same for many drivers at once, one line each: a sweep that changes them in one statement also records
 * them in one. Not for accepts or misses, whose figures belong to the driver's own day.
 */
export async function recordForMany(
  tx: Kysely<Tables>,
  lines: readonly { driverId: string; entry: NewEntry }[],
): Promise<void> {
  if (lines.length > 0) await insertLineEach(tx, lines)
}

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
