import { queryClient } from '../../queries.ts'
import { acknowledge, unreadQuery } from './queries.ts'

/**
 * Records that the driver has seen this win: nothing asks again, and the bell no longer counts it. A failure
 * is harmless: the inbox still asks.
 */
export async function knowBlock(blockId: string): Promise<void> {
  try {
    const { waiting } = await queryClient.fetchQuery({ ...unreadQuery, staleTime: 0 })
    const ids = waiting
      .filter((one) => one.kind === 'block_won' && one.params.blockId === blockId)
      .map((one) => one.id)
    if (ids.length > 0) await acknowledge(ids)
  } catch {
    // Repeated later, if the driver wants that.
  }
}
