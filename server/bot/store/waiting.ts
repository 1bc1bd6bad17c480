import { sql } from 'kysely'
import type { WaitingAccept } from '@madruga/core/bot.ts'
import type { Waiting } from '@madruga/core/events.ts'
import type { Db } from '../model.ts'
import type { Attempt } from './attempts.ts'

/** What an undecided accept waits for, and when the held blocks are read again. */
export type NextReading = { waiting: Waiting; blockId: string; readBacks: number; readAt: number }

/**
 * Stores that an attempt is undecided. `isNew`: it was open before, so that the driver is told. Null when it
 * has its outcome already.
 */
export async function keepWaiting(
  tx: Db,
  attemptId: string,
  { waiting, blockId, readBacks, readAt }: NextReading,
  reactionMs: number | null,
): Promise<(Attempt & { isNew: boolean }) | null> {
  const { rows } = await sql<Attempt & { isNew: boolean }>`
    with before as (select waiting from attempts where id = ${attemptId} and state in ('intent', 'waiting') for update)
    update attempts a set state = 'waiting', waiting = ${waiting}, platform_block_id = ${blockId},
      read_backs = ${readBacks}, read_at = ${new Date(readAt)}, reaction_ms = coalesce(${reactionMs}, a.reaction_ms)
    from before where a.id = ${attemptId}
    returning a.id::text, a.platform, a.offer, a.rules, a.gen, a.filter_version as "filterVersion",
      null as "missedAt", before.waiting is distinct from ${waiting} as "isNew"`.execute(tx)
  return rows[0] ?? null
}

/** An undecided accept of a driver. */
export type WaitingAttempt = WaitingAccept & { id: string; offerId: string; blockId: string }

/** A driver's undecided accepts at a platform. */
export async function listWaiting(db: Db, driverId: string, platform: string): Promise<WaitingAttempt[]> {
  const { rows } = await sql<WaitingAttempt>`
    select id::text, offer_id as "offerId", platform_block_id as "blockId", waiting, read_backs as "readBacks",
      (offer ->> 'startAt')::float8 as "startAt"
    from attempts where driver_id = ${driverId} and platform = ${platform} and state = 'waiting'
    order by id`.execute(db)
  return rows
}

/**
 * Takes drivers whose undecided accepts are due to be read back; another process leaves them alone for
 * `leaseMs`.
 */
export async function takeDueReadings(
  db: Db,
  now: number,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    with due as (
      select id from attempts where state = 'waiting' and read_at <= ${new Date(now)}
      order by read_at limit ${most} for update skip locked
    )
    update attempts a set read_at = ${new Date(now + leaseMs)} from due where a.id = due.id
    returning a.driver_id as "driverId"`.execute(db)
  return [...new Set(rows.map((row) => row.driverId))]
}
