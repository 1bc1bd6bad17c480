import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { CALENDAR_FEED_PATH, DOWNLOADS_PATH, downloads } from '@madruga/core/contract.ts'
import type { Accounts } from './people/accounts.ts'
import type { Gateway } from './money/payments.ts'
import { createApi } from './http/api.ts'
import { createEdge } from './http/edge.ts'
import { createGuard } from './http/guard.ts'
import { listOperations } from './http/operations.ts'
import { createPages } from './http/pages.ts'
import type { CaptchaProvider, MapSource } from './http/policy.ts'
import { createRouter } from './http/router.ts'
import type { PhoneApps } from './http/app-links.ts'
import { createSite } from './http/site.ts'
import { createStreams } from './http/streams.ts'
import type { Call } from './http/call.ts'
import { createConnections } from './http/connections.ts'
import { createDownloads } from './http/downloads.ts'
import type { DemoDoor } from './http/demo-door.ts'
import type { Downloads } from './http/downloads.ts'
import { createFeed } from './http/feed.ts'
import { CARDS_WEBHOOK_PATH, createSmsWebhook, createUnsubscribing, createWebhooks } from './http/webhooks.ts'
import type { TakeWebhook } from './http/webhooks.ts'
import type { Handlers } from './module.ts'
import { createXsrf } from './http/xsrf.ts'
import { SMS_WEBHOOK_PATH, UNSUBSCRIBE_PATH } from './notify.ts'
import type { Notify } from './notify.ts'
import type { Probes } from './ops/health.ts'
import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/logger.ts'
import { listen, openServer } from './kit/http.ts'
import { createAddressLimiter, createMemoryLimiter } from './kit/limits.ts'
import type { Limit } from './kit/limits.ts'
import type { Secrets } from './kit/encryption.ts'
import type { Metrics } from './ops/metrics.ts'
import type { Operators } from './people/operators.ts'
import type { Landing } from './driver/landing.ts'
import type { Security } from './ops/security.ts'
export type { Download, Downloads } from './http/downloads.ts'
export { createDemoDoor } from './http/demo-door.ts'
export type { DemoDoor } from './http/demo-door.ts'
export { CARDS_WEBHOOK_PATH }
export type { TakeWebhook } from './http/webhooks.ts'

/** Limits per caller. */
export type HttpLimits = {
  /** Requests to the API, per address and per driver. An IPv6 /64 is one address, a /48 four. */
  address: Limit
  driver: Limit
  /** Bytes of request bodies read, per address (an IPv6 /64). */
  addressBytes: Limit
  streamsPerDriver: number
  /** Open connections per address (an IPv6 /64); behind a proxy, its requests in flight. */
  connectionsPerAddress: number
  /** How often a live stream's session is checked. */
  sessionRecheckMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  address: { points: 1200, windowS: 60 },
  driver: { points: 600, windowS: 60 },
  addressBytes: { points: 8 * 1024 * 1024, windowS: 60 },
  streamsPerDriver: 6,
  connectionsPerAddress: 256,
  sessionRecheckMs: 60_000,
}

/** Dependencies and configuration of the web server. */
export type HttpDeps = {
  accounts: Accounts
  handlers: Handlers
  /** Checks the second factor of operators. */
  operators: Pick<Operators, 'requireFactor'>
  /** Whether an operator who came through the demo's door needs none. */
  isExempt?(email: string): boolean
  downloads: Downloads
  /** The calendar of a secret address; null if there is none. */
  readFeed(secret: string): Promise<string | null>
  /** Default: none. */
  demoDoor?: DemoDoor | null
  logger: Logger
  security: Security
  clock: Clock
  /** Secrets that sign the anti-forgery tokens; the same in every process. */
  secrets: Secrets
  /** Where drivers reach the app; https makes cookies `Secure` and adds HSTS. */
  publicUrl: string
  /** The phone apps that open this app's links; default: none. */
  phoneApps?: PhoneApps
  /** The folder of the built web app. */
  webRoot: string
  /** What the first page tells strangers. */
  readStanding: Landing['readStanding']
  version: string
  /** Whose captcha pages may load; default: ours. */
  captcha?: CaptchaProvider
  /** Whose map pages may load; default: ours. */
  map?: MapSource
  /** The card gateway that pages may use; default: none. */
  gateway?: Pick<Gateway, 'publishableKey' | 'url'>
  /** Handles webhooks of the card gateway. */
  takeWebhook: TakeWebhook
  /** Handles Twilio's webhooks about text messages, and the one-click addresses of e-mails. */
  notify?: Pick<Notify, 'receiveSms' | 'unsubscribe'>
  /** Whether a proxy of ours sets `X-Forwarded-For`. */
  trustProxy?: boolean
  /** Certificate and key, both PEM; without them the server is plain HTTP. */
  tls?: { cert: string; key: string } | null
  limits?: Partial<HttpLimits>
  metrics: Metrics
  probes: Probes
  /** What keeps the database from storing anything; default: nothing. */
  findWriteTrouble?(): Promise<string | null>
}

