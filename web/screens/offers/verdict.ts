import type { IgnoredFor, Rule, RuleResult } from '@madruga/core/filters.ts'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { Key, Words } from '../../i18n.ts'

/** Where on the filter screen a rule is set. */
export const SECTIONS = ['stations', 'pay', 'arrival', 'week', 'speed', 'switches', 'limits'] as const
export type Section = (typeof SECTIONS)[number]

const SECTION_OF: Record<Rule, Section | null> = {
  station: 'stations',
  kind: null,
  stops: null,
  schedule: 'week',
  time: 'arrival',
  price_per_hour: 'pay',
  price_total: 'pay',
  price_duration: 'pay',
  price_kind: 'pay',
  price_miles: 'pay',
  overlap: null,
  hours_day: 'limits',
  hours_week: 'limits',
}

/** One rule of the why sheet, in words. */
export type RuleLine = {
  rule: Rule
  passed: boolean
  label: string
  /** What the offer has. */
  value: string
  /** What the driver set; empty where the value says it all. */
  limit: string
  section: Section | null
}

type Place = { stationCode: string; timeZone?: string | undefined }

/** Every rule in words, the failed ones first. */
export function describeRules(words: Words, rules: readonly RuleResult[], place: Place): RuleLine[] {
  const lines = rules.map((result) => ({
    rule: result.rule,
    passed: result.passed,
    label: words.t(`rule.${result.rule}`),
    section: SECTION_OF[result.rule],
    ...describeValues(words, result, place),
  }))
  return [...lines.filter((line) => !line.passed), ...lines.filter((line) => line.passed)]
}

function describeValues(words: Words, result: RuleResult, place: Place): { value: string; limit: string } {
  const { rule, passed, value, limit, bound } = result
  if (rule === 'station') {
    return { value: place.stationCode, limit: words.t(passed ? 'why.station_on' : 'why.station_off') }
  }
  if (rule === 'kind') {
    const wanted = String(limit ?? '')
      .split(',')
      .filter(Boolean)
    return {
      value: kindName(words, String(value ?? '')),
      limit: words.t('why.is', { limit: wanted.map((kind) => kindName(words, kind)).join(', ') }),
    }
  }
  if (rule === 'overlap') return describeOverlap(words, result, place)
  if (rule === 'schedule' && limit === null) {
    return { value: show(words, result, value, place), limit: words.t(passed ? 'why.inside' : 'why.outside') }
  }
  if (rule === 'price_duration' && bound === 'is') {
    return { value: words.hours(Number(value) * 60_000), limit: words.t('why.no_price') }
  }
  return { value: show(words, result, value, place), limit: describeLimit(words, result, place) }
}

function describeOverlap(words: Words, result: RuleResult, place: Place): { value: string; limit: string } {
  if (result.passed) return { value: words.t('why.free'), limit: '' }
  const busy = words.t('why.busy')
  if (typeof result.value !== 'number') return { value: busy, limit: '' }
  const from = words.dayTime(result.value, place.timeZone)
  const to = typeof result.limit === 'number' ? ` – ${words.dayTime(result.limit, place.timeZone)}` : ''
  return { value: busy, limit: `${from}${to}` }
}

function describeLimit(words: Words, result: RuleResult, place: Place): string {
  if (result.limit === null) return words.t('why.no_limit')
  const limit = show(words, result, result.limit, place)
  if (result.bound === 'min') return words.t('why.at_least', { limit })
  return words.t(result.bound === 'max' ? 'why.at_most' : 'why.is', { limit })
}

/** A value or limit in the unit of its rule. */
function show(words: Words, result: RuleResult, value: RuleResult['value'], place: Place): string {
  if (value === null) return words.t('why.unknown')
  if (typeof value === 'string') return value
  switch (result.rule) {
    case 'schedule':
      return words.dayTime(value, place.timeZone)
    case 'time':
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
      return words.money(value)
    default:
      return words.number(value)
  }
}

const KINDS: readonly (OfferKind | 'multiple')[] = [
  'block',
  'instant',
  'reserved',
  'curbside',
  'shopping',
  'delivery',
  'multiple',
]

function kindName(words: Words, kind: string): string {
  const known = KINDS.find((each) => each === kind)
  return known ? words.t(`kind.${known}`) : kind
}

const GROUP_NOTES: Record<IgnoredFor, Key> = {
  time: 'left.time',
  price: 'left.no_rule',
  schedule: 'left.schedule',
}

/** Why an offer was left, in one line: its first failed rule. */
export function leftNote(
  words: Words,
  rules: readonly RuleResult[],
  ignoredFor: IgnoredFor,
  place: Place,
): string {
  const failed = rules.find((result) => !result.passed)
  if (failed === undefined) return words.say(GROUP_NOTES[ignoredFor])
  const params = {
    value: show(words, failed, failed.value, place),
    limit: show(words, failed, failed.limit, place),
  }
  if (failed.rule === 'price_miles' && failed.bound === 'max') {
    return words.t('left.miles', {
      value: words.number(Number(failed.value)),
      limit: words.number(Number(failed.limit)),
    })
  }
  if (failed.rule.startsWith('price_') && failed.bound === 'max') return words.t('left.over', params)
  if (failed.rule === 'price_duration' && failed.bound === 'min') return words.t('left.price_total', params)
  return words.say(`left.${failed.rule}`, params)
}
