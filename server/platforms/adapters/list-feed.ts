import type { Offer } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Clock } from '../../kit/clock.ts'
import type { AcceptResult, OfferFeed, PlatformTokens, PlatformTrouble, PollHandlers } from '../model.ts'
import { trouble } from './rest.ts'
import type { Unread } from './rest.ts'

/**
 * What one poll read: the whole list, with its text, so that the same text again is known as unchanged;
 * `some` offers, which says nothing of the others; `nothing`, since no request went out, nor should within
 * `retryAfterMs`; or a trouble.
 */
export type ListRead =
  | { kind: 'list'; offers: readonly Offer[]; text: string; receivedAtMs: number }
  | { kind: 'some'; offers: readonly Offer[]; receivedAtMs: number }
  | Unread

export type ListFeedOptions = {
  tokens: PlatformTokens
  clock: Clock
  read(tokens: PlatformTokens): Promise<ListRead>
  accept(tokens: PlatformTokens, offerId: string, joins: boolean): Promise<AcceptResult>
  /**
   * How long an offer counts as reported after the last list that had it; 0 = an offer that is listed again
   * is reported again. More where lists lag behind.
   */
  rememberMs?: number
  /** See `OfferFeed`. */
  listen?: NonNullable<OfferFeed['listen']>
  sharesReadings?: true
  isAwarded?: true
  onTokens?(tokens: PlatformTokens): void
  onClose?(): void
}

/**
 * The feed of an adapter that reads a list and accepts by calls: one poll at a time, each offer reported
 * once, nothing called after a close.
 */
export function createListFeed(options: ListFeedOptions): OfferFeed {
  const { clock, rememberMs = 0 } = options
  const seen = createSeenOffers(clock, rememberMs)
  let { tokens } = options
  let isPolling = false
  let isClosed = false
  let last: string | null = null

  const settle = (read: ListRead, handlers: PollHandlers): void => {
    isPolling = false
    if (isClosed) return
    if (read.kind === 'troubled') handlers.troubled(read.problem)
    else if (read.kind === 'nothing') handlers.unasked()
    else if (read.kind === 'list' && read.text === last) {
      seen.renew()
      handlers.unchanged()
    } else {
      if (read.kind === 'list') last = read.text
      handlers.offers(seen.take(read.offers, read.kind === 'list'), read.receivedAtMs)
    }
  }

  return {
    poll(handlers) {
      if (isPolling || isClosed) return false
      isPolling = true
      options.read(tokens).then(
        (read) => settle(read, handlers),
        (fault: unknown) => settle({ kind: 'troubled', problem: faultOf(fault) }, handlers),
      )
      return true
    },
    async accept(offerId, joins = true) {
      if (isClosed) return { outcome: 'troubled', problem: trouble('unavailable', 'closed') }
      return await options.accept(tokens, offerId, joins)
    },
    ...(options.listen && { listen: options.listen }),
    ...(options.sharesReadings && { sharesReadings: true }),
    ...(options.isAwarded && { isAwarded: true }),
    setTokens(next) {
      tokens = next
      options.onTokens?.(next)
    },
    forget() {
      seen.clear()
      last = null
    },
    close() {
      if (isClosed) return
      isClosed = true
      last = null
      seen.clear()
      options.onClose?.()
    },
  }
}

/** A fault of the adapter itself ends as a trouble: one driver's search must not end the process. */
function faultOf(fault: unknown): PlatformTrouble {
  return trouble('unexpected_reply', fault instanceof Error ? fault.message : String(fault))
}

type SeenOffers = {
  /** The offers that were not reported yet. `isWhole`: offers that are missing here are gone. */
  take(offers: readonly Offer[], isWhole: boolean): Offer[]
  /** The last list came again. */
  renew(): void
  clear(): void
}

function createSeenOffers(
  clock: Clock,
  rememberMs: number,
  most = DEFAULT_SETTINGS.flood.idsAFeed,
): SeenOffers {
  const seenAt = new Map<string, number>()
  let listed: readonly string[] = []
  const renew = (): void => {
    const now = clock.now()
    for (const id of listed) seenAt.set(id, now)
  }
  return {
    take(offers, isWhole) {
      const now = clock.now()
      const fresh: Offer[] = []
      for (const offer of offers) {
        const isKnown = seenAt.has(offer.id)
        // What is beyond the limit is not looked at: a list of this many is a mistake, or an attack.
        if (!isKnown && seenAt.size >= most) continue
        if (!isKnown) fresh.push(offer)
        seenAt.set(offer.id, now)
      }
      if (isWhole) {
        listed = offers.slice(0, most).map(({ id }) => id)
        const kept = new Set(listed)
        for (const [id, at] of seenAt) if (!kept.has(id) && now - at >= rememberMs) seenAt.delete(id)
      }
      return fresh
    },
    renew,
    clear() {
      seenAt.clear()
      listed = []
    },
  }
}
