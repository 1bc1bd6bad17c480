import { sql } from 'kysely'
import { weekSpan } from '@madruga/core/blocks.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readPaidIn } from '../../platforms.ts'
import type { Db } from '../model.ts'

/** Whether the blocks of this week reach the driver's weekly goal; false without a goal. */
export async function isGoalReached(db: Db, driverId: string, filter: Filter, now: number): Promise<boolean> {
  const { weekGoalCents } = filter.safetyLimits
  return weekGoalCents > 0 && (await readBooked(db, driverId, filter, now)).cents >= weekGoalCents
}

/** Pay of blocks in one currency; null = USD. */
export type Booked = { cents: number; currency: string | null }

/**
 * Pay of the blocks of the week of `now`, on the wall clock of a filter's zone, in the currency of the
 * filter's amounts: what the driver holds in any other counts towards no goal of it.
 */
export async function readBooked(
  db: Db,
  driverId: string,
  { variant, timeZone }: { variant: Variant; timeZone: string },
  now: number,
): Promise<Booked> {
  const currency = await readPaidIn(db, driverId, variant)
  const { from, to } = weekSpan(timeZone, now)
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(pay_cents), 0)::int as cents from blocks
    where driver_id = ${driverId} and state <> 'forfeited' and start_at >= ${new Date(from)} and start_at < ${new Date(to)}
      and coalesce(currency, 'USD') = ${currency ?? 'USD'}`.execute(db)
  return { cents: rows[0]?.cents ?? 0, currency }
}
