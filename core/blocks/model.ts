import type { Timestamp } from '../time.ts'

/** The state of a block: held until it starts and is checked in, over, or released. */
export const BLOCK_STATES = ['held', 'checked_in', 'done', 'forfeited'] as const
export type BlockState = (typeof BLOCK_STATES)[number]

/** The input of the rules around a block. */
export type BlockSpan = { startAt: Timestamp; endAt: Timestamp; state: BlockState }
