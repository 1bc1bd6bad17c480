import { announceJudging } from '../life/announce.ts'
import type { Db } from '../model.ts'
import { lockBot } from '../store/bots.ts'
import type { BlockChange } from '../store/blocks.ts'
import { updateState } from '../store/blocks.ts'

/**
 * Stores a block's new state inside the caller's transaction and announces it to the search under way. Call
 * it first in the transaction: the bot's row is locked before any other. False when the block was in none of
 * the states `from`: a comparison of held blocks was faster, or the state changed otherwise.
 */
export async function changeBlockState(tx: Db, change: BlockChange): Promise<boolean> {
  await lockBot(tx, change.driverId)
  if (!(await updateState(tx, change))) return false
  await announceJudging(tx, change.driverId)
  return true
}
