import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openDatabase } from '../../db.ts'
import type { Database } from '../../db.ts'
import { createLogWriter } from '../../driver/log.ts'
import type { LogWriter } from '../../driver/log.ts'
import { createBatcher } from '../../kit/batcher.ts'
import type { Clock } from '../../kit/clock.ts'
import type { BotDeps } from '../deps.ts'
import { listenToBots } from '../life/announce.ts'
import { createDueLoop } from '../life/due.ts'
import type { Follow, Stepped } from '../life/steps.ts'
import { createSearcher } from '../search/loop.ts'
import type { SearchHooks, Searcher } from '../search/loop.ts'
import { storePolls } from '../search/silence.ts'
import { isAtWork } from '../store/bots.ts'
import { freeBots } from '../store/workers.ts'
import { createClaims } from './claims.ts'
import type { Claims } from './claims.ts'
import { createLeaseKeeper, LEASE_PACE } from './lease-keeper.ts'
import type { LeaseKeeper, LeasePace } from './lease-keeper.ts'
import type { LeasedSearch } from './leased-search.ts'
import { createSearches } from './searches.ts'
import type { Searches } from './searches.ts'
import type { WorkerLimits } from './share.ts'

type WorkerOptions = {
  databaseUrl: string
  clock: Clock
  limits: WorkerLimits
  monotonic?: () => number
  leases?: Database
  leasePace?: LeasePace
  follow: Follow
  observe?(hooks: SearchHooks): SearchHooks
}

/** A little more than the time-out of an accept. */
const DRAIN_MS = 4_000
/** Other workers take the bots of one that closes within this time, or claim them afterwards. */
const HAND_OVER_MS = 8_000
/** While it hands over, a worker gives bots back so often, and looks so often whether all are gone. */
const BEAT_MS = 1_000
const LOOK_MS = 50
/** Less than a lease: a beat that hangs is given up while the next one can still renew it. */
const LEASE_STATEMENT_MS = 1_500
/** Bots freed by one statement. */
const FREED_AT_ONCE = 500
/** A process whose event loop is so late takes few more bots: its own come first, ms. */
const LATE_MS = 100

/** The part of a process that prepares bots, searches for them, and takes the steps of those that are due. */
export type Worker = {
  searches: Searches
  /** What steps of this process led to. */
  onSteps(steps: readonly Stepped[]): void
  /** Whether the database has confirmed lately that this worker lives. */
  lives(): boolean
  /** Since it last did, ms. */
  leaseAgeMs(): number
  /** The connection that renews leases. */
  leases: Database
  idle(): Promise<void>
  /** Hands the bots over to other workers, if there are any, ends the rest, and closes. */
  close(): Promise<void>
}

/** Opens the worker of this process. */
export async function createWorker(deps: BotDeps, options: WorkerOptions): Promise<Worker> {
  const { limits, follow, leasePace: pace = LEASE_PACE, monotonic = () => performance.now() } = options
  const workerId = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  const leases =
    options.leases ?? openDatabase(options.databaseUrl, { max: 1, statementTimeoutMs: LEASE_STATEMENT_MS })
  let othersRoom = 0
  const lateness = measureLateness()
  const keeper = createLeaseKeeper(deps, {
    leases: leases.kysely,
    workerId,
    startsPerSecond: limits.startsPerSecond,
    pace,
    capacity: () => claims.capacity(),
    monotonic,
    onBeat(beat) {
      othersRoom = beat.othersCapacity - beat.othersHeld
      claims.onBeat(beat)
      dues.note(beat.dueAt)
    },
  })
  const log = openLog(deps)
  const searches = createSearches(deps, log, {
    leaseKeeper: keeper,
    monotonic,
    follow,
    openSearcher: (hooks) => openSearcher(deps, options.observe?.(hooks) ?? hooks, monotonic),
    free: freeInBatches(deps, workerId, keeper.doubt),
  })
  const isLate = (): boolean => lateness.ms() >= LATE_MS
  const claims = createClaims(deps, searches, { ...limits, workerId, keeper, isLate, monotonic })
  const dues = createDueLoop(deps, follow)
  const listeners = listen(deps, options.databaseUrl, keeper, searches, claims)
  await keeper.check()
  const rest = async (): Promise<void> => {
    await listeners.close()
    searches.searcher.close()
    lateness.close()
    if (!options.leases) await leases.close()
    await closeLog(deps, log)
  }
  return {
    searches,
    onSteps(steps) {
      for (const { bot } of steps) {
        dues.note(bot.dueAt)
        if (isAtWork(bot.phase)) claims.look()
      }
    },
    lives: () => monotonic() <= keeper.lease.until,
    leaseAgeMs: () => monotonic() - (keeper.lease.until - pace.leaseMs),
    leases,
    async idle() {
      await claims.idle()
      await searches.idle()
      await dues.idle()
    },
    async close() {
      claims.drain()
      await dues.close()
      await claims.idle()
      const handedOver = handOver(keeper, () => othersRoom > 0)
      await within(HAND_OVER_MS, handedOver)
      // An accept in flight is settled here, rather than reconciled later, if its answer comes in time.
      keeper.endAll()
      await within(DRAIN_MS, searches.drained())
      await keeper.close()
      await rest()
    },
  }
}

