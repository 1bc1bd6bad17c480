import type { Outputs } from '@madruga/core/contract.ts'
import { countsTip, stationIdsOf } from '@madruga/core/filters.ts'
import type { CourierFilter, Filter } from '@madruga/core/filters.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { Words } from '../../i18n.ts'

/** What a filter would have held of the newest offers. */
export type WhatIf = Outputs['filters']['whatIf']

/** The least pay that a filter of the set-up asks for, of every kind that has its own. */
export function sayLeastPay({ t, money }: Words, filter: Filter, currency: Pay['currency']): string {
  if (filter.variant === 'spark') {
    const { curbside, shopping, multiple } = filter.kinds
    return t('setup.per_trip', {
      curbside: money(curbside.minPayCents, currency),
      shopping: money(shopping.minPayCents, currency),
      multiple: money(multiple.minPayCents, currency),
    })
  }
  const { price } = filter.variant === 'amazon' ? filter.shared : filter
  return t('setup.per_hour', { pay: money(price.perHourMinCents, currency) })
}

/** Every other rule by which it leaves an offer: stations, hours, arrival, tips and what a job requires. */
export function sayOtherRules(words: Words, filter: Filter): string {
  const { t, time } = words
  const [range] = filter.schedule.days[0]?.ranges ?? []
  const clock = (minute: number) => time(minute * 60_000, 'UTC')
  const hours = { from: clock(range?.startMinute ?? 0), to: clock(range?.endMinute ?? 0) }
  const { arrivalMinutes } = 'shared' in filter ? filter.shared : filter
  return [
    t('setup.filter_text', { count: stationIdsOf(filter).length, minutes: arrivalMinutes, ...hours }),
    ...(countsTip(filter) ? [] : [t('setup.no_tips')]),
    ...(filter.variant === 'courier' ? jobRules(words, filter) : []),
  ].join(' ')
}

function jobRules({ t }: Words, { unknownPay, skills }: CourierFilter): string[] {
  return [
    ...(unknownPay === 'ask' ? [t('setup.asks_unpaid')] : []),
    ...(skills.length === 0 ? [t('setup.no_skills')] : []),
  ]
}

/** The answer of all choices, if they are the same: the pay then decides nothing. */
export function commonAnswer(answers: readonly (WhatIf | undefined)[]): WhatIf | null {
  const [first] = answers
  const isSame = (other: WhatIf | undefined) =>
    other !== undefined &&
    first !== undefined &&
    other.considered === first.considered &&
    other.held.count === first.held.count &&
    other.held.cents === first.held.cents
  return first !== undefined && first.considered > 0 && answers.every(isSame) ? first : null
}
