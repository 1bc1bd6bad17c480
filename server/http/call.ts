import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../accounts.ts'
import type { Member, Operator, Visitor } from './handlers.ts'

/** One request on its way through: who asks, what must go out with the answer, and how far it came. */
export type Call = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  /** The path without its query. */
  path: string
  caller: Caller
  /** `Set-Cookie` lines that the words asked for. */
  cookies: string[]
  /** Before the operation runs, what goes wrong is the request's fault. */
  stage: 'reading' | 'running'
  /** The operation, dotted; null while it is not known. */
  operation: string | null
  /** As whom the guard let the operation in; null before it did. */
  who: Visitor | Member | Operator | null
  failure: unknown
}

/** What every handler gets. */
export type CallContext = { call: Call }
