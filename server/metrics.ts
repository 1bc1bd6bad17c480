import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import type { SearchHooks } from './bot.ts'
import type { JobObserver } from './jobs.ts'
import { counter, gauge } from './metrics/read.ts'
import { countJobs } from './metrics/jobs.ts'
import { countSearches } from './metrics/searches.ts'
import { watchFleet } from './metrics/fleet.ts'
import type { WatchedFleet } from './metrics/fleet.ts'
import { watchProcess } from './metrics/process.ts'
import type { WatchedProcess } from './metrics/process.ts'
import type { SecurityKind } from './security.ts'

/** What this process counts, in Prometheus' format, for holders of the token. */
export type Metrics = {
  /** Whether an `Authorization` header is valid. */
  isOpenTo(authorization: string | undefined): boolean
  /** Writes all values as of now. */
  send(response: ServerResponse): Promise<void>
  /** Counts one finished request; `operation` is dotted, or `none`. */
  countRequest(operation: string, status: number): void
  /** Hooks of the searches that count polls, accepts and reactions, and call the given ones. */
  countSearches(hooks: SearchHooks): SearchHooks
  /** Counts runs of the recurring jobs. */
  jobs: JobObserver
  /** Reads these values whenever the metrics are read. */
  watch(process: WatchedProcess): void
  /** Reads these values of the whole fleet too: for roles of which there are few. */
  watchFleet(fleet: WatchedFleet): void
  /** Gauges of the web server, by name without prefix. */
  watchGauges(gauges: Record<string, Watched>): void
  /** Counts of security events in this process. */
  watchSecurity(counts: () => Readonly<Record<SecurityKind, number>>): void
}

/** One value and what it means. */
export type Watched = { help: string; read(): number }

/**
 * Creates the metrics of a process. An address is no proof: requests through a proxy or a tunnel on this
 * machine come from this machine too. Without a token they are closed, and nothing is measured for them.
 */
export function createMetrics({
  role,
  version,
  token,
}: {
  role: string
  version: string
  token: string | null
}): Metrics {
  const register = new Registry()
  const registers = [register]
  const expected = token === null ? null : digest(`Bearer ${token}`)
  if (expected !== null) collectDefaultMetrics({ register })
  gauge(register, 'madruga_process_info', 'Role and release; always 1', ['role', 'version'], (set) =>
    set(1, { role, version }),
  )
  const requests = new Counter({
    name: 'madruga_http_requests_total',
    help: 'Finished requests by operation and status',
    labelNames: ['operation', 'status'],
    registers,
  })
  return {
    isOpenTo: (authorization) => expected !== null && timingSafeEqual(digest(authorization ?? ''), expected),
    async send(response) {
      const text = await register.metrics()
      response.setHeader('Cache-Control', 'no-store')
      response.setHeader('Content-Type', register.contentType)
      response.writeHead(200).end(text)
    },
    countRequest: (operation, status) => requests.inc({ operation, status }),
    countSearches: countSearches(register),
    jobs: countJobs(register),
    watch: (process) => watchProcess(register, process),
    watchFleet: (fleet) => watchFleet(register, fleet),
    watchGauges(gauges) {
      for (const [name, { help, read }] of Object.entries(gauges))
        gauge(register, `madruga_${name}`, help, [], (set) => set(read()))
    },
    watchSecurity(counts) {
      counter(
        register,
        'madruga_security_events_total',
        'Events of the security log by kind',
        ['event'],
        (set) => {
          for (const [event, count] of Object.entries(counts())) set(count, { event })
        },
      )
    },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
