import type { StopReason } from '@madruga/core/bot.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { acceptAtRest, answerAsk } from './bot/answer.ts'
import { announceJudging } from './bot/announce.ts'
import { listAsks } from './bot/asks.ts'
import { readDelivery } from './bot/store/facts.ts'
import type { BotDeps } from './bot/deps.ts'
import type { Db } from './bot/model.ts'
import { createBotNews } from './bot/news.ts'
import type { WorkerPlace } from './bot/placement/endpoint.ts'
import { createLocalPlacement } from './bot/placement/local.ts'
import type { EngineHandlers, Placement } from './bot/placement/model.ts'
import { connectRestate } from './bot/placement/restate.ts'
import type { EngineUrls } from './bot/placement/restate.ts'
import { prepareRun } from './bot/prepare.ts'
import { finishStop } from './bot/reconcile.ts'
import { isAtRest, lockBot } from './bot/store/bots.ts'
import { applyInput } from './bot/steps.ts'
import { readShadowRun } from './bot/shadow.ts'
import { createSilence } from './bot/silence.ts'
import { runTask, startRun } from './bot/start.ts'
import type { StartInput, TaskTurn } from './bot/start.ts'
import { bindSweeps } from './bot/sweep-table.ts'
import type { BotSweeps, Follow } from './bot/sweep-table.ts'
import * as sweeps from './bot/sweeps.ts'
import type { BotView, Today } from './bot/views.ts'
import { readBot, readToday } from './bot/views.ts'
import { createWorker } from './bot/worker.ts'
import type { Worker } from './bot/worker.ts'
import { openDatabase } from './db.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/logger.ts'
import type { KeyRing } from './kit/encryption.ts'
import type { Notify } from './notify.ts'
import type { Access, Platform, PlatformTrouble } from './platforms.ts'
import type { Forecast } from './forecast.ts'
import type { Observations } from './observations.ts'
import type { AskView } from './bot/store/asks.ts'
import { FENCE_STATEMENT_MS } from './bot/store/attempts.ts'
import { listShadowRuns } from './bot/store/shadow.ts'
import type { Silence } from './bot/store/polls.ts'

export { announceJudging } from './bot/announce.ts'
export { changeBlockState } from './bot/block-state.ts'
export type { BotView, Today } from './bot/views.ts'

/** What bots need of the rest of the house. */
export type BotOptions = {
  database: Database
  /** For connections of our own: accepts, and announcements between processes. */
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
  random?: () => number
  /** Through which drivers are told beyond the log; nobody is told without it. */
  notify?: Pick<Notify, 'announce' | 'acknowledgeOpen'>
  /** Where what platforms offer is noted for all; without it nobody notes it. */
  observations?: Pick<Observations, 'note'>
  /** Polls keep the distance of their speed without it. */
  forecast?: Pick<Forecast, 'lookOut'>
  /** Has the platform make instant offers at the driver's place; without it nobody tells the platform. */
  readyInstant?(driverId: string, access: Access): Promise<PlatformTrouble | null>
}

/** The drivers' bots, as the rest of the house knows them. */
export type Bots = {
  readBot(driverId: string): Promise<BotView>
  readToday(driverId: string): Promise<Today>
  /** Starts a run. Refuses with `bot.<refusal>`; `until` (epoch ms) says from when on it can succeed, where time alone helps. */
  startBot(driverId: string, input: StartInput): Promise<BotView>
  /** Stops for good: once the bot reads Not Running, no request of it goes out. Stopping a stopped bot changes nothing. */
  stopBot(driverId: string, reason?: StopReason): Promise<BotView>
  /** Open confirmation requests. */
  listAsks(driverId: string): Promise<Outputs['bot']['asks']>
  /** Takes an offer that the driver was asked about, or leaves it; the first answer counts. Refuses with `bot.ask_over`. */
  answerAsk(driverId: string, answer: { id: string; take: boolean }): Promise<AskView>
  listShadowRuns(driverId: string): Promise<Outputs['bot']['shadowRuns']>
  /** Refuses with `bot.shadow_not_found`. */
  readShadowRun(driverId: string, id: string): Promise<Outputs['bot']['shadowRun']>
  /** Takes the turn of a driver's own start or stop whose time has come. Answers whether it was still to be done. */
  runTask(driverId: string, turn: TaskTurn): Promise<boolean>
  /** A filter was saved: searches take it at their next poll, in whichever process they are. */
  filterSaved(driverId: string): Promise<void>
  /** Whether a driver's bot is at rest, and stays so until the transaction ends; true for a driver who does not exist. */
  isResting(tx: Db, driverId: string): Promise<boolean>
  /** A human has solved the platform's verification. */
  humanSolved(driverId: string): Promise<void>
  /** Instant offers were confirmed or switched off: a bot at work searches them too from now on, or no more. */
  instantChanged(driverId: string, on: boolean): Promise<void>
  /** Whether the engine answers. */
  answers(): Promise<boolean>
  /** Running bots without a poll, as of a few seconds ago. */
  readSilence(): Promise<Silence>
  /** How many there were when it was read last. */
  countSilent(): number
  /** Jobs of the calendar; any process may run each at any time. */
  sweeps: BotSweeps
  /** Searches of this process now. */
  size(): number
  /** Resolves when nothing is under way in this process but searches; for tests. */
  idle(): Promise<void>
  /** Ends the searches of this process (the engine runs them elsewhere), writes what is buffered, closes connections. */
  close(): Promise<void>
}

