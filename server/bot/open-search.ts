import { findPollMs, runScheduleOf, spendRequest, startRequestRate } from '@madruga/core/bot.ts'
import type { RequestRate } from '@madruga/core/bot.ts'
import { compileFilter, widenFilter } from '@madruga/core/filters.ts'
import type { CompiledFilter, Filter, Geography } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { readGeography } from '../filters.ts'
import { openAccess, readStations } from '../platforms.ts'
import type { Access, PlatformTrouble } from '../platforms.ts'
import { keepPollSchedule } from './poll-schedule.ts'
import { readFilter } from './store/facts.ts'
import { readGiven } from './held.ts'
import type { SearchContext } from './hooks.ts'
import type { BotDeps } from './deps.ts'
import { filterForMode } from './mode.ts'
import type { BotRow } from './store/bots.ts'
import type { Search, Searcher } from './search.ts'
import { applyInput } from './steps.ts'
import { readBudget, readUsed, renewTokens } from './token-renewal.ts'
import type { Watches } from './watch.ts'
import { readOpenShadow } from './store/shadow.ts'

/** One search under way in this process. */
export type OpenSearch = SearchContext & { bot: BotRow; access: Access; search: Search; geography: Geography }

/**
 * Request rates by driver. They outlive searches, so that the budget holds across sleeps and restarts of a
 * bot.
 */
export type RequestRates = Map<string, RequestRate>

/** Everything that the hot loop needs of a bot, read once. Throws when the filter is gone. */
export async function openSearch(
  deps: BotDeps,
  rates: RequestRates,
  bot: BotRow,
  access: Access,
  lease: Search['lease'],
  watches: Watches,
): Promise<OpenSearch> {
  const { driverId, variant, gen, epoch, liveLog } = bot
  const { platform, tokens } = access
  const now = deps.clock.now()
  const saved = await readFilter(deps.db, driverId, variant)
  if (saved === null) throw new Error(`the filter of ${driverId} is gone`)
  const [stations, geography, rate, shadow] = await Promise.all([
    readStations(deps.db, driverId, platform.name, variant),
    readGeography(deps.db, driverId, platform.name),
    findRequestRate(deps, rates, bot),
    bot.shadowUntil === null ? null : readOpenShadow(deps.db, driverId),
  ])
  const search: Search = {
    driverId,
    gen,
    epoch,
    // In shadow mode, offers that would have been tried for occupy their time, so that overlaps do not count
    // twice.
    held: await readGiven(deps, driverId, shadow?.held ?? null),
    rate,
    pollMs: rate.pollMs,
    ...compileFor(saved.filter, bot, geography, now),
    filterVersion: saved.version,
    shadow: bot.shadowUntil !== null,
    platform: platform.name,
    feed: platform.openFeed(tokens, variant),
    lease,
  }
  const places = new Map(stations.map((station) => [station.id, station]))
  const watch = shadow && watches.of(shadow.runId)
  return { bot, access, search, geography, liveLog, places, watch }
}

/** Compiles a saved filter for a bot's mode, and the wider one by which its driver is asked. */
export function compileFor(
  filter: Filter,
  { mode }: Pick<BotRow, 'mode'>,
  geography: Geography,
  now: Timestamp,
): { filter: CompiledFilter; wider: CompiledFilter | null } {
  const wider = widenFilter(filter)
  return {
    filter: filterForMode(compileFilter(filter, now, { geography }), mode),
    wider: wider && filterForMode(compileFilter(wider, now, { geography }), mode),
  }
}

async function findRequestRate(deps: BotDeps, rates: RequestRates, bot: BotRow): Promise<RequestRate> {
  const now = deps.clock.now()
  const budget = await readBudget(deps, bot)
  const pollMs = findPollMs(runScheduleOf(bot.speed, bot.custom, deps.settings), budget)
  const known = rates.get(bot.driverId)
  if (known) {
    known.pollMs = pollMs
    known.budget = budget
    return known
  }
  const rate = startRequestRate(budget, pollMs, now, await readUsed(deps, bot.driverId, now))
  for (const [driverId, old] of rates) if (now - old.seenAt > HOUR_MS) rates.delete(driverId)
  rates.set(bot.driverId, rate)
  return rate
}

/**
 * Searches, with tokens renewed in time and once more when the platform calls them expired. Answers the
 * trouble that ended it, `ended` when settling put the bot into another phase, `taken` when the search was
 * ended from outside.
 */
export async function runSearch(
  deps: BotDeps,
  searcher: Searcher,
  here: OpenSearch,
  signal: AbortSignal,
): Promise<PlatformTrouble | 'ended' | 'taken'> {
  const { bot, search } = here
  const take = (access: Access): void => {
    here.access = access
    if (search.rate) spendRequest(search.rate, deps.clock.now())
    search.feed.setTokens(access.tokens)
  }
  const stopRenewing = renewTokens(deps, bot, here.access.tokens, take)
  const stopWaiting = waitForRecovery(deps, bot)
  const stopPollSchedule = keepPollSchedule(deps, here)
  try {
    for (let expired = 0; ; expired++) {
      const end = await searcher.search(search, signal)
      if (end.why !== 'troubled') return end.why === 'ended' ? 'ended' : 'taken'
      if (end.problem.trouble !== 'sign_in_needed' || expired > 0 || signal.aborted) return end.problem
      const renewed = await openAccess(deps, bot.driverId, bot.variant, here.access.tokens.accessToken)
      if (!renewed?.ok) return renewed?.problem ?? end.problem
      take(renewed.value)
    }
  } finally {
    stopRenewing()
    stopWaiting?.()
    stopPollSchedule()
  }
}

/** Reports recovery of a troubled bot once the platform has answered well for long enough. */
function waitForRecovery(deps: BotDeps, { driverId, gen, troubles }: BotRow): (() => void) | null {
  if (troubles === 0) return null
  return deps.clock.after(deps.settings.recoveredMs, () => {
    applyInput(deps, driverId, { type: 'recovered', gen }).catch((error: unknown) =>
      deps.logger.warn({ driverId, err: error }, 'recovery not stored'),
    )
  })
}
