import { sql } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'
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
