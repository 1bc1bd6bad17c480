/** In the order in which a verdict lists them. */
export const RULES = [
  'station',
  'kind',
  'length',
  'skills',
  'stops',
  'distance',
  'full',
  'schedule',
  'time',
  'pay_known',
  'price_per_hour',
  'price_total',
  'price_duration',
  'price_kind',
  'price_miles',
  'price_net',
  'overlap',
  'travel',
  'hours_day',
  'hours_week',
  'rest_days',
  'days_in_a_row',
  'rest_week',
  'house_day',
  'house_week',
  'house_rest_days',
  'house_rest_week',
  'house_allowance',
  'house_wait_list',
  'house_head_start',
] as const
export type Rule = (typeof RULES)[number]

/** A rule of the driver's own rest. */
export type RestLimit = 'rest_days' | 'days_in_a_row' | 'rest_week'
export function isRestLimit(rule: Rule): rule is RestLimit {
  return rule === 'rest_days' || rule === 'days_in_a_row' || rule === 'rest_week'
}

/** A rule of the house, which no filter loosens. */
export type HouseRule = Extract<Rule, `house_${string}`>
export function isHouseRule(rule: Rule): rule is HouseRule {
  return rule.startsWith('house_')
}

/** Whether no change of the filter helps: the rule is failed by what the driver holds, or is the house's. */
export function isBeyondFilter(rule: Rule): boolean {
  return rule === 'overlap' || rule === 'travel' || isHouseRule(rule)
}

/** The seed's three reasons to ignore an offer; every rule belongs to one. */
export type IgnoredFor = 'time' | 'price' | 'schedule'

/** The seed's three reasons for failed rules: pay is price, arrival is time, everything else is schedule. */
export const RULE_GROUPS: Readonly<Record<Rule, IgnoredFor>> = {
  station: 'schedule',
  kind: 'schedule',
  length: 'schedule',
  skills: 'schedule',
  stops: 'schedule',
  distance: 'schedule',
  full: 'schedule',
  schedule: 'schedule',
  time: 'time',
  pay_known: 'price',
  price_per_hour: 'price',
  price_total: 'price',
  price_duration: 'price',
  price_kind: 'price',
  price_miles: 'price',
  price_net: 'price',
  overlap: 'schedule',
  travel: 'schedule',
  hours_day: 'schedule',
  hours_week: 'schedule',
  rest_days: 'schedule',
  days_in_a_row: 'schedule',
  rest_week: 'schedule',
  house_day: 'schedule',
  house_week: 'schedule',
  house_rest_days: 'schedule',
  house_rest_week: 'schedule',
  house_allowance: 'schedule',
  house_wait_list: 'schedule',
  house_head_start: 'schedule',
}

/**
 * One rule's answer. Value and limit are numbers in the rule's unit or a word; null = not known or no limit.
 *
 * | rule | value | limit | bound |
 * |---|---|---|---|
 * | station | the offer's station id | null | is |
 * | kind | the kind it counts as | the kinds wanted, joined by commas | is |
 * | length | minutes | minutes | min, or max when over the maximum |
 * | skills | those that the driver lacks, else all required, joined by commas | null | is |
 * | stops | stops | the kind's maximum | max |
 * | distance | miles | miles | max |
 * | full, every place is taken | null | null | is |
 * | schedule | start instant | null | is |
 * | schedule, starts inside but ends outside | end instant | instant at which the range ends | max |
 * | time | whole minutes until the start | arrival minutes | min |
 * | pay_known | null | null | is |
 * | price_per_hour, price_total, price_kind | cents | cents | min, or max when over the maximum |
 * | price_duration | cents | cents of the row | min, or max when over the maximum |
 * | price_duration, no row of that length | minutes | null | is |
 * | price_miles | cents | cents of the tier | min |
 * | price_miles, beyond the last tier | miles | miles of the last tier | max |
 * | price_net | cents left per hour; null if the way or a mile's cost is unknown | cents per hour | min |
 * | overlap | start of the held block in the way | its end | is |
 * | travel | minutes between the two blocks | minutes of driving between their stations | min |
 * | hours_day, hours_week, house_day, house_week | minutes with this offer | minutes | max |
 * | rest_days, house_rest_days | minutes to the nearest block of another day; null = none | minutes | min |
 * | days_in_a_row | days with this offer | days | max |
 * | rest_week, house_rest_week | minutes of the longest free stretch of the week | minutes | min |
 * | house_allowance | minutes of the allowance with this offer | minutes | max |
 * | house_wait_list | places with this one | places | max |
 * | house_head_start | minutes since the offer was first seen | minutes | min |
 */
export type RuleResult = {
  rule: Rule
  passed: boolean
  value: number | string | null
  limit: number | string | null
  /** Whether the limit is a minimum, a maximum, or neither. */
  bound: 'min' | 'max' | 'is'
}

/** One judgement of an offer: the answer at once, and the reasons on request. */
export type Verdict = {
  outcome: 'match' | 'ignored'
  /** Worked out once, when it is first asked for. The context of the judgement must not be changed before. */
  explain(): Explanation
}

/** Why an offer was judged so, by the setting of its station that came closest. */
export type Explanation = {
  /**
   * Every rule that applies, passed and failed, in the order of RULES (the why sheet). Unused rules are
   * omitted. If hourly or total is enough, the one that was not needed is omitted too.
   */
  rules: RuleResult[]
  failed: RuleResult[]
  /** null if it matches; otherwise the group of the first failed rule. */
  ignoredFor: IgnoredFor | null
  /** The matching setting, or the one with the fewest failures; 0 for the shared one. */
  settingIndex: number
}
