import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BlockState } from '@madruga/core/blocks.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Loss } from '@madruga/core/events.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { HeldBlock } from '../../platforms.ts'
import type { Db } from '../model.ts'
import type { Attempt } from './attempts.ts'
import { isBegunJob } from './facts.ts'

/**
 * Stores the block that an attempt won; one that a sync stored before is given the attempt. Work without a
 * stated end runs from its accept. Answers our id.
 */
export async function insertWonBlock(
  tx: Db,
  driverId: string,
  attempt: Attempt,
  platformBlockId: string,
  at: number,
): Promise<string> {
  const { offer } = attempt
  const { rows } = await sql<{ id: string }>`
    insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at,
      pay_cents, tip_cents, pay_basis, currency, end_estimated, miles, stops, accepted_at, state)
    values (${attempt.blockId ?? randomUUID()}, ${driverId}, ${attempt.platform}, ${platformBlockId}, ${offer.id}, ${attempt.id},
      ${offer.stationId}, ${offer.kind}, ${new Date(offer.startAt)}, ${new Date(offer.endAt)}, ${offer.payCents},
      ${offer.tipCents}, ${offer.payBasis ?? null}, ${offer.currency ?? null}, ${offer.endEstimated ?? false},
      ${offer.miles}, ${offer.stops}, ${new Date(at)}, ${offer.endEstimated ? 'checked_in' : 'held'})
    on conflict (platform, platform_block_id) do update set attempt_id = coalesce(blocks.attempt_id, excluded.attempt_id)
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a won block was not stored')
  return id
}

/** Our id of the driver's block of an offer; null if there is none. */
export async function readBlockOfOffer(
  tx: Db,
  { driverId, platform, offerId }: { driverId: string; platform: string; offerId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from blocks where driver_id = ${driverId} and platform = ${platform} and offer_id = ${offerId}`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** The attempt by which a listed block was won. */
type Won = Pick<Attempt, 'id' | 'blockId'>

/** Stores a block that the platform lists. Answers our id; null when we have it already. */
export async function insertHeldBlock(
  tx: Db,
  driverId: string,
  { platform, attempt, block }: { platform: string; attempt: Won | null; block: HeldBlock },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at,
      pay_cents, tip_cents, pay_basis, currency, end_estimated, miles, stops, state)
    values (${attempt?.blockId ?? randomUUID()}, ${driverId}, ${platform}, ${block.blockId}, ${block.offerId}, ${attempt?.id ?? null},
      ${block.stationId}, ${block.kind}, ${new Date(block.startAt)}, ${new Date(block.endAt)}, ${block.payCents},
      ${block.tipCents}, ${block.payBasis ?? null}, ${block.currency ?? null}, ${block.endEstimated ?? false},
      ${block.miles}, ${block.stops}, ${block.state})
    on conflict (platform, platform_block_id) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * The platform's ids of those blocks that we lack or have otherwise: in another state, at other times, with
 * another tip, or as missing. The times of work without a stated end are estimates, and stay as they are.
 */
export async function listDiffering(db: Db, platform: string, list: readonly HeldBlock[]): Promise<string[]> {
  const { rows } = await sql<{ blockId: string }>`
    select h.id as "blockId" from unnest(${list.map((block) => block.blockId)}::text[],
      ${list.map((block) => block.state)}::text[], ${list.map((block) => block.tipCents)}::int[],
      ${list.map((block) => new Date(block.startAt))}::timestamptz[],
      ${list.map((block) => new Date(block.endAt))}::timestamptz[]) as h (id, state, tip, start_at, end_at)
    left join blocks b on b.platform = ${platform} and b.platform_block_id = h.id
    where b.id is null or b.state <> h.state or b.tip_cents <> h.tip or b.missing_since is not null
      or (not b.end_estimated and (b.start_at <> h.start_at or b.end_at <> h.end_at))`.execute(db)
  return rows.map((row) => row.blockId)
}

/** How many blocks comparisons with platforms have added within this time: no accept of ours won them. */
export async function countAdopted(db: Db, withinMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from blocks where attempt_id is null
      and accepted_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'`.execute(db)
  return rows[0]?.count ?? 0
}

/** One driver's blocks at a platform, at a time. */
type DriversBlocks = { driverId: string; platform: string; now: number }

/** The platform's ids of the driver's blocks with an estimated end that have begun. */
export async function listBegunJobs(db: Db, { driverId, platform, now }: DriversBlocks): Promise<string[]> {
  const { rows } = await sql<{ blockId: string }>`
    select platform_block_id as "blockId" from blocks
    where driver_id = ${driverId} and platform = ${platform} and ${isBegunJob(now)}`.execute(db)
  return rows.map((row) => row.blockId)
}

/** Ends these jobs of the driver. Answers how many. */
export async function endJobs(
  db: Db,
  { driverId, platform, now }: DriversBlocks,
  blockIds: readonly string[],
): Promise<number> {
  if (blockIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    update blocks set state = 'done', start_at = least(start_at, ${new Date(now)}), end_at = ${new Date(now)}
    where driver_id = ${driverId} and platform = ${platform} and state in ('held', 'checked_in')
      and platform_block_id = any(${blockIds}::text[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A block that the platform changed. */
export type ChangedBlock = {
  /** Ours. */
  id: string
  blockId: string
  stationId: string
  startAt: Timestamp
  endAt: Timestamp
  wasStartAt: Timestamp
}

/** Such a block as it is now, and what it was before: the driver is notified of what differs. */
export type UpdatedBlock = ChangedBlock & {
  state: BlockState
  endEstimated: boolean
  wasEndAt: Timestamp
  wasLost: boolean
}

/**
 * Stores that a job under way is not the driver's any more, and why; null when it was over. They did not give
 * it back, so that no safety limit counts it.
 */
export async function loseJob(
  tx: Db,
  { driverId, platform, now }: DriversBlocks,
  { blockId, loss }: { blockId: string; loss: Loss },
): Promise<ChangedBlock | null> {
  const { rows } = await sql<ChangedBlock>`
    update blocks set state = 'forfeited', loss = ${loss}, start_at = least(start_at, ${new Date(now)}),
      end_at = ${new Date(now)}
    where driver_id = ${driverId} and platform = ${platform} and platform_block_id = ${blockId}
      and state in ('held', 'checked_in')
    returning id, platform_block_id as "blockId", station_id as "stationId", start_at as "startAt",
      end_at as "endAt", start_at as "wasStartAt"`.execute(tx)
  return rows[0] ?? null
}

/**
 * Stores the platform's state, times and tip of a block, and that an estimated end has come; null when we
 * lack it.
 */
export async function updateHeldBlock(
  tx: Db,
  platform: string,
  block: HeldBlock,
  now: number,
): Promise<UpdatedBlock | null> {
  const { rows } = await sql<UpdatedBlock>`
    with before as (select id, start_at, end_at, loss from blocks
      where platform = ${platform} and platform_block_id = ${block.blockId} for update)
    update blocks b set state = ${block.state}, tip_cents = ${block.tipCents}, loss = null, missing_since = null,
      start_at = case when b.end_estimated then b.start_at else ${new Date(block.startAt)} end,
      end_at = case when not b.end_estimated then ${new Date(block.endAt)}
        when b.state <> 'done' and ${block.state} = 'done' then least(b.end_at, greatest(b.start_at, ${new Date(now)}))
        else b.end_at end,
      forfeited_at = case when ${block.state} = 'forfeited' then coalesce(forfeited_at, ${new Date(now)}) end
    from before where b.id = before.id
    returning b.id, b.platform_block_id as "blockId", b.station_id as "stationId", b.start_at as "startAt",
      b.end_at as "endAt", b.state, b.end_estimated as "endEstimated", before.start_at as "wasStartAt",
      before.end_at as "wasEndAt", before.loss is not null as "wasLost"`.execute(tx)
  return rows[0] ?? null
}

/** Notes when the platform changed a block. */
export async function noteChange(tx: Db, id: string, now: number): Promise<void> {
  await sql`update blocks set changed_at = ${new Date(now)} where id = ${id}`.execute(tx)
}

/** The platform's ids of the driver's held blocks that have not begun. */
export async function listAhead(db: Db, { driverId, platform, now }: DriversBlocks): Promise<string[]> {
  const { rows } = await sql<{ blockId: string }>`
    select platform_block_id as "blockId" from blocks
    where driver_id = ${driverId} and platform = ${platform} and state = 'held' and start_at > ${new Date(now)}`.execute(
    db,
  )
  return rows.map((row) => row.blockId)
}

/** How long after a list that lacks a block another one decides. */
const MISSING_MS = MINUTE_MS

/**
 * Takes held blocks from the driver that the platform has not listed for a while, and notes the others as
 * missing, to be read again. Answers those that were taken.
 */
export async function loseMissing(
  tx: Db,
  { driverId, platform, now }: DriversBlocks,
  blockIds: readonly string[],
): Promise<ChangedBlock[]> {
  const { rows } = await sql<ChangedBlock>`
    with missing as (select id, missing_since <= ${new Date(now - MISSING_MS)} as is_lost from blocks
      where driver_id = ${driverId} and platform = ${platform} and state = 'held'
        and platform_block_id = any(${blockIds}::text[]) for update
    ), noted as (
      update blocks b set missing_since = coalesce(b.missing_since, ${new Date(now)}),
        read_at = ${new Date(now + MISSING_MS)}
      from missing m where b.id = m.id and m.is_lost is not true
    )
    update blocks b set state = 'forfeited', loss = 'gone', forfeited_at = ${new Date(now)}, missing_since = null
    from missing m where b.id = m.id and m.is_lost
    returning b.id, b.platform_block_id as "blockId", b.station_id as "stationId", b.start_at as "startAt",
      b.end_at as "endAt", b.start_at as "wasStartAt"`.execute(tx)
  return rows
}

/** What the platform has just said of a block: it went from one of these states to another. */
export type BlockChange = {
  driverId: string
  /** Ours, not the platform's. */
  blockId: string
  from: readonly BlockState[]
  to: BlockState
}

/** Stores a block's new state; false when it was in none of the states `from`. */
export async function updateState(tx: Db, { driverId, blockId, from, to }: BlockChange): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update blocks set state = ${to}
    where id = ${blockId} and driver_id = ${driverId} and state = any(${from}::text[])`.execute(tx)
  return numAffectedRows === 1n
}

/** A block as home names it. */
export type NextBlock = NonNullable<Outputs['bot']['today']['nextBlock']>

/** The driver's next held block that is not over, as home shows it. */
export async function readNextBlock(db: Db, driverId: string, now: number): Promise<NextBlock | null> {
  const { rows } = await sql<NextBlock>`
    select b.id, coalesce(s.code, b.station_id) as "stationCode", coalesce(s.name, b.station_id) as "stationName",
      s.time_zone as "timeZone",
      b.start_at as "startAt", b.end_at as "endAt", b.pay_cents as "payCents", b.tip_cents as "tipCents",
      b.pay_basis as "payBasis", b.currency, b.end_estimated as "endEstimated"
    from blocks b left join stations s on s.platform = b.platform and s.id = b.station_id
    where b.driver_id = ${driverId} and b.state in ('held', 'checked_in') and b.end_at > ${new Date(now)}
    order by b.start_at limit 1`.execute(db)
  return rows[0] ?? null
}
