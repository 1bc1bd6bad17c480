import { hasWaitListPlace, NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { readGeography } from '../../driver/filters.ts'
import { openAccess } from '../../platforms.ts'
import type { Access } from '../../platforms.ts'
import { announceJudging } from '../life/announce.ts'
import type { BotDeps } from '../deps.ts'
import { settleAttempt } from './settle.ts'
import type { Stepped } from '../life/steps.ts'
import { readFilter, readHeld } from '../store/facts.ts'
import type { Owner } from '../store/facts.ts'

/** Whether the driver wants no further place on a wait list, or the house grants none. */
export async function wantsNoPlace(deps: BotDeps, owner: Owner): Promise<boolean> {
  const { driverId, variant } = owner
  const version = await readFilter(deps.db, driverId, variant)
  if (version !== null && 'waitlist' in version.filter && version.filter.waitlist === 'leave') return true
  const [platform = ''] = await deps.platforms.namesOf([owner])
  const { houseRules = NO_HOUSE_RULES } = await readGeography(deps.db, driverId, platform)
  return !hasWaitListPlace(houseRules, await readHeld(deps.db, driverId, deps.clock.now()))
}

/**
 * Gives up a place on a wait list, since the filter wants none or the house grants none. Null where the
 * platform does not take it back now: the next reading tries again.
 */
export async function leavePlace(
  deps: BotDeps,
  { driverId, variant }: Owner,
  { attemptId, blockId }: { attemptId: string; blockId: string },
  access: Access | null,
): Promise<Stepped | null> {
  const opening = access ? { ok: true as const, value: access } : await openAccess(deps, driverId, variant)
  if (!opening?.ok || !opening.value.platform.capabilities.release) return null
  const { platform, tokens } = opening.value
  const release = await platform.release(tokens, blockId)
  const isGone = release.ok && (!('refused' in release.value) || release.value.refused === 'not_found')
  if (!isGone) return null
  return await recordLeft(deps, driverId, attemptId)
}

/** Stores that a wait list was left; its time is free again. Null if the accept was decided before. */
export async function recordLeft(
  deps: BotDeps,
  driverId: string,
  attemptId: string,
): Promise<Stepped | null> {
  const step = await settleAttempt(deps, driverId, attemptId, { won: false, cause: 'left' }, null)
  await announceJudging(deps.db, driverId)
  return step
}
