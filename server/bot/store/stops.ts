import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { StopReason } from '@madruga/core/bot.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import type { Db } from '../model.ts'
import { BOTS_CHANNEL } from './bots.ts'

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
