import { sql } from 'kysely'
import type { Filter } from '@madruga/core/filters.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import type { Db } from '../model.ts'

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
