import type { IgnoredFor } from '@madruga/core/filters.ts'
import type { LogEvents, LogType } from '@madruga/core/events.ts'
import type { Timestamp } from '@madruga/core/time.ts'

/** A line about to be recorded: everything but its number. */
export type NewEntry = { [T in LogType]: { at: Timestamp; type: T; data: LogEvents[T] } }[LogType]

/** An offer that a bot left. Counted always; written as a line unless `hidden`. */
export type Decision = {
  driverId: string
  stationId: string
  at: Timestamp
  ignoredFor: IgnoredFor
  /** Counted, not listed: the driver hides offers ignored by price, or runs without the live log. */
  hidden: boolean
  /** Makes the line's data when the batch is written, so that the search does not pay for it. */
  data(): LogEvents['offer.ignored']
}

/** The channel on which a committed line of `recordEntries` is announced; the payload is the driver's id. */
export const LOG_CHANNEL = 'log'
