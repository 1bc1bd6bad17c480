import { OpenAPIHandler } from '@orpc/openapi/node'
import { CompressionPlugin } from '@orpc/server/node'
import { AppError } from '@madruga/core/errors.ts'
import { readJson } from '../kit/http.ts'
import type { Limiter } from '../kit/limits.ts'
import { limitBody, toBodyError } from './bodies.ts'
import type { Call } from './call.ts'
import type { Guard } from './guard.ts'
import { createFinder } from './operations.ts'
import type { Operation } from './operations.ts'
import type { createRouter } from './router.ts'
import { XSRF_HEADER } from './xsrf.ts'
import type { Xsrf } from './xsrf.ts'

const PREFIX = '/api'
const HEARTBEAT_MS = 15_000

type ApiDeps = {
  router: ReturnType<typeof createRouter>
  guard: Guard
  xsrf: Xsrf
  /** What keeps the service from storing anything; null = nothing. */
  findWriteTrouble(): Promise<string | null>
  /** The remaining body bytes of an address. */
  bytes: Pick<Limiter, 'take'>
}

/** Serves the contract's operations under `/api`; every error is thrown for the edge to answer. */
export function createApi({ router, guard, xsrf, findWriteTrouble, bytes }: ApiDeps) {
  const findOperation = createFinder()
  const handler = new OpenAPIHandler(router, {
    eventIteratorKeepAliveInterval: HEARTBEAT_MS,
    // The edge writes a problem after the plugin has released the response, which must not announce other
    // content.
    plugins: [new CompressionPlugin({ filter: (_, response) => response.statusCode < 400 })],
    interceptors: [
      async ({ next, context: { call } }) => {
        try {
          const result = await next()
          sendCookies(call, xsrf)
          if (isStream(result.response?.body)) neverHold(call)
          return result
        } catch (error) {
          call.failure = error
          return { matched: false, response: undefined }
        }
      },
    ],
    clientInterceptors: [
      ({ next, context: { call } }) => {
        call.stage = 'running'
        return next()
      },
    ],
  })

  /** Authorizes a caller before reading the body: a rejected call costs almost nothing. */
  async function admit(call: Call): Promise<Operation> {
    const { method = '' } = call.request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead && !xsrf.isProven(call.caller.cookie, call.request.headers[XSRF_HEADER]))
      throw new AppError('request.forged')
    const operation = findOperation(method, call.path.slice(PREFIX.length))
    if (operation === null) throw new AppError('request.not_found')
    call.operation = operation.name
    // A session that cannot be read is not the request's fault.
    call.stage = 'running'
    call.who = await guard(operation, call)
    // Nothing is begun that could not be stored, such as a charge.
    const trouble = isRead ? null : await findWriteTrouble()
    if (trouble !== null) throw new AppError('server.not_writable', { why: trouble })
    call.stage = 'reading'
    return operation
  }

  return async function answer(call: Call): Promise<void> {
    const { request, response } = call
    response.setHeader('Cache-Control', 'no-store')
    const operation = await admit(call)
    if (operation.method !== 'GET') {
      const limitBytes = operation.bodyKb * 1024
      const read = await readJson(request, limitBody(call, bytes, limitBytes))
      if ('refused' in read) throw toBodyError(read, limitBytes)
      // Gives the handler a body that was already read; otherwise it would wait for the connection's.
      Object.assign(request, { body: read.body ?? {} })
    }
    const { matched } = await handler.handle(request, response, { prefix: PREFIX, context: { call } })
    if (call.failure !== undefined) throw call.failure
    if (!matched) throw new AppError('request.not_found')
  }
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** Proxies collect an answer until their buffer is full, or to compress it: each line leaves now. */
function neverHold({ response }: Call): void {
  response.setHeader('Cache-Control', 'no-store, no-transform')
  response.setHeader('X-Accel-Buffering', 'no')
}

/** Sends the requested cookies and the token that the browser needs for its next changing request. */
export function sendCookies(call: Call, xsrf: Xsrf): void {
  const lines = [...call.cookies, ...xsrf.complete(call.caller.cookie, call.cookies)]
  if (lines.length > 0) call.response.setHeader('Set-Cookie', lines)
}
