import { AppError } from '@madruga/core/errors.ts'
import { variantOf } from '@madruga/core/offers.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { HeldBlock } from '../platforms.ts'
import * as asked from './asked-store.ts'
import type { Asked } from './asked-store.ts'
import { settle as settleCheckIn } from './check-in.ts'
import type { BlockDriver, BlockRow, BlocksDeps } from './model.ts'
import { askPlatform } from './platform.ts'
import { settle as settleRelease } from './release.ts'
import { readBlock, readDriver } from './store.ts'

/** Older than any answer that a request may still wait for. */
const SETTLE_AFTER_MS = 60 * SECOND_MS
/**
 * What nobody could settle for so long never is: its account is gone, and it must not stand in the way of
 * others.
 */
const GIVE_UP_AFTER_MS = 7 * DAY_MS
const AT_ONCE = 100

/**
 * Settles what the platform was asked for by a process that died before it could write the answer: the blocks
 * that the platform lists tell what it said. A platform that does not answer now is asked again by the next
 * sweep.
 */
export async function settleAsked(deps: BlocksDeps): Promise<void> {
  const { db, clock, logger } = deps
  const now = clock.now()
  const span = { from: now - GIVE_UP_AFTER_MS, to: now - SETTLE_AFTER_MS }
  const open = await asked.readUnsettled(db, span, AT_ONCE)
  for (const all of Map.groupBy(open, ({ driverId, kind }) => `${driverId} ${variantOf(kind)}`).values()) {
    const { driverId, kind } = all[0]!
    const driver = await readDriver(db, driverId)
    if (driver === null) continue
    try {
      const held = await askPlatform(deps, driverId, variantOf(kind), ({ platform, tokens }) =>
        platform.heldBlocks(tokens),
      )
      const states = new Map(held.map((block) => [block.blockId, block.state]))
      for (const one of all) await settleOne(deps, driver, one, states)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      logger.info({ driverId, code: error.code }, 'what a platform was asked for is not settled yet')
    }
  }
}

async function settleOne(
  deps: BlocksDeps,
  driver: BlockDriver,
  { what, blockId, askedAt }: Asked,
  states: ReadonlyMap<string, HeldBlock['state']>,
): Promise<void> {
  const { db } = deps
  const block = await readBlock(db, driver.id, blockId)
  if (block === null) return
  const state = states.get(block.platformBlockId)
  if (what === 'check_in') {
    if (state !== 'checked_in' && state !== 'done') return await asked.dropCheckIn(db, blockId)
    await db.transaction().execute((tx) => settleCheckIn(deps, tx, driver, block, askedAt))
  } else {
    if (!wasGivenBack(block, state, deps.clock.now())) return await asked.dropRelease(db, blockId)
    await db.transaction().execute((tx) => settleRelease(deps, tx, driver.id, block, askedAt, null))
  }
}

/**
 * A block that is given back in time is not listed any more, one that is given back late is forfeited. After
 * its end it is forfeited too when nobody came, which is no release.
 */
function wasGivenBack({ endAt }: BlockRow, state: HeldBlock['state'] | undefined, now: number): boolean {
  return state === undefined || (state === 'forfeited' && now < endAt)
}
