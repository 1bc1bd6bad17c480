import { findPollMs, rhythmOf, spendRequest, startPace } from '@madruga/core/bot.ts'
import type { Pace } from '@madruga/core/bot.ts'
import { compileFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { openAccess, readStations } from '../platforms.ts'
import type { Access, PlatformTrouble } from '../platforms.ts'
import { readFilter, readHeld } from './facts.ts'
import type { Guard, Ward } from './guard.ts'
import type { HuntPlace } from './hooks.ts'
import type { BotKit } from './kit.ts'
import type { BotRow } from './rows.ts'
import type { Hunt, Searcher } from './search.ts'
import { applyInput } from './steps.ts'
import { guardFeed, readBudget, readUsed, renewTokens } from './upkeep.ts'

/** One search under way in this process. */
export type OpenHunt = HuntPlace & { bot: BotRow; access: Access; hunt: Hunt }

/** Drivers' paces outlive their searches, so that the budget holds across sleeps and restarts of a bot. */
export type Paces = Map<string, Pace>

/** Everything that the hot loop needs of a bot, read once. Throws when the filter is gone. */
export async function openHunt(
  kit: BotKit,
  paces: Paces,
  guard: Guard,
  ward: Ward,
  bot: BotRow,
  access: Access,
): Promise<OpenHunt> {
  const { driverId, variant, gen, epoch, liveLog } = bot
  const { platform, tokens } = access
  const now = kit.clock.now()
  const saved = await readFilter(kit.db, driverId, variant)
  if (saved === null) throw new Error(`the filter of ${driverId} is gone`)
  const [held, stations, pace] = await Promise.all([
    readHeld(kit.db, driverId, now),
    readStations(kit.db, driverId, platform.name, variant),
    findPace(kit, paces, bot),
  ])
  const hunt: Hunt = {
    driverId,
    gen,
    epoch,
    held,
    pace,
    pollMs: pace.pollMs,
    filter: compileFilter(saved.filter, now),
    filterVersion: saved.version,
    feed: guardFeed(platform.openFeed(tokens, variant), guard, ward),
  }
  const codes = new Map(stations.map((station) => [station.id, station.code]))
  return { bot, access, hunt, platformName: platform.name, liveLog, codes }
}

async function findPace(kit: BotKit, paces: Paces, bot: BotRow): Promise<Pace> {
  const now = kit.clock.now()
  const budget = await readBudget(kit, bot)
  const pollMs = findPollMs(rhythmOf(bot.speed, bot.custom, kit.settings), budget)
  const known = paces.get(bot.driverId)
  if (known) {
    known.pollMs = pollMs
    known.budget = budget
    return known
  }
  const pace = startPace(budget, pollMs, now, await readUsed(kit, bot.driverId, now))
  for (const [driverId, old] of paces) if (now - old.seenAt > HOUR_MS) paces.delete(driverId)
  paces.set(bot.driverId, pace)
  return pace
}

/**
 * Hunts, with tokens renewed in time and once more when the platform calls them expired. Answers the trouble that ended it, `ended`
 * when settling put the bot into another phase, `taken` when the search was ended from outside.
 */
export async function huntOn(
  kit: BotKit,
  searcher: Searcher,
  here: OpenHunt,
  signal: AbortSignal,
): Promise<PlatformTrouble | 'ended' | 'taken'> {
  const { bot, hunt } = here
  const take = (access: Access): void => {
    here.access = access
    if (hunt.pace) spendRequest(hunt.pace, kit.clock.now())
    hunt.feed.setTokens(access.tokens)
  }
  const stopRenewing = renewTokens(kit, bot, here.access.tokens, take)
  const stopWaiting = waitForRecovery(kit, bot)
  try {
    for (let expired = 0; ; expired++) {
      const end = await searcher.hunt(hunt, signal)
      if (end.why !== 'troubled') return end.why === 'ended' ? 'ended' : 'taken'
      if (end.problem.trouble !== 'sign_in_needed' || expired > 0 || signal.aborted) return end.problem
      const renewed = await openAccess(kit, bot.driverId, bot.variant, here.access.tokens.accessToken)
      if (!renewed?.ok) return renewed?.problem ?? end.problem
      take(renewed.value)
    }
  } finally {
    stopRenewing()
    stopWaiting?.()
  }
}

/** Tells a troubled bot that the platform answers well again, once it has for long enough. */
function waitForRecovery(kit: BotKit, { driverId, gen, troubles }: BotRow): (() => void) | null {
  if (troubles === 0) return null
  return kit.clock.after(kit.settings.recoveredMs, () => {
    applyInput(kit, driverId, { type: 'recovered', gen }).catch((error: unknown) =>
      kit.journal.warn({ driverId, err: error }, 'recovery not stored'),
    )
  })
}
