import { OpenAPIHandler } from '@orpc/openapi/node'
import { CompressionPlugin } from '@orpc/server/node'
import { AppError } from '@madruga/core/errors.ts'
import { readJson } from '../kit/http.ts'
import type { BodyRefusal } from '../kit/http.ts'
import type { Call } from './call.ts'
import type { createRouter } from './router.ts'
import { XSRF_HEADER } from './xsrf.ts'
import type { Xsrf } from './xsrf.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const HEARTBEAT_MS = 15_000

const BODY_REFUSALS: Record<BodyRefusal, () => AppError> = {
  too_large: () => new AppError('request.too_large', { limitBytes: BODY_LIMIT_BYTES }),
  not_json: () => new AppError('request.invalid'),
  malformed: () => new AppError('request.invalid'),
}

/** Answers the operations of the contract under `/api`; whatever goes wrong is thrown, for the edge to say. */
export function createApi(router: ReturnType<typeof createRouter>, xsrf: Xsrf) {
  const handler = new OpenAPIHandler(router, {
    eventIteratorKeepAliveInterval: HEARTBEAT_MS,
    // A problem is written by the edge, after the plugin has let go of the response: it must not announce what it will not do.
    plugins: [new CompressionPlugin({ filter: (_, response) => response.statusCode < 400 })],
    interceptors: [
      async ({ next, context: { call } }) => {
        try {
          const result = await next()
          sendCookies(call, xsrf)
          return result
        } catch (error) {
          call.failure = error
          return { matched: false, response: undefined }
        }
      },
    ],
    clientInterceptors: [
      ({ next, context: { call }, path }) => {
        call.stage = 'running'
        call.operation = path.join('.')
        return next()
      },
    ],
  })

  return async function answer(call: Call): Promise<void> {
    const { request, response } = call
    response.setHeader('Cache-Control', 'no-store')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!xsrf.isProven(call.caller.cookie, request.headers[XSRF_HEADER]))
        throw new AppError('request.forged')
      const read = await readJson(request, BODY_LIMIT_BYTES)
      if ('refused' in read) throw BODY_REFUSALS[read.refused]()
      // The handler takes a body that was read already; without one it would wait for the connection's.
      Object.assign(request, { body: read.body ?? {} })
    }
    const { matched } = await handler.handle(request, response, { prefix: '/api', context: { call } })
    if (call.failure !== undefined) throw call.failure
    if (!matched) throw new AppError('request.not_found')
  }
}

/** Sends the cookies that were asked for, and with them what the browser needs to prove its next request. */
export function sendCookies(call: Call, xsrf: Xsrf): void {
  const lines = [...call.cookies, ...xsrf.complete(call.caller.cookie, call.cookies)]
  if (lines.length > 0) call.response.setHeader('Set-Cookie', lines)
}
