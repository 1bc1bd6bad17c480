import { isLateRelease, refuseRelease } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { changeBlockState } from '../../bot.ts'
import { recordEntries } from '../log.ts'
import * as pending from './pending-store.ts'
import { findBlock } from './find.ts'
import type { BlockRow, BlocksDeps, BlockView, Db } from './model.ts'
import { askPlatform } from './platform.ts'
import { viewOf } from './store.ts'

export type Released = { block: BlockView; late: boolean }

/**
 * Releases a block: recorded, requested from the platform, recorded in one transaction. Idempotent. Inside
 * the last minutes the driver must have confirmed the warning (`confirmedLate`), else `blocks.not_confirmed`.
 */
export async function release(
  deps: BlocksDeps,
  driverId: string,
  { id, confirmedLate }: { id: string; confirmedLate: boolean },
): Promise<Released> {
  const { db, clock, settings } = deps
  const { lateMs } = settings.release
  const block = await findBlock(db, driverId, id)
  const lateness = await pending.readLate(db, id)
  // Read again: another tap may have been recorded between the two reads above.
  if (lateness !== null) return { block: viewOf(await findBlock(db, driverId, id)), late: lateness }
  const variant = variantOf(block.kind)
  const platform = await deps.platforms.of(driverId, variant)
  if (!platform.capabilities.release || platform.name !== block.platform)
    throw new AppError('blocks.not_offered')
  const now = clock.now()
  const refusal = refuseRelease(block, now, { lateMs, confirmedLate })
  if (refusal !== null) throw new AppError(`blocks.${refusal}`)

  await pending.noteRelease(db, { blockId: id, driverId, at: now }, isLateRelease(block.startAt, now, lateMs))
  const answer = await askPlatform(deps, driverId, variant, ({ platform: at, tokens }) =>
    at.release(tokens, block.platformBlockId),
  )
  // A block that the platform no longer lists for the driver was released: by an earlier tap whose answer was
  // lost.
  const isGone = 'refused' in answer && answer.refused === 'not_found'
  if ('refused' in answer && !isGone) {
    await pending.dropRelease(db, id)
    throw new AppError(answer.refused === 'too_late' ? 'blocks.too_late' : 'blocks.not_held')
  }
  const late = 'late' in answer ? answer.late : null
  await db.transaction().execute((tx) => applyRelease(deps, tx, driverId, block, clock.now(), late))
  return { block: viewOf(await findBlock(db, driverId, id)), late: (await pending.readLate(db, id)) ?? false }
}

/**
 * Applies the platform's yes: the block is forfeited, the release counts, the log gets its line. Idempotent.
 */
export async function applyRelease(
  { settings, notify }: BlocksDeps,
  tx: Db,
  driverId: string,
  block: BlockRow,
  at: Timestamp,
  platformLate: boolean | null,
): Promise<void> {
  await changeBlockState(tx, { driverId, blockId: block.id, from: ['held', 'checked_in'], to: 'forfeited' })
  const late = { said: platformLate, ours: isLateRelease(block.startAt, at, settings.release.lateMs) }
  const record = await pending.confirmRelease(tx, { blockId: block.id, driverId, at }, late)
  if (record === null) return
  const { platformBlockId, stationCode, startAt, payCents } = block
  const data = { blockId: platformBlockId, stationCode, startAt, payCents, late: record.late }
  await recordEntries(tx, driverId, [{ at, type: 'block.released', data }])
  await notify.acknowledgeOpen(tx, driverId, 'reminder')
}
