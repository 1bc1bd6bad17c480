import type { IgnoredFor, Rule } from './model.ts'

/** The seed's three reasons for failed rules: pay is price, arrival is time, everything else is schedule. */
export const RULE_GROUPS: Readonly<Record<Rule, IgnoredFor>> = {
  station: 'schedule',
  kind: 'schedule',
  stops: 'schedule',
  schedule: 'schedule',
  time: 'time',
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
}

/** The seed's reason of a rule. */
export function ruleGroup(rule: Rule): IgnoredFor {
  return RULE_GROUPS[rule]
}
