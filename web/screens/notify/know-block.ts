import type { Offer } from '@madruga/core/offers.ts'
import { queryClient } from '../../queries.ts'
import { acknowledge, unreadQuery } from './queries.ts'

/**
 * Records that the driver has seen this win: nothing asks again, and the bell no longer counts it. A failure
 * is harmless: the inbox still asks.
 */
export async function knowBlock({ startAt }: Pick<Offer, 'startAt'>): Promise<void> {
  try {
    const { waiting } = await queryClient.fetchQuery({ ...unreadQuery, staleTime: 0 })
    const ids = waiting
      // The log knows the block by the platform's id, the notification by ours; no two blocks start at once.
      // One of several is not all of them.
      .filter((one) => one.kind === 'block_won' && one.params.startAt === startAt && !('count' in one.params))
      .map((one) => one.id)
    if (ids.length > 0) await acknowledge(ids)
  } catch {
    // Repeated later, if the driver wants that.
  }
}
