import type { Timestamp } from '../time.ts'

/** What has become of a block: held until it starts and is checked in at, over, or given back. */
export const BLOCK_STATES = ['held', 'checked_in', 'done', 'forfeited'] as const
export type BlockState = (typeof BLOCK_STATES)[number]

/** What the rules around a block look at. */
export type BlockSpan = { startAt: Timestamp; endAt: Timestamp; state: BlockState }
