import { announceJudging } from './announce.ts'
import type { Db } from './model.ts'
import { lockBot } from './store/bots.ts'
import type { BlockChange } from './store/blocks.ts'
import { updateState } from './store/blocks.ts'

/**
 * Takes over what the platform said of a driver's block, inside the caller's transaction, in which it comes
 * first: the bot's row is locked before any other, as everywhere. A search under way judges by it from now
 * on. False when it was in none of the states `from`: whoever compared held blocks was faster, or it went
 * another way meanwhile.
 */
export async function changeBlockState(tx: Db, change: BlockChange): Promise<boolean> {
  await lockBot(tx, change.driverId)
  if (!(await updateState(tx, change))) return false
  await announceJudging(tx, change.driverId)
  return true
}
