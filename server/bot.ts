import type { Pool } from 'pg'
import type { Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { BotDeps } from './bot/deps.ts'
import { createBotNews } from './bot/news.ts'
import type { WorkerPlace } from './bot/placement/endpoint.ts'
import { createLocalPlacement } from './bot/placement/local.ts'
import type { EngineHandlers, Placement } from './bot/placement/model.ts'
import { connectRestate } from './bot/placement/restate.ts'
import type { EngineUrls } from './bot/placement/restate.ts'
import { prepareRun } from './bot/prepare.ts'
import { createSilence } from './bot/silence.ts'
import { bindSweeps } from './bot/sweep-table.ts'
import type { BotSweeps } from './bot/sweep-table.ts'
import * as sweeps from './bot/sweeps.ts'
import { createWorker } from './bot/worker.ts'
import type { Worker } from './bot/worker.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import { createTaskQueue } from './kit/task-queue.ts'
import type { Logger } from './kit/logger.ts'
import type { KeyRing } from './kit/encryption.ts'
import type { Notify } from './notify.ts'
import type { Access, Platform, PlatformTrouble } from './platforms.ts'
import type { Forecast } from './forecast.ts'
import type { Observations } from './observations.ts'
import { FENCE_STATEMENT_MS } from './bot/store/attempts.ts'
import type { Silence } from './bot/store/polls.ts'
import type { BotActions } from './bot/actions.ts'
import type { SearchHooks } from './bot/search.ts'
import { createBackground, followSteps } from './bot/background.ts'
import { createActions } from './bot/actions.ts'

export { forgetMisses, forgetShadowRuns } from './bot/store/aged.ts'
export { announceJudging } from './bot/announce.ts'
export { changeBlockState } from './bot/block-state.ts'
export type { SearchHooks } from './bot/search.ts'
export type { BotView } from './bot/views.ts'

/** What bots need from other modules and the configuration. */
export type BotOptions = {
  database: Database
  /** For connections of the bots' own: accepts, and announcements between processes. */
  databaseUrl: string
  clock: Clock
  settings: Settings
  logger: Logger
  keyRing: KeyRing
  platformOf(variant: Variant): Platform
  /** Null = bots run in this process alone, by its clock: for tests. */
  engine: EngineUrls | null
  /** Where this process serves the engine (port 0: any free one); null = it does not search. */
  worker: WorkerPlace | null
  /** Monotonic milliseconds; another one for tests with a clock moved by hand. */
  monotonic?: () => number
  /** Connections for accepts alone; opened and closed here when not given. */
  accepts?: Database
  /** The connection that renews leases; opened and closed here when not given. */
  leases?: Database
  random?: () => number
  /** Notifies drivers; without it nobody is notified. */
  notify?: Pick<Notify, 'announce' | 'acknowledgeOpen'>
  /** Records offers of the platforms; without it none is recorded. */
  observations?: Pick<Observations, 'note'>
  /** Without it, polls follow the speed alone. */
  forecast?: Pick<Forecast, 'lookOut'>
  /** Switches instant offers on at the platform; without it the platform is not called. */
  readyInstant?(driverId: string, access: Access): Promise<PlatformTrouble | null>
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
  /** Whether the engine answers. */
  answers(): Promise<boolean>
  /** Running bots without a poll, as of a few seconds ago. */
  readSilence(): Promise<Silence>
  /** The number of silent bots at the last reading. */
  countSilent(): number
  /** Recurring jobs; any process may run each at any time. */
  sweeps: BotSweeps
  /** Number of searches of this process now. */
  size(): number
  /** For the metrics of this process. */
  figures(): BotFigures
  /** Resolves when nothing is under way in this process but searches; for tests. */
  idle(): Promise<void>
  /**
   * Ends the searches of this process, which the engine runs elsewhere, writes buffered rows and closes
   * connections.
   */
  close(): Promise<void>
}

/**
 * Preparations and steps at once; thousands that are due in one minute take their turn. A preparation mostly
 * waits for the platform, a step is a transaction.
 */
const PREPARING = { running: 128, waiting: Infinity }
const STEPPING = { running: 32, waiting: Infinity }

/**
 * Creates the bots of this process: actions for the API, sweeps for the jobs and, given a `worker`, searches.
 */
export async function createBots(options: BotOptions): Promise<Bots> {
  const { clock, logger } = options
  const accepts =
    options.accepts ?? openDatabase(options.databaseUrl, { max: 8, statementTimeoutMs: FENCE_STATEMENT_MS })
  const deps = toDeps(options, accepts)
  const background = createBackground(logger)
  const { follow, endRun } = followSteps(deps, background)
  const [preparations, steps] = [createTaskQueue(PREPARING), createTaskQueue(STEPPING)]
  const handlers: EngineHandlers = {
    async due(driverId, gen, at) {
      const stepped = await steps.run(() => sweeps.processDue(deps, driverId, gen, at))
      if (stepped?.settleOpen) endRun(driverId)
      return stepped?.engine ?? []
    },
    prepare: (driverId, gen) => preparations.run(() => prepareRun(deps, driverId, gen)),
    search: (driverId, gen, signal) => {
      if (worker === null) throw new Error('this process does not search')
      return worker.searches.search(driverId, gen, signal)
    },
  }
  const worker: Worker | null = options.worker && (await createWorker(deps, handlers, options))
  const handOver = (): void =>
    background.start(
      'bots are not handed over yet',
      sweeps.listPending(deps).then((all) => deps.placement.send(all)),
    )
  const local = options.engine === null ? createLocalPlacement(handlers, clock, tellFault(logger)) : null
  try {
    deps.placement = local ?? (await connect(options, worker, handOver))
  } catch (error) {
    await worker?.closeSearches()
    await worker?.close()
    if (!options.accepts) await accepts.close()
    throw error
  }
  const { placement } = deps

  const silence = createSilence(deps)
  return {
    ...createActions({ deps, follow, background, searches: worker?.searches ?? null }),
    answers: () => placement.answers(),
    readSilence: silence.read,
    countSilent: silence.last,
    sweeps: bindSweeps(deps, follow),
    size: () => worker?.searches.drivers().length ?? 0,
    figures: () => ({
      searches: worker?.searches.drivers().length ?? 0,
      leaseAgeMs: worker?.leaseAgeMs() ?? null,
      queues: {
        preparations: preparations.waiting(),
        steps: steps.waiting(),
        ...(worker && { starts: worker.searches.waiting() }),
      },
      pools: { accepts: accepts.pool, ...(worker && { leases: worker.leases.pool }) },
    }),
    async idle() {
      do {
        await background.done()
        await local?.idle()
      } while (background.size() > 0)
    },
    async close() {
      await worker?.closeSearches()
      await placement.close()
      await worker?.close()
      await background.done()
      if (!options.accepts) await accepts.close()
    },
  }
}

/** What all files of the bot work with; an omitted option does nothing. */
function toDeps(options: BotOptions, accepts: Database): BotDeps {
  const { database, clock, settings, logger, keyRing, platformOf } = options
  return {
    db: database.kysely,
    pool: accepts.pool,
    clock,
    settings,
    logger,
    keyRing,
    platformOf,
    random: options.random ?? Math.random,
    news: createBotNews(options.notify ?? null),
    observations: options.observations ?? { note: () => {} },
    forecast: options.forecast ?? { lookOut: async () => null },
    readyInstant: options.readyInstant ?? (async () => null),
    placement: notYet,
  }
}

async function connect(options: BotOptions, worker: Worker | null, handOver: () => void): Promise<Placement> {
  const { clock, logger } = options
  return await connectRestate({
    ...(options.engine as EngineUrls),
    clock,
    workerUrl: worker?.url ?? null,
    say: (line) => logger.info(line),
    onForgotten: handOver,
  })
}

function tellFault(logger: Logger): (error: unknown) => void {
  return (error) => logger.warn({ err: error }, 'a bot failed and is run again')
}

/** Before the engine is connected, actions are refused; the watchdog brings them back. */
const notYet: Placement = {
  send: () => Promise.reject(new Error('the engine is not connected yet')),
  answers: async () => false,
  close: async () => {},
}
