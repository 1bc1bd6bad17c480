import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Delivery, StartFacts } from '@madruga/core/bot.ts'
import { fitsPlan } from '@madruga/core/filters.ts'
import type { Filter, HeldSpan } from '@madruga/core/filters.ts'
import type { Variant, Offer } from '@madruga/core/offers.ts'
import { planOf } from '@madruga/core/plans.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'
import { isGoalReached } from './limits.ts'

/** The facts of a start, and the variant and filter that the run will have. */
export type StartContext = {
  variant: Variant
  filter: Filter | null
  facts: Omit<StartFacts, 'appVersionOk' | 'serversRecycling'>
  minimumAppVersion: string
}

/**
 * Reads what a start depends on; null for a driver who does not exist. Each part ends at its first row: of
 * `exists` the planner may make a list of all accounts first.
 */
export async function readStartContext(db: Db, driverId: string, now: number): Promise<StartContext | null> {
  return (await readStartContexts(db, [driverId], now)).get(driverId) ?? null
}

type StartRow = {
  driverId: string
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
}

/** The same of many drivers, without those who do not exist. */
export async function readStartContexts(
  db: Db,
  driverIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, StartContext>> {
  const { rows } = await sql<StartRow>`
    select d.id as "driverId", d.variant, d.status, d.plan_number as "planNumber", (d.plan_number is null or coalesce(d.subscribed_until > ${new Date(now)}, false)) as subscribed,
      d.device_id is not null as "hasDevice", coalesce((select true from locations l where l.driver_id = d.id limit 1), false) as "hasLocation",
      coalesce((select true from platform_accounts a where a.driver_id = d.id and a.variant = d.variant limit 1), false) as "hasPlatformAccount",
      s.server_available as "serverAvailable", s.killed, s.minimum_app_version as "minimumAppVersion",
      (select case when not removed then body end from filters f where f.driver_id = d.id and f.variant = d.variant order by version desc limit 1) as filter
    from drivers d cross join service_state s where d.id = any(${driverIds}::text[])`.execute(db)
  const contexts = new Map<string, StartContext>()
  for (const row of rows) contexts.set(row.driverId, await toContext(db, row, now))
  return contexts
}

async function toContext(db: Db, row: StartRow, now: number): Promise<StartContext> {
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
      goalReached: row.filter !== null && (await isGoalReached(db, row.driverId, row.filter, now)),
    },
  }
}

/** A driver and the app that they work with. */
export type Owner = { driverId: string; variant: Variant }

/** The filter in force of a driver and its version. */
export type FilterInForce = { filter: Filter; version: number }

