import type { Access, HeldBlock, PlatformReply } from '../platforms.ts'
import type { BotDeps } from './deps.ts'
import { listDoubtful } from './store/waiting.ts'

/**
 * Reads the blocks that a driver holds. Where wins must be read back, a list is not to be relied on: the
 * offers of undecided accepts and of running jobs are read by themselves.
 */
export async function readHeldBlocks(
  { db, clock }: Pick<BotDeps, 'db' | 'clock'>,
  driverId: string,
  { platform, tokens }: Access,
): Promise<PlatformReply<HeldBlock[]>> {
  if (platform.capabilities.readBacks === 0) return await platform.heldBlocks(tokens)
  return await platform.heldBlocks(tokens, await listDoubtful(db, driverId, platform.name, clock.now()))
}
