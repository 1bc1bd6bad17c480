import type { IgnoredFor, RuleResult } from '@madruga/core/filters.ts'
import { isJob, isTrip } from '@madruga/core/offers.ts'
import type { Offer, OfferKind } from '@madruga/core/offers.ts'
import type { Key, Words } from '../../i18n.ts'

/** The place of an offer, for its texts. */
export type Place = {
  stationCode: string
  store?: boolean
  /** In which the offer is paid, and the limits of its place are meant; none = USD. */
  currency?: string | null | undefined
}

/** The place of an offer. */
export function placeOf({ kind, currency }: Pick<Offer, 'kind' | 'currency'>, stationCode: string): Place {
  return { stationCode, store: choosesKind(kind), currency }
}

/** Whether filters choose among kinds: of trips and jobs they do, of blocks the start of the bot does. */
export function choosesKind(kind: OfferKind): boolean {
  return isTrip(kind) || isJob(kind)
}

/** Rules whose values are minutes, and those whose values are hours of a day, a week or an allowance. */
const MINUTES = /^(time|length|travel|house_head_start)$/
const HOURS = /_(days?|week|allowance)$/

/** A value or limit in the unit of its rule. */
export function showValue(
  words: Words,
  result: RuleResult,
  value: RuleResult['value'],
  { currency }: Pick<Place, 'currency'>,
): string {
  if (value === null) return words.t('why.unknown')
  if (typeof value === 'string') return value
  const { rule, bound } = result
  if (rule === 'schedule') return words.dayTime(value)
  if (MINUTES.test(rule)) return words.span(value * 60_000)
  // A step of miles has its limit in miles.
  if (rule === 'distance' || (rule === 'price_miles' && bound === 'max'))
    return words.t('why.miles', { n: words.number(value) })
  if (rule.startsWith('price')) return words.money(value, currency)
  return HOURS.test(rule) ? words.hours(value * 60_000) : words.number(value)
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
  const failure = rules.find((result) => !result.passed)
  if (failure === undefined) return words.say(GROUP_NOTES[ignoredFor])
  const params = {
    value: showValue(words, failure, failure.value, place),
    limit: showValue(words, failure, failure.limit, place),
  }
  if (failure.rule === 'price_miles' && failure.bound === 'max') {
    return words.t('left.miles', {
      value: words.number(Number(failure.value)),
      limit: words.number(Number(failure.limit)),
    })
  }
  if (failure.rule === 'length' && failure.bound === 'max') return words.t('left.too_long', params)
  if (failure.rule.startsWith('price_') && failure.bound === 'max') return words.t('left.over', params)
  if (failure.rule === 'price_duration' && failure.bound === 'min') return words.t('left.price_total', params)
  // A block's kind is not part of the filter: the bot was started for others.
  if (failure.rule === 'kind' && !place.store) return words.t('left.kind_run')
  return words.say(noteKey(failure), params)
}

function noteKey({ rule, value }: RuleResult): Key {
  return rule === 'price_net' && value === null ? 'left.net_unknown' : `left.${rule}`
}
