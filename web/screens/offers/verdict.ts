import type { IgnoredFor, RuleResult } from '@madruga/core/filters.ts'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { Key, Words } from '../../i18n.ts'

/** The place of an offer, for its texts. */
export type Place = { stationCode: string; store?: boolean }

/** Whether an offer comes from a store: trips do, blocks come from stations. */
export function isTrip(kind: OfferKind): boolean {
  return kind === 'curbside' || kind === 'shopping' || kind === 'delivery'
}

/** A value or limit in the unit of its rule. */
export function showValue(words: Words, result: RuleResult, value: RuleResult['value']): string {
  if (value === null) return words.t('why.unknown')
  if (typeof value === 'string') return value
  switch (result.rule) {
    case 'schedule':
      return words.dayTime(value)
    case 'time':
    case 'travel':
      return words.span(value * 60_000)
    case 'hours_day':
    case 'hours_week':
      return words.hours(value * 60_000)
    case 'price_miles':
      return result.bound === 'max' ? words.t('why.miles', { n: words.number(value) }) : words.money(value)
    case 'price_per_hour':
    case 'price_total':
    case 'price_duration':
    case 'price_kind':
    case 'price_net':
      return words.money(value)
    default:
      return words.number(value)
  }
}

const GROUP_NOTES: Record<IgnoredFor, Key> = {
  time: 'left.time',
  price: 'left.no_rule',
  schedule: 'left.schedule',
}

/** Why an offer was ignored, in one line: its first failed rule. */
export function leftNote(
  words: Words,
  rules: readonly RuleResult[],
  ignoredFor: IgnoredFor,
  place: Place,
): string {
  const failed = rules.find((result) => !result.passed)
  if (failed === undefined) return words.say(GROUP_NOTES[ignoredFor])
  const params = {
    value: showValue(words, failed, failed.value),
    limit: showValue(words, failed, failed.limit),
  }
  if (failed.rule === 'price_miles' && failed.bound === 'max') {
    return words.t('left.miles', {
      value: words.number(Number(failed.value)),
      limit: words.number(Number(failed.limit)),
    })
  }
  if (failed.rule.startsWith('price_') && failed.bound === 'max') return words.t('left.over', params)
  if (failed.rule === 'price_duration' && failed.bound === 'min') return words.t('left.price_total', params)
  if (failed.rule === 'station' && place.store) return words.t('left.store')
  // A block's kind is not part of the filter: the bot was started for others.
  if (failed.rule === 'kind' && !place.store) return words.t('left.kind_run')
  return words.say(`left.${failed.rule}`, params)
}
