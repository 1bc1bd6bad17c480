import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Histogram, Registry, Counter, Gauge } from 'prom-client'
import type { SearchHooks, BotFigures } from '../bot.ts'
import type { JobObserver } from '../jobs.ts'
import { counter, gauge } from './metrics/read.ts'
import { watchFleet } from './metrics/fleet.ts'
import type { WatchedFleet } from './metrics/fleet.ts'
import type { SecurityKind } from './security.ts'
import type { Pool } from 'pg'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import type { AcceptResult } from '../platforms.ts'

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

/** Counts the runs of recurring jobs in this process; `job` is a label of Prometheus' own. */
function countJobs(register: Registry): JobObserver {
  const registers = [register]
  const runs = new Counter({
    name: 'madruga_job_runs_total',
    help: 'Runs of a job in this process, by outcome: done or failed',
    labelNames: ['name', 'outcome'],
    registers,
  })
  const last = new Gauge({
    name: 'madruga_job_last_run_seconds',
    help: 'How long the last run of a job in this process took',
    labelNames: ['name'],
    registers,
  })
  return {
    ran(name, ms, outcome) {
      runs.inc({ name, outcome })
      last.set({ name }, ms / 1000)
    },
  }
}

/** What is read of a process whenever its metrics are read. */
type WatchedProcess = {
  bots(): BotFigures
  /** Connections to the database by their use, besides those of the bots. */
  pools: Record<string, Pool>
  /** Waiting tasks by queue, besides those of the bots. */
  queues(): Record<string, number>
}

const POOL = 'db_client_connection_pool_name'
const STATE = 'db_client_connection_state'

/** Registers the gauges of a process. */
function watchProcess(register: Registry, { bots, pools, queues }: WatchedProcess): void {
  gauge(register, 'madruga_searches', 'Searches of this process', [], (set) => set(bots().searches))
  gauge(
    register,
    'madruga_lease_age_seconds',
    "Since the database last confirmed this worker's searches; none go on after 5 s",
    [],
    (set) => {
      const { leaseAgeMs } = bots()
      if (leaseAgeMs !== null) set(leaseAgeMs / 1000)
    },
  )
  gauge(register, 'madruga_queue_waiting', 'Tasks that wait for their turn', ['queue'], (set) => {
    for (const [queue, waiting] of Object.entries({ ...queues(), ...bots().queues })) set(waiting, { queue })
  })
  gauge(
    register,
    'db_client_connection_count',
    'Connections to PostgreSQL by pool and state',
    [POOL, STATE],
    (set) => {
      for (const [pool, { totalCount, idleCount }] of Object.entries({ ...pools, ...bots().pools })) {
        set(idleCount, { [POOL]: pool, [STATE]: 'idle' })
        set(totalCount - idleCount, { [POOL]: pool, [STATE]: 'used' })
      }
    },
  )
  gauge(
    register,
    'db_client_connection_pending_requests',
    'Queries that wait for a connection, by pool',
    [POOL],
    (set) => {
      for (const [pool, { waitingCount }] of Object.entries({ ...pools, ...bots().pools }))
        set(waitingCount, { [POOL]: pool })
    },
  )
}

const NS = 1e9
const US = 1e6
/** How often the event loop is looked at, ms. */
const RESOLUTION_MS = 10

/**
 * Registers what Node tells of this process, by the names of OpenTelemetry's semantic conventions for
 * processes, V8 and Node.js; of the event loop since the last time that the metrics were read.
 */
function watchRuntime(register: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  gauge(register, 'nodejs_eventloop_delay_p50_seconds', 'Lateness of the event loop, middle', [], (set) =>
    set(delay.percentile(50) / NS),
  )
  gauge(
    register,
    'nodejs_eventloop_delay_p99_seconds',
    'Lateness of the event loop, 99 of 100',
    [],
    (set) => {
      set(delay.percentile(99) / NS)
      delay.reset()
    },
  )
  counter(register, 'process_cpu_time_seconds_total', 'CPU time by mode', ['cpu_mode'], (set) => {
    const { user, system } = process.cpuUsage()
    set(user / US, { cpu_mode: 'user' })
    set(system / US, { cpu_mode: 'system' })
  })
  gauge(register, 'process_memory_usage_bytes', 'Physical memory in use', [], (set) =>
    set(process.memoryUsage.rss()),
  )
  gauge(register, 'process_uptime_seconds', 'Since the process began', [], (set) => set(process.uptime()))
  gauge(
    register,
    'v8js_memory_heap_used_bytes',
    'Heap in use by its spaces',
    ['v8js_heap_space_name'],
    (set) => {
      for (const { space_name: name, space_used_size: used } of getHeapSpaceStatistics())
        set(used, { v8js_heap_space_name: name })
    },
  )
}

/** Reactions are mostly below a millisecond; from 0.1 s on, someone else has the offer. */
const REACTION_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]

/** Wraps the hooks of the searches so that polls, accepts and reactions are counted. */
function countSearches(register: Registry): (hooks: SearchHooks) => SearchHooks {
  const registers = [register]
  // A plain number: polls are the hottest path, and a counter of the library hashes its labels.
  let polls = 0
  counter(register, 'madruga_polls_total', 'Polls sent', [], (set) => set(polls))
  const accepts = new Counter({
    name: 'madruga_accepts_total',
    help: 'Accepts by outcome, and by cause where they failed; fenced and tried ones were not sent',
    labelNames: ['outcome', 'cause'],
    registers,
  })
  const reaction = new Histogram({
    name: 'madruga_reaction_seconds',
    help: 'From the last byte of the offers to the accept written',
    buckets: REACTION_SECONDS,
    registers,
  })
  const dropped = new Counter({
    name: 'madruga_offers_dropped_total',
    help: 'New offers that were left out, since a platform sent too many',
    labelNames: ['platform'],
    registers,
  })
  return (hooks) => ({
    ...hooks,
    flooded(search, count) {
      dropped.inc({ platform: search.platform }, count)
      hooks.flooded(search, count)
    },
    polled(search) {
      polls++
      hooks.polled(search)
    },
    async intend(search, offer, verdict, awardId) {
      const intent = await hooks.intend(search, offer, verdict, awardId)
      if (typeof intent === 'string') accepts.inc({ outcome: intent, cause: '' })
      return intent
    },
    settle(search, attemptId, result, reactionMs) {
      accepts.inc({ outcome: result.outcome, cause: causeOf(result) })
      if (result.outcome !== 'not_sent') reaction.observe(reactionMs / 1000)
      return hooks.settle(search, attemptId, result, reactionMs)
    },
  })
}

function causeOf(result: AcceptResult): string {
  if (result.outcome === 'troubled') return result.problem.trouble
  return 'cause' in result ? result.cause : ''
}
