import type { Filter, RestLimit, RestRule, RuleResult } from '../model.ts'
import { REST_MOST } from '../validate.ts'

const REST_FIELDS = {
  rest_days: 'hoursBetweenDays',
  days_in_a_row: 'maxDaysInARow',
  rest_week: 'hoursPerWeek',
} as const satisfies Record<RestLimit, keyof RestRule>

/**
 * Whole hours of rest, or one day more in a row, up to what a filter may say; null where none is left. `from`
 * and `to` are in the unit of the rule: minutes, or days.
 */
export function mendRest(
  filter: Filter,
  rule: RestLimit,
  value: RuleResult['value'],
): { filter: Filter; change: { from: number; to: number } } | null {
  const field = REST_FIELDS[rule]
  const unit = field === 'maxDaysInARow' ? 1 : 60
  const to = Math.floor(Number(value) / unit) * unit
  if (to <= 0 || filter.rest === undefined || to / unit > REST_MOST[field]) return null
  const rest = { ...filter.rest, [field]: to / unit }
  return { filter: { ...filter, rest }, change: { from: filter.rest[field] * unit, to } }
}
