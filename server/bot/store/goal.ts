import { sql } from 'kysely'
import { weekSpan } from '@madruga/core/blocks.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Db } from '../model.ts'

/** Whether the blocks of this week reach the driver's weekly goal; false without a goal. */
export async function isGoalReached(db: Db, driverId: string, filter: Filter, now: number): Promise<boolean> {
  const { weekGoalCents } = filter.safetyLimits
  return weekGoalCents > 0 && (await readBooked(db, driverId, filter.timeZone, now)).cents >= weekGoalCents
}

/** Pay of blocks in one currency; null = USD. */
export type Booked = { cents: number; currency: string | null }

/**
 * Pay of the blocks of the week of `now`, on the wall clock of the filter's zone, in the currency of most of
 * them: a goal is one of that money.
 */
export async function readBooked(db: Db, driverId: string, timeZone: string, now: number): Promise<Booked> {
  const { from, to } = weekSpan(timeZone, now)
  const { rows } = await sql<Booked>`
    select sum(pay_cents)::int as cents, nullif(coalesce(currency, 'USD'), 'USD') as currency from blocks
    where driver_id = ${driverId} and state <> 'forfeited' and start_at >= ${new Date(from)} and start_at < ${new Date(to)}
    group by coalesce(currency, 'USD') order by count(*) desc limit 1`.execute(db)
  return rows[0] ?? { cents: 0, currency: null }
}
