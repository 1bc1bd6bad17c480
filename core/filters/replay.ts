import type { Cents } from '../money.ts'
import { isPaidIn } from '../offers.ts'
import type { Pay, PayBasis } from '../offers.ts'
import type { Observation, ObservationHistory } from '../observations.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { HORIZON_DAYS } from './judge.ts'
import { RULES } from './model.ts'
import type { Filter, Geography, HeldSpan, Rule } from './model.ts'
import { estimatePay, estimatesPay } from './pay.ts'
import { prepareFilter, WINDOW_PAST_DAYS } from './prepare.ts'
import type { PreparedFilter } from './prepare.ts'
import { matchOffer } from './rules.ts'
import { findBlocker } from './replay/blocker.ts'
import { holdOffers } from './replay/hold.ts'
import { addPay, mainCurrency, mostCounted } from '../pay-sums.ts'
import type { CurrencySum } from '../pay-sums.ts'

/**
 * The pay of offers in the replay's currency, without tips, and what is paid in others. `payBasis` is there
 * as soon as the pay of one of them is not stated: that one adds its estimate, or nothing.
 */
type PaidOffers = { cents: Cents; payBasis?: PayBasis; others: CurrencySum[] }
/** Offers and what they pay. */
export type OfferSum = PaidOffers & { count: number }
/** The same, and their projected tips in the replay's currency. */
export type OfferPay = OfferSum & { tipCents: Cents }

/** What a filter would have done with a history. */
export type Replay = {
  considered: number
  /** Of every `cents`: the one in which most of the history is paid; null = USD. Nothing else is added. */
  currency: string | null
  /** When the oldest of them was seen; null without any. */
  from: Timestamp | null
  /** Each offer judged alone, at the time when it was seen. */
  fit: OfferPay
  /**
   * Of those, what one driver could have held: without overlaps, within hour limits, first seen first taken.
   */
  held: OfferPay
  /** Offers that failed exactly this rule; the most frequent rule first. */
  blockers: (OfferSum & { rule: Rule })[]
  /** By station: what would have matched there, most pay first. */
  byStation: (PaidOffers & { stationId: string; considered: number; fit: number })[]
  /** The same `fit` and `held` as indices into the history, in the order of observation. */
  places: { fit: number[]; held: number[] }
}

export type ReplayOptions = {
  /** Locations, as for judging. */
  geography?: Geography
  /** What the driver already held when the history began. */
  held?: readonly HeldSpan[]
  /**
   * Ids of offers that the driver did win, regardless of this filter: only blocks held by then can conflict
   * with them.
   */
  won?: ReadonlySet<string>
}

/**
 * Judges a history by a filter as the search would have: by the same rules, each offer at the time when it
 * was first seen, with the growing set of held blocks. The filter is prepared once for the whole history, so
 * that 100,000 offers take some 50 ms (bench/what-if.md). An offer further from its observation than a search
 * prepares for (a day back, sixteen ahead) matches nothing here either. Other reasons for misses are not
 * modeled: sleep, request rate, safety limits and other drivers.
 */
export function replayFilter(
  filter: Filter,
  history: ObservationHistory,
  options: ReplayOptions = {},
): Replay {
  return replay(filter, estimatesPay(filter) ? estimateHistory(filter, history) : history, options)
}

function replay(filter: Filter, history: ObservationHistory, options: ReplayOptions): Replay {
  const currency = findCurrency(history)
  const tally = startTally(currency)
  const seenAt = readInstants(history)
  const fit: number[] = []
  if (seenAt.length === 0) return tally.finish(null, { fit, held: [] }, history)
  const span = findSpan(seenAt)
  const prepared = prepareFor(filter, span, options)
  const free: { now: Timestamp; held: readonly HeldSpan[] } = { now: 0, held: [] }
  for (let place = 0; place < seenAt.length; place++) {
    const offer = history.at(place)!
    free.now = seenAt[place]!
    const inReach = isInReach(offer)
    const fits = options.won?.has(offer.id) === true || (inReach && matchOffer(prepared, offer, free))
    if (fits) fit.push(place)
    tally.count(offer, fits, fits || !inReach ? null : findBlocker(prepared, offer, free.now))
  }
  // Histories contain runs of offers per station, which this sort exploits.
  fit.sort((one, other) => seenAt[one]! - seenAt[other]! || one - other)
  const { held: before = [], won = NONE } = options
  const held = holdOffers({ prepared, filter, history, seenAt, fit, before, won })
  return tally.finish(span.first, { fit, held }, history)
}

/** How many of these offers are paid in the replay's currency. */
export function countPaid({ count, others }: OfferSum): number {
  return count - others.reduce((sum, other) => sum + other.count, 0)
}

