import type { StartMode } from '@madruga/core/bot.ts'
import { AppError } from '@madruga/core/errors.ts'
import { isOlder } from '@madruga/core/version.ts'
import { readStartGround } from './facts.ts'
import type { BotKit } from './kit.ts'
import { isAtRest } from './rows.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'

/** How a driver wants to start. */
export type StartWish = { mode: StartMode; liveLog: boolean; appVersion?: string | undefined }

/** Starts a run with the rhythm of the driver's newest filter. Refuses with `bot.<refusal>`. */
export async function startRun(kit: BotKit, driverId: string, wish: StartWish): Promise<Stepped> {
  const serversRecycling = !(await kit.placement.answers())
  const stepped = await applyInput(kit, driverId, async (bot, tx) => {
    const ground = await readStartGround(tx, driverId, kit.clock.now())
    if (ground === null) return null
    const { mode, liveLog, appVersion } = wish
    const appVersionOk = appVersion === undefined || !isOlder(appVersion, ground.minimumAppVersion)
    const facts = { ...ground.facts, appVersionOk, serversRecycling }
    const speed = ground.filter?.speed ?? '1X'
    const custom = ground.filter?.custom ?? null
    const start = { type: 'start', by: 'driver', lateMs: 0, mode, liveLog, speed, custom, facts } as const
    // The variant may have changed since the last run; a bot at work keeps its own.
    return { bot: isAtRest(bot.phase) ? { ...bot, variant: ground.variant } : bot, input: start }
  })
  if (stepped === null) throw new AppError('accounts.forbidden')
  const { refused } = stepped
  if (refused) throw new AppError(`bot.${refused.refusal}`, { until: refused.until })
  return stepped
}
