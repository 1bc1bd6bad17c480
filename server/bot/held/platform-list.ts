import type { Loss } from '@madruga/core/events.ts'
import { markOfferId } from '../../platforms.ts'
import type { Access, HeldBlock, PlatformReply } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import { listListings } from '../store/attempts.ts'
import { listAhead, listBegunJobs } from '../store/blocks.ts'
import { listDoubtful } from '../store/next-readings.ts'

/** What a platform lists for a driver. */
export type HeldReading = {
  blocks: HeldBlock[]
  /**
   * The jobs that ran, as far as we knew, before the platform was asked. Only these can be over by a list
   * that lacks them: it cannot have what was accepted since.
   */
  begun: readonly string[]
  /** Likewise the blocks ahead, where the platform lists all that the driver holds; else none. */
  ahead: readonly string[]
}

/**
 * Reads the blocks that a driver holds. Where wins must be read back, a list is not to be relied on: the
 * offers of undecided accepts and of running jobs are read by themselves. Where an offer may be listed again
 * under its own id, each block has the id of the listing that the driver's bot tried last.
 */
export async function readHeldBlocks(
  { db, clock }: Pick<BotDeps, 'db' | 'clock'>,
  driverId: string,
  { platform, tokens }: Access,
): Promise<PlatformReply<HeldReading>> {
  const { readBacks, relists, acceptStarts, listsAllHeld } = platform.capabilities
  const now = clock.now()
  const owner = { driverId, platform: platform.name, now }
  const begunIds = acceptStarts ? await listBegunJobs(db, owner) : []
  const ahead = listsAllHeld ? await listAhead(db, owner) : []
  const doubtful = readBacks === 0 ? undefined : await listDoubtful(db, driverId, platform.name, now)
  const reading = await platform.heldBlocks(tokens, doubtful)
  if (!reading.ok) return reading
  if (reading.value.length === 0 || !relists)
    return { ok: true, value: { blocks: reading.value, begun: begunIds, ahead } }
  const offerIds = reading.value.map(({ offerId }) => offerId)
  const begins = offerIds.map((offerId) => markOfferId(offerId, ''))
  const listings = await listListings(db, { driverId, platform: platform.name, offerIds, begins })
  const blocks = reading.value.map((block) => ({
    ...block,
    offerId: listings.get(block.offerId) ?? block.offerId,
  }))
  return { ok: true, value: { blocks, begun: begunIds, ahead } }
}

/**
 * Why the driver no longer has a block that the platform does not list: as the platform tells, if it does.
 * One that does not answer now leaves it open.
 */
export async function readLoss({ platform, tokens }: Access, blockId: string): Promise<Loss> {
  if (platform.whyLost === undefined) return 'taken'
  const reply = await platform.whyLost(tokens, blockId)
  return reply.ok ? reply.value : 'gone'
}
