import { AppError } from '@madruga/core/errors.ts'
import { variantOf } from '@madruga/core/offers.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Access, HeldBlock } from '../../platforms.ts'
import * as pending from './pending-store.ts'
import type { PendingRequest } from './pending-store.ts'
import { applyCheckIn } from './check-in.ts'
import type { BlockDriver, BlockRow, BlocksDeps } from './model.ts'
import { askPlatform } from './platform.ts'
import { applyRelease } from './release.ts'
import { readBlock, readDriver } from './store.ts'

/** Older than any answer that a request may still wait for. */
const RESOLVE_AFTER_MS = 60 * SECOND_MS
/** A request unresolved for this long stays unresolved: its account is gone, and it must not block others. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS
const AT_ONCE = 100

/**
 * Resolves requests of a process that died before it could record the answer: the platform's list of blocks
 * shows the outcome. If the platform does not answer now, the next sweep retries.
 */
export async function resolvePending(deps: BlocksDeps): Promise<void> {
  const { db, clock, logger } = deps
  const now = clock.now()
  const span = { from: now - GIVE_UP_AFTER_MS, to: now - RESOLVE_AFTER_MS }
  const open = await pending.listPending(db, span, AT_ONCE)
  for (const all of Map.groupBy(open, ({ driverId, kind }) => `${driverId} ${variantOf(kind)}`).values()) {
    const { driverId, kind } = all[0]!
    const driver = await readDriver(db, driverId)
    if (driver === null) continue
    try {
      const { platform, held } = await askPlatform(deps, driverId, variantOf(kind), readHeld)
      const states = new Map(held.map((block) => [block.blockId, block.state]))
      for (const one of all) await resolveOne(deps, driver, one, { platform, states })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      logger.info({ driverId, code: error.code }, 'what a platform was asked for is not resolved yet')
    }
  }
}

async function readHeld({ platform, tokens }: Access) {
  const reading = await platform.heldBlocks(tokens)
  return reading.ok ? { ok: true as const, value: { platform: platform.name, held: reading.value } } : reading
}

async function resolveOne(
  deps: BlocksDeps,
  driver: BlockDriver,
  { what, blockId, askedAt }: PendingRequest,
  { platform, states }: { platform: string; states: ReadonlyMap<string, HeldBlock['state']> },
): Promise<void> {
  const { db } = deps
  const block = await readBlock(db, driver.id, blockId)
  // What is absent at one platform tells nothing of a block of another, which the driver has left since.
  if (block === null || block.platform !== platform) return
  const state = states.get(block.platformBlockId)
  if (what === 'check_in') {
    if (state !== 'checked_in' && state !== 'done') return await pending.dropCheckIn(db, blockId)
    await db.transaction().execute((tx) => applyCheckIn(deps, tx, driver, block, askedAt))
  } else {
    if (!wasGivenBack(block, state, deps.clock.now())) return await pending.dropRelease(db, blockId)
    await db.transaction().execute((tx) => applyRelease(deps, tx, driver.id, block, askedAt, null))
  }
}

/**
 * A block released in time is no longer listed; one released late is forfeited. After its end a block without
 * a check-in is forfeited too, which is not a release.
 */
function wasGivenBack({ endAt }: BlockRow, state: HeldBlock['state'] | undefined, now: number): boolean {
  return state === undefined || (state === 'forfeited' && now < endAt)
}