/** The filters in force of many drivers; none for one who saved none, or whose filter a sync deleted. */
export async function readFilters(
  db: Db,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, FilterInForce>> {
  const { rows } = await sql<FilterInForce & { driverId: string; removed: boolean }>`
    select n.driver_id as "driverId", f.body as filter, f.version, f.removed
    from unnest(${owners.map((each) => each.driverId)}::text[], ${owners.map((each) => each.variant)}::text[])
      as n (driver_id, variant)
    cross join lateral (select body, version, removed from filters
      where driver_id = n.driver_id and variant = n.variant order by version desc limit 1) f`.execute(db)
  const inForce = rows.filter((row) => !row.removed)
  return new Map(inForce.map(({ driverId, filter, version }) => [driverId, { filter, version }]))
}

/** The filter in force of one driver; null when there is none. */
export async function readFilter(db: Db, driverId: string, variant: Variant): Promise<FilterInForce | null> {
  return (await readFilters(db, [{ driverId, variant }])).get(driverId) ?? null
}

/**
 * Deliveries under way now, by driver, and whether the bot sleeps through them: as the driver's filter says,
 * and always where the end is not stated, since nothing is accepted until the platform says that it is over.
 */
export async function readDeliveries(
  db: Db,
  owners: readonly Owner[],
  now: number,
): Promise<ReadonlyMap<string, Delivery>> {
  const at = new Date(now)
  const { rows } = await sql<{ driverId: string; until: number; isOpen: boolean }>`
    select driver_id as "driverId", bool_or(end_estimated) as "isOpen",
      max(case when end_estimated then greatest(end_at, ${new Date(now + OPEN_JOB_MS)}) else end_at end) as until
    from blocks
    where driver_id = any(${owners.map((each) => each.driverId)}::text[]) and state in ('held', 'checked_in')
      and (start_at <= ${at} and end_at > ${at} or ${isRunningJob(now)}) group by driver_id`.execute(db)
  if (rows.length === 0) return new Map()
  const delivering = new Set(rows.map((row) => row.driverId))
  const filters = await readFilters(
    db,
    owners.filter((each) => delivering.has(each.driverId)),
  )
  return new Map(
    rows.map(({ driverId, until, isOpen }) => {
      const isSwitchOn = filters.get(driverId)?.filter.switches.sleepDuringDelivery ?? false
      return [driverId, { until, sleepDuringDelivery: isOpen || isSwitchOn }]
    }),
  )
}

/** How long a bot sleeps on at a time for a job whose estimated end is past, ms. */
const OPEN_JOB_MS = MINUTE_MS
/** No job lasts so long: one that the platform still lists then occupies no more than its estimated time. */
const LONGEST_JOB_MS = 2 * DAY_MS

/**
 * Whether a block is a job that has begun and whose end only the platform will tell. It began with its
 * accept, even if it is scheduled for later.
 */
export function isBegunJob(now: number): RawBuilder<unknown> {
  return sql`(end_estimated and (state = 'checked_in' or (state = 'held' and start_at <= ${new Date(now)})))`
}

/** Whether a block is such a job and still occupies its driver. */
export function isRunningJob(now: number): RawBuilder<unknown> {
  return sql`(${isBegunJob(now)} and start_at > ${new Date(now - LONGEST_JOB_MS)})`
}

/** The delivery of one driver under way now; null when there is none. */
export async function readDelivery(
  db: Db,
  driverId: string,
  variant: Variant,
  now: number,
): Promise<Delivery | null> {
  return (await readDeliveries(db, [{ driverId, variant }], now)).get(driverId) ?? null
}

/** Whether an undecided accept is of work without a stated end: it runs, or may begin at any moment. */
const BEGAN_WITH_ACCEPT = sql`coalesce((offer ->> 'endEstimated')::boolean, false)`

/** The spans of drivers' blocks since a week ago, in order of their start, for judging. */
export async function readHeldOfMany(
  db: Db,
  driverIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, HeldSpan[]>> {
  // A day more than a week: weeks are the driver's own, and theirs may begin a day earlier than ours.
  const since = new Date(now - 8 * DAY_MS)
  const { rows } = await sql<HeldSpan & { driverId: string }>`
    select driver_id as "driverId", start_at as "startAt", end_at as "endAt", station_id as "stationId",
      end_estimated and state in ('held', 'checked_in') and start_at > ${new Date(now - LONGEST_JOB_MS)} as "isOpen",
      ${isRunningJob(now)} as "isRunning", false as "isWaitListed"
    from blocks
    where driver_id = any(${driverIds}::text[]) and state <> 'forfeited' and end_at > ${since}
    union all
    select driver_id, to_timestamp((offer ->> 'startAt')::float8 / 1000), to_timestamp((offer ->> 'endAt')::float8 / 1000),
      offer ->> 'stationId', ${BEGAN_WITH_ACCEPT}, ${BEGAN_WITH_ACCEPT}, waiting = 'waitlisted' from attempts
    where driver_id = any(${driverIds}::text[]) and state = 'waiting'
    order by "startAt"`.execute(db)
  const spansByDriver = new Map<string, HeldSpan[]>()
  for (const { driverId, isOpen, isRunning, isWaitListed, ...rest } of rows) {
    const marks = {
      ...(isOpen && { isOpen }),
      ...(isRunning && { isRunning }),
      ...(isWaitListed && { isWaitListed }),
    }
    const span = { ...rest, ...marks }
    const spans = spansByDriver.get(driverId)
    if (spans) spans.push(span)
    else spansByDriver.set(driverId, [span])
  }
  return spansByDriver
}

/** The spans of one driver's blocks. */
export async function readHeld(db: Db, driverId: string, now: number): Promise<HeldSpan[]> {
  return (await readHeldOfMany(db, [driverId], now)).get(driverId) ?? []
}

/** A place as log and news name it; its id and no zone where we do not know it. */
export type NamedStation = { code: string; name: string; timeZone?: string | undefined }

/** The place of an offer. */
export async function readStation(
  tx: Db,
  { platform, offer }: { platform: string; offer: Pick<Offer, 'stationId'> },
): Promise<NamedStation> {
  const row = await tx
    .selectFrom('stations')
    .select(['code', 'name', 'time_zone as timeZone'])
    .where('platform', '=', platform)
    .where('id', '=', offer.stationId)
    .executeTakeFirst()
  return row ?? { code: offer.stationId, name: '' }
}
