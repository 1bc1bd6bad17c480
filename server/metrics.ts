import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Histogram, Registry } from 'prom-client'
import type { SearchHooks } from './bot.ts'
import type { JobObserver } from './jobs.ts'
import { counter, gauge } from './metrics/read.ts'
import { countJobs } from './metrics/jobs.ts'
import { countSearches } from './metrics/searches.ts'
import { watchFleet } from './metrics/fleet.ts'
import type { WatchedFleet } from './metrics/fleet.ts'
import { watchProcess } from './metrics/process.ts'
import type { WatchedProcess } from './metrics/process.ts'
import { watchRuntime } from './metrics/runtime.ts'
import type { SecurityKind } from './security.ts'

/** What this process counts, in Prometheus' format, for holders of the token. */
export type Metrics = {
  /** Whether an `Authorization` header is valid. */
  isOpenTo(authorization: string | undefined): boolean
  /** Writes all values as of now. */
  send(response: ServerResponse): Promise<void>
  /** Counts one finished request; `route` is the template of its path, empty for what is no operation. */
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void
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

/** As OpenTelemetry advises for durations of requests, s. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** One value and what it means. */
export type Watched = { help: string; read(): number }

/**
 * Creates the metrics of a process. Where OpenTelemetry's semantic conventions name a value, it has that
 * name, as its rules for Prometheus write it; what is our own begins with `madruga_`. An address is no proof:
 * requests through a proxy or a tunnel on this machine come from this machine too. Without a token they are
 * closed, and nothing is measured for them.
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
  if (expected !== null) watchRuntime(register)
  const about = { service_name: 'madruga', service_version: version, madruga_role: role }
  gauge(register, 'target_info', 'What this process is; always 1', Object.keys(about), (set) => set(1, about))
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Finished requests by the route of their operation',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: REQUEST_SECONDS,
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
    countRequest: ({ method, route, status, seconds }) =>
      requests.observe(
        { http_request_method: method, http_route: route, http_response_status_code: status },
        seconds,
      ),
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
