import type { Offer, Variant } from '@madruga/core/offers.ts'
import type { AcceptResult, OfferFeed, PlatformTokens, PollHandlers } from '../../model.ts'
import type { ConnectionPool, Exchange, WireFault } from '../wire/connections.ts'
import { createSeenIds, parseFreshOffers, scanFreshOffers } from './offers.ts'
import type { FreshOffers } from './offers.ts'
import { trouble, waitOf } from '../rest.ts'
import { readRefusalText, troubleOf } from './trouble.ts'

const POLL_TIMEOUT_MS = 10_000
/** Time-out of an accept; reconciliation waits for it, beside the second in which an intent may be sent. */
const ACCEPT_TIMEOUT_MS = 3_000
/**
 * A longer list is scanned each time instead of being kept for comparison, which bounds a driver's memory.
 */
const KEPT_BODY_BYTES = 16_384

/** Counts over all feeds of a platform. */
export type FeedFigures = {
  polls: number
  unchanged: number
  changed: number
  /** Lists that were not laid out as expected and had to be parsed whole. */
  fullParses: number
  /** Offers left out because they could not be read. */
  skippedOffers: number
}

export function emptyFigures(): FeedFigures {
  return { polls: 0, unchanged: 0, changed: 0, fullParses: 0, skippedOffers: 0 }
}

/** How requests to this host begin and end; `path` must be safe to send. */
export type RequestWriter = (method: 'GET' | 'POST', path: string, accessToken: string) => string

/** One driver's connection to the market's offers: the hot path. */
export class MarketFeed implements OfferFeed, Exchange {
  request: string
  readonly timeoutMs = POLL_TIMEOUT_MS
  #pool: ConnectionPool
  #write: RequestWriter
  #variant: Variant
  #figures: FeedFigures
  #accessToken: string
  #handlers: PollHandlers | null = null
  #closed = false
  #last: Buffer | null = null
  #lastSize = -1
  #seen: ReturnType<typeof createSeenIds>
  /** The market does not write lists as expected: parse them whole from now on. */
  #parsesWhole = false

  constructor(
    pool: ConnectionPool,
    write: RequestWriter,
    variant: Variant,
    figures: FeedFigures,
    tokens: PlatformTokens,
    /** Ids that it remembers; by default those of the settings' default. */
    idsAFeed?: number,
  ) {
    this.#seen = createSeenIds(idsAFeed)
    this.#pool = pool
    this.#write = write
    this.#variant = variant
    this.#figures = figures
    this.#accessToken = tokens.accessToken
    this.request = write('GET', '/v1/offers', tokens.accessToken)
  }

  /** After a close nothing more goes out. */
  get repeatable(): boolean {
    return !this.#closed
  }

