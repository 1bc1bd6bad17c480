import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Bots } from './bot/operations.ts'
import type { BotDeps } from './bot/deps.ts'
import { createBotNews } from './bot/news.ts'
import type { WorkerLimits } from './bot/workers/share.ts'
import { WORKER_LOST_MS } from './bot/workers/lease-keeper.ts'
import type { LeasePace } from './bot/workers/lease-keeper.ts'
import { createSilence } from './bot/search/silence.ts'
import { createPastBots } from './bot/past.ts'
import { bindSweeps } from './bot/sweep-table.ts'
import { createWorker } from './bot/workers/worker.ts'
import type { Worker } from './bot/workers/worker.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/logger.ts'
import type { KeyRing } from './kit/encryption.ts'
import type { Notify } from './notify.ts'
import type { Access, Platforms, PlatformTrouble } from './platforms.ts'
import type { Forecast } from './driver/forecast.ts'
import type { Observations } from './driver/observations.ts'
import { FENCE_STATEMENT_MS, forgetMisses, forgetShadowRuns } from './bot/store/attempts.ts'
import { countAdopted } from './bot/store/blocks.ts'
import { readStartRate } from './bot/store/workers.ts'
import type { SearchHooks } from './bot/search/loop.ts'
import { createBackground, followSteps } from './bot/background.ts'
import { createActions } from './bot/actions.ts'
import { HALF_YEAR_MS } from './jobs.ts'
import { defineModule, own } from './module.ts'
import type { Handlers } from './module.ts'

export { announceHouseRules, announceJudging } from './bot/life/announce.ts'
export { changeBlockState } from './bot/held/block-state.ts'
export type { BotFigures, Bots } from './bot/operations.ts'
export type { SearchHooks } from './bot/search/loop.ts'
export type { TaskTurn } from './bot/life/start.ts'
export { listFollowed, listUndecided } from './bot/store/undecided.ts'
export type { FollowedAccept } from './bot/store/undecided.ts'

/** The declaration of bots. */
export const bots = defineModule({
  tables: [
    'attempts',
    'award_others',
    'awards',
    'blocks',
    'bots',
    'confirmations',
    'search_polls',
    'shadow_offers',
    'shadow_runs',
    'shifts',
    'workers',
  ],
  sections: [
    {
      name: 'bots',
      from: 'bots',
      columns:
        'variant, phase, gps, mode, live_log, reason, due_at, gen, speed, custom, started_at, window_started_at, cool_until, rest_until, shadow_until, updated_at',
      key: [['variant', 'text']],
    },
    {
      name: 'attempts',
      from: 'attempts',
      columns:
        'id, platform, offer_id, offer, rules, filter_version, state, cause, reaction_ms, created_at, settled_at',
      key: [['id', 'bigint']],
    },
    {
      name: 'awards',
      from: 'awards',
      columns: 'id, platform, shift_id, offer_id, offer, state, decided_at, opened_at, settled_at',
      key: [['id', 'bigint']],
    },
    {
      name: 'blocks',
      from: 'blocks',
      columns:
        'id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents, tip_cents, pay_basis, currency, end_estimated, miles, stops, state, accepted_at',
      key: [['id', 'text']],
    },
    {
      name: 'confirmations',
      from: 'confirmations',
      columns:
        'id, platform, offer_id, offer, rules, filter_version, state, asked_at, expires_at, answered_at',
      key: [['id', 'text']],
    },
    {
      name: 'shadowRuns',
      from: 'shadow_runs',
      columns: 'id, variant, mode, live_log, started_at, ends_at, ended_at, seen',
      key: [['id', 'text']],
    },
    {
      name: 'shadowOffers',
      from: 'shadow_offers',
      columns: 'run_id, offer_id, offer, rules, station_code, filter_version, seen_at',
      key: [
        ['run_id', 'text'],
        ['offer_id', 'text'],
      ],
    },
  ],
  handlers: (parts: { bots: Bots }): Pick<Handlers, 'bot'> => ({
    bot: {
      get: own(parts.bots.readBot),
      start: own(parts.bots.startBot),
      stop: ({ driverId }) => parts.bots.stopBot(driverId),
      confirmations: own(parts.bots.listConfirmations),
      answerConfirmation: own(parts.bots.answerConfirmation),
      shadowRuns: own(parts.bots.listShadowRuns),
      shadowRun: ({ driverId }, { id }) => parts.bots.readShadowRun(driverId, id),
      today: own(parts.bots.readToday),
    },
  }),
  jobs: ({ bots: { sweeps } }: { bots: Pick<Bots, 'sweeps'> }) => [
    { name: 'bot.stop_due', everyMs: 10 * SECOND_MS, run: sweeps.stopDue },
    { name: 'bot.wake_overdue', everyMs: 5 * SECOND_MS, run: sweeps.wakeOverdue },
    { name: 'bot.sleep_during_deliveries', everyMs: MINUTE_MS, run: sweeps.sleepDuringDeliveries },
    { name: 'bot.resume_solved', everyMs: 20 * SECOND_MS, asksOutside: true, run: sweeps.resumeSolved },
    { name: 'bot.compare_held', everyMs: 5 * SECOND_MS, asksOutside: true, run: sweeps.compareHeld },
    { name: 'bot.read_back', everyMs: SECOND_MS, asksOutside: true, run: sweeps.readBack },
    { name: 'bot.leave_online', everyMs: 10 * SECOND_MS, asksOutside: true, run: sweeps.leaveOnline },
    { name: 'bot.limit_releases', everyMs: 20 * SECOND_MS, run: sweeps.limitReleases },
    { name: 'bot.turn_shadows', everyMs: 10 * SECOND_MS, run: sweeps.turnShadows },
    { name: 'bot.end_confirmations', everyMs: 2 * SECOND_MS, run: sweeps.endConfirmations },
  ],
  retention: ({ db, clock, judgedAgainMs, bots: { sweeps } }: AgedParts) => [
    { tables: 'attempts', forget: () => forgetMisses(db, clock.now() - judgedAgainMs) },
    { tables: 'shadow_runs, shadow_offers', forget: () => forgetShadowRuns(db, clock.now() - HALF_YEAR_MS) },
    { tables: 'confirmations', forget: sweeps.forgetGone },
  ],
})

type AgedParts = {
  db: Database['kysely']
  clock: Clock
  /** For so long a week may be judged again. */
  judgedAgainMs: number
  bots: Pick<Bots, 'sweeps'>
}

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
  /** The bots that this process takes; null = it does not search. */
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
  /** Notifies drivers; without it no one is notified. */
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
