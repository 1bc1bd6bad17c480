import { findPollMs, runScheduleOf, spendRequest, startRequestRate } from '@madruga/core/bot.ts'
import type { RequestRate } from '@madruga/core/bot.ts'
import { compileFilter, widenFilter } from '@madruga/core/filters.ts'
import type { CompiledFilter, Filter, Geography } from '@madruga/core/filters.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { NamedGeography } from '../../driver/filters.ts'
import { openAccess } from '../../platforms.ts'
import type { Access, PlatformTrouble } from '../../platforms.ts'
import { findPerHour, keepToShare } from './fair-share.ts'
import { keepPollSchedule } from './poll-schedule.ts'
import { withShadow } from '../held/occupied.ts'
import type { SearchContext } from './hooks.ts'
import type { BotDeps } from '../deps.ts'
import { filterForMode } from './mode.ts'
import { listTried } from '../store/attempts.ts'
import type { BotRow } from '../store/bots.ts'
import { findUnread, startReading } from './loop.ts'
import type { Search, Searcher } from './loop.ts'
import { applyAsOwner } from '../life/steps.ts'
import { renewTokens } from './token-renewal.ts'
import { unnotedPolls } from './silence.ts'
import type { StartFacts } from './start-facts.ts'
import type { Watches } from '../shadow/watch.ts'
import { readOpenShadow } from '../store/shadow.ts'

/** A search that stored its requests within this time may have been under way until now. */
const RECENT_MS = 2 * MINUTE_MS

/** One search under way in this process. */
export type OpenSearch = SearchContext & {
  bot: BotRow
  access: Access
  search: Search
  geography: NamedGeography
}

/** Everything that the hot loop needs of a bot. Throws when the filter is gone. */
export async function openSearch(
  deps: BotDeps,
  bot: BotRow,
  facts: StartFacts & { quotaPerHour: number | null },
  access: Access,
  lease: Search['lease'],
  watches: Watches,
): Promise<OpenSearch> {
  const { driverId, variant, gen, epoch, owner, liveLog } = bot
  const { platform, tokens } = access
  const { filter: saved, geography } = facts
  if (saved === null) throw new Error(`the filter of ${driverId} is gone`)
  const shadow = bot.shadowUntil === null ? null : await readOpenShadow(deps.db, driverId)
  const rate = rateOf(deps, bot, facts, platform.name)
  const now = deps.clock.now()
  const tried = platform.capabilities.relists
    ? await listTried(deps.db, { driverId, platform: platform.name, now })
    : []
  const search: Search = {
    driverId,
    gen,
    epoch,
    owner,
    // In shadow mode, offers that would have been tried for occupy their time, so that overlaps do not count
    // twice.
    held: withShadow(facts.held, shadow?.held ?? null),
    rate,
    pollMs: rate.pollMs,
    ...compileFor(saved.filter, bot, geography, now),
    filterVersion: saved.version,
    shadow: bot.shadowUntil !== null,
    platform: platform.name,
    feed: platform.openFeed(tokens, variant, tried),
    lease,
    hasBegun: false,
    reading: startReading(),
  }
  const watch = shadow && watches.of(shadow.runId)
  return { bot, access, search, geography, liveLog, places: geography.places, watch }
}

/**
 * Compiles a saved filter for a bot's mode, and the wider one by which its driver is asked. One that only
 * watches is held to what a person can work: its report is a promise.
 */
export function compileFor(
  filter: Filter,
  { mode, shadowUntil }: Pick<BotRow, 'mode' | 'shadowUntil'>,
  geography: Geography,
  now: Timestamp,
): { filter: CompiledFilter; wider: CompiledFilter | null } {
  const wider = widenFilter(filter)
  return {
    filter: filterForMode(compileFilter(filter, now, { geography, workable: shadowUntil !== null }), mode),
    wider: wider && filterForMode(compileFilter(wider, now, { geography }), mode),
  }
}

/**
 * The request rate of a search that begins, by what is stored of the driver's last hour. A
 * worker that searched a moment ago may have sent more than is stored.
 */
function rateOf(
  deps: BotDeps,
  bot: BotRow,
  { history, quotaPerHour }: Pick<StartFacts, 'history'> & { quotaPerHour: number | null },
  platformName: string,
): RequestRate {
  const { settings, clock } = deps
  const now = clock.now()
  const budget = { ...settings.budget, perHour: findPerHour(deps, platformName, quotaPerHour) }
  const pollMs = findPollMs(runScheduleOf(bot.speed, bot.custom, settings), budget)
  const isRecent = history !== null && now - history.minute * MINUTE_MS < RECENT_MS
  const unnoted = isRecent ? unnotedPolls(settings, budget, pollMs) : 0
  return startRequestRate(budget, pollMs, now, unnoted, history)
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
  listen(searcher, search)
  const stopRenewing = renewTokens(deps, bot, here.access.tokens, take)
  const stopWaiting = waitForRecovery(deps, bot, search)
  const stopPollSchedule = keepPollSchedule(deps, here)
  const stopShare = keepToShare(deps, here)
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
    stopShare()
  }
}

/** Polls soon after each announcement of the platform, and rarely while they arrive. */
function listen(searcher: Searcher, search: Search): void {
  const { driverId, feed } = search
  const announce = (): void => searcher.announce(driverId)
  feed.listen?.(announce, (isLive) => {
    search.isPushed = isLive
    // What was announced while nothing was heard is found now.
    if (!isLive) announce()
  })
}

/** Reports recovery of a troubled bot once it has searched for long enough and reads its lists. */
function waitForRecovery(deps: BotDeps, bot: BotRow, search: Search): (() => void) | null {
  const { driverId, gen, troubles } = bot
  if (troubles === 0) return null
  let cancel: (() => void) | null = null
  const wait = (): void => {
    cancel = deps.clock.after(deps.settings.recoveredMs, () => {
      if (findUnread(search, deps.clock.now()) !== null) return wait()
      applyAsOwner(deps, bot, { type: 'recovered', gen }).catch((error: unknown) =>
        deps.logger.warn({ driverId, err: error }, 'recovery not stored'),
      )
    })
  }
  wait()
  return () => cancel?.()
}
