import type { Settings } from '@madruga/core/settings.ts'
import type { LeasedSearch } from './model.ts'
import type { BotDeps } from './deps.ts'
import { notePollTimes, readSilent } from './store/polls.ts'
import type { Silence } from './store/polls.ts'

const READ_AGAIN_MS = 5_000

/**
 * The due time of a search's poll is stored again no more often than this, so that a fleet costs few writes.
 */
function slackMs({ silentMs }: Settings): number {
  return silentMs / 3
}

/** How long after its due time a poll may be missing before its bot is silent, ms. */
export function silentAfterMs(settings: Settings): number {
  return settings.silentMs + slackMs(settings)
}

/**
 * Stores by when the next poll of each search must have gone out. Only polls, and a budget that makes them
 * wait, move that time: a process that stands still, or a search that nobody runs, stores none.
 */
export async function notePolls(deps: BotDeps, leasedSearches: Iterable<LeasedSearch>): Promise<void> {
  const now = deps.clock.now()
  const slack = slackMs(deps.settings)
  const due: { leased: LeasedSearch; by: number }[] = []
  for (const leased of leasedSearches) {
    const at = leased.pollDueAt?.()
    if (at === undefined) continue
    const by = at + silentAfterMs(deps.settings)
    if (by >= (leased.pollNotedBy ?? Number.NEGATIVE_INFINITY) + slack) due.push({ leased, by })
  }
  if (due.length === 0) return
  const ids = due.map(({ leased }) => leased.driverId)
  // Relative, since the time is stored and compared by the database's clock.
  const waits = due.map(({ by }) => by - now)
  await notePollTimes(deps.db, ids, waits)
  for (const { leased, by } of due) leased.pollNotedBy = by
}

/** Reads silent bots, at most once in five seconds: one pass over the running bots. */
export function createSilence(deps: BotDeps): { read(): Promise<Silence>; last(): number } {
  let known: Silence = { count: 0, bots: [] }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Silence> | null = null
  const read = async (): Promise<Silence> => {
    if (Math.abs(deps.clock.now() - readAt) < READ_AGAIN_MS) return known
    reading ??= readSilent(deps.db, silentAfterMs(deps.settings)).finally(() => (reading = null))
    known = await reading
    readAt = deps.clock.now()
    return known
  }
  return {
    read,
    last() {
      // A gauge cannot wait: its next reading has the result of this one.
      read().catch(() => {})
      return known.count
    },
  }
}
