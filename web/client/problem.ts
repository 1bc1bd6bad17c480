import type { ErrorCode, ErrorParams } from '@madruga/core/errors.ts'

/** The server's codes, and the one that only a browser can encounter. */
export type ProblemCode = ErrorCode | 'network.unreachable'

/** Why a request failed: the code of its text and the text's parameters. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: ErrorParams
  constructor(code: ProblemCode, params: ErrorParams = {}) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.params = params
  }
}

/** Any thrown value as a problem with a text. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem('server.fault')
}

/** Reads a problem+json answer (RFC 9457); answers of proxies and crashed servers have no body of ours. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null)
  if (isRecord(body) && typeof body.code === 'string') {
    return new Problem(body.code as ErrorCode, isRecord(body.params) ? (body.params as ErrorParams) : {})
  }
  return new Problem(codeOfStatus(response.status))
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'accounts.signed_out'
  if (status === 403) return 'accounts.forbidden'
  if (status === 404) return 'request.not_found'
  if (status === 429) return 'request.too_many'
  if (status === 502 || status === 503 || status === 504) return 'server.unavailable'
  return status >= 500 ? 'server.fault' : 'request.invalid'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
