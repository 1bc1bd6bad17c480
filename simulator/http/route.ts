import type { z } from 'zod'
import type { Market, Session } from '../market.ts'

/** A handler's result: a value for JSON, prepared bytes, or nothing (204). */
export type Answer = { json: unknown } | { bytes: Buffer } | undefined

/** One operation of the wire: its route, input, output, and handler. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT'
  /** With parameters in braces: `/v1/offers/{offerId}/accept`. */
  path: string
  summary: string
  /** Who may call: anyone, a signed-in driver, or an admin on this machine. */
  who: 'anyone' | 'driver' | 'operator'
  /** Served to a driver who has not solved the human check yet. */
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
  /** The caller's session; only on driver calls. */
  session?: Session
  /** Aborted when the client disconnects. */
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
 * Declares a route: the handler's body and query have the types of their schemas, and a driver call has a
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
