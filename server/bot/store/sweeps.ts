import { sql } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
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

/** No block lasts so long: an older one cannot be under way. */
const LONGEST_BLOCK_MS = 2 * DAY_MS

/** Drivers whose bots run while they deliver a block and whose filter sleeps through it. */
export async function listDelivering(db: Db, now: number): Promise<string[]> {
  const at = new Date(now)
  const { rows } = await sql<{ driverId: string }>`
    select distinct b.driver_id as "driverId" from blocks k join bots b using (driver_id)
    cross join lateral (select body, removed from filters
      where driver_id = b.driver_id and variant = b.variant order by version desc limit 1) as f
    where k.state in ('held', 'checked_in') and k.start_at <= ${at} and k.end_at > ${at}
      and k.start_at > ${new Date(now - LONGEST_BLOCK_MS)} and b.phase = 'running'
      and not f.removed and (f.body->'switches'->>'sleepDuringDelivery')::boolean`.execute(db)
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

/** Of these accounts' drivers, those whose bot works at that platform, or who hold a block. */
export async function filterWorthComparing(
  db: Db,
  accounts: readonly { driverId: string; variant: Variant }[],
): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select b.driver_id as "driverId"
    from unnest(${accounts.map((each) => each.driverId)}::text[], ${accounts.map((each) => each.variant)}::text[])
      as a (driver_id, variant)
    join bots b on b.driver_id = a.driver_id and b.variant = a.variant
    where b.phase in ('running', 'sleeping')
      or exists (select from blocks k where k.driver_id = b.driver_id and k.state in ('held', 'checked_in'))`.execute(
    db,
  )
  return rows.map((row) => row.driverId)
}