export type Http = {
  /** Starts listening; rejects with the system's error (`EADDRINUSE`, `EACCES`). Port 0 picks a free one. */
  listen(port: number, host: string): Promise<{ port: number }>
  /** Ends the live streams of an ended session. */
  endSession(sessionId: string): void
  /** Ends the live streams, gives requests in flight a moment to finish, and closes. */
  close(): Promise<void>
  /** For a custom server. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
}

/** How long requests in flight may take when the server closes: a payment waits for the gateway. */
const CLOSE_MS = 10_000
const TIMEOUTS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
}

/**
 * The web server: the contract under `/api`, the built app at `/`, `/live` and `/ready` for probes, and
 * `/metrics` for holders of its token.
 */
export function createHttp(deps: HttpDeps): Http {
  const { accounts, handlers, logger, clock, security, metrics, probes, trustProxy = false } = deps
  const { sessionCookie } = accounts
  const limits = { ...HTTP_LIMITS, ...deps.limits }
  const secure = deps.publicUrl.startsWith('https:')
  const streams = createStreams({
    clock,
    isLive: accounts.isLive,
    perDriver: limits.streamsPerDriver,
    recheckMs: limits.sessionRecheckMs,
  })
  const connections = createConnections({ clock, perAddress: limits.connectionsPerAddress, trustProxy })
  metrics.watchSecurity(security.counts)
  metrics.watchGauges(gaugesOf(streams, connections))
  const xsrf = createXsrf({ secrets: deps.secrets, secure, sessionCookie })
  const guard = openGuard(deps, limits.driver)
  const bytes = createAddressLimiter(limits.addressBytes)
  const router = createRouter({ handlers, streams, security })
  const { findWriteTrouble = async () => null } = deps
  const answer = createSite({
    api: createApi({ router, guard, xsrf, bytes, findWriteTrouble }),
    download: createDownloads(guard, deps.downloads),
    feed: createFeed(deps.readFeed),
    webhook: createWebhooks(deps.takeWebhook, { security, bytes }),
    smsWebhook: createSmsWebhook(deps.notify?.receiveSms, { security, bytes }),
    unsubscribe: createUnsubscribing(deps.notify?.unsubscribe, bytes),
    page: createPages({ ...deps, sessionCookie }),
    xsrf,
    demoDoor: deps.demoDoor ?? null,
    metrics,
    probes,
    addressLimit: createAddressLimiter(limits.address),
    phoneApps: deps.phoneApps ?? { androidCertificates: [], appleTeam: null },
    webRoot: deps.webRoot,
    version: deps.version,
    sessionCookie,
  })
  let closing = false
  const handler = createEdge({
    answer,
    logger,
    security,
    xsrf,
    secure,
    captcha: deps.captcha ?? 'altcha',
    map: deps.map ?? { provider: 'offline' },
    gateway: deps.gateway ?? { publishableKey: '', url: null },
    trustProxy,
    connections,
    onDone(call) {
      metrics.countRequest(measure(call))
      if (closing) setImmediate(() => server.closeIdleConnections())
    },
  })
  const server = openServer(deps.tls ?? null, TIMEOUTS, handler)
  server.on('connection', connections.take)

  return {
    handler,
    endSession: streams.endSession,
    listen: (port, host) => listen(server, port, host),
    async close() {
      if (!server.listening) return
      closing = true
      const closed = closeServer(server, clock)
      streams.endAll()
      connections.close()
      await closed
    },
  }
}

/** Methods by which metrics tell requests apart: a stranger may send any word as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/** The path of each operation; what follows the prefix of a feed or an unsubscription is a secret. */
const ROUTES = new Map([
  ...listOperations().map(({ name, path }): [string, string] => [name, `/api${path}`]),
  ...Object.keys(downloads).map((name): [string, string] => [`downloads.${name}`, DOWNLOADS_PATH + name]),
  ['blocks.feed', CALENDAR_FEED_PATH],
  ['billing.webhook', CARDS_WEBHOOK_PATH],
  ['notify.sms_webhook', SMS_WEBHOOK_PATH],
  ['notify.unsubscribe', UNSUBSCRIBE_PATH],
])

function measure({ request: { method = '' }, response, operation, since }: Call) {
  return {
    method: METHODS.has(method) ? method : '_OTHER',
    route: ROUTES.get(operation ?? '') ?? '',
    status: response.statusCode,
    seconds: (performance.now() - since) / 1_000,
  }
}

function gaugesOf(
  streams: ReturnType<typeof createStreams>,
  connections: ReturnType<typeof createConnections>,
) {
  return {
    live_streams: { help: 'Live streams that are open', read: streams.size },
    open_connections: { help: 'Connections that are open', read: connections.size },
  }
}

function openGuard(deps: HttpDeps, driverLimit: Limit): ReturnType<typeof createGuard> {
  return createGuard({
    accounts: deps.accounts,
    operators: deps.operators,
    isExempt: (email) => deps.isExempt?.(email) ?? false,
    driverLimit: createMemoryLimiter(driverLimit),
    demoDoor: deps.demoDoor ?? null,
  })
}

/** Takes no new connection, closes idle ones, and cuts off whatever is not done after `CLOSE_MS`. */
async function closeServer(server: Server, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cancel = clock.after(CLOSE_MS, () => server.closeAllConnections())
  await closed
  cancel()
}
