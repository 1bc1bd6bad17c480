import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { recordEntries } from '../../driver/log.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import { insertShadowOffer, isWatching, readReport } from '../store/shadow.ts'
import type { Shadowed } from '../store/shadow.ts'

/**
 * Stores an offer that would have been tried for, and its log line. The fence is that of an accept, for
 * shadow mode: only the searcher that owns the bot writes it. `known` = stored before.
 */
export async function noteShadowed(deps: BotDeps, shadow: Shadowed): Promise<'noted' | 'known' | 'fenced'> {
  const { driverId, offer, rules, stationCode, timeZone, filterVersion } = shadow
  const at = deps.clock.now()
  return await deps.db.transaction().execute(async (tx) => {
    if (!(await isWatching(tx, shadow))) return 'fenced'
    if (!(await insertShadowOffer(tx, shadow, at))) return 'known'
    const data = { offer, stationCode, timeZone, filterVersion, rules }
    await recordEntries(tx, driverId, [{ at, type: 'offer.shadowed', data }])
    return 'noted'
  })
}

/** What a shadow run would have tried for, newest first. Refuses with `bot.shadow_not_found`. */
export async function readShadowRun(
  db: Db,
  driverId: string,
  id: string,
): Promise<Outputs['bot']['shadowRun']> {
  const report = await readReport(db, driverId, id)
  if (report === null) throw new AppError('bot.shadow_not_found')
  return report
}
