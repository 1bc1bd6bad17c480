import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, Member, Operator, Visitor } from '../module.ts'

/** One request in progress: the caller, the headers of the answer, and the stage. */
export type Call = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** When it came, monotonic ms. */
  since: number
  /** The path without its query. */
  path: string
  caller: Caller
  /** `Set-Cookie` lines requested by modules. */
  cookies: string[]
  /** Errors before the operation runs are the request's fault. */
  stage: 'reading' | 'running'
  /** The operation, dotted; null until known. */
  operation: string | null
  /** The caller as the guard authorized it; null before. */
  who: Visitor | Member | Operator | null
  failure: unknown
}

/** The context of every handler. */
export type CallContext = { call: Call }
