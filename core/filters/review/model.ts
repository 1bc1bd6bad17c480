/**
 * `never`: what the path names matches no offer at all (the whole filter, a station's setting, a kind, one
 * row). `doubtful`: it works, and hardly as it was meant.
 */
export type FindingSeverity = 'never' | 'doubtful'

/** The part of an editor in which the rule to change is set; `kinds` and `miles` are the spark editor's. */
export type FindingSection =
  | 'stations'
  | 'pay'
  | 'kinds'
  | 'miles'
  | 'arrival'
  | 'week'
  | 'speed'
  | 'limits'
  | 'ask'
  | 'guards'
  | 'net'

/** Everything the check can find, with the params that its words name. */
export const FINDING_CODES = [
  /** A station or store is no longer in the driver's account. */
  'station_gone',
  /** No block is as short: capMinutes, usualMinutes. */
  'schedule_short',
  'day_short',
  'week_short',
  /** A day's hours are shorter than any block: day, capMinutes. */
  'range_short',
  /** Hours that other hours of the week hold already: day. */
  'range_inside',
  /** totalCents, hourlyCents, mostCents (what the longest block pays at most). */
  'total_above_hourly',
  /** hourlyCents, totalCents, leastCents (what the shortest block pays at least). */
  'hourly_above_total',
  'pay_gap',
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
  /** hourlyCents, totalCents: which of both never decides. */
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
  /** polls, budget: both an hour. */
  'speed_over_budget',
  'ask_same',
  'pause_first_miss',
  /** goalCents, payCents (the least that a block which fits pays). */
  'goal_first_block',
  'driving_one_place',
  'net_costs_nothing',
  /** A multiple order has two stops at least. */
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
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** One thing that can never match or that contradicts. */
export type Finding = {
  code: FindingCode
  severity: FindingSeverity
  section: FindingSection
  /** The dotted path of the rule to change, as `validateFilter` names paths. */
  path: string
  /** The station or store that it is about; null = all of them. */
  stationId: string | null
  /** Which of the station's own settings; null = none of them alone. */
  settingIndex: number | null
  /** Cents, minutes and plain numbers for the words; the end of a name says which. */
  params: Readonly<Record<string, number>>
}

/** Where in a filter a rule stands. */
export type At = Pick<Finding, 'path' | 'stationId' | 'settingIndex'>

/** A place in the filter that is no station's own. */
export function at(path: string): At {
  return { path, stationId: null, settingIndex: null }
}
