import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, errorStatus, problemType } from '@madruga/core/errors.ts'
import type { ErrorCode, FieldCode, FieldError, Problem } from '@madruga/core/errors.ts'
import { clientAddress } from '../kit/http.ts'
import type { Logger } from '../kit/logger.ts'
import { withRequest } from '../ops/security.ts'
import type { Security, SecurityKind } from '../ops/security.ts'
import { sendCookies } from './api.ts'
import type { Call } from './call.ts'
import type { Connections } from './connections.ts'
import { contentPolicy, permissionsPolicy, setPolicyHeaders } from './policy.ts'
import type { CaptchaProvider, CardSource, MapSource } from './policy.ts'
import type { Xsrf } from './xsrf.ts'
import { ORPCError, ValidationError } from '@orpc/server'
import { troubleOf } from '../ops/health.ts'

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

/**
 * Refusals that are events of their own; null for those that are recorded where they happen, with more
 * details.
 */
const KINDS: Partial<Record<ErrorCode, SecurityKind | null>> = {
  'request.forged': 'xsrf.forged',
  'accounts.code_mismatch': 'code.mismatched',
  'accounts.code_limit': 'code.limited',
  'accounts.captcha_failed': 'captcha.failed',
  'accounts.invalid_login': null,
  'accounts.wrong_password': null,
  'operators.step_up_needed': 'second_factor.step_up_asked',
}

/** Records a refusal that operators of the service should see. */
function recordRefusal(security: Security, { code }: AppError): void {
  const kind = KINDS[code] === undefined ? kindOf(errorStatus(code)) : KINDS[code]
  if (kind !== null) security.record({ kind, code })
}

function kindOf(status: number): SecurityKind | null {
  if (status === 401) return 'access.unauthenticated'
  return status === 403 ? 'access.forbidden' : null
}

/**
 * SQLSTATE classes after which the same call may succeed: connection, resources, operator's shutdown, and
 * rolled back for another transaction's sake.
 */
const DATABASE_DOWN = /^(08|40|53|57)/
const FOREIGN_KEY_VIOLATION = '23503'
/** More than any form has; a program's invalid input is not echoed a thousand times. */
const MOST_FIELDS = 100
const NETWORK_DOWN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** Converts any error into a refusal: the only place that does. Faults are logged here, once. */
function toRefusal(error: unknown, call: Call, logger: Logger): AppError {
  if (error instanceof AppError) return error
  const invalid = refuseInvalid(error, call)
  if (invalid !== null) return invalid
  // Its driver was deleted since the call began.
  if (causesOf(error).some(isOrphan)) return new AppError('request.not_found')
  const [trouble] = causesOf(error).flatMap((cause) => troubleOf(cause) ?? [])
  if (trouble === 'disk_full' || trouble === 'read_only') {
    logger.error({ err: error, operation: call.operation }, 'the database stores nothing')
    return new AppError('server.not_writable', { why: trouble })
  }
  const down = isDatabaseDown(error)
  logger.error({ err: error, operation: call.operation }, down ? 'database unavailable' : 'fault')
  return new AppError(down ? 'server.unavailable' : 'server.fault')
}

function refuseInvalid(error: unknown, call: Call): AppError | null {
  if (!(error instanceof ORPCError)) return call.stage === 'reading' ? new AppError('request.invalid') : null
  if (error.cause instanceof ValidationError && error.status === 400)
    return new AppError('request.invalid', { fields: error.cause.issues.slice(0, MOST_FIELDS).map(toField) })
  return error.status < 500 ? new AppError('request.invalid') : null
}

/** A refusal in wire format. */
function toProblem(refusal: AppError, requestId: string): Problem {
  const status = errorStatus(refusal.code)
  const title = STATUS_CODES[status] ?? 'Error'
  return {
    type: problemType(refusal.code),
    title,
    status,
    code: refusal.code,
    params: refusal.params,
    requestId,
  }
}

/** Writes a problem, or closes the connection if an answer has already begun. */
function sendProblem(call: Call, problem: Problem): void {
  const { response } = call
  if (response.headersSent) {
    response.destroy()
    return
  }
  const wait = problem.params['retryAfterSeconds']
  if (typeof wait === 'number') response.setHeader('Retry-After', wait)
  response.setHeader('Content-Type', 'application/problem+json')
  const body = JSON.stringify(problem)
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.writeHead(problem.status).end(call.request.method === 'HEAD' ? undefined : body)
}

type Issue = ValidationError['issues'][number]

/** A rejected field according to its schema; `code` selects the text. */
function toField(issue: Issue): FieldError & { code: FieldCode } {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  const { code, minimum, maximum, input } = issue as unknown as Record<string, unknown>
  if (code === 'too_small' && typeof minimum === 'number')
    return { path, code: 'field.too_small', params: { minimum } }
  if (code === 'too_big' && typeof maximum === 'number')
    return { path, code: 'field.too_big', params: { maximum } }
  if (code === 'invalid_type' && input === undefined) return { path, code: 'field.required' }
  return { path, code: 'field.invalid' }
}

/** The database driver's messages of a broken connection, which has no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

function isDatabaseDown(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const code = 'code' in cause ? String(cause.code) : ''
    const fromDriver = 'severity' in cause || 'syscall' in cause
    if (fromDriver && (DATABASE_DOWN.test(code) || NETWORK_DOWN.has(code))) return true
    return CONNECTION_LOST.test(cause.message)
  })
}

function isOrphan(cause: Error): boolean {
  const { code, constraint } = cause as Error & { code?: unknown; constraint?: unknown }
  return code === FOREIGN_KEY_VIOLATION && String(constraint).endsWith('driver_id_fkey')
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}
