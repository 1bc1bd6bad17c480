import type { IgnoredFor } from '@madruga/core/filters.ts'
import type { LogEntry, LogEvents, LogType, Outcome } from '@madruga/core/events.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'

/** A line to be recorded: everything but its number. */
export type NewEntry = { [T in LogType]: { at: Timestamp; type: T; data: LogEvents[T] } }[LogType]

/** An offer that a bot ignored. Always counted; written as a line unless `hidden`. */
export type Decision = {
  driverId: string
  stationId: string
  at: Timestamp
  ignoredFor: IgnoredFor
  /** Counted, not listed: the driver hides offers ignored by price, or runs without the live log. */
  hidden: boolean
  /** Builds the line's data when the batch is written, outside the search's hot path. */
  data(): LogEvents['offer.ignored']
}

/** The channel that announces committed lines of `recordEntries`; the payload is the driver's id. */
export const LOG_CHANNEL = 'log'

/** The query for offers; days (`YYYY-MM-DD`, both inclusive) are the driver's own. */
export type HistoryQuery = {
  /** Of one app alone. */
  variant?: Variant | undefined
  outcome?: Outcome | undefined
  from?: string | undefined
  to?: string | undefined
  stationId?: string | undefined
  /** Part of a station's code or name or of the kind, ignoring case and accents; blank = all. */
  text?: string | undefined
}

/** One line about an offer. */
export type OfferEntry = Extract<
  LogEntry,
  { type: 'offer.accepted' | 'offer.waiting' | 'offer.missed' | 'offer.ignored' }
>
