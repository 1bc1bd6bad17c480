import { isDeepStrictEqual } from 'node:util'
import { createTaskQueue } from '../kit/task-queue.ts'
import type { TaskQueue } from '../kit/task-queue.ts'
import { readGeography } from '../filters.ts'
import type { LogWriter } from '../log.ts'
import { openAccess } from '../platforms.ts'
import type { PlatformTrouble } from '../platforms.ts'
import { setPollSchedule } from './poll-schedule.ts'
import { readFilter } from './store/facts.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { refreshHeld } from './held.ts'
import { createHooks } from './hooks.ts'
import { compileFor, runSearch, openSearch } from './open-search.ts'
import type { OpenSearch, RequestRates } from './open-search.ts'
import type { BotDeps } from './deps.ts'
import type { EngineAction } from './placement/model.ts'
import { reconcile } from './reconcile.ts'
import { claimBot, readBotRow, releaseBot } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import type { SearchHooks, Searcher } from './search.ts'
import { applyInput, pendingActions } from './steps.ts'
import { createWatches } from './watch.ts'
import type { Watches } from './watch.ts'
import { readAnswered } from './store/confirmations.ts'
import type { LeasedSearch } from './model.ts'

/**
 * Searches that start at once; the others wait for their turn, first come, first served. Each start is some
 * ten statements: thousands at once would wait longer for a connection than they may.
 */
const STARTS_AT_ONCE = 64

/** The searches of this process. */
export type Searches = {
  searcher: Searcher
  /**
   * Searches for a running bot until its run, phase or this worker ends; rejects to be run again, here or
   * elsewhere.
   */
  search(driverId: string, gen: number, signal: AbortSignal): Promise<EngineAction[]>
  /** Updates a search of this process: newest filter, mode of the bot, places, and held blocks. */
  rejudge(driverId: string): Promise<void>
  /** Hands a search of this process the offers that its driver confirmed. */
  takeAnswers(driverId: string): Promise<void>
  /** Drivers with a search in this process. */
  drivers(): string[]
  /** Number of searches that wait for their start. */
  waiting(): number
  /** Resolves when no search is under way any more, accepts in flight settled. */
  drained(): Promise<void>
}

/** Creates the searches of this process over one searcher, which `openSearcher` makes with the hooks. */
export function createSearches(
  deps: BotDeps,
  log: LogWriter,
  leaseKeeper: LeaseKeeper,
  openSearcher: (hooks: SearchHooks) => Searcher,
): Searches {
  const open = new Map<string, OpenSearch>()
  const starts = createTaskQueue({ running: STARTS_AT_ONCE, waiting: Infinity })
  const rates: RequestRates = new Map()
  const underWay = new Set<Promise<unknown>>()
  const watches = createWatches(deps)
  const turning = new WeakMap<OpenSearch, Promise<void>>()
  const searcher = openSearcher(createHooks(deps, log, (driverId) => open.get(driverId)))

  const begin: Claiming['begin'] = (bot, leased) =>
    beginSearch({ deps, leaseKeeper, rates, watches }, bot, leased)

  const searchAs: Claiming['searchAs'] = async (here, leased) => {
    const { bot } = here
    const { driverId } = bot
    const { signal } = leased.controller
    open.set(driverId, here)
    leased.pollDueAt = () => here.search.pollDueAt
    try {
      // An answer or a change may have come while nobody searched.
      void takeAnswers(driverId)
      void rejudge(driverId).catch((error: unknown) =>
        deps.logger.warn({ driverId, err: error }, 'a search judges by what was'),
      )
      const end = await runSearch(deps, searcher, here, signal)
      if (typeof end === 'object') return await meet(deps, bot, end)
      // A worker that closes, or that the database has not confirmed: the engine runs the search again.
      if (signal.reason instanceof Error && signal.reason.name !== 'AbortError') throw signal.reason
      // Another process owns the bot and does what comes next.
      return end === 'taken' ? [] : afterSearch(deps, await readBotRow(deps.db, driverId), bot)
    } finally {
      if (open.get(driverId) === here) open.delete(driverId)
      here.search.feed.close()
      await here.watch?.flush()
    }
  }

  const takeAnswers = async (driverId: string): Promise<void> => {
    if (!open.has(driverId)) return
    try {
      for (const asked of await readAnswered(deps.db, driverId, deps.clock.now()))
        searcher.take(driverId, asked)
    } catch (error) {
      deps.logger.warn({ driverId, err: error }, 'a yes was not read')
    }
  }

  const rejudge = async (driverId: string): Promise<void> => {
    const here = open.get(driverId)
    if (!here) return
    // One after the other, so that what was read first is never what stays.
    const turn = (turning.get(here) ?? Promise.resolve()).then(() => judgeAnew(deps, searcher, here))
    const quiet = turn.catch(() => {})
    turning.set(here, quiet)
    await turn
  }

  return {
    searcher,
    drivers: () => [...open.keys()],
    takeAnswers,
    waiting: starts.waiting,
    async search(driverId, gen, signal) {
      const searching = claimed({ deps, leaseKeeper, starts, begin, searchAs }, driverId, gen, signal)
      underWay.add(searching)
      return await searching.finally(() => underWay.delete(searching))
    },
    async drained() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    rejudge,
  }
}

