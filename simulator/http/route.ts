import type { z } from 'zod'
import type { Market, Session } from '../market.ts'

/** What a handler answers: a value for JSON, ready bytes, or nothing (204). */
export type Answer = { json: unknown } | { bytes: Buffer } | undefined

/** One operation of the wire: how it is called, what it takes and answers, and what carries it out. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT'
  /** With parameters in braces: `/v1/offers/{offerId}/accept`. */
  path: string
  summary: string
  /** Who may call: anyone, a signed-in driver, or the operator on this machine. */
  who: 'anyone' | 'driver' | 'operator'
  /** Served to a driver who has not answered the question for humans yet. */
  duringQuestion?: true
  body?: z.ZodType
  query?: z.ZodType
  answer?: z.ZodType
  handle(call: Call): Answer | Promise<Answer>
}

/** One call on its way to a handler. */
export interface Call {
  market: Market
  params: Record<string, string>
  body: unknown
  query: unknown
  /** The caller's sign-in; there on calls of drivers only. */
  session?: Session
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

type Stated<Who, Body, Query> = Omit<Route, 'who' | 'body' | 'query' | 'handle'> & {
  who: Who
  body?: Body
  query?: Query
  handle(
    call: Omit<Call, 'body' | 'query' | 'session'> & {
      body: Output<Body>
      query: Output<Query>
    } & (Who extends 'driver' ? { session: Session } : object),
  ): Answer | Promise<Answer>
}

/**
 * States a route: the handler's body and query have the types of their schemas, and a driver's call a
 * session.
 */
export function defineRoute<
  Who extends Route['who'],
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(route: Stated<Who, Body, Query>): Route {
  // The dispatcher has validated body, query and session by the time it calls.
  return route as unknown as Route
}
