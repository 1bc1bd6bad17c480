import { sql } from 'kysely'
import { fitsPlan } from '@madruga/core/filters.ts'
import { PAID_PLANS, planOf } from '@madruga/core/plans.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import type { BotDeps, Db } from './deps.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { eachDriver } from './sweeps.ts'

/**
 * Whether a filter `f` of a driver `d` was saved in a dearer plan than the one that is paid for now. Few
 * are: only those are read in full, since they may have nothing of that plan all the same.
 */
const savedDearer = sql<boolean>`
  coalesce(array_position(${PAID_PLANS}::text[], f.body->>'plan'), 0) > coalesce(d.plan_number, 0)`

/**
 * Whether the filter in force of a driver's variant has no more than the plan that is paid for now; true
 * where there is none.
 */
export async function filterFits(db: Db, driverId: string): Promise<boolean> {
  const { rows } = await sql<{ planNumber: PlanNumber; filter: Filter }>`
    select d.plan_number as "planNumber", f.body as filter from drivers d
    cross join lateral (select body, removed from filters
      where driver_id = d.id and variant = d.variant order by version desc limit 1) as f
    where d.id = ${driverId} and not f.removed and ${savedDearer}`.execute(db)
  return rows.every(isFitting)
}

type AtWork = { driverId: string; planNumber: PlanNumber; filter: Filter }

/**
 * Filters by which bots are at work and which were saved in a dearer plan than the one that is paid for
 * now.
 */
async function listSavedDearer(db: Db, driverId?: string): Promise<AtWork[]> {
  const only = driverId === undefined ? sql`true` : sql`b.driver_id = ${driverId}`
  const { rows } = await sql<AtWork>`
    select b.driver_id as "driverId", d.plan_number as "planNumber", f.body as filter from bots b join drivers d on d.id = b.driver_id
    cross join lateral (select body, removed from filters
      where driver_id = b.driver_id and variant = b.variant order by version desc limit 1) as f
    where b.phase in ('preparing', 'running', 'sleeping') and d.plan_number is distinct from 2 and ${only}
      and not f.removed and ${savedDearer}`.execute(db)
  return rows
}

function isFitting({ planNumber, filter }: { planNumber: PlanNumber; filter: Filter }): boolean {
  return fitsPlan(filter, planOf(planNumber))
}

/**
 * Stops bots whose driver's plan fell below their filter: nobody goes on with what is not paid for, and
 * nobody searches by rules that were made out of theirs. The filter stays as it is; saving it for the
 * plan, or buying the other again, ends the matter. Answers the steps.
 */
export async function stopPlanViolations(deps: BotDeps): Promise<Stepped[]> {
  const found = new Map((await listSavedDearer(deps.db)).map((row) => [row.driverId, row]))
  const steps: Stepped[] = []
  await eachDriver(deps, [...found.keys()], async (driverId) => {
    if (isFitting(found.get(driverId)!)) return
    const stepped = await applyInput(deps, driverId, async (bot, tx) =>
      // Another filter may have been saved since, or the plan bought.
      (await listSavedDearer(tx, driverId)).every(isFitting)
        ? null
        : { bot, input: { type: 'stop', reason: 'filter_too_dear' } },
    )
    if (stepped) steps.push(stepped)
  })
  return steps
}
