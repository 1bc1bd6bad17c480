import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@madruga/core/errors.ts'
import { clientAddress } from '../kit/http.ts'
import type { Logger } from '../kit/logger.ts'
import { withRequest } from '../security.ts'
import type { Security } from '../security.ts'
import { sendCookies } from './api.ts'
import type { Call } from './call.ts'
import type { Connections } from './connections.ts'
import { contentPolicy, permissionsPolicy, setPolicyHeaders } from './policy.ts'
import type { CaptchaProvider, CardSource, MapSource } from './policy.ts'
import { sendProblem, toProblem, toRefusal } from './problem.ts'
import { recordRefusal } from './refused.ts'
import type { Xsrf } from './xsrf.ts'

type EdgeDeps = {
  answer: (call: Call) => Promise<void>
  logger: Logger
  security: Security
  xsrf: Xsrf
  /** Whether drivers reach us by https. */
  secure: boolean
  captcha: CaptchaProvider
  map: MapSource
  gateway: CardSource
  trustProxy: boolean
  connections: Connections
  /** Receives each finished request. */
  onDone: (call: Call) => void
}

/** What a browser reads that came to our proxy by plain HTTP. */
const HTTPS_ALONE = 'Use https. / Usa https.\n'

/** When to retry if an address has too many requests in flight. */
const BUSY_S = 5

/** The one edge: every request enters and ends here, and every error becomes an answer here. */
export function createEdge(deps: EdgeDeps): (request: IncomingMessage, response: ServerResponse) => void {
  const { captcha, map, gateway, secure } = deps
  const policy = {
    content: contentPolicy(captcha, map, gateway),
    permissions: permissionsPolicy(gateway),
    secure,
  }
  const serve = async (call: Call): Promise<void> => {
    const { request, response } = call
    response.setHeader('X-Request-Id', call.requestId)
    setPolicyHeaders(response, policy)
    const giveBack = deps.connections.enter(call.caller.address)
    response.once('close', () => {
      giveBack?.()
      deps.onDone(call)
    })
    try {
      if (giveBack === null) throw new AppError('request.too_many', { retryAfterSeconds: BUSY_S })
      if (secure && deps.trustProxy && isPlain(request))
        response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end(HTTPS_ALONE)
      else await deps.answer(call)
    } catch (error) {
      // The client is gone; earlier errors are still recorded.
      const gone = response.destroyed || (request.destroyed && !request.complete)
      if (gone && error !== call.failure) return
      const refusal = toRefusal(error, call, deps.logger)
      recordRefusal(deps.security, refusal)
      if (!response.headersSent && call.path.startsWith('/api/')) sendCookies(call, deps.xsrf)
      sendProblem(call, toProblem(refusal, call.requestId))
      // The unread rest of a rejected body is discarded, so that the client can read the refusal.
      request.resume()
    }
  }
  return (request, response) => {
    const call = openCall(request, response, deps.trustProxy)
    const { requestId, caller } = call
    const facts = { requestId, address: caller.address, operation: () => call.operation, driverId: null }
    void withRequest(facts, () => serve(call))
  }
}

/** Whether a request came to our proxy in the clear; only the last entry is the proxy's own. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (
    String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase() === 'http'
  )
}

function openCall(request: IncomingMessage, response: ServerResponse, trustProxy: boolean): Call {
  return {
    request,
    response,
    requestId: randomUUID(),
    since: performance.now(),
    path: (request.url ?? '/').split('?', 1)[0] ?? '/',
    caller: {
      cookie: request.headers.cookie,
      address: clientAddress(request, trustProxy),
      userAgent: request.headers['user-agent'],
    },
    cookies: [],
    stage: 'reading',
    operation: null,
    who: null,
    failure: undefined,
  }
}
