import { proposeExtras } from '@madruga/core/filters.ts'
import type { CompiledFilter, RuleResult } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { handClock } from '../../../kit/testing.ts'
import type { HandClock } from '../../../kit/testing.ts'
import type { AcceptResult, OfferFeed, PlatformTrouble, PollHandlers } from '../../../platforms.ts'
import type { Search } from './model.ts'
import { startReading } from './unread.ts'

/** A clock that a test moves by hand, and the monotonic one, which has fractions of a millisecond. */
export function createHandClock(startAt = 1_800_000_000_000): HandClock & { monotonic(): number } {
  const { now: monotonic, after, advance } = handClock(0, { settle: settleMicrotasks })
  return { now: () => startAt + Math.floor(monotonic()), monotonic, after, advance }
}

/** Lets everything run that waits for promises alone. */
export async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A feed that records what is asked of it and answers when told to; it notices what must not overlap. */
export type FakeFeed = OfferFeed & {
  polls: number
  accepts: string[]
  forgotten: number
  /** Polls that went out while another request was under way, and accepts during another accept. */
  overlapping: number
  polling: boolean
  replyUnchanged(): void
  replyOffers(offers: Offer[], receivedAtMs: number): void
  replyTrouble(problem: PlatformTrouble): void
  /** Answers the accept under way. */
  replyAccept(result: AcceptResult): void
  /** Called as each poll goes out, so that it may answer by itself. */
  onPoll: (() => void) | null
}

export function createFakeFeed(): FakeFeed {
  let handlers: PollHandlers | null = null
  let answerAccept: ((result: AcceptResult) => void) | null = null
  const take = () => {
    const taken = handlers
    handlers = null
    feed.polling = false
    return taken
  }
  const feed: FakeFeed = {
    polls: 0,
    accepts: [],
    forgotten: 0,
    overlapping: 0,
    polling: false,
    onPoll: null,
    poll(given) {
      if (handlers !== null || answerAccept !== null) feed.overlapping++
      handlers = given
      feed.polling = true
      feed.polls++
      feed.onPoll?.()
      return true
    },
    accept(offerId) {
      if (answerAccept !== null) feed.overlapping++
      feed.accepts.push(offerId)
      const { promise, resolve } = Promise.withResolvers<AcceptResult>()
      answerAccept = resolve
      return promise
    },
    setTokens() {},
    forget() {
      feed.forgotten++
    },
    close() {},
    replyUnchanged: () => take()?.unchanged(),
    replyOffers: (offers, receivedAtMs) => take()?.offers(offers, receivedAtMs),
    replyTrouble: (problem) => take()?.troubled(problem),
    replyAccept(result) {
      const answer = answerAccept
      answerAccept = null
      answer?.(result)
    },
  }
  return feed
}

/** An amazon block of two hours that starts `hour` hours after the hand clock's start. */
export function makeOffer(id: string, payCents: number, hour = 5): Offer {
  const startAt = 1_800_000_000_000 + hour * 3_600_000
  return {
    id,
    stationId: 'st-qnx2',
    kind: 'block',
    startAt,
    endAt: startAt + 7_200_000,
    payCents,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
  }
}

/**
 * Takes what pays at least `minCents` and overlaps with nothing held: the searcher needs no more of a filter
 * than that.
 */
export function makeFilter(minCents: number): CompiledFilter {
  const price = {
    perHourMinCents: 0,
    perHourMaxCents: null,
    totalMinCents: minCents,
    totalMaxCents: null,
    combine: 'both' as const,
    countTip: false,
    byDuration: [],
  }
  const filter: AmazonFilter = {
    variant: 'amazon',
    plan: 'basic',
    timeZone: 'America/Chicago',
    speed: '1X',
    custom: null,
    schedule: { days: [], mustEndInside: false },
    switches: {
      sleepAfterAwardMinutes: 0,
      sleepDuringDelivery: false,
      logOutOfPlatformOnStart: false,
      hideIgnoredByPrice: false,
    },
    maxMinutesPerDay: null,
    maxMinutesPerWeek: null,
    ...proposeExtras(),
    stations: [],
    shared: { price, arrivalMinutes: 0, schedule: null },
  }
  const judge: CompiledFilter['judge'] = (offer, { held }) => {
    const pays = offer.payCents >= minCents
    const free = held.every(
      (span) =>
        (offer.endAt <= span.startAt && span.isRunning !== true) ||
        (offer.startAt >= span.endAt && span.isOpen !== true),
    )
    const failed: RuleResult[] = []
    if (!pays)
      failed.push({
        rule: 'price_total',
        passed: false,
        value: offer.payCents,
        limit: minCents,
        bound: 'min',
      })
    if (!free) failed.push({ rule: 'overlap', passed: false, value: null, limit: null, bound: 'is' })
    const ignoredFor = failed.length === 0 ? null : pays ? 'schedule' : 'price'
    const outcome = failed.length === 0 ? 'match' : 'ignored'
    return { outcome, explain: () => ({ rules: failed, failed, ignoredFor, settingIndex: 0 }) }
  }
  return {
    filter,
    houseRules: NO_HOUSE_RULES,
    readPay: (offer) => offer,
    matches: (offer, context) => judge(offer, context).outcome === 'match',
    judge,
    validUntil: Number.POSITIVE_INFINITY,
    compileAgain: () => makeFilter(minCents),
  }
}

export function makeSearch(feed: OfferFeed, change: Partial<Search> = {}): Search {
  return {
    driverId: 'driver-1',
    gen: 1,
    epoch: 1,
    owner: 'worker-1',
    platform: 'market',
    feed,
    hasBegun: false,
    reading: startReading(),
    lease: { until: Number.POSITIVE_INFINITY },
    filter: makeFilter(0),
    filterVersion: 1,
    wider: null,
    shadow: false,
    held: [],
    pollMs: 1_000,
    ...change,
  }
}