/** Settles what is open and opens the search of a claimed bot, or answers what it does instead. */
async function beginSearch(
  {
    deps,
    leaseKeeper,
    rates,
    watches,
  }: {
    deps: BotDeps
    leaseKeeper: LeaseKeeper
    rates: RequestRates
    watches: Watches
  },
  bot: BotRow,
  leased: LeasedSearch,
): Promise<OpenSearch | EngineAction[]> {
  const left = await settleLeft(deps, bot, leased.controller.signal)
  if (left !== null) return left
  const access = await openAccess(deps, bot.driverId, bot.variant)
  if (!access?.ok) return await meet(deps, bot, access?.problem ?? NO_ACCOUNT)
  return await openSearch(deps, rates, bot, access.value, leaseKeeper.lease, watches)
}

/** Settles what an earlier searcher left open; answers what the bot does instead of searching, or null. */
async function settleLeft(deps: BotDeps, bot: BotRow, signal: AbortSignal): Promise<EngineAction[] | null> {
  const { settled, problem } = await reconcile(deps, bot.driverId, signal)
  if (problem) return await meet(deps, bot, problem)
  if (settled.length === 0) return null
  const now = await readBotRow(deps.db, bot.driverId)
  return now?.gen === bot.gen && now.phase === 'running' ? null : afterSearch(deps, now, bot)
}

/** Reads filter, mode, geography and held blocks of a search, and applies what is new. */
async function judgeAnew(deps: BotDeps, searcher: Searcher, here: OpenSearch): Promise<void> {
  const { search } = here
  const { driverId, variant } = here.bot
  const [saved, row, geography, freed] = await Promise.all([
    readFilter(deps.db, driverId, variant),
    readBotRow(deps.db, driverId),
    readGeography(deps.db, driverId, search.platform),
    refreshHeld(deps, search),
  ])
  const mode = row?.mode ?? here.bot.mode
  const same = mode === here.bot.mode && isDeepStrictEqual(geography, here.geography)
  if (saved && !(same && saved.version <= search.filterVersion)) {
    here.bot = { ...here.bot, mode }
    here.geography = geography
    const { filter, wider } = compileFor(saved.filter, here.bot, geography, deps.clock.now())
    searcher.refilter(driverId, filter, saved.version, wider)
    await setPollSchedule(deps, here)
  } else if (freed) {
    // Offers that overlapped with a released block may fit now.
    search.feed.forget()
  }
}

const NO_ACCOUNT: PlatformTrouble = {
  trouble: 'sign_in_refused',
  retryAfterMs: null,
  challengeId: null,
  detail: null,
}

type Claiming = {
  deps: BotDeps
  leaseKeeper: LeaseKeeper
  starts: TaskQueue
  /** The search, or what the bot does instead of searching. */
  begin(bot: BotRow, leased: LeasedSearch): Promise<OpenSearch | EngineAction[]>
  searchAs(here: OpenSearch, leased: LeasedSearch): Promise<EngineAction[]>
}

/**
 * Claims the bot's row in a new incarnation and searches as its owner; nothing if that run is over. Claiming
 * and opening wait for their turn.
 */
async function claimed(
  { deps, leaseKeeper, starts, begin, searchAs }: Claiming,
  driverId: string,
  gen: number,
  signal: AbortSignal,
): Promise<EngineAction[]> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  const leased: LeasedSearch = { driverId, gen, epoch: -1, controller, since: Number.POSITIVE_INFINITY }
  let epoch: number | null = null
  try {
    const opened = await starts.run(async () => {
      // Known to the lease keeper before the row names us, so that it never takes the bot for an orphan.
      leaseKeeper.add(leased)
      const bot = await claimBot(deps.db, driverId, gen, leaseKeeper.workerId)
      if (bot === null) return []
      epoch = bot.epoch
      leaseKeeper.confirm(leased, epoch)
      return await begin(bot, leased)
    })
    return Array.isArray(opened) ? opened : await searchAs(opened, leased)
  } finally {
    if (epoch !== null) await releaseBot(deps.db, driverId, epoch)
    leaseKeeper.remove(leased)
    signal.removeEventListener('abort', abort)
  }
}

/** Applies a platform's trouble to the bot. Answers what comes next for the engine. */
async function meet(
  deps: BotDeps,
  { driverId, gen }: BotRow,
  problem: PlatformTrouble,
): Promise<EngineAction[]> {
  const { trouble, retryAfterMs, detail } = problem
  const jitter = deps.random()
  const met = { type: 'troubled', gen, trouble, retryAfterMs, jitter, detail } as const
  return (await applyInput(deps, driverId, met))?.engine ?? []
}

/** The timer of the phase into which settling has put the bot; none if another process moved the row on. */
function afterSearch(deps: BotDeps, now: BotRow | null, before: BotRow): EngineAction[] {
  if (now === null || now.gen !== before.gen || now.epoch !== before.epoch) return []
  return pendingActions(now, deps.clock.now()).filter((action) => action.type === 'wake')
}
