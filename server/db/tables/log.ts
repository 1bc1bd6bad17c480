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
