import type { SubscriptionPeriod } from '@madruga/core/subscriptions.ts'
import type { Db } from '../../payers.ts'

/** What a driver paid for, past and ahead, in order. */
export async function readPeriods(db: Db, driverId: string): Promise<SubscriptionPeriod[]> {
  return await db
    .selectFrom('subscription_periods')
    .select(['plan', 'from_at as from', 'until_at as until'])
    .where('driver_id', '=', driverId)
    .orderBy('from_at')
    .execute()
}

/** Puts these in the place of all of a driver's. The caller holds the driver's row locked (`lockPayer`). */
export async function replacePeriods(
  tx: Db,
  driverId: string,
  periods: readonly SubscriptionPeriod[],
): Promise<void> {
  await tx.deleteFrom('subscription_periods').where('driver_id', '=', driverId).execute()
  if (periods.length === 0) return
  const rows = periods.map(({ plan, from, until }) => ({
    driver_id: driverId,
    plan,
    from_at: new Date(from),
    until_at: new Date(until),
  }))
  await tx.insertInto('subscription_periods').values(rows).execute()
}