  poll(handlers: PollHandlers): boolean {
    if (this.#handlers !== null || this.#closed) return false
    this.#handlers = handlers
    this.#figures.polls++
    this.#pool.send(this, false)
    return true
  }

  accept(offerId: string): Promise<AcceptResult> {
    if (this.#closed) {
      return Promise.resolve({ outcome: 'troubled', problem: trouble('unavailable', 'closed') })
    }
    const path = `/v1/offers/${encodeURIComponent(offerId)}/accept`
    const { promise, resolve } = Promise.withResolvers<AcceptResult>()
    this.#pool.send(
      createAcceptExchange(offerId, this.#write('POST', path, this.#accessToken), resolve),
      true,
    )
    return promise
  }

  setTokens(tokens: PlatformTokens): void {
    this.#accessToken = tokens.accessToken
    this.request = this.#write('GET', '/v1/offers', tokens.accessToken)
  }

  forget(): void {
    this.#seen.clear()
    this.#lastSize = -1
  }

  close(): void {
    this.#closed = true
    if (this.#handlers !== null) this.#pool.withdraw(this)
    this.#handlers = null
    this.#last = null
    this.#lastSize = -1
  }

  reply(
    status: number,
    bytes: Buffer,
    start: number,
    end: number,
    receivedAtMs: number,
    retryAfter: number,
  ): void {
    const handlers = this.#handlers
    if (handlers === null) return
    this.#handlers = null
    if (status !== 200) {
      const refusal = readRefusalText(bytes.toString('utf8', start, end))
      handlers.troubled(troubleOf(status, refusal, waitOf(retryAfter)))
      return
    }
    const size = end - start
    if (size === this.#lastSize && bytes.compare(this.#last!, 0, size, start, end) === 0) {
      this.#figures.unchanged++
      handlers.unchanged()
      return
    }
    const found = this.#findFresh(bytes.subarray(start, end))
    if (found === null || (found.skipped > 0 && found.skipped === found.listed)) {
      this.#lastSize = -1
      handlers.troubled(trouble('unexpected_reply', 'not a list of offers'))
      return
    }
    this.#figures.changed++
    this.#figures.skippedOffers += found.skipped
    const repeated = found.fresh.length === 0 && size > KEPT_BODY_BYTES
    this.#report(handlers, repeated, found.fresh, receivedAtMs)
    // After the report: an accept does not wait for this copy.
    this.#keep(bytes, start, end)
  }

  /** Lists too long to be compared are told apart by their offers. */
  #report(handlers: PollHandlers, repeated: boolean, fresh: Offer[], receivedAtMs: number): void {
    if (repeated) handlers.unchanged()
    else handlers.offers(fresh, receivedAtMs)
  }

  #findFresh(body: Buffer): FreshOffers | null {
    this.#seen.turn()
    if (!this.#parsesWhole) {
      const found = scanFreshOffers(body, this.#variant, this.#seen)
      if (found !== null) return found
    }
    this.#figures.fullParses++
    const found = parseFreshOffers(body.toString('utf8', 0, body.length), this.#variant, this.#seen)
    // A list that is right, yet not laid out as expected: never scan this platform's lists again for this
    // driver.
    if (found !== null && found.listed > 0) this.#parsesWhole = true
    return found
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    const size = end - start
    if (this.#closed || size > KEPT_BODY_BYTES) {
      this.#lastSize = -1
      return
    }
    if (this.#last === null || this.#last.length < size) {
      this.#last = Buffer.allocUnsafeSlow(Math.min(KEPT_BODY_BYTES, size + (size >> 2)))
    }
    bytes.copy(this.#last, 0, start, end)
    this.#lastSize = size
  }

  failed(fault: WireFault, _sent: boolean, detail: string): void {
    const handlers = this.#handlers
    this.#handlers = null
    handlers?.troubled(trouble(fault, detail))
  }
}

/** One accept under way; `settle` is called with its result, once. */
function createAcceptExchange(
  offerId: string,
  request: string,
  settle: (result: AcceptResult) => void,
): Exchange {
  return {
    request,
    timeoutMs: ACCEPT_TIMEOUT_MS,
    repeatable: false,
    reply(status, bytes, start, end, _receivedAtMs, retryAfterSeconds) {
      settle(readAccept(offerId, status, bytes.toString('utf8', start, end), retryAfterSeconds))
    },
    failed(fault, sent, detail) {
      settle(sent ? { outcome: 'unknown', detail } : { outcome: 'troubled', problem: trouble(fault, detail) })
    },
  }
}

/**
 * The market's result of an accept. Any answer that leaves open whether the block is held (an unreadable
 * success, a gateway's 5xx, a conflict with this very offer) is `unknown`: the held blocks decide.
 */
function readAccept(offerId: string, status: number, body: string, retryAfterSeconds: number): AcceptResult {
  if (status === 200) return readAccepted(offerId, body)
  const said = readRefusalText(body)
  if (status === 410 || status === 404) return { outcome: 'refused', cause: 'taken' }
  if (status === 409 && said.code === 'hour_limit') return { outcome: 'refused', cause: 'hour_limit' }
  if (status === 409) {
    return said.offerId === offerId
      ? { outcome: 'unknown', detail: 'already held' }
      : { outcome: 'refused', cause: 'conflict' }
  }
  if (status >= 500 || status < 400) return { outcome: 'unknown', detail: `status ${status}` }
  return { outcome: 'troubled', problem: troubleOf(status, said, waitOf(retryAfterSeconds)) }
}

function readAccepted(offerId: string, body: string): AcceptResult {
  try {
    const value = JSON.parse(body) as { blockId?: unknown; offerId?: unknown } | null
    if (typeof value?.blockId === 'string' && value.blockId !== '' && value.offerId === offerId) {
      return { outcome: 'accepted', blockId: value.blockId }
    }
  } catch {
    return { outcome: 'unknown', detail: 'unreadable answer' }
  }
  return { outcome: 'unknown', detail: 'unreadable answer' }
}
