import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WaitingAccept } from '@madruga/core/bot.ts'
import type { Waiting } from '@madruga/core/events.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { OfferKind, Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Db } from '../model.ts'
import type { Attempt } from './attempts.ts'
import { isRunningJob } from './facts.ts'

/** What an undecided accept waits for, and when the held blocks are read again, which counts then. */
export type NextReading = { waiting: Waiting; blockId: string; readBacks: number; readAt: number }

/** An attempt that waits: it has the id of its block. */
type KeptAttempt = Attempt & { blockId: string; isNew: boolean }

/**
 * Stores that an attempt is undecided. `isNew`: it was open before, so that the driver is notified. Null when
 * it has its outcome already.
 */
export async function keepWaiting(
  tx: Db,
  attemptId: string,
  { waiting, blockId, readBacks, readAt }: NextReading,
  reactionMs: number | null,
): Promise<KeptAttempt | null> {
  const { rows } = await sql<KeptAttempt>`
    with before as (select waiting from attempts where id = ${attemptId} and state in ('intent', 'waiting') for update)
    update attempts a set state = 'waiting', waiting = ${waiting}, platform_block_id = ${blockId},
      read_backs = ${readBacks}, read_at = ${new Date(readAt)}, counts_at = ${new Date(readAt)},
      reaction_ms = coalesce(${reactionMs}, a.reaction_ms),
      block_id = coalesce(a.block_id, ${randomUUID()})
    from before where a.id = ${attemptId}
    returning a.id::text, a.platform, a.offer, a.rules, a.gen, a.filter_version as "filterVersion",
      null as "missedAt", a.block_id as "blockId", before.waiting, before.waiting is distinct from ${waiting} as "isNew"`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Notes which line of the log describes an undecided accept. */
export async function noteWaitingLine(tx: Db, attemptId: string, seq: number): Promise<void> {
  await sql`update attempts set waiting_seq = ${seq} where id = ${attemptId}`.execute(tx)
}

/** An undecided accept of a driver. */
export type WaitingAttempt = WaitingAccept & { id: string; offerId: string; blockId: string }

/** A driver's undecided accepts at a platform. */
export async function listWaiting(db: Db, driverId: string, platform: string): Promise<WaitingAttempt[]> {
  const { rows } = await sql<WaitingAttempt>`
    select id::text, offer_id as "offerId", platform_block_id as "blockId", waiting, read_backs as "readBacks",
      counts_at as "countsAt",      (offer ->> 'startAt')::float8 as "startAt"
    from attempts where driver_id = ${driverId} and platform = ${platform} and state = 'waiting'
    order by id`.execute(db)
  return rows
}

/** Offers of a driver's undecided accepts and running jobs: what they hold, as far as we know. */
export async function listDoubtful(
  db: Db,
  driverId: string,
  platform: string,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ offerId: string }>`
    select offer_id as "offerId" from attempts
    where driver_id = ${driverId} and platform = ${platform} and state in ('intent', 'waiting')
    union
    select offer_id from blocks
    where driver_id = ${driverId} and platform = ${platform} and ${isRunningJob(now)}`.execute(db)
  return rows.map((row) => row.offerId)
}

/** Whether a driver has an undecided accept or a running job at a platform. */
export async function hasDoubtful(db: Db, driverId: string, platform: string, now: number): Promise<boolean> {
  return (await listDoubtful(db, driverId, platform, now)).length > 0
}

/** What is open of a driver's variant at platforms that they no longer use. */
export type OpenElsewhere = { accepts: string[]; jobs: { platform: string; blockId: string }[] }

/** Undecided accepts and begun jobs of a variant at any platform but this one. */
export async function listElsewhere(
  db: Db,
  { driverId, variant }: DueReading,
  platform: string,
): Promise<OpenElsewhere> {
  const kinds = describeVariant(variant).kinds
  const accepts = await sql<{ id: string }>`
    select id::text from attempts where driver_id = ${driverId} and platform <> ${platform} and state = 'waiting'
      and offer ->> 'kind' = any(${kinds}::text[])`.execute(db)
  const jobs = await sql<{ platform: string; blockId: string }>`
    select platform, platform_block_id as "blockId" from blocks
    where driver_id = ${driverId} and platform <> ${platform} and end_estimated and state in ('held', 'checked_in')
      and kind = any(${kinds}::text[])`.execute(db)
  return { accepts: accepts.rows.map(({ id }) => id), jobs: jobs.rows }
}

/** A driver whose held blocks are due to be read, and the app in which they hold them. */
export type DueReading = { driverId: string; variant: Variant }

/**
 * Takes drivers whose undecided accepts, whose jobs without a stated end, or whose blocks that the last list
 * lacked are due to be read back; another process leaves an accept alone for `leaseMs`, a block for `jobMs`.
 */
export async function takeDueReadings(
  db: Db,
  now: number,
  { most, leaseMs, jobMs }: { most: number; leaseMs: number; jobMs: number },
): Promise<DueReading[]> {
  const at = new Date(now)
  const { rows } = await sql<{ driverId: string; kind: OfferKind }>`
    with accepts as (
      select id from attempts where state = 'waiting' and read_at <= ${at}
      order by read_at limit ${most} for update skip locked
    ), accepted as (
      update attempts a set read_at = ${new Date(now + leaseMs)} from accepts where a.id = accepts.id
      returning a.driver_id, a.offer ->> 'kind' as kind
    ), jobs as (
      select id from blocks where ${isRunningJob(now)} and (read_at is null or read_at <= ${at})
      order by read_at nulls first limit ${most} for update skip locked
    ), missing as (
      select id from blocks where missing_since is not null and state = 'held' and start_at > ${at} and read_at <= ${at}
      order by read_at limit ${most} for update skip locked
    ), running as (
      update blocks b set read_at = ${new Date(now + jobMs)} from (select id from jobs union all select id from missing) as due
      where b.id = due.id returning b.driver_id, b.kind
    )
    select driver_id as "driverId", kind from accepted union select driver_id, kind from running`.execute(db)
  const owners = rows.map(({ driverId, kind }) => ({ driverId, variant: variantOf(kind) }))
  return [...new Map(owners.map((each) => [`${each.driverId} ${each.variant}`, each])).values()]
}

/** Lets the next turn read back a driver's running jobs. */
export async function hastenReading(db: Db, driverId: string, now: number): Promise<void> {
  await sql`update blocks set read_at = null where driver_id = ${driverId} and ${isRunningJob(now)}`.execute(
    db,
  )
}

/** Undecided accepts of a driver's app whose work has begun without anybody being able to read them. */
export async function listUnread(db: Db, { driverId, variant }: DueReading, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; kind: OfferKind }>`
    select id::text, offer ->> 'kind' as kind from attempts
    where driver_id = ${driverId} and state = 'waiting' and (offer ->> 'startAt')::float8 <= ${now}
      and created_at < clock_timestamp() - interval '10 minutes'`.execute(db)
  return rows.filter(({ kind }) => variantOf(kind) === variant).map(({ id }) => id)
}
