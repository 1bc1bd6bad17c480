import type { Generated } from 'kysely'
import type { LogEntry } from '@madruga/core/events.ts'
import type { InstantColumn, JsonColumn } from './columns.ts'

export type LogEntries = {
  driver_id: string
  seq: number
  at: InstantColumn
  type: LogEntry['type']
  data: JsonColumn<LogEntry['data']>
}

/** `day` is `YYYY-MM-DD` of the driver's zone. */
export type DayFigures = {
  driver_id: string
  day: string
  seen: Generated<number>
  accepted: Generated<number>
  missed: Generated<number>
  ignored_time: Generated<number>
  ignored_price: Generated<number>
  ignored_schedule: Generated<number>
  booked_cents: Generated<number>
}

/** What was offered to a driver at a station in an hour, by outcome. */
export type OfferHours = {
  driver_id: string
  hour_at: InstantColumn
  station_id: string
  accepted: Generated<number>
  missed: Generated<number>
  ignored_time: Generated<number>
  ignored_price: Generated<number>
  ignored_schedule: Generated<number>
}

/** Requests of a driver in an hour, and a bit for each minute of its two halves in which one went out. */
export type RequestHours = {
  driver_id: string
  hour_at: InstantColumn
  used: Generated<number>
  first_half: Generated<number>
  second_half: Generated<number>
}