/** Puts the bots of this process together: doors for the API, sweeps for the jobs, and, given a `worker`, searches. */
export async function createBots(options: BotOptions): Promise<Bots> {
  const { clock, logger, settings, database } = options
  const accepts =
    options.accepts ?? openDatabase(options.databaseUrl, { max: 8, statementTimeoutMs: FENCE_STATEMENT_MS })
  const deps: BotDeps = {
    db: database.kysely,
    pool: accepts.pool,
    clock,
    settings,
    logger,
    keyRing: options.keyRing,
    platformOf: options.platformOf,
    random: options.random ?? Math.random,
    news: createBotNews(options.notify ?? null),
    observations: options.observations ?? { note: () => {} },
    forecast: options.forecast ?? { lookOut: async () => null },
    readyInstant: options.readyInstant ?? (async () => null),
    placement: notYet,
  }
  const background = new Set<Promise<unknown>>()
  const inBackground = (what: string, work: Promise<unknown>): void => {
    const watched = work
      .catch((error: unknown) => logger.warn({ err: error }, what))
      .finally(() => background.delete(watched))
    background.add(watched)
  }

  /** What a committed step asks for besides: engine actions are handed over, open accepts settled, without keeping the caller. */
  const follow: Follow = (steps) => {
    for (const stepped of steps) {
      if (stepped === null) continue
      if (stepped.engine.length > 0)
        inBackground('the engine did not take a bot', deps.placement.send(stepped.engine))
      if (stepped.settleOpen) endRun(stepped.bot.driverId)
    }
  }
  const endRun = (driverId: string): void =>
    inBackground('a stopped bot is not settled yet', finishStop(deps, driverId).then(follow))

  const handlers: EngineHandlers = {
    async due(driverId, gen, at) {
      const stepped = await sweeps.processDue(deps, driverId, gen, at)
      if (stepped?.settleOpen) endRun(driverId)
      return stepped?.engine ?? []
    },
    prepare: (driverId, gen) => prepareRun(deps, driverId, gen),
    search: (driverId, gen, signal) => {
      if (worker === null) throw new Error('this process does not search')
      return worker.searches.search(driverId, gen, signal)
    },
  }
  const worker: Worker | null = options.worker && (await createWorker(deps, handlers, options))
  const handOver = (): void =>
    inBackground(
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

  const view = (driverId: string): Promise<BotView> => readBot(deps, driverId)
  const silence = createSilence(deps)
  return {
    readBot: view,
    readToday: (driverId) => readToday(deps, driverId),
    async startBot(driverId, input) {
      follow([await startRun(deps, driverId, input)])
      return await view(driverId)
    },
    async stopBot(driverId, reason = 'driver_stopped') {
      const stepped = await applyInput(deps, driverId, { type: 'stop', reason }).catch((error: unknown) => {
        logger.error({ driverId, err: error }, 'a stop was not stored')
        throw new AppError('bot.stop_failed')
      })
      follow([stepped])
      return await view(driverId)
    },
    listAsks: (driverId) => listAsks(deps, driverId),
    async answerAsk(driverId, answer) {
      const { ask, rests } = await answerAsk(deps, driverId, answer)
      if (rests) inBackground('a yes was not taken', acceptAtRest(deps, driverId).then(follow))
      else if (answer.take) await worker?.searches.takeAnswers(driverId)
      return ask
    },
    listShadowRuns: (driverId) => listShadowRuns(deps.db, driverId),
    readShadowRun: (driverId, id) => readShadowRun(deps.db, driverId, id),
    async runTask(driverId, turn) {
      const taken = await runTask(deps, driverId, turn)
      follow([taken?.stepped ?? null])
      return taken !== null
    },
    async filterSaved(driverId) {
      await worker?.searches.rejudge(driverId)
      await announceJudging(deps.db, driverId)
    },
    async isResting(tx, driverId) {
      const bot = await lockBot(tx, driverId)
      return bot === null || isAtRest(bot.phase)
    },
    async humanSolved(driverId) {
      const solved = await applyInput(deps, driverId, async (bot, tx) => ({
        bot,
        input: {
          type: 'human_solved',
          delivery: await readDelivery(tx, driverId, bot.variant, clock.now()),
        },
      }))
      follow([solved])
    },
    async instantChanged(driverId, on) {
      const stepped = await applyInput(deps, driverId, { type: 'instant_changed', on })
      follow([stepped])
      if (stepped === null || stepped.ignored !== null) return
      await worker?.searches.rejudge(driverId)
      await announceJudging(deps.db, driverId)
    },
    answers: () => placement.answers(),
    readSilence: silence.read,
    countSilent: silence.last,
    sweeps: bindSweeps(deps, follow),
    size: () => worker?.searches.drivers().length ?? 0,
    async idle() {
      do {
        await Promise.all(background)
        await local?.idle()
      } while (background.size > 0)
    },
    async close() {
      await worker?.closeSearches()
      await placement.close()
      await worker?.close()
      await Promise.all(background)
      if (!options.accepts) await accepts.close()
    },
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

/** Until the engine is connected nothing is handed over; the watchdog brings what came too early. */
const notYet: Placement = {
  send: () => Promise.reject(new Error('the engine is not connected yet')),
  answers: async () => false,
  close: async () => {},
}
