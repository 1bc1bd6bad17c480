import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * When the hour on the wall clock of a zone began, as core's `hourStart` says it: full hours of UTC are half
 * hours in India. Where a clock changes by less than an hour, the quarter in place of the hour that has no
 * whole beginning; whoever reads adds quarters up.
 */
export function localHourStart(at: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<Date> {
  const local = sql`(${at} at time zone ${timeZone})`
  const hour = sql`date_trunc('hour', ${local})`
  const begun = sql`(${at} - (${local} - ${hour}))`
  const quarter = sql`date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`
  return sql<Date>`case when (${begun} at time zone ${timeZone}) = ${hour} then ${begun} else ${quarter} end`
}
