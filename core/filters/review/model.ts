/**
 * `never`: what the path names matches no offer at all (the whole filter, a station's setting, a kind, one
 * row). `doubtful`: it works, but hardly as intended.
 */
export type FindingSeverity = 'never' | 'doubtful'

/**
 * The part of an editor that contains the rule to change; `kinds` and `miles` are the spark editor's,
 * `kinds`, `length`, `unknownPay` and `waitlist` the courier editor's.
 */
export type FindingSection =
  | 'stations'
  | 'pay'
  | 'kinds'
  | 'miles'
  | 'length'
  | 'unknownPay'
  | 'waitlist'
  | 'arrival'
  | 'week'
  | 'speed'
  | 'limits'
  | 'confirmation'
  | 'safetyLimits'
  | 'net'

/** All findings of the check, with the parameters of their texts. */
export const FINDING_CODES = [
  /** A station or store is no longer in the driver's account. */
  'station_gone',
  /** No block is that short: capMinutes, usualMinutes. */
  'schedule_short',
  'day_short',
  'week_short',
  /** A day's hours are shorter than any block: day, capMinutes. */
  'range_short',
  /** Hours that other hours of the week already include: day. */
  'range_inside',
  /** totalCents, hourlyCents, mostCents (maximum pay of the longest block). */
  'total_above_hourly',
  /** hourlyCents, totalCents, leastCents (minimum pay of the shortest block). */
  'hourly_above_total',
  'pay_gap',
  /** maxCents: zero, in the filter's currency. */
  'max_zero',
  /** netCents. */
  'net_above_pay',
  'rows_no_block',
  /** needMinutes, capMinutes. */
  'pay_over_schedule',
  'pay_over_day',
  'pay_over_week',
  /** rowMinutes. */
  'row_length',
  /** rowMinutes, capMinutes. */
  'row_over_cap',
  /** rowMinutes, rowCents (an hour), hourlyCents. */
  'row_below_hourly',
  /** rowMinutes, rowCents, otherMinutes, otherCents. */
  'row_pays_less',
  /** hourlyCents, totalCents: which of the two never decides. */
  'hourly_idle',
  'total_idle',
  /** hourlyCents. */
  'hourly_high',
  /** number, other: settings of one station, counted from 1. */
  'setting_covered',
  /** arrivalMinutes. */
  'arrival_long',
  /** dayMinutes, weekMinutes. */
  'week_below_day',
  /** polls, budget: both per hour. */
  'speed_over_budget',
  'confirmation_same',
  'pause_first_miss',
  /** goalCents, payCents (the least that a matching block pays). */
  'goal_first_block',
  'driving_one_place',
  'net_costs_nothing',
  /** A multiple order has at least two stops. */
  'multiple_one_stop',
  /** stops. */
  'shopping_stops_idle',
  /** miles. */
  'tier_empty',
  /** miles, cents, otherMiles, otherCents. */
  'tier_pays_less',
  /** miles, cents, kindCents. */
  'tier_below_kinds',
  /** miles. */
  'tiers_short',
  /** Shifts are wanted, whose pay platforms do not state, and unknown pay is left. */
  'shifts_unpaid',
  /** rateCents, hourlyCents: estimated by the hour, no job of unknown pay reaches the minimum. */
  'rate_below_price',
  /** minMinutes, capMinutes: the shortest job wanted is longer than a day or week may hold. */
  'length_over_cap',
  /** restMinutes: no day of the filter leaves so much rest; the driver's own, and the house's. */
  'rest_no_day',
  'house_rest_no_day',
  /** minMinutes, capMinutes: the shortest job wanted is longer than the house allows. */
  'house_length',
  /** The house grants no place on a wait list, and the filter wants them. */
  'house_no_wait_list',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** One part that can never match or that contradicts another. */
export type Finding = {
  code: FindingCode
  severity: FindingSeverity
  section: FindingSection
  /** The dotted path of the rule to change, as in `validateFilter`. */
  path: string
  /** The station or store concerned; null = all of them. */
  stationId: string | null
  /** Which of the station's own settings; null = none in particular. */
  settingIndex: number | null
  /** Cents, minutes and plain numbers for the texts; the end of a name gives the unit. */
  params: Readonly<Record<string, number>>
}

/** The position of a rule in a filter. */
export type At = Pick<Finding, 'path' | 'stationId' | 'settingIndex'>

/** A position in the filter that belongs to no station. */
export function at(path: string): At {
  return { path, stationId: null, settingIndex: null }
}
