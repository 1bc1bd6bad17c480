import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@madruga/server/db.ts'
import type { ChaosDriver } from './drivers.ts'
import type { InjectedFault, FaultKind } from './faults.ts'
import type { Fleet, Poll } from './fleet.ts'
import { findStrays } from './owners.ts'

/** How the bots polled, by the market. */
export type Watched = {
  polls: number
  /**
   * Bots shown Running without a poll for longer than `SILENT_MS`, while a worker lived and the database was
   * up.
   */
  silent: string[]
  /** The longest such time of a bot with an owner, and of one that waited for an owner, ms. */
  longestQuietMs: number
  longestWaitingMs: number
  /** Polls of a worker for a bot that another one owned. */
  strays: string[]
  /** How often bots were claimed. */
  claims: number
  /** Gaps by the fault that caused them; those of several faults, or of none, have rows of their own. */
  gaps: Record<string, Gaps>
}

const SAMPLE_MS = 250
const SILENT_MS = 20_000
/** Polls are 0.4 s apart: a longer gap is a fault's. */
const GAP_MS = 1_000

/** A bot as it was seen last, by the market and in the database. */
type Seen = {
  id: string
  last: Poll | null
  gen: number
  isRunning: boolean
  /** When it was last seen in another state or run, epoch ms. */
  brokenAt: number
  quietMs: number
  waitingMs: number
}

type Row = { driverId: string; gen: number; isRunning: boolean; isOwned: boolean; workers: number }

/** Watches all bots until `stop`; `faults` are those injected so far. */
export function watchPolls(
  fleet: Fleet,
  database: Database,
  drivers: readonly ChaosDriver[],
  faults: readonly InjectedFault[],
): { stop(): Promise<Watched> } {
  const bots = drivers.map(({ id, marketId }) => ({ marketId, bot: createSeen(id) }))
  const byMarketId = new Map(bots.map(({ marketId, bot }) => [marketId, bot]))
  const byId = new Map(bots.map(({ bot }) => [bot.id, bot]))
  const watched: Watched = {
    polls: 0,
    silent: [],
    longestQuietMs: 0,
    longestWaitingMs: 0,
    strays: [],
    claims: 0,
    gaps: {},
  }
  const polls: Poll[] = []
  const gaps: { ms: number; cause: string }[] = []

  fleet.onPoll((poll) => {
    const bot = byMarketId.get(poll.marketId)
    if (!bot) return
    polls.push(poll)
    const { last } = bot
    const ms = last === null ? 0 : poll.at - last.at
    if (last !== null && ms > GAP_MS && bot.isRunning && bot.brokenAt < last.at)
      gaps.push({ ms, cause: causeOf(faults, last, poll) })
    notePoll(watched, bot, poll)
  })
  const sampling = new AbortController()
  const sampled = sampleEach(database, sampling.signal, (row, passedMs) => {
    const bot = byId.get(row.driverId)
    if (bot) noteRow(watched, bot, row, passedMs)
  })

  return {
    async stop() {
      sampling.abort()
      await sampled
      for (const { bot } of bots) endQuiet(watched, bot)
      for (const [cause, of] of Map.groupBy(gaps, (gap) => gap.cause))
        watched.gaps[cause] = summarize(of.map(({ ms }) => ms))
      const marketIds = new Map(drivers.map(({ id, marketId }) => [id, marketId]))
      return { ...watched, polls: polls.length, ...(await findStrays(database, fleet, polls, marketIds)) }
    },
  }
}

function createSeen(id: string): Seen {
  return { id, last: null, gen: 0, isRunning: false, brokenAt: 0, quietMs: 0, waitingMs: 0 }
}

function notePoll(watched: Watched, bot: Seen, poll: Poll): void {
  bot.last = poll
  endQuiet(watched, bot)
}

function noteRow(watched: Watched, bot: Seen, row: Row, passedMs: number): void {
  const goesOn = row.isRunning && bot.isRunning && row.gen === bot.gen
  if (!goesOn) {
    endQuiet(watched, bot)
    bot.brokenAt = Date.now()
  } else if (row.workers > 0 && (bot.last?.at ?? 0) < Date.now() - passedMs) {
    if (row.isOwned) bot.quietMs += passedMs
    else bot.waitingMs += passedMs
  }
  bot.isRunning = row.isRunning
  bot.gen = row.gen
}

function endQuiet(watched: Watched, bot: Seen): void {
  watched.longestQuietMs = Math.max(watched.longestQuietMs, Math.round(bot.quietMs))
  watched.longestWaitingMs = Math.max(watched.longestWaitingMs, Math.round(bot.waitingMs))
  if (bot.quietMs > SILENT_MS) watched.silent.push(`${bot.id} silent for ${Math.round(bot.quietMs)} ms`)
  bot.quietMs = 0
  bot.waitingMs = 0
}

/** Reads all rows again and again, and tells each with the ms since the reading before. */
async function sampleEach(
  database: Database,
  over: AbortSignal,
  note: (row: Row, passedMs: number) => void,
): Promise<void> {
  let before = performance.now()
  while (!over.aborted) {
    await sleep(SAMPLE_MS)
    const rows = await sample(database).catch(() => null)
    if (rows === null) continue
    const now = performance.now()
    // While the database was away no one could show anything.
    const passedMs = now - before < 4 * SAMPLE_MS ? now - before : 0
    before = now
    for (const row of rows) note(row, passedMs)
  }
}

async function sample({ kysely }: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select driver_id as "driverId", gen, phase = 'running' as "isRunning", owner is not null as "isOwned",
      (select count(*)::int from workers where seen_at > clock_timestamp() - interval '2 seconds') as workers
    from bots`.execute(kysely)
  return rows
}

/** Gaps between two polls of bots that kept running, ms. */
type Gaps = { count: number; p50: number; p99: number; longest: number }

/** A fault may be felt so long after its end: connections and processes come back. */
const FELT_MS = 3_000

/** The kind of the only fault that a gap may come from. */
function causeOf(
  faults: readonly InjectedFault[],
  from: Poll,
  to: Poll,
): FaultKind | 'several faults' | 'no fault' {
  const felt = faults.filter((fault) => fault.at <= to.at && fault.until + FELT_MS >= from.at)
  const [first, ...more] = felt
  if (first === undefined) return 'no fault'
  return more.length > 0 ? 'several faults' : first.kind
}

/** Their number and quantiles. */
function summarize(gaps: readonly number[]): Gaps {
  const sorted = gaps.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}
