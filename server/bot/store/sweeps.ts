import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { StopReason } from '@madruga/core/bot.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'
import { BOTS_CHANNEL } from './bots.ts'
import { isBegunJob } from './facts.ts'

/** No block lasts so long: an older one cannot be under way. */
const LONGEST_BLOCK_MS = 2 * DAY_MS

/** Drivers whose bots run during a delivery that their filter, or its open end, makes them sleep through. */
export async function listDelivering(db: Db, now: number): Promise<string[]> {
  const at = new Date(now)
  const { rows } = await sql<{ driverId: string }>`
    select distinct b.driver_id as "driverId" from blocks k join bots b using (driver_id)
    cross join lateral (select body, removed from filters
      where driver_id = b.driver_id and variant = b.variant order by version desc limit 1) as f
    where (k.state in ('held', 'checked_in') and k.start_at <= ${at} and k.end_at > ${at} or ${isBegunJob(now)})
      and k.start_at > ${new Date(now - LONGEST_BLOCK_MS)} and b.phase = 'running'
      and not f.removed and (k.end_estimated or (f.body->'switches'->>'sleepDuringDelivery')::boolean)`.execute(
    db,
  )
  return rows.map((row) => row.driverId)
}

/**
 * Up to `most` drivers, by chance, whose bots wait for a person to solve the platform's check: each has its
 * turn, however long others have waited.
 */
export async function listWaitingForHuman(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_id as "driverId" from bots where phase = 'sleeping' and reason = 'human_verification'
    order by random() limit ${most}`.execute(db)
  return rows.map((row) => row.driverId)
}

/**
 * Of these accounts' drivers, those whose bot works at that platform, who hold a block, or of whom no one
 * knows what they hold. A bot that prepares compares it itself.
 */
export async function filterWorthComparing(
  db: Db,
  accounts: readonly { driverId: string; variant: Variant }[],
): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select b.driver_id as "driverId"
    from unnest(${accounts.map((each) => each.driverId)}::text[], ${accounts.map((each) => each.variant)}::text[])
      as a (driver_id, variant)
    join bots b on b.driver_id = a.driver_id and b.variant = a.variant
    where b.phase in ('running', 'sleeping') or b.phase <> 'preparing' and (exists (select from platform_accounts p
        where p.driver_id = a.driver_id and p.variant = a.variant and p.held_read_at is null)
      or exists (select from blocks k where k.driver_id = b.driver_id and k.state in ('held', 'checked_in')))`.execute(
    db,
  )
  return rows.map((row) => row.driverId)
}

/** Which bots of those at work are stopped: a condition on `bots b` and `drivers d`. */
export type StopCondition = RawBuilder<boolean>

/** The operator's kill switch is on. */
export const KILLED: StopCondition = sql`(select killed from service_state)`
/** The driver's account is not active. */
export const SUSPENDED: StopCondition = sql`d.status <> 'active'`

/** The run began before this timestamp. */
export function startedBefore(at: number): StopCondition {
  return sql`b.started_at < ${new Date(at)}`
}

/** The driver has a plan that is not paid for at `now`. */
export function subscriptionEnded(now: number): StopCondition {
  return sql`d.plan_number is not null and (d.subscribed_until <= ${new Date(now)} or d.subscribed_until is null)`
}

/**
 * Puts bots at work into Pending Termination until `dueAt`, in a new run that fences every searcher, and
 * announces it: one statement. Answers the stopped.
 */
export async function stopAtWork(
  tx: Db,
  reason: StopReason,
  dueAt: number,
  condition: StopCondition,
): Promise<{ driverId: string; mode: StartMode }[]> {
  const { rows } = await sql<{ driverId: string; mode: StartMode }>`
    with chosen as (
      select b.driver_id from bots b join drivers d on d.id = b.driver_id
      where b.phase in ('preparing', 'running', 'sleeping') and ${condition}
      order by b.driver_id for update of b
    ), stopped as (
      update bots b set phase = 'pending_termination', gps = false, reason = ${reason}, due_at = ${new Date(dueAt)},
        gen = b.gen + 1, owner = null, updated_at = clock_timestamp()
      from chosen where chosen.driver_id = b.driver_id
      returning b.driver_id, b.gen, b.mode
    )
    select driver_id as "driverId", mode,
      pg_notify(${BOTS_CHANNEL}, concat_ws(' ', driver_id, gen, 'pending_termination'))
    from stopped`.execute(tx)
  return rows
}

/** A filter in force and the plan that its driver pays for now. */
export type PlannedFilter = { planNumber: PlanNumber; filter: Filter }

/**
 * Whether a filter `f` of a driver `d` was saved in a higher plan than the one that is paid for now. Few
 * are: only those are read in full, and some of them use nothing of that plan.
 */
const savedInHigherPlan = sql<boolean>`
  coalesce(array_position(${PAID_PLANS}::text[], f.body->>'plan'), 0) > coalesce(d.plan_number, 0)`

/** The filter in force of a driver's variant if it was saved in a higher plan than the one paid for now. */
export async function listSavedInHigherPlanOf(db: Db, driverId: string): Promise<PlannedFilter[]> {
  const { rows } = await sql<PlannedFilter>`
    select d.plan_number as "planNumber", f.body as filter from drivers d
    cross join lateral (select body, removed from filters
      where driver_id = d.id and variant = d.variant order by version desc limit 1) as f
    where d.id = ${driverId} and not f.removed and ${savedInHigherPlan}`.execute(db)
  return rows
}

/**
 * Filters by which bots are at work and which were saved in a higher plan than the one that is paid for now.
 * It begins with drivers who ever saved one in such a plan, whom an index knows: few pay for less since.
 */
export async function listSavedInHigherPlan(
  db: Db,
  driverId?: string,
): Promise<(PlannedFilter & { driverId: string })[]> {
  const only = driverId === undefined ? sql`true` : sql`d.id = ${driverId}`
  const { rows } = await sql<PlannedFilter & { driverId: string }>`
    with ever as materialized (
      select distinct d.id from unnest(${PAID_PLANS}::text[]) with ordinality as p (plan, rank)
      join filters s on s.body->>'plan' = p.plan and s.body->>'plan' <> 'basic'
      join drivers d on d.id = s.driver_id and coalesce(d.plan_number, 0) < p.rank
      where ${only}
    )
    select b.driver_id as "driverId", d.plan_number as "planNumber", f.body as filter
    from ever join drivers d using (id) join bots b on b.driver_id = d.id
    cross join lateral (select body, removed from filters
      where driver_id = b.driver_id and variant = b.variant order by version desc limit 1) as f
    where b.phase in ('preparing', 'running', 'sleeping') and not f.removed and ${savedInHigherPlan}`.execute(
    db,
  )
  return rows
}
