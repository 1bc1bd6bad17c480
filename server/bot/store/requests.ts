import type { Variant } from '@madruga/core/offers.ts'
import type { Db } from '../model.ts'

/** Requests an hour that the platform allows a driver; null when it does not say. */
export async function readQuota(db: Db, driverId: string, variant: Variant): Promise<number | null> {
  const account = await db
    .selectFrom('platform_accounts')
    .select('quota_per_hour')
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .executeTakeFirst()
  return account?.quota_per_hour ?? null
}

/** Requests of a driver in the last two hours in which there were any, each with the start of its hour. */
export async function listUsedHours(db: Db, driverId: string): Promise<{ hourAt: number; used: number }[]> {
  return await db
    .selectFrom('request_hours')
    .select(['hour_at as hourAt', 'used'])
    .where('driver_id', '=', driverId)
    .orderBy('hour_at', 'desc')
    .limit(2)
    .execute()
}
