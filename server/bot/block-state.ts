import { sql } from 'kysely'
import type { BlockState } from '@madruga/core/blocks.ts'
import { announceJudging } from './announce.ts'
import type { Db } from './deps.ts'
import { lockBot } from './row-store.ts'

/** What the platform has just said of a block: it went from one of these states to another. */
export type BlockChange = {
  driverId: string
  /** Ours, not the platform's. */
  blockId: string
  from: readonly BlockState[]
  to: BlockState
}

/**
 * Takes over what the platform said of a driver's block, inside the caller's transaction, in which it comes
 * first: the bot's row is locked before any other, as everywhere. A search under way judges by it from now
 * on. False when it was in none of the states `from`: whoever compared held blocks was faster, or it went
 * another way meanwhile.
 */
export async function changeBlockState(
  tx: Db,
  { driverId, blockId, from, to }: BlockChange,
): Promise<boolean> {
  await lockBot(tx, driverId)
  const { numAffectedRows } = await sql`
    update blocks set state = ${to}
    where id = ${blockId} and driver_id = ${driverId} and state = any(${from}::text[])`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await announceJudging(tx, driverId)
  return true
}
