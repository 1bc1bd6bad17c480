import type { PlatformTrouble } from '../platforms.ts'
import { noteHeldRead, openAccess, saveStations, saveSync, signInAlone } from '../platforms.ts'
import { readHeldBlocks } from './held-blocks.ts'
import { goOnline } from './presence.ts'
import { syncHeldBlocks } from './sync-held.ts'
import { readDeliveries, readFilter } from './store/facts.ts'
import type { BotDeps } from './deps.ts'
import { lockBots } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { applyToMany } from './steps.ts'
import type { Stepped } from './steps.ts'

/** What became of a run's preparation. */
export type Prepared = PlatformTrouble | 'no_platform_account' | 'prepared'

/**
 * Prepares a run: signs in (afresh where the driver wants to be logged out of the delivery app), and syncs
 * stations and held blocks. What the bot does then is the caller's.
 */
export async function prepareRun(deps: BotDeps, bot: BotRow): Promise<Prepared> {
  const { driverId, variant } = bot
  const alone = (await readFilter(deps.db, driverId, variant))?.filter.switches.logOutOfPlatformOnStart
  const access = await (alone ? signInAlone : openAccess)(deps, driverId, variant)
  if (access === null) return 'no_platform_account'
  if (!access.ok) return access.problem
  const { platform, tokens } = access.value
  const stations = await platform.stations(tokens, variant)
  if (!stations.ok) return stations.problem
  const at = deps.clock.now()
  await saveStations(deps.db, driverId, platform.name, variant, stations.value)
  const limits = await platform.limits(tokens)
  // Without a platform limit, the budget of the settings applies.
  const quotaPerHour = limits.ok ? limits.value.quotaPerHour : null
  await saveSync(deps.db, driverId, variant, { quotaPerHour, at })
  if (bot.mode !== 'regular') {
    const problem = await deps.readyInstant(driverId, access.value)
    if (problem !== null) return problem
  }
  const problem = await goOnline(deps, bot, access.value)
  if (problem !== null) return problem
  const held = await readHeldBlocks(deps, driverId, access.value)
  if (!held.ok) return held.problem
  await syncHeldBlocks(deps, driverId, platform.name, held.value.blocks)
  await noteHeldRead(deps.db, driverId, variant)
  return 'prepared'
}

/** Tells bots that their runs are prepared, in one transaction. Answers the steps. */
export async function finishPreparing(deps: BotDeps, bots: readonly BotRow[]): Promise<Stepped[]> {
  const gens = new Map(bots.map((bot) => [bot.driverId, bot.gen]))
  return await applyToMany(
    deps,
    (tx) => lockBots(tx, [...gens.keys()]),
    async (rows, tx) => {
      const deliveries = await readDeliveries(tx, rows, deps.clock.now())
      return rows.map((bot) => {
        const { driverId } = bot
        const delivery = deliveries.get(driverId) ?? null
        return { bot, input: { type: 'prepared', gen: gens.get(driverId) ?? -1, delivery } }
      })
    },
  )
}
