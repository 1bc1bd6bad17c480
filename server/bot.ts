import type { Pool } from 'pg'
import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { BotDeps } from './bot/deps.ts'
import { createBotNews } from './bot/news.ts'
import type { WorkerLimits } from './bot/claims.ts'
import { WORKER_LOST_MS } from './bot/lease-keeper.ts'
import type { LeasePace } from './bot/lease-keeper.ts'
import { createSilence } from './bot/silence.ts'
import { createPastBots } from './bot/past.ts'
import type { PastBots } from './bot/past.ts'
import { bindSweeps } from './bot/sweep-table.ts'
import type { BotSweeps } from './bot/sweep-table.ts'
import { createWorker } from './bot/worker.ts'
import type { Worker } from './bot/worker.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/logger.ts'
import type { KeyRing } from './kit/encryption.ts'
import type { Notify } from './notify.ts'
import type { Access, Platforms, PlatformTrouble } from './platforms.ts'
import type { Forecast } from './forecast.ts'
import type { Observations } from './observations.ts'
import { FENCE_STATEMENT_MS } from './bot/store/attempts.ts'
import { countAdopted } from './bot/store/blocks.ts'
import type { Silence } from './bot/store/polls.ts'
import { readStartRate } from './bot/store/workers.ts'
import type { BotActions } from './bot/actions.ts'
import type { SearchHooks } from './bot/search.ts'
import { createBackground, followSteps } from './bot/background.ts'
import { createActions } from './bot/actions.ts'

export { forgetMisses, forgetShadowRuns } from './bot/store/aged.ts'
export { announceHouseRules, announceJudging } from './bot/announce.ts'
export { changeBlockState } from './bot/block-state.ts'
export type { PastBots } from './bot/past.ts'
export type { SearchHooks } from './bot/search.ts'
export type { TaskTurn } from './bot/start.ts'
export type { BotView } from './bot/views.ts'
export { listFollowed, listUndecided } from './bot/store/undecided.ts'
export type { FollowedAccept } from './bot/store/undecided.ts'

/** What bots need from other modules and the configuration. */
export type BotOptions = {
  database: Database
  /** For connections of the bots' own: accepts, and announcements between processes. */
  databaseUrl: string
  clock: Clock
  settings: Settings
  logger: Logger
  keyRing: KeyRing
  platforms: Platforms
  /** What this process bears; null = it does not search. */
  worker: WorkerLimits | null
  /** Monotonic milliseconds; another one for tests with a clock moved by hand. */
  monotonic?: () => number
  /** How many connections are opened for accepts alone; default 8. */
  acceptConnections?: number
  /** Connections for accepts alone; opened and closed here when not given. */
  accepts?: Database
  /** The connection that renews leases; opened and closed here when not given. */
  leases?: Database
  /** Another pace of leases, for tests whose clock runs ahead of the database's. */
  leasePace?: LeasePace
  random?: () => number
  /** Notifies drivers; without it nobody is notified. */
  notify?: Pick<Notify, 'announce' | 'acknowledgeOpen'>
  /** Records offers of the platforms; without it none is recorded. */
  observations?: Pick<Observations, 'note'>
  /** Without it, polls follow the speed alone. */
  forecast?: Pick<Forecast, 'lookOut'>
  /** Switches instant offers on at the platform; without it the platform is not called. */
  readyInstant?(driverId: string, access: Access): Promise<PlatformTrouble | null>
  /** A driver's saved location; without it none is sent to a platform. */
  savedPlace?: BotDeps['savedPlace']
  /** Wraps the hooks of all searches, to count and trace what they do. */
  observe?(hooks: SearchHooks): SearchHooks
}

/** What this process does for the bots now, for its metrics. */
export type BotFigures = {
  searches: number
  /** Since the database last confirmed the searches; null = this process does not search. */
  leaseAgeMs: number | null
  /** Waiting tasks by queue. */
  queues: Record<string, number>
  /** Connections of the bots' own, by their use. */
  pools: Record<string, Pool>
}

/** The drivers' bots, as other modules know them. */
export type Bots = BotActions & {
  /** Whether any process that searches lives. */
  hasWorkers(): Promise<boolean>
  /** Bots that should search and read no list, as of a few seconds ago. */
  readSilence(): Promise<Silence>
  /** How many blocks of platforms were adopted within a day: no accept of ours won them. */
  countAdopted(): Promise<number>
  /** Recurring jobs; any process may run each at any time. */
  sweeps: BotSweeps
  /** What bots did before this service kept their records. */
  past: PastBots
  /** Number of searches of this process now. */
  size(): number
  /** For the metrics of this process. */
  figures(): BotFigures
  /** Resolves when nothing is under way in this process but searches; for tests. */
  idle(): Promise<void>
  /**
   * Hands the bots of this process over to others, if there are any, writes buffered rows and closes
   * connections.
   */
  close(): Promise<void>
}

/**
 * Creates the bots of this process: actions for the API, sweeps for the jobs and, given a `worker`, searches.
 */
export async function createBots(options: BotOptions): Promise<Bots> {
  const { logger } = options
  const accepts = options.accepts ?? openAccepts(options)
  const deps = toDeps(options, accepts)
  const background = createBackground(logger)
  let worker: Worker | null = null
  const follow = followSteps(deps, background, (steps) => worker?.onSteps(steps))
  try {
    const limits = options.worker
    worker = limits && (await createWorker(deps, { ...options, limits, follow }))
  } catch (error) {
    if (!options.accepts) await accepts.close()
    throw error
  }
  deps.hasWorkers = async () => worker?.lives() || (await readStartRate(deps.db, WORKER_LOST_MS)) > 0

  return {
    ...createActions({ deps, follow, background, searches: worker?.searches ?? null }),
    hasWorkers: deps.hasWorkers,
    readSilence: createSilence(deps),
    countAdopted: () => countAdopted(deps.db, DAY_MS),
    sweeps: bindSweeps(deps, follow),
    past: createPastBots(deps),
    size: () => worker?.searches.drivers().length ?? 0,
    figures: () => ({
      searches: worker?.searches.drivers().length ?? 0,
      leaseAgeMs: worker?.leaseAgeMs() ?? null,
      queues: {
        ...(worker && {
          preparing: worker.searches.beginning('preparing'),
          starting: worker.searches.beginning('running'),
        }),
      },
      pools: { accepts: accepts.pool, ...(worker && { leases: worker.leases.pool }) },
    }),
    async idle() {
      do {
        await background.done()
        await worker?.idle()
      } while (background.size() > 0)
    },
    async close() {
      await worker?.close()
      await background.done()
      if (!options.accepts) await accepts.close()
    },
  }
}

function openAccepts({ databaseUrl, acceptConnections: max = 8 }: BotOptions): Database {
  return openDatabase(databaseUrl, { max, statementTimeoutMs: FENCE_STATEMENT_MS })
}

/** What all files of the bot work with; an omitted option does nothing. */
function toDeps(options: BotOptions, accepts: Database): BotDeps {
  const { database, clock, settings, logger, keyRing, platforms } = options
  return {
    db: database.kysely,
    pool: accepts.pool,
    clock,
    settings,
    logger,
    keyRing,
    platforms,
    random: options.random ?? Math.random,
    news: createBotNews(options.notify ?? null),
    observations: options.observations ?? { note: () => {} },
    forecast: options.forecast ?? { lookOut: async () => null },
    readyInstant: options.readyInstant ?? (async () => null),
    savedPlace: options.savedPlace ?? (async () => null),
    // Known once the worker of this process is, if it has one.
    hasWorkers: async () => false,
  }
}
