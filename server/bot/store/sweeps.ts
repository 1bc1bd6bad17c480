import { sql } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { Db } from '../model.ts'

/** Bots that were due before `before`, the longest overdue first. */
export async function listOverdue(db: Db, before: number): Promise<{ driverId: string; gen: number }[]> {
  const { rows } = await sql<{ driverId: string; gen: number }>`
    select driver_id as "driverId", gen from bots where due_at < ${new Date(before)} order by due_at limit 1000`.execute(
    db,
  )
  return rows
}

/** Bots that have run for `runningMs` while no process seen within `ownerLostMs` owns them. */
export async function listUnsearched(
  db: Db,
  { runningMs, ownerLostMs, most }: { runningMs: number; ownerLostMs: number; most: number },
): Promise<{ driverId: string; gen: number; epoch: number }[]> {
  const { rows } = await sql<{ driverId: string; gen: number; epoch: number }>`
    select b.driver_id as "driverId", b.gen, b.epoch from bots b
    where b.phase = 'running' and b.updated_at < clock_timestamp() - ${runningMs} * interval '1 millisecond'
      and not exists (select from workers w where w.id = b.owner
        and w.seen_at > clock_timestamp() - ${ownerLostMs} * interval '1 millisecond')
    order by b.updated_at, b.driver_id limit ${most}`.execute(db)
  return rows
}

/** Drivers whose bots wait for a time, prepare or run. */
export async function listWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_id as "driverId" from bots
    where due_at is not null or phase in ('preparing', 'running') order by driver_id`.execute(db)
  return rows.map((row) => row.driverId)
}

/** Drivers whose bots run while they deliver a block. */
export async function listDelivering(db: Db, now: number): Promise<string[]> {
  const at = new Date(now)
  const { rows } = await sql<{ driverId: string }>`
    select distinct b.driver_id as "driverId" from bots b join blocks k using (driver_id)
    where b.phase = 'running' and k.state in ('held', 'checked_in') and k.start_at <= ${at} and k.end_at > ${at}`.execute(
    db,
  )
  return rows.map((row) => row.driverId)
}

/** Drivers whose bots wait for a person to solve the platform's check. */
export async function listWaitingForHuman(db: Db): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_id as "driverId" from bots where phase = 'sleeping' and reason = 'human_verification'`.execute(
    db,
  )
  return rows.map((row) => row.driverId)
}

/** Accounts whose held blocks were not compared for so long and whose drivers search or hold a block. */
export async function listToCompare(
  db: Db,
  { everyMinutes, most }: { everyMinutes: number; most: number },
): Promise<{ driverId: string; variant: Variant }[]> {
  const { rows } = await sql<{ driverId: string; variant: Variant }>`
    select p.driver_id as "driverId", p.variant
    from platform_accounts p join bots b on b.driver_id = p.driver_id and b.variant = p.variant
    where p.blocks_compared_at < clock_timestamp() - ${everyMinutes} * interval '1 minute'
      and p.state = 'connected' and (b.phase in ('running', 'sleeping')
        or exists (select from blocks k where k.driver_id = p.driver_id and k.state in ('held', 'checked_in')))
    order by p.blocks_compared_at limit ${most}`.execute(db)
  return rows
}
