import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outputs } from '@madruga/core/contract.ts'
import { clientAddress, listen, openServer } from '../kit/http.ts'
import { createAddressLimiter } from '../kit/limits.ts'
import { defineModule } from '../module.ts'
import type { Handlers } from '../module.ts'
import type { Health } from './health/state.ts'
import type { Writes } from './health/writes.ts'
import type { Metrics } from './metrics.ts'

/** Entry of health: whether this process may be given work, and the answers to probes. */

export { createHealth } from './health/state.ts'
export type { Health } from './health/state.ts'
export { createWrites, troubleOf, writeThrough } from './health/writes.ts'
export type { Writes } from './health/writes.ts'

/** The declaration of health. */
export const health = defineModule({ handlers: serviceHandlers })

/** The small server of a role without pages: `/live`, `/ready` and `/metrics`. */
type ProbeServer = {
  /** Starts listening; rejects with the system's error (`EADDRINUSE`). Port 0 picks a free one. */
  listen(port: number, host: string): Promise<{ port: number }>
  close(): Promise<void>
}

type ProbeServerDeps = {
  probes: Probes
  metrics: Pick<Metrics, 'isOpenTo' | 'send'>
  tls: { cert: string; key: string } | null
  onFault: (error: unknown) => void
}

/** Guesses of the token, per address; a scraper needs four a minute. */
const METRICS_READS = { points: 120, windowS: 60 }
const TIMEOUTS = { requestTimeout: 5_000, headersTimeout: 5_000, maxHeaderSize: 16_384 }

/** Creates the server. What it does not know is answered with 404 and no body. */
export function createProbeServer({ probes, metrics, tls, onFault }: ProbeServerDeps): ProbeServer {
  const reads = createAddressLimiter(METRICS_READS)

  const sendMetrics = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if ((await reads.take(clientAddress(request, false))) !== null) {
      response.writeHead(429).end()
      return true
    }
    if (!metrics.isOpenTo(request.headers.authorization)) return false
    await metrics.send(response)
    return true
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const isAnswered =
      path === '/metrics'
        ? await sendMetrics(request, response)
        : await probes.answer(path, request, response)
    if (!isAnswered) response.writeHead(404).end()
  }

  const server = openServer(tls, TIMEOUTS, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onFault(error)
      response.destroy()
    })
  })
  return {
    listen: (port, host) => listen(server, port, host),
    async close() {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Answers `/live` and `/ready` for the supervisor of the process. */
export type Probes = {
  /** Answers a probe; false = the path is none, or the method asks for something else. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

/**
 * Creates the answers to probes. `/live` is 200 while the process handles requests at all, also while it
 * drains: it must not be killed for finishing its work. `/ready` is 503 with the reason in its body.
 */
export function createProbes(state: Pick<Health, 'findHindrance'>): Probes {
  return {
    async answer(path, { method }, response) {
      if ((path !== '/live' && path !== '/ready') || (method !== 'GET' && method !== 'HEAD')) return false
      const hindrance = path === '/live' ? null : await state.findHindrance()
      response.setHeader('Cache-Control', 'no-store')
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
      response.writeHead(hindrance === null ? 200 : 503).end(`${hindrance ?? 'ok'}\n`)
      return true
    },
  }
}

type HealthParts = {
  health: Pick<Health, 'findHindrance'>
  writes: Pick<Writes, 'find'>
  bots: {
    hasWorkers(): Promise<boolean>
    readSilence(): Promise<{ count: number; unsent: { count: number }; unread: { count: number } }>
  }
  platform: { answers(): Promise<boolean> }
  version: string
}

/** The operations of the service. */
function serviceHandlers(parts: HealthParts): Pick<Handlers, 'service'> {
  return { service: { health: () => readHealth(parts) } }
}

/** Without a database nothing else is known, and nothing is waited for. */
async function readHealth({
  health: state,
  writes,
  bots,
  platform,
  version,
}: HealthParts): Promise<Outputs['service']['health']> {
  const hindrance = await state.findHindrance()
  const databaseAnswers = hindrance !== 'no database' && hindrance !== 'no connections'
  const [trouble, workers, silence, platformAnswers] = databaseAnswers
    ? await Promise.all([
        writes.find(),
        bots.hasWorkers().catch(() => false),
        bots.readSilence().catch(() => null),
        platform.answers(),
      ])
    : [null, false, null, false]
  const searches = silence?.unsent.count === 0
  const platforms = platformAnswers && silence?.unread.count === 0
  const stores = databaseAnswers && trouble === null
  const status = [stores, workers, searches, platforms].every(Boolean) ? 'ok' : 'degraded'
  const silentBots = silence?.count ?? 0
  return {
    status,
    database: databaseAnswers,
    writes: stores,
    workers,
    searches,
    platforms,
    silentBots,
    version,
  }
}
