import { isBeyondFilter } from '@madruga/core/filters.ts'
import type { Rule, RuleResult } from '@madruga/core/filters.ts'
import { OFFER_KINDS } from '@madruga/core/offers.ts'
import type { Key, Words } from '../../i18n.ts'
import { outcomeNote } from './entry.ts'
import type { OfferEntry } from './entry.ts'
import { showValue } from './verdict.ts'
import type { Place } from './verdict.ts'

/** The section of the filter screen that sets a rule. */
export const SECTIONS = [
  'stations',
  'pay',
  'arrival',
  'week',
  'speed',
  'switches',
  'limits',
  'confirmation',
  'safetyLimits',
  'net',
  // The spark editor's sections.
  'kinds',
  'miles',
  // The courier editor's, beside `kinds`.
  'length',
  'skills',
  'distance',
  'unknownPay',
  'waitlist',
] as const
export type Section = (typeof SECTIONS)[number]

const SECTION_OF: Record<Rule, Section | null> = {
  station: 'stations',
  kind: null,
  length: 'length',
  skills: 'skills',
  stops: null,
  distance: 'distance',
  full: 'waitlist',
  schedule: 'week',
  time: 'arrival',
  pay_known: 'unknownPay',
  price_per_hour: 'pay',
  price_total: 'pay',
  price_duration: 'pay',
  price_kind: 'pay',
  price_miles: 'pay',
  price_net: 'net',
  travel: 'safetyLimits',
  overlap: null,
  hours_day: 'limits',
  hours_week: 'limits',
  rest_days: 'limits',
  days_in_a_row: 'limits',
  rest_week: 'limits',
  house_day: null,
  house_week: null,
  house_rest_days: null,
  house_rest_week: null,
  house_allowance: null,
  house_wait_list: null,
  house_head_start: null,
}

const STORE_SECTION_OF: Partial<Record<Rule, Section>> = {
  kind: 'kinds',
  stops: 'kinds',
  price_kind: 'kinds',
  price_miles: 'miles',
}

/** The section that sets a rule, in the spark editor for a store; null if no editor has it. */
export function sectionOf(rule: Rule, store: boolean): Section | null {
  return (store ? STORE_SECTION_OF[rule] : undefined) ?? SECTION_OF[rule]
}

/** Why no change of the filter wins an offer, as its text; null = one may. */
export function findBeyond(rules: readonly RuleResult[]): 'why.beyond' | 'why.beyond_house' | null {
  const lostRules = rules.filter(isLost)
  if (lostRules.length === 0) return null
  return lostRules.every(({ rule }) => rule.startsWith('house_')) ? 'why.beyond_house' : 'why.beyond'
}

/** A failed rule that no change of the filter mends. */
function isLost({ passed, rule }: RuleResult): boolean {
  return !passed && isBeyondFilter(rule)
}

/** The title of the why sheet: of an offer that failed several rules, that which no change mends. */
export function titleOf(words: Words, entry: OfferEntry): string {
  if (entry.type === 'offer.accepted') return words.t('why.title_accepted')
  if (entry.type === 'offer.missed') return words.t('why.title_missed')
  const lostRules = entry.data.rules.filter(isLost)
  if (entry.type !== 'offer.ignored' || lostRules.length === 0) return outcomeNote(words, entry)
  return outcomeNote(words, { ...entry, data: { ...entry.data, rules: lostRules } })
}

/** One rule of the why sheet, as text. */
export type RuleLine = {
  rule: Rule
  passed: boolean
  label: string
  /** The offer's value. */
  value: string
  /** The driver's limit; empty if the value says everything. */
  limit: string
  section: Section | null
}

/** Every rule as text, the failed ones first. */
export function describeRules(words: Words, rules: readonly RuleResult[], place: Place): RuleLine[] {
  const lines = rules.map((result) => ({
    rule: result.rule,
    passed: result.passed,
    label: words.t(`rule.${result.rule}`),
    section: sectionOf(result.rule, place.store ?? false),
    ...describeValues(words, result, place),
  }))
  return [...lines.filter((line) => !line.passed), ...lines.filter((line) => line.passed)]
}

function describeValues(words: Words, result: RuleResult, place: Place): { value: string; limit: string } {
  const { rule, passed, value, limit, bound } = result
  const pick = (fits: Key, fails: Key) => words.say(passed ? fits : fails)
  if (rule === 'station')
    return { value: place.stationCode, limit: pick('why.station_on', 'why.station_off') }
  if (rule === 'kind') return describeKind(words, result, passed || place.store === true)
  if (rule === 'overlap') return describeOverlap(words, result)
  if (rule in WORDED) return describeWorded(words, result)
  if (rule === 'schedule' && limit === null)
    return { value: showValue(words, result, value, place), limit: pick('why.inside', 'why.outside') }
  if (rule === 'price_duration' && bound === 'is') {
    return { value: words.hours(Number(value) * 60_000), limit: words.t('why.no_price') }
  }
  // No held block is near.
  const text = passed && value === null ? words.t('why.free') : showValue(words, result, value, place)
  return { value: text, limit: describeLimit(words, result, place) }
}

/** `plain` = only names the wanted kinds; otherwise says that the bot was started for them. */
function describeKind(
  words: Words,
  { value, limit }: RuleResult,
  plain: boolean,
): { value: string; limit: string } {
  const values = String(limit ?? '')
    .split(',')
    .filter(Boolean)
    .map((kind) => kindName(words, kind))
  return {
    value: kindName(words, String(value ?? '')),
    limit: words.t(plain ? 'why.is' : 'why.run_searches', { limit: values.join(', ') }),
  }
}

/** Rules of jobs that have no number to compare: what the offer is, and whether the driver wants that. */
const WORDED: Partial<Record<Rule, { is: Key | null; fits: Key; fails: Key }>> = {
  full: { is: 'why.full', fits: 'why.full_fits', fails: 'why.full_fails' },
  pay_known: { is: 'why.pay_known', fits: 'why.pay_known_fits', fails: 'why.pay_known_fails' },
  skills: { is: null, fits: 'why.skills_fits', fails: 'why.skills_fails' },
}

function describeWorded(words: Words, { rule, passed, value }: RuleResult): { value: string; limit: string } {
  const { is, fits, fails } = WORDED[rule]!
  return { value: is === null ? String(value ?? '') : words.say(is), limit: words.say(passed ? fits : fails) }
}

function describeOverlap(words: Words, result: RuleResult): { value: string; limit: string } {
  if (result.passed) return { value: words.t('why.free'), limit: '' }
  const busy = words.t('why.busy')
  if (typeof result.value !== 'number') return { value: busy, limit: '' }
  const from = words.dayTime(result.value)
  const to = typeof result.limit === 'number' ? ` – ${words.dayTime(result.limit)}` : ''
  return { value: busy, limit: `${from}${to}` }
}

function describeLimit(words: Words, result: RuleResult, place: Place): string {
  if (result.limit === null) return words.t('why.no_limit')
  const limit = showValue(words, result, result.limit, place)
  if (result.bound === 'min') return words.t('why.at_least', { limit })
  return words.t(result.bound === 'max' ? 'why.at_most' : 'why.is', { limit })
}

/** What a rule about kinds compares: spark's batched trips are their own kind. */
const KINDS = [...OFFER_KINDS, 'multiple'] as const

function kindName(words: Words, kind: string): string {
  const knownKind = KINDS.find((each) => each === kind)
  return knownKind ? words.t(`kind.${knownKind}`) : kind
}
