import { compileFilter } from '@madruga/core/filters.ts'
import type { Filter, Geography, HeldSpan, RuleResult } from '@madruga/core/filters.ts'
import type { IgnoredFor } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { AcceptResult } from '../../platforms.ts'
import type { PastMarket, Span } from './market.ts'
import type { Sighting } from './searches.ts'

/** What a driver's bot did with an offer, or what the driver did with a block. */
export type Deed = { at: Timestamp } & (
  | { did: 'ignored'; offer: Offer; ignoredFor: IgnoredFor; rules: RuleResult[] }
  | {
      did: 'accepted'
      offer: Offer
      rules: RuleResult[]
      result: Extract<AcceptResult, { outcome: 'accepted' | 'refused' }>
      /** What the market took for its answer. */
      reactionMs: number
    }
  | { did: 'arrived'; offerId: string }
)

/** A driver checks in so long before a block starts. */
const ARRIVES_BEFORE_MS = 10 * MINUTE_MS

/** A block that the driver won, from their arrival on. */
export type Delivery = { arrivedAt: Timestamp; endAt: Timestamp }

/**
 * Lets a driver's bot live through what its polls found: each offer judged when it was seen, against the
 * blocks held by then, and accepted at the market, which decides the race. The driver works every block that
 * starts in the span; the bot sleeps meanwhile if the filter says so. Returns the deeds in order, the offers
 * that were seen, and the deliveries.
 */
export async function liveThrough(
  market: Pick<PastMarket, 'accept' | 'checkIn'>,
  marketId: string,
  {
    span,
    sightings,
    filter,
    geography,
  }: { span: Span; sightings: readonly Sighting[]; filter: Filter; geography: Geography },
): Promise<{ deeds: Deed[]; seen: Sighting[]; deliveries: Delivery[] }> {
  const deeds: Deed[] = []
  const seen: Sighting[] = []
  const held: HeldSpan[] = []
  const arrivals = openArrivals(market, marketId)
  /** Listings of blocks that this driver had won by then: the market would not have listed them. */
  const sold = new Set<string>()
  let compiled = compileFilter(filter, span.from, { geography })
  for (const sighting of sightings) {
    const { offer, seenAt: at, follows } = sighting
    deeds.push(...(await arrivals.goOn(at)))
    if (filter.switches.sleepDuringDelivery && arrivals.isDelivering(at)) continue
    if (follows !== null && sold.has(follows)) {
      sold.add(offer.id)
      continue
    }
    seen.push(sighting)
    if (at >= compiled.validUntil) compiled = compiled.compileAgain(at)
    const { rules, ignoredFor } = compiled.judge(offer, { now: at, held }).explain()
    if (ignoredFor !== null) {
      deeds.push({ at, did: 'ignored', offer, ignoredFor, rules })
      continue
    }
    const startedMs = performance.now()
    const result = await market.accept(marketId, span, offer.id, at)
    if (result.outcome !== 'accepted' && result.outcome !== 'refused') continue
    deeds.push({ at, did: 'accepted', offer, rules, result, reactionMs: performance.now() - startedMs })
    if (result.outcome === 'refused') continue
    sold.add(offer.id)
    held.push({ startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId })
    arrivals.add(offer, result.blockId)
  }
  deeds.push(...(await arrivals.goOn(span.until)))
  return { deeds, seen, deliveries: arrivals.past() }
}

type Arrival = Delivery & { offerId: string; blockId: string }

/** A driver's blocks on the way to their starts. */
function openArrivals(market: Pick<PastMarket, 'checkIn'>, marketId: string) {
  let ahead: Arrival[] = []
  const past: Arrival[] = []
  return {
    add({ id: offerId, startAt, endAt }: Offer, blockId: string): void {
      ahead.push({ arrivedAt: startAt - ARRIVES_BEFORE_MS, endAt, offerId, blockId })
      ahead.sort((one, other) => one.arrivedAt - other.arrivedAt)
    },
    /** Checks the driver in wherever they have arrived before `at`. */
    async goOn(at: Timestamp): Promise<Deed[]> {
      const due = ahead.filter(({ arrivedAt }) => arrivedAt < at)
      ahead = ahead.slice(due.length)
      past.push(...due)
      for (const { blockId, arrivedAt } of due) await market.checkIn(marketId, blockId, arrivedAt)
      return due.map(({ arrivedAt, offerId }) => ({ at: arrivedAt, did: 'arrived', offerId }))
    },
    isDelivering: (at: Timestamp) => past.some(({ arrivedAt, endAt }) => arrivedAt < at && at < endAt),
    past: (): Delivery[] => past,
  }
}
