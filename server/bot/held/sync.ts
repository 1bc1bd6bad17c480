import type { Listed } from '@madruga/core/bot.ts'
import { estimatePay } from '@madruga/core/filters.ts'
import type { BlockChangeKind } from '@madruga/core/events.ts'
import { placeLine, variantOf } from '@madruga/core/offers.ts'
import { recordEntries } from '../../driver/log.ts'
import { noteHeldRead } from '../../platforms.ts'
import type { Access, HeldBlock, PlatformReply } from '../../platforms.ts'
import { announceJudging } from '../life/announce.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import { lockBot } from '../store/bots.ts'
import { takeBack, winOf } from '../accepts/settle.ts'
import { readDelivery, readFilter, readStation } from '../store/facts.ts'
import type { Owner } from '../store/facts.ts'
import { applyInput } from '../life/steps.ts'
import type { Stepped } from '../life/steps.ts'
import { readHeldBlocks, readLoss } from './platform-list.ts'
import type { HeldReading } from './platform-list.ts'
import {
  endJobs,
  insertHeldBlock,
  listDiffering,
  loseJob,
  loseMissing,
  noteChange,
  updateHeldBlock,
} from '../store/blocks.ts'
import type { ChangedBlock, UpdatedBlock } from '../store/blocks.ts'
import { isOfferOpen, reopenMiss } from '../store/attempts.ts'

/** What the held blocks say of one of them. */
export function listedAs({ state }: Pick<HeldBlock, 'state'>): Exclude<Listed, null> {
  return state === 'pending' || state === 'waitlisted' ? state : 'held'
}

/** How many blocks a comparison with the platform added and changed. */
export type HeldBlocksSync = { added: number; changed: number }

/** What one driver's comparison changed, and the steps that it led to. */
export type Compared = HeldBlocksSync & { steps: Stepped[] }

/**
 * Syncs our blocks with those that the platform lists for the driver: adds missing ones, no matter who
 * accepted them, and stores forfeits, check-ins, ends, final tips and new times, of which the driver is
 * notified. Blocks that the platform no longer lists stay as they are (`syncAll`). What is undecided is no
 * block yet. A block won by an attempt that was given up as missed is recorded as accepted and no longer
 * counts as missed.
 */
export async function syncHeldBlocks(
  deps: BotDeps,
  driverId: string,
  platform: string,
  listing: readonly HeldBlock[],
): Promise<HeldBlocksSync> {
  const heldBlocks = listing.filter((block) => listedAs(block) === 'held')
  if (heldBlocks.length === 0) return { added: 0, changed: 0 }
  const ids = new Set(await listDiffering(deps.db, platform, heldBlocks))
  if (ids.size === 0) return { added: 0, changed: 0 }
  return await deps.db.transaction().execute(async (tx) => {
    // The bot's row is locked first, so that a block which its searcher is settling now is not added twice.
    const bot = await lockBot(tx, driverId)
    const result = { added: 0, changed: 0 }
    if (bot === null) return result
    for (const block of heldBlocks) {
      if (!ids.has(block.blockId)) continue
      const update = await updateHeldBlock(tx, platform, block, deps.clock.now())
      if (update !== null) {
        result.changed++
        const change = findChange(update)
        if (change !== null) await tellChange(deps, tx, { driverId, platform }, update, change)
      } else if (await isOfferOpen(tx, driverId, platform, block.offerId)) continue
      else if (await addBlock(deps, tx, driverId, platform, block)) result.added++
    }
    if (result.added + result.changed > 0) await announceJudging(tx, driverId)
    return result
  })
}

/** What the driver has to learn about a block that is theirs: that it is back, or at another time. */
function findChange(block: UpdatedBlock): 'moved' | 'listed_again' | null {
  if (block.state !== 'held' && block.state !== 'checked_in') return null
  if (block.wasLost) return 'listed_again'
  return block.startAt === block.wasStartAt && block.endAt === block.wasEndAt ? null : 'moved'
}

/** Writes the line and the notification of what the platform changed about a block. */
async function tellChange(
  deps: BotDeps,
  tx: Db,
  { driverId, platform }: { driverId: string; platform: string },
  { id, blockId, stationId, startAt, endAt, wasStartAt }: ChangedBlock,
  change: BlockChangeKind,
): Promise<void> {
  const at = deps.clock.now()
  await noteChange(tx, id, at)
  const station = await readStation(tx, { platform, offer: { stationId } })
  const { code: stationCode, timeZone } = station
  const data = { blockId, stationCode, timeZone, change, startAt, endAt, wasStartAt }
  await recordEntries(tx, driverId, [{ at, type: 'block.changed', data }])
  await deps.news.changed(tx, driverId, {
    id,
    at,
    station: placeLine(station),
    change,
    startAt,
    endAt,
    wasStartAt,
  })
}

/**
 * Makes one driver's blocks agree with those that the platform lists. Ends the jobs that it lists no longer:
 * the bot wakes up. Takes from the driver what it lists no longer although it lists all that they hold; one
 * list may be wrong, so that a second one decides. Answers the steps.
 */
