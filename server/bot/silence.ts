import { readHistory } from '@madruga/core/bot.ts'
import type { RequestBudget, Settings } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { LeasedSearch } from './leased-search.ts'
import type { BotDeps } from './deps.ts'
import { notePolls, readSilent } from './store/polls.ts'
import type { PollNote, Silence } from './store/polls.ts'

const READ_AGAIN_MS = 5_000

/**
 * What a search has sent, and the due time of its next poll, are stored no more often than this, so that a
 * fleet costs few writes.
 */
function slackMs({ silentMs }: Settings): number {
  return silentMs / 3
}

/** How long after its due time a poll may be missing before its bot is silent, ms. */
export function silentAfterMs(settings: Settings): number {
  return settings.silentMs + slackMs(settings)
}

/** Requests that a search may have sent since they were stored last: what its polls and the bucket allow. */
export function unnotedPolls(settings: Settings, budget: RequestBudget, pollMs: number): number {
  const burst = Math.max(1, Math.floor((budget.perHour * budget.burstMinutes * MINUTE_MS) / HOUR_MS))
  return Math.min(burst, Math.ceil(slackMs(settings) / pollMs))
}

/**
 * Stores what each search has sent, and by when its next poll must have gone out. Only polls, and a budget
 * that makes them wait, move that time: a process that stands still, or a search that nobody runs, stores
 * none. `all` = also those that are not due to be stored yet.
 */
export async function storePolls(
  deps: BotDeps,
  leasedSearches: Iterable<LeasedSearch>,
  all = false,
): Promise<void> {
  const now = deps.clock.now()
  const slack = slackMs(deps.settings)
  const due: { leased: LeasedSearch; by: number; note: PollNote }[] = []
  for (const leased of leasedSearches) {
    const { search, driverId, epoch } = leased
    if (!search?.hasBegun || search.pollDueAt === undefined || !search.rate) continue
    const by = search.pollDueAt + silentAfterMs(deps.settings)
    if (!all && by < (leased.pollNotedBy ?? Number.NEGATIVE_INFINITY) + slack) continue
    // Relative, since the time is stored and compared by the database's clock.
    due.push({ leased, by, note: { driverId, epoch, waitMs: by - now, history: readHistory(search.rate) } })
  }
  if (due.length === 0) return
  await notePolls(
    deps.db,
    due.map(({ note }) => note),
  )
  for (const { leased, by } of due) leased.pollNotedBy = by
}

/** Reads silent bots, at most once in five seconds: one pass over the running bots. */
export function createSilence(deps: BotDeps): () => Promise<Silence> {
  let known: Silence = { count: 0, bots: [] }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Silence> | null = null
  return async () => {
    if (Math.abs(deps.clock.now() - readAt) < READ_AGAIN_MS) return known
    reading ??= readSilent(deps.db, silentAfterMs(deps.settings)).finally(() => (reading = null))
    known = await reading
    readAt = deps.clock.now()
    return known
  }
}
