import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '@madruga/core/errors.ts'
import type { Accounts } from './accounts.ts'
import { createApi, sendCookies } from './http/api.ts'
import type { Call } from './http/call.ts'
import { createMetrics } from './http/metrics.ts'
import { writeOpenApi } from './http/openapi.ts'
import { setPolicyHeaders } from './http/policy.ts'
import { sendProblem, toProblem, toRefusal } from './http/problem.ts'
import { createRouter } from './http/router.ts'
import { createStreams } from './http/streams.ts'
import type { Words } from './http/words.ts'
import { createXsrf } from './http/xsrf.ts'
import type { Clock } from './kit/clock.ts'
import { addressGroup, clientAddress, createFiles, isLoopback } from './kit/http.ts'
import type { Journal } from './kit/journal.ts'
import { createMemoryLimiter } from './kit/limits.ts'
import type { Limit } from './kit/limits.ts'

export type { Words } from './http/words.ts'

/** How much one caller may ask for. */
export type HttpLimits = {
  /** Requests to the API, per address (an IPv6 /64) and per driver. */
  address: Limit
  driver: Limit
  streamsPerDriver: number
  /** How often a live stream's session is looked at. */
  sessionRecheckMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  address: { points: 1200, windowS: 60 },
  driver: { points: 600, windowS: 60 },
  streamsPerDriver: 6,
  sessionRecheckMs: 60_000,
}

/** What the web server needs. */
export type HttpDeps = {
  accounts: Accounts
  words: Words
  journal: Journal
  clock: Clock
  /** Signs the proofs against forged requests; the same in every process, at least 32 characters. */
  secret: string
  /** Where drivers reach the app; https makes cookies `Secure` and adds HSTS. */
  publicUrl: string
  /** The folder of the built web app. */
  webRoot: string
  version: string
  /** Behind a proxy of ours, which writes `X-Forwarded-For`. */
  trustProxy?: boolean
  limits?: Partial<HttpLimits>
  /** More numbers for `/metrics`, by name without prefix. */
  gauges?: Record<string, () => number>
}

export type Http = {
  /** Starts listening; rejects with the system's error (`EADDRINUSE`, `EACCES`). Port 0 takes a free one. */
  listen(port: number, host: string): Promise<{ port: number }>
  /** Ends the live streams, lets requests under way finish for a moment, and closes. */
  close(): Promise<void>
  /** For a server of one's own. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
}

const CLOSE_MS = 3_000

/** The web server: the contract under `/api`, the built app at `/`, `/metrics` for this machine alone. */
export function createHttp(deps: HttpDeps): Http {
  const { accounts, words, journal } = deps
  const limits = { ...HTTP_LIMITS, ...deps.limits }
  const secure = deps.publicUrl.startsWith('https:')
  const streams = createStreams({
    clock: deps.clock,
    isLive: accounts.isLive,
    perDriver: limits.streamsPerDriver,
    recheckMs: limits.sessionRecheckMs,
  })
  const metrics = createMetrics({ live_streams: streams.size, ...deps.gauges })
  const addressLimit = createMemoryLimiter(limits.address)
  const xsrf = createXsrf({ secret: deps.secret, secure, sessionCookie: accounts.sessionCookie })
  const router = createRouter({ accounts, words, streams, driverLimit: createMemoryLimiter(limits.driver) })
  const api = createApi(router, xsrf)
  const files = createFiles({ root: deps.webRoot, isImmutable: (path) => path.startsWith('/assets/') })
  let openApi: Promise<string> | null = null
  let closing = false

  async function answer(call: Call): Promise<void> {
    const { request, response, path } = call
    if (path === '/api/openapi.json' && request.method === 'GET') {
      openApi ??= writeOpenApi(deps.version, accounts.sessionCookie).then((each) => JSON.stringify(each))
      response.setHeader('Content-Type', 'application/json')
      response.writeHead(200).end(await openApi)
    } else if (path === '/api' || path.startsWith('/api/')) {
      const waitMs = await addressLimit.take(addressGroup(call.caller.address))
      if (waitMs !== null)
        throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      await api(call)
    } else if (path === '/metrics' && isLoopback(request)) {
      response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      response.writeHead(200).end(metrics.write())
    } else {
      await answerFile(call)
    }
  }

  async function answerFile(call: Call): Promise<void> {
    const { request, response } = call
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found')
    const path = call.path === '/' ? '/index.html' : call.path
    if (path === '/index.html') sendCookies(call, xsrf)
    if (!(await files.send(request, response, path))) throw new AppError('request.not_found')
  }

  /** The one edge: every request ends here, and every error becomes an answer here. */
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call: Call = {
      request,
      response,
      requestId: randomUUID(),
      path: (request.url ?? '/').split('?', 1)[0] ?? '/',
      caller: {
        cookie: request.headers.cookie,
        address: clientAddress(request, deps.trustProxy ?? false),
        userAgent: request.headers['user-agent'],
      },
      cookies: [],
      stage: 'reading',
      operation: null,
      failure: undefined,
    }
    response.setHeader('X-Request-Id', call.requestId)
    setPolicyHeaders(response, secure)
    response.once('close', () => {
      metrics.count(call.operation ?? 'none', response.statusCode)
      if (closing) setImmediate(() => server.closeIdleConnections())
    })
    try {
      await answer(call)
    } catch (error) {
      // Nobody is left to answer; what went wrong before that is recorded all the same.
      const gone = response.destroyed || (request.destroyed && !request.complete)
      if (gone && error !== call.failure) return
      const refusal = toRefusal(error, call, journal)
      if (!response.headersSent && call.path.startsWith('/api/')) sendCookies(call, xsrf)
      sendProblem(call, toProblem(refusal, call.requestId))
      // What was not read of a refused body is thrown away, so that the refusal is read.
      request.resume()
    }
  }

  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    void serve(request, response)
  }
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    handler,
  )

  return {
    handler,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve({ port: (server.address() as AddressInfo).port })
        })
      }),
    async close() {
      if (!server.listening) return
      closing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      streams.endAll()
      server.closeIdleConnections()
      const cancel = deps.clock.after(CLOSE_MS, () => server.closeAllConnections())
      await closed
      cancel()
    },
  }
}
