import { checkInFee, checkInSpan, refuseCheckIn, weekSpan } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Cents } from '@madruga/core/money.ts'
import { variantOf } from '@madruga/core/offers.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { changeBlockState } from '../../bot.ts'
import { recordEntries } from '../log.ts'
import type { PlatformRefusal } from '../../platforms.ts'
import * as pending from './pending-store.ts'
import type { BlockDriver, BlockRow, BlocksDeps, BlockView, Db } from './model.ts'
import { askPlatform } from './platform.ts'
import { findBlock, findDriver } from './find.ts'
import { countAwards, viewOf } from './store.ts'

type Place = { latitude: number; longitude: number }
export type CheckedIn = { block: BlockView; feeCents: number }

/**
 * Checks in at a block: recorded, requested from the platform, which checks the location, and recorded in one
 * transaction. Idempotent. Refuses with `blocks.*` (`too_early` with `opensAt`, `outside_geofence` with
 * `distanceM`) and the refusals of platform calls.
 */
export async function checkIn(
  deps: BlocksDeps,
  driverId: string,
  { blockId, place }: { blockId: string; place: Place },
): Promise<CheckedIn> {
  const { db, clock, settings } = deps
  if (blockId === '') throw new AppError('blocks.not_selected')
  const driver = await findDriver(db, driverId)
  const block = await findBlock(db, driverId, blockId)
  const feeCents = await pending.readFee(db, blockId)
  // Read again: another tap may have been recorded between the two reads above.
  if (feeCents !== null) return { block: viewOf(await findBlock(db, driverId, blockId)), feeCents }
  if (driver.status !== 'active') throw new AppError('blocks.account_inactive')
  const variant = variantOf(block.kind)
  const platform = await deps.platforms.of(driverId, variant)
  if (!platform.capabilities.checkIn || platform.name !== block.platform)
    throw new AppError('blocks.not_offered')
  const now = clock.now()
  const refusal = refuseCheckIn(block, now, settings.checkIn)
  if (refusal === 'too_early') throw tooEarly(checkInSpan(block, settings.checkIn).opensAt)
  if (refusal !== null) throw new AppError(`blocks.${refusal}`)

  await pending.noteCheckIn(db, { blockId, driverId, at: now })
  const answer = await askPlatform(deps, driverId, variant, ({ platform: at, tokens }) =>
    at.checkIn(tokens, block.platformBlockId, place),
  )
  if ('refused' in answer) {
    await pending.dropCheckIn(db, blockId)
    throw refusalOf(answer)
  }
  await deps.db.transaction().execute((tx) => applyCheckIn(deps, tx, driver, block, answer.checkedInAt))
  return {
    block: viewOf(await findBlock(db, driverId, blockId)),
    feeCents: (await pending.readFee(db, blockId)) ?? 0,
  }
}

/**
 * Applies the platform's yes: the block's state, the fee by the rule of that week, the log line. Idempotent.
 */
export async function applyCheckIn(
  { readPrices, notify }: BlocksDeps,
  tx: Db,
  driver: BlockDriver,
  block: BlockRow,
  at: Timestamp,
): Promise<void> {
  await changeBlockState(tx, { driverId: driver.id, blockId: block.id, from: ['held'], to: 'checked_in' })
  const week = weekSpan(driver.timeZone, at)
  const awards = await countAwards(tx, driver.id, week.from, week.to)
  const cents = await readCheckInCents({ readPrices }, tx, variantOf(block.kind))
  const feeCents = checkInFee(awards, cents)
  if (!(await pending.confirmCheckIn(tx, { blockId: block.id, driverId: driver.id, at }, feeCents))) return
  const { platformBlockId, stationCode, startAt } = block
  const data = { blockId: platformBlockId, stationCode, startAt, feeCents }
  await recordEntries(tx, driver.id, [{ at, type: 'block.checked_in', data }])
  // A driver who has arrived needs no further reminder.
  await notify.acknowledgeOpen(tx, driver.id, 'reminder')
}

/** What a check-in costs in a week without a win; nothing where the variant is not billed. */
export async function readCheckInCents(
  { readPrices }: Pick<BlocksDeps, 'readPrices'>,
  db: Db,
  variant: Variant,
): Promise<Cents> {
  return describeVariant(variant).isBilled ? (await readPrices(db)).checkInCents : 0
}

/** Records that the driver was checked in at a time, which the platform has confirmed. Idempotent. */
export async function recordCheckIn(
  deps: BlocksDeps,
  tx: Db,
  driverId: string,
  { blockId, at }: { blockId: string; at: Timestamp },
): Promise<void> {
  await pending.noteCheckIn(tx, { blockId, driverId, at })
  await applyCheckIn(deps, tx, await findDriver(tx, driverId), await findBlock(tx, driverId, blockId), at)
}

function refusalOf({ refused, opensAt, distanceM }: PlatformRefusal): AppError {
  switch (refused) {
    case 'too_early':
      return tooEarly(opensAt)
    case 'too_late':
      return new AppError('blocks.too_late')
    case 'outside_geofence':
      return new AppError('blocks.outside_geofence', { distanceM })
    default:
      return new AppError('blocks.not_held')
  }
}

function tooEarly(opensAt: Timestamp | null): AppError {
  return new AppError('blocks.too_early', { opensAt })
}
