import { sql } from 'kysely'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import type { PaidPlan } from '@madruga/core/plans.ts'
import type { SubscriptionPeriod } from '@madruga/core/subscriptions.ts'
import type { Timestamp } from '@madruga/core/time.ts'
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

/** Drivers whose account is not of the plan that they have paid for now. */
export async function readOutdatedPlans(db: Db, now: Timestamp, most: number): Promise<string[]> {
  const at = new Date(now)
  const { rows } = await sql<{ id: string }>`
    select d.id from subscription_periods s join drivers d on d.id = s.driver_id
    where s.until_at > ${at} and s.from_at <= ${at}
      and d.plan_number is distinct from array_position(${PAID_PLANS}::text[], s.plan)
    order by s.from_at limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Subscriptions that end between two instants, with nothing after them. */
export async function readEnding(
  db: Db,
  { now, before }: { now: Timestamp; before: Timestamp },
): Promise<{ driverId: string; plan: PaidPlan; endsAt: Timestamp }[]> {
  const { rows } = await sql<{ driverId: string; plan: PaidPlan; endsAt: Timestamp }>`
    select s.driver_id as "driverId", s.plan, s.until_at as "endsAt" from subscription_periods s
    where s.until_at > ${new Date(now)} and s.until_at <= ${new Date(before)}
      and not exists (select from subscription_periods n where n.driver_id = s.driver_id and n.until_at > s.until_at)
      and not exists (select from notifications t where t.driver_id = s.driver_id and t.kind = 'subscription_ending'
        and t.params->>'endsAt' = (extract(epoch from s.until_at) * 1000)::bigint::text)`.execute(db)
  return rows
}