function openSearcher({ clock, settings }: BotDeps, hooks: SearchHooks, now: () => number): Searcher {
  return createSearcher({ hooks, clock, now, flood: settings.flood })
}

function openLog({ db, clock, logger }: BotDeps): LogWriter {
  const onFault = (error: unknown): void =>
    logger.warn({ err: error }, 'the log is not written now; it is kept and tried again')
  return createLogWriter({ db, clock, onFault })
}

async function closeLog({ logger }: BotDeps, log: LogWriter): Promise<void> {
  await log
    .close()
    .catch((error: unknown) => logger.error({ err: error, lines: log.size() }, 'log lines lost'))
}

/** Hears what happens to bots, wherever it is done. */
function listen(
  deps: BotDeps,
  databaseUrl: string,
  keeper: LeaseKeeper,
  searches: Searches,
  claims: Claims,
): { close(): Promise<void> } {
  const rejudge = (driverId: string): void =>
    void searches
      .rejudge(driverId)
      .catch((error: unknown) => deps.logger.warn({ driverId, err: error }, 'a search judges by what was'))
  return listenToBots(databaseUrl, deps.clock, {
    botChanged(driverId, gen, phase) {
      keeper.botChanged(driverId, gen, phase)
      if (isAtWork(phase)) claims.look()
    },
    judgedAnew: rejudge,
    confirmationAnswered: (driverId) => void searches.takeAnswers(driverId),
    freed: claims.lookForFreed,
    mayHaveMissed() {
      keeper.doubt()
      searches
        .catchUp()
        .catch((error: unknown) => deps.logger.warn({ err: error }, 'searches judge by what was'))
      claims.look()
    },
  })
}

/**
 * Frees bots, some by one statement. What they sent is stored before, so that the next worker continues
 * from there. What is not freed now is found by a later beat, and so is what is not stored.
 */
function freeInBatches(deps: BotDeps, workerId: string, doubt: () => void): (leased: LeasedSearch) => void {
  const freeing = createBatcher<LeasedSearch, LeasedSearch>(async (bots) => {
    await storePolls(deps, bots, true).catch((error: unknown) =>
      deps.logger.warn({ error: String(error) }, 'polls not stored'),
    )
    await freeBots(deps.db, workerId, bots)
    return bots
  }, FREED_AT_ONCE)
  return (leased) => void freeing.load(leased).catch(doubt)
}

/** Gives bots back as fast as others start them: each is without polls for a moment only. */
async function handOver(keeper: LeaseKeeper, othersHaveRoom: () => boolean): Promise<void> {
  while (keeper.size() > 0) {
    const isTold = await keeper.check().then(
      () => true,
      () => false,
    )
    if (!isTold || !othersHaveRoom()) return
    for (let waitedMs = 0; waitedMs < BEAT_MS && keeper.size() > 0; waitedMs += LOOK_MS) await sleep(LOOK_MS)
  }
}

/** Resolves with the work, or after `ms`. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = new AbortController()
  await Promise.race([work, sleep(ms, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
}

/** How late this process does what is due. */
type Lateness = {
  /** Delay of the event loop in the last second that only one turn in ten exceeded, ms. */
  ms(): number
  close(): void
}

const EVERY_MS = 1_000
const NS = 1_000_000

/** Measures the delay of the event loop each second, until it is closed. */
function measureLateness(): Lateness {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let ms = 0
  const timer = setInterval(() => {
    ms = delay.count === 0 ? 0 : delay.percentile(90) / NS
    delay.reset()
  }, EVERY_MS).unref()
  return {
    ms: () => ms,
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