export async function syncAll(
  deps: BotDeps,
  driverId: string,
  access: Access,
  reading: HeldReading,
): Promise<Compared> {
  const { platform } = access
  const endCount = await endUnlisted(deps, driverId, access, reading)
  const { added, changed } = await syncHeldBlocks(deps, driverId, platform.name, reading.blocks)
  const lossCount = await loseUnlisted(deps, driverId, platform.name, reading)
  const isOver = platform.capabilities.acceptStarts && endCount + changed > 0
  const steps = isOver ? await wakeAfterJob(deps, driverId) : []
  return { added, changed: changed + endCount + lossCount, steps }
}

/** Reads what a driver holds and makes our blocks agree with it. Answers what changed, or the trouble. */
export async function compareWith(
  deps: BotDeps,
  { driverId, variant }: Owner,
  access: Access,
): Promise<PlatformReply<Compared>> {
  const reading = await readHeldBlocks(deps, driverId, access)
  if (!reading.ok) return reading
  const value = await syncAll(deps, driverId, access, reading.value)
  await noteHeldRead(deps.db, driverId, variant)
  return { ok: true, value }
}

/** Takes blocks from the driver that two lists lack, and tells them. Answers how many. */
async function loseUnlisted(
  deps: BotDeps,
  driverId: string,
  platform: string,
  { blocks, ahead }: HeldReading,
): Promise<number> {
  const heldIds = new Set(blocks.filter((block) => listedAs(block) === 'held').map(({ blockId }) => blockId))
  const missing = ahead.filter((blockId) => !heldIds.has(blockId))
  if (missing.length === 0) return 0
  return await deps.db.transaction().execute(async (tx) => {
    if ((await lockBot(tx, driverId)) === null) return 0
    const lostBlocks = await loseMissing(tx, { driverId, platform, now: deps.clock.now() }, missing)
    for (const block of lostBlocks) await tellChange(deps, tx, { driverId, platform }, block, 'gone')
    if (lostBlocks.length > 0) await announceJudging(tx, driverId)
    return lostBlocks.length
  })
}

/** Wakes a bot that sleeps for a job if none runs any more. Answers the steps. */
export async function wakeAfterJob(deps: BotDeps, driverId: string): Promise<Stepped[]> {
  const step = await applyInput(deps, driverId, async (bot, tx) => {
    const delivery = await readDelivery(tx, driverId, bot.variant, deps.clock.now())
    return delivery === null ? { bot, input: { type: 'delivery_ended' } } : null
  })
  return step ? [step] : []
}

/**
 * Ends the driver's running jobs that the platform lists as done, or no longer. One that it lists no longer
 * was lost, where it says why: it pays nothing, and the driver is notified. Answers how many.
 */
async function endUnlisted(
  deps: BotDeps,
  driverId: string,
  access: Access,
  { blocks, begun }: HeldReading,
): Promise<number> {
  const { platform } = access
  const running = blocks.filter(({ state }) => state === 'held' || state === 'checked_in')
  const listedIds = new Set(running.map(({ blockId }) => blockId))
  const over = begun.filter((blockId) => !listedIds.has(blockId))
  const isDone = (id: string) => platform.whyLost === undefined || blocks.some((each) => each.blockId === id)
  const [doneIds, lostIds] = [over.filter(isDone), over.filter((id) => !isDone(id))]
  let count = await endJobs(deps.db, { driverId, platform: platform.name, now: deps.clock.now() }, doneIds)
  for (const blockId of lostIds) count += await tellLostJob(deps, driverId, access, blockId)
  if (count > 0) await announceJudging(deps.db, driverId)
  return count
}

/** Stores that a job under way is lost, and tells the driver why. Answers how many jobs that were. */
async function tellLostJob(
  deps: BotDeps,
  driverId: string,
  access: Access,
  blockId: string,
): Promise<number> {
  const loss = await readLoss(access, blockId)
  const platform = access.platform.name
  return await deps.db.transaction().execute(async (tx) => {
    if ((await lockBot(tx, driverId)) === null) return 0
    const job = await loseJob(tx, { driverId, platform, now: deps.clock.now() }, { blockId, loss })
    if (job === null) return 0
    await tellChange(deps, tx, { driverId, platform }, job, loss)
    return 1
  })
}

/** A held block of unknown pay with the estimate by the driver's own rate, if they have one. */
async function estimateHeld(tx: Db, driverId: string, block: HeldBlock): Promise<HeldBlock> {
  if (block.payBasis !== 'unknown') return block
  const inForce = await readFilter(tx, driverId, variantOf(block.kind))
  return inForce === null ? block : estimatePay(block, inForce.filter)
}

async function addBlock(
  deps: BotDeps,
  tx: Db,
  driverId: string,
  platform: string,
  listing: HeldBlock,
): Promise<boolean> {
  const block = await estimateHeld(tx, driverId, listing)
  const attempt = await reopenMiss(tx, driverId, { platform, offerId: block.offerId, at: deps.clock.now() })
  const blockId = await insertHeldBlock(tx, driverId, { platform, attempt: attempt ?? null, block })
  if (blockId === null) return false
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
    await takeBack(tx, driverId, attempt)
    const isAhead = block.state !== 'forfeited' && offer.endAt > at
    if (isAhead) await deps.news.won(tx, driverId, winOf(offer, blockId, station))
  }
  return true
}
