import { headStartMs, NO_HOUSE_RULES } from '../house-rules.ts'
import type { HouseRules } from '../house-rules.ts'
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
import { holdOffers, listJointLimits } from './replay/hold.ts'
import { mainCurrency, mostCounted } from '../pay-sums.ts'
import { countAt, lessOf, sumPlaces, sumStations } from './replay/sums.ts'
import type { OfferPay, StationSum } from './replay/sums.ts'

export { countPaid } from './replay/sums.ts'
export type { OfferPay, OfferSum } from './replay/sums.ts'

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
   * Of those, what one driver could have held and worked: without overlaps, with time to drive, within the
   * hours of the filter, of the platform and of a week of work; first seen, first taken.
   */
  held: OfferPay
  /** What one driver could have held more without one rule, most pay first; only if asked for `blockers`. */
  blockers: (OfferPay & { rule: Rule })[]
  /** By station: of how many, what was held; most pay first. */
  byStation: StationSum[]
  /**
   * The same `fit` and `held` as indices into the history, in the order of observation, and the offers that
   * failed exactly one rule, by the rule.
   */
  places: { fit: number[]; held: number[]; blocked: ReadonlyMap<Rule, number[]> }
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
  /** Tell what each rule kept from the driver; for the price of holding the history once more a rule. */
  blockers?: boolean
}

/**
 * Judges a history by a filter as the search would have: by the same rules, each offer at the time when it
 * was first seen, with the growing set of held blocks. The filter is prepared once for the whole history, so
 * that 100,000 offers take some 50 ms (bench/what-if.md). An offer further from its observation than a search
 * prepares for (a day back, sixteen ahead) matches nothing here either. A head start of the house delays the
 * judgement. Other reasons for misses are not modeled: sleep, request rate, safety limits and other drivers.
 */
export function replayFilter(
  filter: Filter,
  history: ObservationHistory,
  options: ReplayOptions = {},
): Replay {
  return replay(filter, estimatesPay(filter) ? estimateHistory(filter, history) : history, options)
}

function houseRulesOf({ geography }: ReplayOptions): HouseRules {
  return geography?.houseRules ?? NO_HOUSE_RULES
}

function replay(filter: Filter, history: ObservationHistory, options: ReplayOptions): Replay {
  const currency = findCurrency(history)
  const seenAt = readInstants(history)
  const fit: number[] = []
  const blocks = new Map<Rule, number[]>()
  const stations = new Map<string, StationSum>()
  const sum = (places: readonly number[]) => sumPlaces(history, places, currency)
  if (seenAt.length === 0) {
    const places = { fit, held: [], blocked: blocks }
    return {
      considered: 0,
      currency,
      from: null,
      fit: sum([]),
      held: sum([]),
      blockers: [],
      byStation: [],
      places,
    }
  }
  const span = findSpan(seenAt)
  const prepared = prepareFor(filter, span, options)
  const houseRules = houseRulesOf(options)
  const free: { now: Timestamp; held: readonly HeldSpan[] } = { now: 0, held: [] }
  for (let place = 0; place < seenAt.length; place++) {
    const offer = history.at(place)!
    free.now = seenAt[place]! + headStartMs(houseRules, seenAt[place]!, offer.startAt)
    const inReach = isInReach(offer)
    const fits = options.won?.has(offer.id) === true || (inReach && matchOffer(prepared, offer, free))
    countAt(stations, offer.stationId)
    if (fits) fit.push(place)
    else if (inReach) addTo(blocks, findBlocker(prepared, offer, free.now), place)
  }
  // Histories contain runs of offers per station, which this sort exploits.
  const bySight = (one: number, other: number) => seenAt[one]! - seenAt[other]! || one - other
  fit.sort(bySight)
  const { held: before = [], won = NONE, geography } = options
  const spanMs = span.last - span.first
  const holding = { prepared, filter, geography, history, seenAt, spanMs, before, won }
  const held = holdOffers({ ...holding, fit })
  const gainOf = (rule: Rule, places: readonly number[]) => {
    const would = holdOffers({ ...holding, fit: [...fit, ...places].sort(bySight), lifted: rule })
    return { rule, ...lessOf(sum(would), sum(held)) }
  }
  return {
    considered: seenAt.length,
    currency,
    from: span.first,
    fit: sum(fit),
    held: sum(held),
    blockers: options.blockers
      ? [...new Set([...blocks.keys(), ...listJointLimits(prepared)])]
          .map((rule) => gainOf(rule, blocks.get(rule) ?? []))
          .filter(({ count, cents }) => count > 0 && cents >= 0)
          .sort(
            (one, other) => other.cents - one.cents || RULES.indexOf(one.rule) - RULES.indexOf(other.rule),
          )
      : [],
    byStation: sumStations(stations, history, held, currency),
    places: { fit, held, blocked: blocks },
  }
}

/** The same history with the pay that the driver's own rate makes of each job. */
function estimateHistory(filter: Filter, history: ObservationHistory): ObservationHistory {
  return {
    length: history.length,
    seenAt: (index) => history.seenAt?.(index) ?? history.at(index)!.seenAt,
    ...(history.countCurrencies && { countCurrencies: () => history.countCurrencies!() }),
    at: (index) => {
      const entry = history.at(index)
      return entry && estimatePay(entry, filter)
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

function addTo(blocks: Map<Rule, number[]>, rule: Rule | null, place: number): void {
  if (rule === null) return
  const places = blocks.get(rule)
  if (places === undefined) blocks.set(rule, [place])
  else places.push(place)
}
