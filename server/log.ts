/** Entry of the log: numbered lines of each driver, written at once or in batches, and read back. */
import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import { forgetLogParts, forgetOfferHours, forgetRequestHours } from './log/aged-store.ts'
import { openHistory } from './log/history.ts'
import { forgetLogWriters, keepPartitions } from './log/partition-store.ts'
import { readLatest } from './log/read-store.ts'
import type { LogTail } from './log/tail.ts'
import { defineModule } from './module.ts'
import type { Handlers } from './module.ts'
export * from './log/model.ts'
export * from './log/record.ts'
export { takeMissBack, writeSums } from './log/figures-store.ts'
export { createTally } from './log/tally.ts'
export * from './log/writer.ts'
export { everyLine, readAfter, readLatest } from './log/read-store.ts'
export * from './log/aged-store.ts'
export * from './log/partition-store.ts'
export * from './log/span-store.ts'
export * from './log/tail.ts'
export * from './log/forget-store.ts'
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
        const opened = await openHistory(db, driverId, query, settings.history)
        return { ...(await opened.read({ limit, before })), keptDays: keepLogDays }
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
