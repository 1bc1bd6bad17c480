import type { PlatformTrouble } from '../platforms.ts'
import { openAccess, saveQuota, saveStations, signInAlone } from '../platforms.ts'
import { syncHeldBlocks } from './sync-held.ts'
import { readDelivery, readFilter } from './store/facts.ts'
import type { BotDeps } from './deps.ts'
import { readBotRow } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { applyInput } from './steps.ts'

/**
 * Prepares a run: signs in (afresh where the driver wants to be logged out of the delivery app), syncs
 * stations and held blocks, and tells the bot how it went. Answers the bot's row afterwards.
 */
export async function prepareRun(deps: BotDeps, bot: BotRow): Promise<BotRow | null> {
  const { driverId, gen } = bot
  const problem = await synchronise(deps, bot)
  if (problem === 'no_platform_account')
    await applyInput(deps, driverId, { type: 'preparing_failed', gen, reason: problem })
  else if (problem !== null) {
    const { trouble, retryAfterMs, detail } = problem
    const jitter = deps.random()
    await applyInput(deps, driverId, { type: 'troubled', gen, trouble, retryAfterMs, jitter, detail })
  } else
    await applyInput(deps, driverId, async (now, tx) => {
      const delivery = await readDelivery(tx, driverId, bot.variant, deps.clock.now())
      return { bot: now, input: { type: 'prepared', gen, delivery } }
    })
  return await readBotRow(deps.db, driverId)
}

async function synchronise(
  deps: BotDeps,
  bot: BotRow,
): Promise<PlatformTrouble | 'no_platform_account' | null> {
  const { driverId, variant } = bot
  const alone = (await readFilter(deps.db, driverId, variant))?.filter.switches.logOutOfPlatformOnStart
  const access = await (alone ? signInAlone : openAccess)(deps, driverId, variant)
  if (access === null) return 'no_platform_account'
  if (!access.ok) return access.problem
  const { platform, tokens } = access.value
  const stations = await platform.stations(tokens, variant)
  if (!stations.ok) return stations.problem
  await saveStations(deps.db, driverId, platform.name, variant, stations.value)
  const limits = await platform.limits(tokens)
  // Without a platform limit, the budget of the settings applies.
  if (limits.ok) await saveQuota(deps.db, driverId, variant, limits.value.quotaPerHour)
  if (bot.mode !== 'regular') {
    const problem = await deps.readyInstant(driverId, access.value)
    if (problem !== null) return problem
  }
  const held = await platform.heldBlocks(tokens)
  if (!held.ok) return held.problem
  await syncHeldBlocks(deps, driverId, platform.name, held.value)
  return null
}
