import { NO_HOUSE_RULES } from '../house-rules.ts'
import { payOf, payPerHourOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { explainClosest } from './explain.ts'
import type { CompiledFilter, Explanation, Filter, Geography, JudgeContext, Verdict } from './model.ts'
import { estimatePay, estimatesPay } from './pay.ts'
import { limitToWorkable, prepareFilter } from './prepare.ts'
import type { PreparedFilter } from './prepare.ts'
import { matchOffer } from './rules.ts'

export type CompileOptions = {
  /** How far ahead of `now` schedules are expanded; an offer that starts later matches none. */
  horizonDays?: number
  /** Locations; without them the way to a station costs nothing and no two stations are far apart. */
  geography?: Geography | undefined
  /** Promise no more than one person can work: for who watches and accepts nothing. */
  workable?: boolean
}

/** Blocks are listed up to two weeks ahead, plus a day for the age of the filter and one as a reserve. */
export const HORIZON_DAYS = 16
const VALID_DAYS = 1

/**
 * Compiles a filter for the hot path: once per filter version and day. All rules apply to every offer of the
 * variant, with two exceptions. An instant offer, and an order that begins when it is accepted, are exempt
 * from the arrival time (the platform makes them for drivers who are near), but not from stations, schedule
 * and price. A reserved offer counts as a block. If the
 * platform omits a value (stops, miles), a limit on it fails. Throws RangeError for an unknown time zone,
 * which `validateFilter` rejects earlier.
 */
export function compileFilter(filter: Filter, now: Timestamp, options: CompileOptions = {}): CompiledFilter {
  const { horizonDays = HORIZON_DAYS, geography, workable = false } = options
  const own = prepareFilter(filter, now, horizonDays, geography)
  const prepared = workable ? limitToWorkable(own, filter, geography) : own
  const answers: Pick<CompiledFilter, 'matches' | 'judge'> = {
    matches: (offer, context) => matchOffer(prepared, offer, context),
    judge: (offer, context) => judgePrepared(prepared, offer, context),
  }
  return {
    filter,
    houseRules: options.geography?.houseRules ?? NO_HOUSE_RULES,
    readPay: estimatesPay(filter) ? (offer) => estimatePay(offer, filter) : asListed,
    ...(estimatesPay(filter) ? estimateFirst(filter, answers) : answers),
    validUntil: now + VALID_DAYS * DAY_MS,
    compileAgain: (then) => compileFilter(filter, then, options),
  }
}

const asListed = (offer: Offer): Offer => offer

/** Judges an offer of unknown pay by its estimated pay. */
function estimateFirst(
  filter: Filter,
  { matches, judge: judgeKnown }: Pick<CompiledFilter, 'matches' | 'judge'>,
): Pick<CompiledFilter, 'matches' | 'judge'> {
  return {
    matches: (offer, context) => matches(estimatePay(offer, filter), context),
    judge: (offer, context) => judgeKnown(estimatePay(offer, filter), context),
  }
}

/**
 * Judges one offer by an uncompiled filter, for tests and single questions: a thousand times slower than the
 * hot path.
 */
export function judge(offer: Offer, filter: Filter, context: JudgeContext): Verdict {
  return compileFilter(filter, context.now).judge(offer, context)
}

/** The answer at once; the rules when someone reads them, by what was known when the offer was judged. */
function judgePrepared(prepared: PreparedFilter, offer: Offer, context: JudgeContext): Verdict {
  let explanation: Explanation | null = null
  return {
    outcome: matchOffer(prepared, offer, context) ? 'match' : 'ignored',
    explain: () => (explanation ??= explainClosest(prepared, offer, context)),
  }
}

/** Whether a driver counts a projected tip as pay, where one answer is needed for all their stations. */
export function countsTip(filter: Filter): boolean {
  switch (filter.variant) {
    case 'amazon':
      return filter.shared.price.countTip
    case 'spark':
      return filter.countTip
    case 'courier':
      return filter.price.countTip
  }
}

/**
 * Sorts offers that arrived together into the order of attempts: best pay an hour first, with tips as the
 * driver counts them; then the highest total, then the soonest.
 */
export function rankOffers<O extends { offer: Offer }>(offers: O[], filter: Filter): O[] {
  const countTip = countsTip(filter)
  return offers.sort(
    ({ offer: one }, { offer: other }) =>
      payPerHourOf(other, countTip) - payPerHourOf(one, countTip) ||
      payOf(other, countTip) - payOf(one, countTip) ||
      one.startAt - other.startAt,
  )
}
