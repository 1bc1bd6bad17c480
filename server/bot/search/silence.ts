import { reactionTo, readHistory } from '@madruga/core/bot.ts'
import type { RequestRate } from '@madruga/core/bot.ts'
import { TRIED_AGAIN } from '@madruga/core/bot-states.ts'
import type { RequestBudget, Settings } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { PlatformTrouble } from '../../platforms.ts'
import type { LeasedSearch, Reads } from '../workers/leased-search.ts'
import type { BotDeps } from '../deps.ts'
import { findUnread } from './loop.ts'
import type { Search } from './loop.ts'
import type { BotRow } from '../store/bots.ts'
import { notePolls, readSilent } from '../store/polls.ts'
import type { PollNote, ReadingNote, Silence } from '../store/polls.ts'

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
 * Stores what each search has sent, by when its next poll must have gone out, and whether it reads lists, the
 * latter at once when it changes. Only polls, and a budget that makes them wait, move that time: a process
 * that stopped, or a search that no process runs, stores none. `all` = also those that are not due to be
 * stored yet.
 */
export async function storePolls(
  deps: BotDeps,
  leasedSearches: Iterable<LeasedSearch>,
  all = false,
): Promise<void> {
  const now = deps.clock.now()
  const slack = slackMs(deps.settings)
  const due: Due[] = []
  for (const leased of leasedSearches) {
    const one = stateOf(deps.settings, leased, now)
    const { noted } = leased
    if (one && (all || noted?.reads !== one.reads || one.by >= noted.by + slack)) due.push(one)
  }
  if (due.length === 0) return
  await notePolls(
    deps.db,
    due.map((one) => makeNote(one, now)),
  )
  for (const { leased, by, reads } of due) leased.noted = { by, reads }
}

type Due = { leased: LeasedSearch; search: Search; rate: RequestRate; by: number; reads: Reads }

/** What decides whether a search is due to be stored; null = it has not begun. */
function stateOf(settings: Settings, leased: LeasedSearch, now: Timestamp): Due | null {
  const { search } = leased
  if (!search?.hasBegun || search.pollDueAt === undefined || !search.rate) return null
  const by = search.pollDueAt + silentAfterMs(settings)
  return { leased, search, rate: search.rate, by, reads: findReads(search, now) }
}

/** What there is to store of a search; only of those that are due, since it copies an hour of counts. */
function makeNote({ leased, search, rate, by, reads }: Due, now: Timestamp): PollNote {
  const { driverId, epoch, window } = leased
  const reading = noteReading(search, window ?? null, reads, now)
  // Relative, since the time is stored and compared by the database's clock.
  return { driverId, epoch, waitMs: by - now, history: readHistory(rate), reading }
}

function findReads(search: Search, now: Timestamp): Reads {
  if (findUnread(search, now) !== null) return 'unread'
  return search.reading.hasRead ? 'read' : 'not_yet'
}

function noteReading(
  { reading: { unreadFrom, reason } }: Search,
  window: Timestamp | null,
  reads: Reads,
  now: Timestamp,
): ReadingNote | null {
  if (reads === 'not_yet') return null
  if (reads === 'read') return { window, unreadMs: null, reason: null }
  return { window, unreadMs: now - (unreadFrom ?? now), reason }
}

/**
 * Stores that a bot reads no list until it is answered, for a trouble after which it tries again. `search` is
 * the one that met it; none = the trouble came before.
 */
export async function noteTrouble(
  deps: BotDeps,
  { driverId, epoch, variant, windowStartedAt: window }: BotRow,
  { trouble }: PlatformTrouble,
  search?: Search,
): Promise<void> {
  const { reason } = reactionTo(trouble, variant)
  if (!TRIED_AGAIN.includes(reason)) return
  const now = deps.clock.now()
  const reading = { window, unreadMs: now - (search?.reading.unreadFrom ?? now), reason }
  const history = search?.rate ? readHistory(search.rate) : null
  await notePolls(deps.db, [{ driverId, epoch, waitMs: silentAfterMs(deps.settings), history, reading }])
}

/** Reads bots that search nothing, at most once in five seconds: one pass over the running bots. */
export function createSilence(deps: BotDeps): () => Promise<Silence> {
  const none = { count: 0, since: null }
  let known: Silence = { count: 0, unsent: none, unread: none, bots: [] }
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
