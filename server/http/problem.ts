import { STATUS_CODES } from 'node:http'
import { ORPCError, ValidationError } from '@orpc/server'
import { AppError, errorStatus, problemType } from '@madruga/core/errors.ts'
import type { FieldCode, FieldError, Problem } from '@madruga/core/errors.ts'
import { troubleOf } from '../health.ts'
import type { Logger } from '../kit/logger.ts'
import type { Call } from './call.ts'

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
export function toRefusal(error: unknown, call: Call, logger: Logger): AppError {
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
export function toProblem(refusal: AppError, requestId: string): Problem {
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
export function sendProblem(call: Call, problem: Problem): void {
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
