import { createProbes, createProbeServer } from '../ops/health.ts'
import { readJobStates } from '../jobs.ts'
import type { Job } from '../jobs.ts'
import type { Config } from '../config.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { World } from './model.ts'

/** Port of the probes where none is configured; one that is taken is no reason not to start. */
const HEALTH_PORT = 8081

/** Has the metrics read the modules of this process, and the whole service where few processes do. */
export function watchModules(
  { clock, database, dates, metrics, writes }: Infrastructure,
  role: Config['role'],
  { accounts, admin, bots, recurring }: Pick<World, 'accounts' | 'admin' | 'bots'> & { recurring: Job[] },
): void {
  metrics.watch({
    bots: bots.figures,
    pools: { app: database.pool, accounts: dates.pool },
    queues: () => ({ password_hashes: accounts.countWaitingHashes() }),
  })
  metrics.watchGauges({
    database_writable: {
      help: '1 while the database stores what it is given, 0 while its disk is full, it only reads, or it has no connection left',
      read() {
        void writes.find()
        return writes.known() === null ? 1 : 0
      },
    },
  })
  if (role !== 'all' && role !== 'jobs') return
  metrics.watchFleet({
    clock,
    readFigures: admin.readFigures,
    readSilence: bots.readSilence,
    readJobStates: () => readJobStates(database.pool, recurring),
  })
}

/** The probes' own server, of a role without pages. */
export type Probing = { listen(): Promise<{ port: number }>; close(): Promise<void> }

/** Creates the server of `/live`, `/ready` and `/metrics` for a role that serves no pages. */
export function createProbing({ health, metrics, warn, logger }: Infrastructure, config: Config): Probing {
  const { host, port, tls } = config.health
  const server = createProbeServer({
    probes: createProbes(health),
    metrics,
    tls,
    onFault: warn('a probe was not answered'),
  })
  return {
    async listen() {
      if (port !== null) return await server.listen(port, host)
      try {
        return await server.listen(HEALTH_PORT, host)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
        logger.info(
          `Port ${HEALTH_PORT} is taken: probes are answered on another one; HEALTH_PORT chooses it`,
        )
        return await server.listen(0, host)
      }
    },
    close: server.close,
  }
}
