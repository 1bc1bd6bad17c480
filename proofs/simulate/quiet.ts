import { subscribe } from 'node:diagnostics_channel'
import { Client, Pool } from 'pg'
import type { OfferFeed, Platform } from '@madruga/server/platforms.ts'

/** External work of this process in progress: queries, connection attempts, HTTP requests, platform calls. */
let underWay = 0
let waiting: (() => void)[] = []

/**
 * Null while no external work is in progress, else a promise of its end. Until then time must stand still.
 */
export function findWork(): Promise<void> | null {
  return underWay === 0 ? null : new Promise((resolve) => waiting.push(resolve))
}

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

function during<T>(work: Promise<T>): Promise<T> {
  begin()
  return work.finally(end)
}

/**
 * Counts every query and every connection of this process from now on. A simulation moves time by hand, which
 * must wait for PostgreSQL.
 */
export function watchDatabase(): void {
  const { query } = Client.prototype
  const { connect } = Pool.prototype
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, given)
    if (answer instanceof Promise) void during(answer).catch(() => {})
    return answer
  } as typeof query
  Pool.prototype.connect = function (this: Pool, ...given: unknown[]) {
    const answer: unknown = Reflect.apply(connect, this, given)
    if (answer instanceof Promise) void during(answer).catch(() => {})
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

/** The same platform; its calls count as in progress until they are answered. */
export function watchPlatform(platform: Platform): Platform {
  return new Proxy(platform, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, given)
        if (name === 'openFeed') return watchFeed(answer as OfferFeed)
        return answer instanceof Promise ? during(answer) : answer
      }
    },
  })
}

function watchFeed(feed: OfferFeed): OfferFeed {
  /** A closed feed answers nothing more. */
  let out = false
  const back = (): void => {
    if (out) end()
    out = false
  }
  return {
    poll(handlers) {
      const sent = feed.poll({
        unchanged: () => (back(), handlers.unchanged()),
        unasked: () => (back(), handlers.unasked()),
        offers: (fresh, at) => (back(), handlers.offers(fresh, at)),
        troubled: (problem) => (back(), handlers.troubled(problem)),
      })
      if (sent && !out) {
        out = true
        begin()
      }
      return sent
    },
    accept: (offerId) => during(feed.accept(offerId)),
    // An announcement only makes the next poll due.
    ...(feed.listen && { listen: feed.listen.bind(feed) }),
    setTokens: (tokens) => feed.setTokens(tokens),
    forget: () => feed.forget(),
    close() {
      back()
      feed.close()
    },
  }
}
