import type { Observation, ObservationHistory } from '../../observations.ts'
import { DAY_MS } from '../../time.ts'
import { rankOffers } from '../judge.ts'
import { isRestLimit } from '../model.ts'
import type { Filter, Geography, HeldSpan, RestLimit, Rule } from '../model.ts'
import type { HouseLimit } from '../../house-rules.ts'
import type { HoursLimits } from '../held-hours.ts'
import { limitToWorkable, prepareHouse } from '../prepare.ts'
import type { PreparedFilter } from '../prepare.ts'
import { fitsHeld } from '../rules.ts'

/**
 * The blocks of a week count towards its hours, and an offer may have begun a day before it was seen; plus a
 * day for the driver's zone.
 */
const COUNTS_MS = 9 * DAY_MS

/**
 * The input of holding: the prepared filter, the history with its observation times, and the matching offers
 * in the order of observation.
 */
export type Holding = {
  prepared: PreparedFilter
  filter: Filter
  geography?: Geography | undefined
  history: ObservationHistory
  seenAt: Float64Array
  /** From the first observation to the last, ms. */
  spanMs: number
  fit: readonly number[]
  /** What the driver held before. */
  before: readonly HeldSpan[]
  /** Ids of offers that are held whatever their hours, unless something conflicts: they were worked. */
  won: ReadonlySet<string>
  /** The rule that some of the offers fail alone, and which is lifted. */
  lifted?: Rule
}

/**
 * The matching offers that a driver would hold who wins every attempt and works them all: first seen, first
 * taken, and the best first among those seen together, in the search's order. Returns indices into the
 * history, in the order of taking.
 */
export function holdOffers(holding: Holding): number[] {
  const { prepared, filter, history, seenAt, fit, before, won } = holding
  const places: number[] = []
  const lifted = liftLimit(prepared, holding.lifted)
  const limited = limitToWorkable(lifted, filter, holding.geography, holding.lifted)
  // The blocks of a week of offers may start over weeks to come, but who fills those has nothing to win in
  // the next week: N weeks of offers bring N weeks of work.
  let leftMs = limited.hours.maxWeekMs * Math.max(1, Math.round(holding.spanMs / WEEK_MS))
  let held = [...before]
  let prunedAt = Number.NEGATIVE_INFINITY
  for (let next = 0; next < fit.length;) {
    const now = seenAt[fit[next]!]!
    if (now - prunedAt > DAY_MS) {
      held = held.filter((span) => span.endAt > now - COUNTS_MS)
      prunedAt = now
    }
    const context = { now, held }
    const wants = (offer: Observation): boolean =>
      won.has(offer.id)
        ? fitsHeld(prepared, offer, context)
        : offer.endAt - offer.startAt <= leftMs && fitsHeld(limited, offer, context)
    const wanted: { offer: Observation; place: number }[] = []
    for (; next < fit.length && seenAt[fit[next]!] === now; next++) {
      const offer = history.at(fit[next]!)!
      // A copy: a history may hand out one object, over and over.
      if (wants(offer)) wanted.push({ offer: { ...offer }, place: fit[next]! })
    }
    for (const { offer, place } of rankOffers(wanted, filter)) {
      // An offer taken a moment ago may conflict with it.
      if (!wants(offer)) continue
      held.push({ startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId })
      leftMs -= offer.endAt - offer.startAt
      places.push(place)
    }
  }
  return places
}

const WEEK_MS = 7 * DAY_MS

const REST_LIMITS = {
  rest_days: 'restMs',
  days_in_a_row: 'maxDaysInARow',
  rest_week: 'weekRestMs',
} as const satisfies Record<RestLimit, keyof HoursLimits>

const HOUSE_LIMITS = {
  house_day: 'maxHoursPerDay',
  house_week: 'maxHoursPerWeek',
  house_rest_days: 'restHoursBetweenDays',
  house_rest_week: 'restHoursPerWeek',
  house_allowance: 'allowanceHours',
  house_wait_list: 'waitListPlaces',
} as const satisfies Partial<Record<Rule, HouseLimit>>

/** Limits of rest and of the house that are in force: offers that fail none alone may fail one together. */
export function listJointLimits({ hours, house }: PreparedFilter): Rule[] {
  const rest = keysOf(REST_LIMITS).filter((rule) => hours[REST_LIMITS[rule]] > 0)
  const ofHouse = keysOf(HOUSE_LIMITS).filter(
    (rule) => house !== null && house.rules[HOUSE_LIMITS[rule]] !== null,
  )
  return [...rest, ...ofHouse]
}

/** The same filter without one of those limits. */
function liftLimit(prepared: PreparedFilter, rule: Rule | undefined): PreparedFilter {
  const { hours, house } = prepared
  if (rule === undefined) return prepared
  if (isRestLimit(rule)) return { ...prepared, hours: { ...hours, [REST_LIMITS[rule]]: 0 } }
  if (house === null || !isHouseLimit(rule)) return prepared
  return { ...prepared, house: prepareHouse({ ...house.rules, [HOUSE_LIMITS[rule]]: null }) }
}

const keysOf = <K extends string>(table: Record<K, unknown>): K[] => Object.keys(table) as K[]
const isHouseLimit = (rule: Rule): rule is keyof typeof HOUSE_LIMITS => rule in HOUSE_LIMITS
