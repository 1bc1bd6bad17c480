import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { openDatabase } from '../db.ts'
import type { Database } from '../db.ts'
import { createLogWriter } from '../log.ts'
import { findPorts } from '../kit/restate.ts'
import type { Clock } from '../kit/clock.ts'
import { listenToBots } from './announce.ts'
import { createLeaseKeeper, LEASE_MS } from './lease-keeper.ts'
import { createSearches } from './searches.ts'
import type { Searches } from './searches.ts'
import type { BotDeps } from './deps.ts'
import { serveEngine } from './placement/endpoint.ts'
import type { WorkerPlace } from './placement/endpoint.ts'
import type { EngineHandlers } from './placement/model.ts'
import { createSearcher } from './search.ts'
import type { SearchHooks, Searcher } from './search.ts'

type WorkerDeps = {
  databaseUrl: string
  clock: Clock
  engine: object | null
  worker: WorkerPlace | null
  monotonic?: () => number
  leases?: Database
  observe?(hooks: SearchHooks): SearchHooks
}

/** A little more than the time-out of an accept. */
const DRAIN_MS = 4_000
/** Less than a lease: a check that hangs is given up while the next one can still renew it. */
const LEASE_STATEMENT_MS = 2_000

/** The part of a process that searches. */
export type Worker = {
  searches: Searches
  /** Where the engine calls it; null when nobody does. */
  url: string | null
  /** Since the database last confirmed the searches, ms. */
  leaseAgeMs(): number
  /** The connection that renews leases. */
  leases: Database
  /** Ends searches so that they go on elsewhere. */
  closeSearches(): Promise<void>
  /** Writes the rest of the log and closes. */
  close(): Promise<void>
}

/** Opens the searches of this process, its listeners, and the endpoint for the engine. */
export async function createWorker(
  deps: BotDeps,
  handlers: EngineHandlers,
  options: WorkerDeps,
): Promise<Worker> {
  const { clock, logger } = deps
  const workerId = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  const leases =
    options.leases ?? openDatabase(options.databaseUrl, { max: 1, statementTimeoutMs: LEASE_STATEMENT_MS })
  const leaseKeeper = createLeaseKeeper(deps, leases.kysely, workerId, options.monotonic)
  await leaseKeeper.check()
  const log = createLogWriter({
    db: deps.db,
    clock,
    onFault: (error) => logger.warn({ err: error }, 'the log is not written now; it is kept and tried again'),
  })
  const { monotonic = () => performance.now() } = options
  const openSearcher = (hooks: SearchHooks): Searcher =>
    createSearcher({ hooks: options.observe?.(hooks) ?? hooks, clock, now: monotonic })
  const searches = createSearches(deps, log, leaseKeeper, openSearcher)
  const rejudge = (driverId: string): void => {
    searches
      .rejudge(driverId)
      .catch((error: unknown) => logger.warn({ driverId, err: error }, 'a search judges by what was'))
  }
  const listeners = listenToBots(options.databaseUrl, clock, {
    botChanged: leaseKeeper.botChanged,
    judgedAnew: rejudge,
    confirmationAnswered: (driverId) => void searches.takeAnswers(driverId),
    mayHaveMissed() {
      for (const driverId of searches.drivers()) {
        rejudge(driverId)
        void searches.takeAnswers(driverId)
      }
      leaseKeeper.check().catch(() => {})
    },
  })
  const { host = '127.0.0.1', port = 0, tls = null } = options.worker ?? {}
  const endpoint =
    options.engine === null
      ? null
      : await serveEngine(handlers, {
          host,
          port: port === 0 ? ((await findPorts(1))[0] ?? 0) : port,
          tls,
          // The engine repeats broken calls; its warnings would drown ours.
          say: (line) => logger.debug(line),
        })
  return {
    searches,
    url: endpoint?.url ?? null,
    leaseAgeMs: () => monotonic() - (leaseKeeper.lease.until - LEASE_MS),
    leases,
    async closeSearches() {
      await leaseKeeper.close()
      // An accept in flight is settled here, rather than reconciled later, if its answer comes in time.
      let timer: NodeJS.Timeout | undefined
      await Promise.race([searches.drained(), new Promise((late) => (timer = setTimeout(late, DRAIN_MS)))])
      clearTimeout(timer)
    },
    async close() {
      await endpoint?.close()
      await listeners.close()
      searches.searcher.close()
      if (!options.leases) await leases.close()
      await log
        .close()
        .catch((error: unknown) => logger.error({ err: error, lines: log.size() }, 'log lines lost'))
    },
  }
}
