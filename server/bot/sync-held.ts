import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Offer } from '@madruga/core/offers.ts'
import { recordEntries, takeMissBack } from '../log.ts'
import type { HeldBlock } from '../platforms.ts'
import { announceJudging } from './announce.ts'
import type { BotDeps, Db } from './deps.ts'
import { lockBot } from './row-store.ts'
import { readStation, winOf } from './settle.ts'

/** What comparing held blocks with ours found and mended. */
export type HeldBlocksSync = { added: number; changed: number }

/**
 * Makes our blocks agree with the ones that the platform says the driver holds: adds those that we lack,
 * whoever accepted them, and takes over forfeits, check-ins, ends and final tips. Blocks that the platform no
 * longer lists stay as they are. A block won by an attempt that we gave up as missed is recorded as accepted,
 * and counts as missed no more.
 */
export async function syncHeldBlocks(
  deps: BotDeps,
  driverId: string,
  platform: string,
  held: readonly HeldBlock[],
): Promise<HeldBlocksSync> {
  if (held.length === 0) return { added: 0, changed: 0 }
  const { rows: strange } = await sql<{ blockId: string }>`
    select h.id as "blockId" from unnest(${held.map((block) => block.blockId)}::text[],
      ${held.map((block) => block.state)}::text[], ${held.map((block) => block.tipCents)}::int[]) as h (id, state, tip)
    left join blocks b on b.platform = ${platform} and b.platform_block_id = h.id
    where b.id is null or b.state <> h.state or b.tip_cents <> h.tip`.execute(deps.db)
  if (strange.length === 0) return { added: 0, changed: 0 }
  const ids = new Set(strange.map((row) => row.blockId))
  return await deps.db.transaction().execute(async (tx) => {
    // The bot's row is held first, so that a block which its searcher is just settling is not taken for a
    // strange one.
    const bot = await lockBot(tx, driverId)
    const result = { added: 0, changed: 0 }
    if (bot === null) return result
    for (const block of held) {
      if (!ids.has(block.blockId)) continue
      if (await changeBlock(tx, platform, block, deps.clock.now())) result.changed++
      else if (await isOpen(tx, driverId, platform, block.offerId)) continue
      else if (await addBlock(deps, tx, driverId, platform, block)) result.added++
    }
    if (result.added + result.changed > 0) await announceJudging(tx, driverId)
    return result
  })
}

async function changeBlock(tx: Db, platform: string, block: HeldBlock, now: number): Promise<boolean> {
  const { rows } = await sql`
    update blocks set state = ${block.state}, tip_cents = ${block.tipCents},
      forfeited_at = case when ${block.state} = 'forfeited' then coalesce(forfeited_at, ${new Date(now)}) end
    where platform = ${platform} and platform_block_id = ${block.blockId} returning id`.execute(tx)
  return rows.length > 0
}

/** An accept under way is its searcher's to settle. */
async function isOpen(tx: Db, driverId: string, platform: string, offerId: string): Promise<boolean> {
  const { rows } = await sql`select from attempts where driver_id = ${driverId} and platform = ${platform}
    and offer_id = ${offerId} and state = 'intent'`.execute(tx)
  return rows.length > 0
}

async function addBlock(
  deps: BotDeps,
  tx: Db,
  driverId: string,
  platform: string,
  block: HeldBlock,
): Promise<boolean> {
  const attempt = await reopenMiss(tx, driverId, { platform, offerId: block.offerId, at: deps.clock.now() })
  const { rows } = await sql<{ id: string }>`
    insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at,
      pay_cents, tip_cents, miles, stops, state)
    values (${randomUUID()}, ${driverId}, ${platform}, ${block.blockId}, ${block.offerId}, ${attempt?.id ?? null},
      ${block.stationId}, ${block.kind}, ${new Date(block.startAt)}, ${new Date(block.endAt)}, ${block.payCents},
      ${block.tipCents}, ${block.miles}, ${block.stops}, ${block.state})
    on conflict (platform, platform_block_id) do nothing returning id`.execute(tx)
  const added = rows[0]
  if (added === undefined) return false
  if (attempt) {
    const { offer, filterVersion, rules } = attempt
    const station = await readStation(tx, { platform, offer })
    const data = {
      offer,
      filterVersion,
      rules,
      stationCode: station.code,
      timeZone: station.timeZone,
      blockId: block.blockId,
      reactionMs: null,
    }
    const at = deps.clock.now()
    await recordEntries(tx, driverId, [{ at, type: 'offer.accepted', data }])
    await takeMissBack(tx, driverId, { at: attempt.missedAt, stationId: offer.stationId })
    const isAhead = block.state !== 'forfeited' && offer.endAt > at
    if (isAhead) await deps.news.won(tx, driverId, winOf(offer, added.id, station))
  }
  return true
}

type GivenUp = { id: string; filterVersion: number; rules: []; offer: Offer; missedAt: number }

/** The attempt that we gave up, accepted now; undefined when there was none. */
async function reopenMiss(
  tx: Db,
  driverId: string,
  { platform, offerId, at }: { platform: string; offerId: string; at: number },
): Promise<GivenUp | undefined> {
  const { rows } = await sql<GivenUp>`
    with missed as (
      select id, settled_at from attempts
      where driver_id = ${driverId} and platform = ${platform} and offer_id = ${offerId} and state = 'missed'
    )
    update attempts a set state = 'accepted', cause = null, settled_at = ${new Date(at)}
    from missed where a.id = missed.id
    returning a.id::text, a.filter_version as "filterVersion", a.rules, a.offer, missed.settled_at as "missedAt"`.execute(
    tx,
  )
  return rows[0]
}
