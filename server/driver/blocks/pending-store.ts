import { sql } from 'kysely'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from './model.ts'

/** A request to the platform without a known answer. */
export type PendingRequest = {
  what: 'check_in' | 'release'
  blockId: string
  driverId: string
  askedAt: Timestamp
  /** The block's kind: determines the account that holds it. */
  kind: OfferKind
}

type BlockRequest = { blockId: string; driverId: string; at: Timestamp }

/** Records the request to check the driver in; repeating it changes nothing. */
export async function noteCheckIn(db: Db, { blockId, driverId, at }: BlockRequest): Promise<void> {
  await sql`insert into check_ins (block_id, driver_id, asked_at) values (${blockId}, ${driverId}, ${new Date(at)})
    on conflict do nothing`.execute(db)
}

/** The platform refused, or has no record of it: deletes the request. An answered one stays. */
export async function dropCheckIn(db: Db, blockId: string): Promise<void> {
  await sql`delete from check_ins where block_id = ${blockId} and at is null`.execute(db)
}

/**
 * The platform said yes, even if another tap of the same driver was refused meanwhile and deleted the
 * request. False if it was answered before.
 */
export async function confirmCheckIn(
  db: Db,
  { blockId, driverId, at }: BlockRequest,
  feeCents: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into check_ins as c (block_id, driver_id, asked_at, at, fee_cents)
    values (${blockId}, ${driverId}, ${new Date(at)}, ${new Date(at)}, ${feeCents})
    on conflict (block_id) do update set at = excluded.at, fee_cents = excluded.fee_cents where c.at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** The price of a check-in; null if there is none. */
export async function readFee(db: Db, blockId: string): Promise<number | null> {
  const { rows } = await sql<{ fee: number }>`
    select fee_cents as fee from check_ins where block_id = ${blockId} and at is not null`.execute(db)
  return rows[0]?.fee ?? null
}

/** Records the request to release a block. */
export async function noteRelease(
  db: Db,
  { blockId, driverId, at }: BlockRequest,
  late: boolean,
): Promise<void> {
  await sql`insert into releases (block_id, driver_id, asked_at, late) values (${blockId}, ${driverId}, ${new Date(at)}, ${late})
    on conflict do nothing`.execute(db)
}

/** As with check-ins. */
export async function dropRelease(db: Db, blockId: string): Promise<void> {
  await sql`delete from releases where block_id = ${blockId} and at is null`.execute(db)
}

/**
 * As with check-ins; `said` is the platform's answer on whether it was late, null = unknown. Returns what is
 * recorded; null if it was answered before.
 */
export async function confirmRelease(
  db: Db,
  { blockId, driverId, at }: BlockRequest,
  { said, ours }: { said: boolean | null; ours: boolean },
): Promise<{ late: boolean } | null> {
  const { rows } = await sql<{ late: boolean }>`
    insert into releases as r (block_id, driver_id, asked_at, at, late)
    values (${blockId}, ${driverId}, ${new Date(at)}, ${new Date(at)}, ${said ?? ours})
    on conflict (block_id) do update set at = excluded.at, late = coalesce(${said}::boolean, r.late) where r.at is null
    returning late`.execute(db)
  return rows[0] ?? null
}

/** Whether an answered release was late; null if there is none. */
export async function readLate(db: Db, blockId: string): Promise<boolean | null> {
  const { rows } = await sql<{ late: boolean }>`
    select late from releases where block_id = ${blockId} and at is not null`.execute(db)
  return rows[0]?.late ?? null
}

/** Requests of a time span without an answer, the oldest first. */
export async function listPending(
  db: Db,
  { from, to }: { from: Timestamp; to: Timestamp },
  most: number,
): Promise<PendingRequest[]> {
  const { rows } = await sql<PendingRequest>`
    select o.what, o.block_id as "blockId", o.driver_id as "driverId", o.asked_at as "askedAt", b.kind
    from (
      select 'check_in' as what, block_id, driver_id, asked_at, at from check_ins
      union all
      select 'release', block_id, driver_id, asked_at, at from releases
    ) o join blocks b on b.id = o.block_id
    where o.at is null and o.asked_at >= ${new Date(from)} and o.asked_at < ${new Date(to)}
    order by o.asked_at limit ${most}`.execute(db)
  return rows
}