/** The same history with the pay that the driver's own rate makes of each job. */
function estimateHistory(filter: Filter, history: ObservationHistory): ObservationHistory {
  return {
    length: history.length,
    seenAt: (index) => history.seenAt?.(index) ?? history.at(index)!.seenAt,
    ...(history.countCurrencies && { countCurrencies: () => history.countCurrencies!() }),
    at: (index) => {
      const found = history.at(index)
      return found && estimatePay(found, filter)
    },
  }
}

function findCurrency(history: ObservationHistory): string | null {
  return history.countCurrencies ? mostCounted(history.countCurrencies()) : mainCurrency(eachOf(history))
}

function* eachOf(history: ObservationHistory): Generator<Observation> {
  for (let place = 0; place < history.length; place++) yield history.at(place)!
}

const NONE: ReadonlySet<string> = new Set()

function prepareFor(
  filter: Filter,
  { first, last }: { first: Timestamp; last: Timestamp },
  options: ReplayOptions,
): PreparedFilter {
  const days = Math.ceil((last - first) / DAY_MS) + HORIZON_DAYS
  return prepareFilter(filter, first, days, options.geography)
}

function isInReach({ startAt, seenAt }: Observation): boolean {
  const ahead = startAt - seenAt
  return ahead >= -WINDOW_PAST_DAYS * DAY_MS && ahead < HORIZON_DAYS * DAY_MS
}

/** The time of each observation, read once since it is used many times. */
function readInstants(history: ObservationHistory): Float64Array {
  const seenAt = new Float64Array(history.length)
  for (let place = 0; place < seenAt.length; place++)
    seenAt[place] = history.seenAt?.(place) ?? history.at(place)!.seenAt
  return seenAt
}

function findSpan(seenAt: Float64Array): { first: Timestamp; last: Timestamp } {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let place = 0; place < seenAt.length; place++) {
    first = Math.min(first, seenAt[place]!)
    last = Math.max(last, seenAt[place]!)
  }
  return { first, last }
}

type Tally = {
  count(offer: Observation, fits: boolean, blocker: Rule | null): void
  finish(from: Timestamp | null, places: Replay['places'], history: ObservationHistory): Replay
}

function startTally(currency: string | null): Tally {
  const stations = new Map<string, Replay['byStation'][number]>()
  const blockers = new Map<Rule, OfferSum & { rule: Rule }>()
  let considered = 0
  const fit: OfferPay = { count: 0, cents: 0, tipCents: 0, others: [] }
  return {
    count(offer, fits, blocker) {
      considered++
      const { stationId } = offer
      let station = stations.get(stationId)
      if (station === undefined)
        stations.set(stationId, (station = { stationId, considered: 0, fit: 0, cents: 0, others: [] }))
      station.considered++
      if (!fits && blocker === null) return
      if (fits) {
        station.fit++
        addPaid(station, offer, currency)
        addOffer(fit, offer, currency)
      } else if (blocker !== null) {
        let sum = blockers.get(blocker)
        if (sum === undefined)
          blockers.set(blocker, (sum = { rule: blocker, count: 0, cents: 0, others: [] }))
        sum.count++
        addPaid(sum, offer, currency)
      }
    },
    finish(from, places, history) {
      return {
        considered,
        currency,
        from,
        fit,
        held: sumPlaces(history, places.held, currency),
        blockers: [...blockers.values()].sort(
          (one, other) => other.count - one.count || RULES.indexOf(one.rule) - RULES.indexOf(other.rule),
        ),
        byStation: [...stations.values()].sort(
          (one, other) => other.cents - one.cents || other.fit - one.fit || other.considered - one.considered,
        ),
        places,
      }
    },
  }
}

function sumPlaces(
  history: ObservationHistory,
  places: readonly number[],
  currency: string | null,
): OfferPay {
  const sum: OfferPay = { count: 0, cents: 0, tipCents: 0, others: [] }
  for (const place of places) addOffer(sum, history.at(place)!, currency)
  return sum
}

function addOffer(sum: OfferPay, offer: Pay, currency: string | null): void {
  sum.count++
  if (addPaid(sum, offer, currency)) sum.tipCents += offer.tipCents
}

/** Adds the pay of an offer to its currency's sum; answers whether that is the replay's. */
function addPaid(sum: PaidOffers, offer: Pay, currency: string | null): boolean {
  const isMain = isPaidIn(offer, currency)
  if (isMain) {
    sum.cents += offer.payCents
    if (offer.payBasis) sum.payBasis = 'estimated'
  } else addPay(sum.others, offer)
  return isMain
}
