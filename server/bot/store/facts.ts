import { sql } from 'kysely'
import type { Delivery, StartFacts } from '@madruga/core/bot.ts'
import { fitsPlan } from '@madruga/core/filters.ts'
import { planOf } from '@madruga/core/plans.ts'
import type { Filter, HeldSpan } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'
import { isGoalReached } from './goal.ts'

/** The facts of a start, and the variant and filter that the run will have. */
export type StartContext = {
  variant: Variant
  filter: Filter | null
  facts: Omit<StartFacts, 'appVersionOk' | 'serversRecycling'>
  minimumAppVersion: string
}

/** Reads what a start depends on; null for a driver who does not exist. */
export async function readStartContext(db: Db, driverId: string, now: number): Promise<StartContext | null> {
  const { rows } = await sql<{
    variant: Variant
    status: StartFacts['accountStatus']
    subscribed: boolean
    hasDevice: boolean
    hasLocation: boolean
    hasPlatformAccount: boolean
    serverAvailable: boolean
    killed: boolean
    minimumAppVersion: string
    planNumber: PlanNumber
    filter: Filter | null
  }>`
    select d.variant, d.status, d.plan_number as "planNumber", (d.plan_number is null or coalesce(d.subscribed_until > ${new Date(now)}, false)) as subscribed,
      d.device_id is not null as "hasDevice", exists (select from locations l where l.driver_id = d.id) as "hasLocation",
      exists (select from platform_accounts a where a.driver_id = d.id and a.variant = d.variant) as "hasPlatformAccount",
      s.server_available as "serverAvailable", s.killed, s.minimum_app_version as "minimumAppVersion",
      (select case when not removed then body end from filters f where f.driver_id = d.id and f.variant = d.variant order by version desc limit 1) as filter
    from drivers d cross join service_state s where d.id = ${driverId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    variant: row.variant,
    filter: row.filter,
    minimumAppVersion: row.minimumAppVersion,
    facts: {
      accountStatus: row.status,
      subscribed: row.subscribed,
      serverAvailable: row.serverAvailable,
      killed: row.killed,
      hasPlatformAccount: row.hasPlatformAccount,
      hasFilter: row.filter !== null,
      filterFits: row.filter === null || fitsPlan(row.filter, planOf(row.planNumber)),
      hasLocation: row.hasLocation,
      hasDevice: row.hasDevice,
      goalReached: row.filter !== null && (await isGoalReached(db, driverId, row.filter, now)),
    },
  }
}

/** The filter in force of a driver and its version; null when none was saved, or a sync deleted it. */
export async function readFilter(
  db: Db,
  driverId: string,
  variant: Variant,
): Promise<{ filter: Filter; version: number } | null> {
  const row = await db
    .selectFrom('filters')
    .select(['body', 'version', 'removed'])
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && !row.removed ? { filter: row.body, version: row.version } : null
}

/** The delivery that goes on now, if any, and whether the driver's filter sleeps through it. */
export async function readDelivery(
  db: Db,
  driverId: string,
  variant: Variant,
  now: number,
): Promise<Delivery | null> {
  const at = new Date(now)
  const { rows } = await sql<{ until: number }>`
    select end_at as until from blocks
    where driver_id = ${driverId} and state in ('held', 'checked_in') and start_at <= ${at} and end_at > ${at}
    order by end_at desc limit 1`.execute(db)
  const block = rows[0]
  if (!block) return null
  const saved = await readFilter(db, driverId, variant)
  return { until: block.until, sleepDuringDelivery: saved?.filter.switches.sleepDuringDelivery ?? false }
}

/** The spans of the driver's blocks since a week ago, in order of their start, for judging. */
export async function readHeld(db: Db, driverId: string, now: number): Promise<HeldSpan[]> {
  // A day more than a week: weeks are the driver's own, and theirs may begin a day earlier than ours.
  const since = new Date(now - 8 * DAY_MS)
  const { rows } = await sql<HeldSpan>`
    select start_at as "startAt", end_at as "endAt", station_id as "stationId" from blocks
    where driver_id = ${driverId} and state <> 'forfeited' and end_at > ${since} order by start_at`.execute(
    db,
  )
  return rows
}
