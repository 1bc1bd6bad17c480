import type { Cents } from '../money.ts'
import { isJob, offerMinutes, payOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import type { Weekday } from '../schedule.ts'
import type { Timestamp } from '../time.ts'
import { compileFilter } from './judge.ts'
import { missingSkills } from './job-rules.ts'
import { mendHours } from './mend/hours.ts'
import { mendRest } from './mend/rest.ts'
import { isRestLimit, RULES, SPARK_KINDS } from './model.ts'
import type {
  AmazonFilter,
  Filter,
  Geography,
  HeldSpan,
  PriceRule,
  Rule,
  RuleResult,
  Setting,
} from './model.ts'
import type { CourierFilter, SparkFilter, SparkKindRule } from './model.ts'
import { plainSkill } from './prepare.ts'
import { sparkKindOf } from './rules.ts'
import { jobSetting, withJobSetting } from './settings.ts'
import { addStation } from './stations.ts'

/** One limit that a mend moves, in the unit of its rule; `hours` are those of a day with the offer. */
export type MendChange = {
  rule: Rule
  from: number | null
  to: number | null
  hours: { day: Weekday; startMinute: number; endMinute: number } | null
}

/** A filter that takes an offer which was left, and what it changes. */
export type Mend = { filter: Filter; changes: MendChange[] }

/** What an offer was judged by besides the filter; `held` when it was seen, none = nothing. */
export type MendContext = { seenAt: Timestamp; geography?: Geography; held?: readonly HeldSpan[] }

/**
 * The smallest mend of a filter by which it takes this offer: each rule that the offer failed, moved to the
 * next round figure that lets it pass, in the setting of its station that came closest. Whatever the filter
 * took before, it still takes. null if it takes the offer already, or if no change of the
 * filter would win it, as beside a block that the driver held at the time.
 */
export function mendFilter(
  filter: Filter,
  offer: Offer,
  { seenAt, geography, held = [] }: MendContext,
): Mend | null {
  const changes: MendChange[] = []
  let result = filter
  // One rule after the other: with hourly or total pay, one of them is enough.
  while (changes.length < RULES.length) {
    const judge = compileFilter(result, seenAt, { geography })
    const { failed, settingIndex } = judge.judge(offer, { now: seenAt, held }).explain()
    const [first] = failed
    if (first === undefined) return changes.length === 0 ? null : { filter: result, changes }
    const next = mendRule(result, first, offer, settingIndex)
    if (next === null) return null
    result = next.filter
    changes.push({ hours: null, from: null, to: null, ...next.change, rule: first.rule })
  }
  return null
}

type Step = { filter: Filter; change: Partial<Omit<MendChange, 'rule'>> }

function mendRule(filter: Filter, result: RuleResult, offer: Offer, settingIndex: number): Step | null {
  const { rule } = result
  if (rule === 'station') return { filter: addStation(filter, offer.stationId), change: {} }
  if (rule === 'price_net') return mendNet(filter, result)
  if (rule === 'hours_day' || rule === 'hours_week') return mendHourCap(filter, result)
  if (isRestLimit(rule)) return mendRest(filter, rule, result.value)
  if (rule === 'schedule') return mendSchedule(filter, offer, settingIndex)
  switch (filter.variant) {
    case 'amazon':
      return mendSetting(filter, result, offer, settingIndex)
    case 'spark':
      return mendTrip(filter, result, offer)
    case 'courier':
      return mendJob(filter, result, offer)
  }
}

function mendSchedule(filter: Filter, offer: Offer, settingIndex: number): Step | null {
  const own = filter.variant === 'amazon' ? settingOf(filter, offer.stationId, settingIndex).schedule : null
  const found = mendHours(own ?? filter.schedule, filter.timeZone, offer)
  if (found === null) return null
  const { schedule, hours } = found
  const next =
    own === null || filter.variant !== 'amazon'
      ? { ...filter, schedule }
      : withSetting(filter, offer.stationId, settingIndex, (setting) => ({ ...setting, schedule }))
  return { filter: next, change: { hours } }
}

function mendNet(filter: Filter, { value }: RuleResult): Step | null {
  const to = roundDown(value, 50)
  if (to === null) return null
  const { perHourMinCents: from } = filter.net
  return { filter: { ...filter, net: { ...filter.net, perHourMinCents: to } }, change: { from, to } }
}

function mendHourCap(filter: Filter, { rule, value }: RuleResult): Step | null {
  const field = rule === 'hours_day' ? 'maxMinutesPerDay' : 'maxMinutesPerWeek'
  const to = roundUp(value, 30)
  return to === null ? null : { filter: { ...filter, [field]: to }, change: { from: filter[field], to } }
}

/** The setting by which offers of a station are judged: its own at this place, or the shared one. */
function settingOf({ stations, shared }: AmazonFilter, stationId: string, index: number): Setting {
  return stations.find((choice) => choice.stationId === stationId)?.settings[index] ?? shared
}

function withSetting(
  filter: AmazonFilter,
  stationId: string,
  index: number,
  change: (setting: Setting) => Setting,
): AmazonFilter {
  const own = filter.stations.find((choice) => choice.stationId === stationId)?.settings[index]
  if (own === undefined) return { ...filter, shared: change(filter.shared) }
  const stations = filter.stations.map((choice) =>
    choice.stationId === stationId
      ? { ...choice, settings: choice.settings.with(index, change(own)) }
      : choice,
  )
  return { ...filter, stations }
}

function mendSetting(filter: AmazonFilter, result: RuleResult, offer: Offer, index: number): Step | null {
  const step = mendOne(settingOf(filter, offer.stationId, index), result, offer)
  if (step === null) return null
  const { from, to } = step
  return { filter: withSetting(filter, offer.stationId, index, () => step.setting), change: { from, to } }
}

/** One setting with the arrival time or price by which an offer passes the rule. */
function mendOne(
  setting: Setting,
  result: RuleResult,
  offer: Offer,
): { setting: Setting; from: number | null; to: number } | null {
  if (result.rule === 'time') {
    const to = arrivalOf(result.value)
    return to === null
      ? null
      : { setting: { ...setting, arrivalMinutes: to }, from: setting.arrivalMinutes, to }
  }
  const step = mendPrice(setting.price, result, offer)
  return step && { setting: { ...setting, price: step.price }, from: step.from, to: step.to }
}

/** A choice of the courier filter by which the offer passes a rule that compares no numbers. */
function mendChoice(filter: CourierFilter, rule: Rule, offer: Offer): Partial<CourierFilter> | null {
  if (rule === 'kind' && isJob(offer.kind)) return { kinds: { ...filter.kinds, [offer.kind]: true } }
  if (rule === 'pay_known') return { unknownPay: 'take' }
  if (rule === 'full') return { waitlist: 'hold' }
  if (rule !== 'skills') return null
  return {
    skills: [...filter.skills, ...missingSkills(offer.skills, new Set(filter.skills.map(plainSkill)))],
  }
}

function mendJob(filter: CourierFilter, result: RuleResult, offer: Offer): Step | null {
  const { rule, bound } = result
  const choice = mendChoice(filter, rule, offer)
  if (choice !== null) return { filter: { ...filter, ...choice }, change: {} }
  if (rule === 'distance') {
    if (offer.miles === null) return null
    const to = Math.ceil(offer.miles)
    return { filter: { ...filter, maxMiles: to }, change: { from: filter.maxMiles, to } }
  }
  if (rule === 'length') {
    const field = bound === 'max' ? 'maxMinutes' : 'minMinutes'
    const to = bound === 'max' ? Math.ceil(offerMinutes(offer)) : Math.floor(offerMinutes(offer))
    return to < 0 ? null : { filter: { ...filter, [field]: to }, change: { from: filter[field], to } }
  }
  const step = mendOne(jobSetting(filter), result, offer)
  return step && { filter: withJobSetting(filter, step.setting), change: { from: step.from, to: step.to } }
}

type NewPrice = { price: PriceRule; from: number | null; to: number }

function mendPrice(price: PriceRule, { rule, bound, value }: RuleResult, offer: Offer): NewPrice | null {
  if (rule === 'price_duration') return bound === 'is' ? null : mendLength(price, bound, value, offer)
  const fields = PRICE_FIELDS[rule]
  if (fields === undefined) return null
  const field = bound === 'max' ? fields.max : fields.min
  // A shown value is rounded down: a maximum has to lie above it.
  const to = bound === 'max' ? roundUp(Number(value) + 1, fields.step) : roundDown(value, fields.step)
  return to === null ? null : { price: { ...price, [field]: to }, from: price[field], to }
}

const PRICE_FIELDS = {
  price_per_hour: { min: 'perHourMinCents', max: 'perHourMaxCents', step: 50 },
  price_total: { min: 'totalMinCents', max: 'totalMaxCents', step: 100 },
} as const as Partial<
  Record<
    Rule,
    { min: 'perHourMinCents' | 'totalMinCents'; max: 'perHourMaxCents' | 'totalMaxCents'; step: number }
  >
>

/** The pay of blocks of this offer's length. */
function mendLength(
  price: PriceRule,
  bound: 'min' | 'max',
  value: RuleResult['value'],
  offer: Offer,
): NewPrice | null {
  const minutes = offerMinutes(offer)
  const row = price.byDuration.find((each) => each.minutes === minutes)
  const to = bound === 'max' ? roundUp(value, 100) : roundDown(value, 100)
  if (row === undefined || to === null) return null
  const next = bound === 'max' ? { ...row, maxCents: to } : { ...row, minCents: to }
  const byDuration = price.byDuration.map((each) => (each === row ? next : each))
  return { price: { ...price, byDuration }, from: bound === 'max' ? row.maxCents : row.minCents, to }
}

function mendTrip(filter: SparkFilter, { rule, bound, value }: RuleResult, offer: Offer): Step | null {
  const kind = SPARK_KINDS.find((each) => each === sparkKindOf(offer))
  if (kind === undefined) return null
  const before = filter.kinds[kind]
  const put = (next: Partial<SparkKindRule>, from: number | null, to: number | null): Step => ({
    filter: { ...filter, kinds: { ...filter.kinds, [kind]: { ...before, ...next } } },
    change: { from, to },
  })
  if (rule === 'kind') return put({ enabled: true }, null, null)
  if (rule === 'stops')
    return offer.stops === null ? null : put({ maxStops: offer.stops }, before.maxStops, offer.stops)
  if (rule === 'time') {
    const to = arrivalOf(value)
    const from = filter.arrivalMinutes
    return to === null ? null : { filter: { ...filter, arrivalMinutes: to }, change: { from, to } }
  }
  if (rule === 'price_miles') return mendMiles(filter, bound, offer)
  const to = rule === 'price_kind' ? roundDown(value, 50) : null
  return to === null ? null : put({ minPayCents: to }, before.minPayCents, to)
}

/** The tier of the trip's miles pays less; beyond the last tier there is one more. */
function mendMiles(filter: SparkFilter, bound: RuleResult['bound'], offer: Offer): Step | null {
  const pay = roundDown(payOf(offer, filter.countTip), 50)
  if (pay === null || offer.miles === null) return null
  const miles = offer.miles
  if (bound === 'max') {
    const upToMiles = Math.ceil(miles)
    const from = filter.milesTiers.at(-1)?.upToMiles ?? null
    const milesTiers = [...filter.milesTiers, { upToMiles, minPayCents: pay }]
    return { filter: { ...filter, milesTiers }, change: { from, to: upToMiles } }
  }
  const place = filter.milesTiers.findIndex((tier) => miles <= tier.upToMiles)
  const tier = filter.milesTiers[place]
  if (tier === undefined) return null
  const milesTiers = filter.milesTiers.with(place, { ...tier, minPayCents: pay })
  return { filter: { ...filter, milesTiers }, change: { from: tier.minPayCents, to: pay } }
}

/** Minutes to get there that an offer leaves, to the last five; null for one that has begun. */
function arrivalOf(value: RuleResult['value']): number | null {
  if (typeof value !== 'number' || value < 0) return null
  return value < 5 ? Math.floor(value) : Math.floor(value / 5) * 5
}

/** The round figure at or below a value; null if that is nothing: the limit would then be unused. */
function roundDown(value: RuleResult['value'], step: number): Cents | null {
  const to = Math.floor(Number(value) / step) * step
  return to > 0 ? to : null
}

function roundUp(value: RuleResult['value'], step: number): number | null {
  const to = Math.ceil(Number(value) / step) * step
  return Number.isFinite(to) ? to : null
}
