import type {
  AmazonFilter,
  Filter,
  HeldSpan,
  JudgeContext,
  PriceRule,
  RuleResult,
  Setting,
  SparkFilter,
} from '../filters.ts'
import type { Offer } from '../offers.ts'
import type { Weekday } from '../schedule.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { compileFilter, judge } from './judge.ts'
import { proposeFilter } from './propose.ts'

// Offers and filters for the tests of judging: a valid one of each kind, and changes for each case.

export const ZONE = 'America/New_York'
/** Wednesday 4 March 2026, 10:00 in New York. */
export const NOW = Date.parse('2026-03-04T15:00Z')
/** No block is held. */
export const FREE: JudgeContext = { now: NOW, held: [] }

/** Tomorrow, Thursday, at 10:00. */
export const DAY_TEN = NOW + DAY_MS

/** A block of three hours tomorrow at 10:00, at $25 an hour, which the proposal accepts. */
export function block(changes: Partial<Offer> = {}): Offer {
  const startAt = changes.startAt ?? NOW + DAY_MS
  return {
    id: 'o1',
    stationId: 's1',
    kind: 'block',
    startAt,
    endAt: startAt + 3 * HOUR_MS,
    payCents: 7500,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    ...changes,
  }
}

/** A shopping trip of an hour: 6 miles, one stop, $18. */
export function trip(changes: Partial<Offer> = {}): Offer {
  const startAt = NOW + HOUR_MS
  return block({
    kind: 'shopping',
    startAt,
    endAt: startAt + HOUR_MS,
    payCents: 1800,
    miles: 6,
    stops: 1,
    ...changes,
  })
}

export const proposal = proposeFilter('amazon', 'professional', ZONE, ['s1', 's2']) as AmazonFilter
export const sparkProposal = proposeFilter('spark', 'basic', ZONE, ['s1']) as SparkFilter

/** The proposal with only these prices. */
export function priced(price: Partial<PriceRule>): AmazonFilter {
  return {
    ...proposal,
    shared: { ...proposal.shared, price: { ...proposal.shared.price, perHourMinCents: 0, ...price } },
  }
}
/** The proposal with these settings of the first station's own. */
export function own(...settings: Partial<Setting>[]): AmazonFilter {
  return {
    ...proposal,
    stations: [{ stationId: 's1', settings: settings.map((each) => ({ ...proposal.shared, ...each })) }],
  }
}
/** The proposal on one day of the week, Thursday by default, between two minutes. */
export function hours(
  startMinute: number,
  endMinute: number,
  mustEndInside = false,
  day: Weekday = 4,
): AmazonFilter {
  return {
    ...proposal,
    schedule: { days: [{ day, allDay: false, ranges: [{ startMinute, endMinute }] }], mustEndInside },
  }
}
/** The spark proposal with some fields changed. */
export function spark(changes: Partial<SparkFilter>): SparkFilter {
  return { ...sparkProposal, ...changes }
}
/** Blocks of three hours held from these times. */
export function heldFrom(...starts: number[]): JudgeContext {
  return { now: NOW, held: starts.map((startAt): HeldSpan => ({ startAt, endAt: startAt + 3 * HOUR_MS })) }
}

/** A rule's result as one line: "price_per_hour 1900 min 2000". */
export const line = ({ rule, value, bound, limit }: RuleResult) => `${rule} ${value} ${bound} ${limit}`

/** One table row: the rules that the offer fails, in order; nothing = it matches. */
export type Case = [name: string, filter: Filter, offer: Offer, failed: string[], context?: JudgeContext]

/**
 * The failed rules of one judgment as lines. The two short answers must agree with them; otherwise they are
 * returned instead.
 */
export function readFailed(filter: Filter, offer: Offer, context: JudgeContext): string[] {
  const { outcome, explain } = judge(offer, filter, context)
  const { failed } = explain()
  const matches = compileFilter(filter, context.now).matches(offer, context)
  if (matches !== (failed.length === 0) || matches !== (outcome === 'match'))
    return [`matches ${matches}, ${outcome}`]
  return failed.map(line)
}
