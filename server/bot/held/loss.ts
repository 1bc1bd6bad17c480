import type { Loss } from '@madruga/core/events.ts'
import type { Access } from '../../platforms.ts'

/**
 * Why the driver no longer has a block that the platform does not list: as the platform tells, if it does.
 * One that does not answer now leaves it open.
 */
export async function readLoss({ platform, tokens }: Access, blockId: string): Promise<Loss> {
  if (platform.whyLost === undefined) return 'taken'
  const reply = await platform.whyLost(tokens, blockId)
  return reply.ok ? reply.value : 'gone'
}
