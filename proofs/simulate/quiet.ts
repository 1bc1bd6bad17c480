import { subscribe } from 'node:diagnostics_channel'
import { Client, Pool } from 'pg'

/** External work of this process in progress: queries, connection attempts, HTTP requests, platform calls. */
let underWay = 0
let waiting: (() => void)[] = []

/**
 * Null while no external work is in progress, else a promise of its end. Until then time must stand still.
 */
export function findWork(): Promise<void> | null {
  return underWay === 0 ? null : new Promise((resolve) => waiting.push(resolve))
}

/** Counts external work. */
export const work = { begin, end }

function begin(): void {
  underWay++
}

function end(): void {
  underWay--
  if (underWay > 0) return
  const resumed = waiting
  waiting = []
  for (const resume of resumed) resume()
}

function count(answer: unknown): void {
  if (!(answer instanceof Promise)) return
  begin()
  void answer.finally(end).catch(() => {})
}

/**
 * Counts every query and every connection of this process from now on. A simulation moves time by hand, which
 * must wait for PostgreSQL.
 */
export function watchDatabase(): void {
  const { query } = Client.prototype
  const { connect } = Pool.prototype
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, args)
    count(answer)
    return answer
  } as typeof query
  Pool.prototype.connect = function (this: Pool, ...args: unknown[]) {
    const answer: unknown = Reflect.apply(connect, this, args)
    count(answer)
    return answer
  } as typeof connect
}

/** A response that stays open: announcements of the market. */
const STAYS_OPEN = '/v1/hints'

/**
 * Counts every HTTP request of this process from its creation to the end of its answer. A request that waits
 * for an instance's budget is not created yet: time moves on meanwhile, which is what it waits for.
 */
export function watchHttp(): void {
  const open = new WeakSet<object>()
  const over = (message: unknown): void => {
    if (open.delete(requestIn(message))) end()
  }
  subscribe('undici:request:create', (message) => {
    const request = requestIn(message)
    if (request.path === STAYS_OPEN) return
    open.add(request)
    begin()
  })
  subscribe('undici:request:trailers', over)
  subscribe('undici:request:error', over)
}

function requestIn(message: unknown): { path: string } {
  return (message as { request: { path: string } }).request
}
