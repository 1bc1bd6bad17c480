import { JOB_KINDS, offerMinutes, payOf, payPerHourOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import { windowEnd } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { explainHouse } from './house.ts'
import { fitsDistance, fitsFull, fitsLength, isWantedJob, missingSkills } from './job-rules.ts'
import { RULE_GROUPS, SPARK_KINDS } from './model.ts'
import type {
  DurationPrice,
  Explanation,
  HeldSpan,
  JudgeContext,
  Rule,
  RuleResult,
  SparkKind,
} from './model.ts'
import type { PreparedFilter, PreparedJob, PreparedSetting, PreparedTravel, PreparedTrip } from './prepare.ts'
import { countDaysInARow, heldInWeekMs, heldOnDayMs, restBetweenDaysMs, restInWeekMs } from './held-hours.ts'
import type { HoursLimits } from './held-hours.ts'
import {
  AMAZON_KINDS,
  findOverlap,
  findTier,
  findTooClose,
  fitsArrival,
  fitsDuration,
  fitsHourly,
  fitsKindPay,
  fitsNet,
  fitsSchedule,
  fitsStops,
  fitsTierPay,
  fitsTotal,
  isAmazonKind,
  needsArrival,
  netPerHourCents,
  sparkKindOf,
} from './rules.ts'

/** The setting with the fewest failed rules, the first of several; the matching one if there is one. */
export function explainClosest(prepared: PreparedFilter, offer: Offer, context: JudgeContext): Explanation {
  const settings = prepared.settingsOf.get(offer.stationId) ?? prepared.elsewhere
  let closest: Omit<Explanation, 'ignoredFor'> | null = null
  for (const [settingIndex, setting] of settings.entries()) {
    const rules = explainSetting(prepared, setting, offer, context)
    const failed = rules.filter((each) => !each.passed)
    if (closest === null || failed.length < closest.failed.length) closest = { settingIndex, rules, failed }
  }
  if (closest === null) throw new Error('a station without settings was prepared')
  const first = closest.failed[0]
  return { ...closest, ignoredFor: first === undefined ? null : RULE_GROUPS[first.rule] }
}

type Value = number | string | null

function result(
  rule: Rule,
  passed: boolean,
  value: Value,
  limit: Value,
  bound: RuleResult['bound'],
): RuleResult {
  return { rule, passed, value, limit, bound }
}

/** Every rule that applies to an offer under one setting, in the order of RULES. */
function explainSetting(
  prepared: PreparedFilter,
  setting: PreparedSetting,
  offer: Offer,
  context: JudgeContext,
): RuleResult[] {
  const results = [result('station', prepared.settingsOf.has(offer.stationId), offer.stationId, null, 'is')]
  const kind = sparkKindOf(offer)
  if (prepared.job !== null) explainJob(prepared.job, offer, results)
  else if (prepared.trip !== null) explainKind(prepared.trip, kind, offer, results)
  else results.push(result('kind', isAmazonKind(offer.kind), offer.kind, AMAZON_KINDS.join(','), 'is'))
  results.push(explainSchedule(setting, offer))
  if (needsArrival(setting, offer, context.now)) {
    const passed = fitsArrival(setting, offer, context.now)
    const minutesLeft = Math.floor((offer.startAt - context.now) / MINUTE_MS)
    results.push(result('time', passed, minutesLeft, setting.arrivalMinutes, 'min'))
  }
  if (offer.payBasis === 'unknown') {
    // No price can be compared with it.
    results.push(result('pay_known', setting.takesUnknownPay, null, null, 'is'))
  } else {
    explainPrice(setting, offer, results)
    if (prepared.trip !== null) explainTripPay(prepared.trip, kind, offer, results)
    explainNet(prepared, setting, offer, results)
  }
  explainHeld(prepared, offer, context, results)
  return results
}

function explainKind(trip: PreparedTrip, kind: SparkKind | null, offer: Offer, results: RuleResult[]): void {
  const wanted = SPARK_KINDS.filter((each) => trip.kinds[each].enabled)
  const passed = kind !== null && trip.kinds[kind].enabled
  results.push(result('kind', passed, kind ?? offer.kind, wanted.join(','), 'is'))
  // A disabled kind is still judged by its own limits: they would apply if it were enabled.
  if (kind !== null && trip.kinds[kind].maxStops > 0) {
    const rule = trip.kinds[kind]
    results.push(result('stops', fitsStops(rule, offer.stops), offer.stops, rule.maxStops, 'max'))
  }
}

function explainJob(job: PreparedJob, offer: Offer, results: RuleResult[]): void {
  const wanted = JOB_KINDS.filter((kind) => job.kinds[kind])
  results.push(result('kind', isWantedJob(job, offer.kind), offer.kind, wanted.join(','), 'is'))
  const { minMs, maxMs, maxMiles } = job
  if (minMs > 0 || maxMs !== Infinity) {
    const spanMs = offer.endAt - offer.startAt
    const over = spanMs > maxMs || minMs === 0
    const limit = (over ? maxMs : minMs) / MINUTE_MS
    results.push(result('length', fitsLength(job, offer), spanMs / MINUTE_MS, limit, over ? 'max' : 'min'))
  }
  const required = offer.skills ?? []
  if (required.length > 0) {
    const missing = missingSkills(required, job.skills)
    results.push(
      result(
        'skills',
        missing.length === 0,
        (missing.length > 0 ? missing : required).join(', '),
        null,
        'is',
      ),
    )
  }
  if (maxMiles !== Infinity)
    results.push(result('distance', fitsDistance(job, offer.miles), offer.miles, maxMiles, 'max'))
  if (offer.full === true) results.push(result('full', fitsFull(job, offer), null, null, 'is'))
}

function explainSchedule(setting: PreparedSetting, offer: Offer): RuleResult {
  const passed = fitsSchedule(setting, offer.startAt, offer.endAt)
  const end = windowEnd(setting.windows, offer.startAt)
  if (!passed && end !== -1) return result('schedule', false, offer.endAt, end, 'max')
  return result('schedule', passed, offer.startAt, null, 'is')
}

function explainPrice(setting: PreparedSetting, offer: Offer, results: RuleResult[]): void {
  const pay = payOf(offer, setting.countTip)
  const spanMs = offer.endAt - offer.startAt
  if (setting.durations !== null) {
    results.push(explainDuration(setting.durations.get(spanMs / MINUTE_MS), pay, offer))
    return
  }
  const hourlyFits = fitsHourly(setting, pay, spanMs)
  const totalFits = fitsTotal(setting, pay)
  if (setting.hourlyUsed && !(setting.either && totalFits && !hourlyFits)) {
    const { hourlyMinCents: min, hourlyMaxCents: max } = setting
    // Above a maximum the value is rounded up, so that it never appears to be within.
    const over = !hourlyFits && pay * HOUR_MS > max * spanMs
    const value = over ? Math.ceil((pay * HOUR_MS) / spanMs) : payPerHourOf(offer, setting.countTip)
    results.push(explainRange('price_per_hour', hourlyFits, over, value, min, max))
  }
  if (setting.totalUsed && !(setting.either && hourlyFits && !totalFits)) {
    const { totalMinCents: min, totalMaxCents: max } = setting
    results.push(explainRange('price_total', totalFits, pay > max, pay, min, max))
  }
}

function explainRange(
  rule: Rule,
  passed: boolean,
  over: boolean,
  value: number,
  min: number,
  max: number,
): RuleResult {
  const ceiling = over || (min === 0 && max !== Infinity)
  return result(rule, passed, value, ceiling ? max : min, ceiling ? 'max' : 'min')
}

function explainDuration(row: DurationPrice | undefined, pay: number, offer: Offer): RuleResult {
  if (row === undefined) return result('price_duration', false, offerMinutes(offer), null, 'is')
  return explainRange(
    'price_duration',
    fitsDuration(row, pay),
    row.maxCents !== null && pay > row.maxCents,
    pay,
    row.minCents,
    row.maxCents ?? Infinity,
  )
}

function explainTripPay(
  trip: PreparedTrip,
  kind: SparkKind | null,
  offer: Offer,
  results: RuleResult[],
): void {
  const pay = payOf(offer, trip.countTip)
  const rule = kind === null ? null : trip.kinds[kind]
  if (rule !== null && rule.minPayCents > 0) {
    results.push(result('price_kind', fitsKindPay(rule, pay), pay, rule.minPayCents, 'min'))
  }
  const last = trip.tiers[trip.tiers.length - 1]
  if (last === undefined) return
  const tier = findTier(trip.tiers, offer.miles)
  results.push(
    tier === undefined
      ? result('price_miles', false, offer.miles, last.upToMiles, 'max')
      : result('price_miles', fitsTierPay(tier, pay), pay, tier.minPayCents, 'min'),
  )
}

function explainNet(
  prepared: PreparedFilter,
  setting: PreparedSetting,
  offer: Offer,
  results: RuleResult[],
): void {
  if (prepared.net === null) return
  const pay = payOf(offer, (prepared.trip ?? setting).countTip)
  const { perHourMinCents } = prepared.net.rule
  const value = netPerHourCents(prepared.net, prepared.zone, offer, pay)
  results.push(
    result('price_net', fitsNet(prepared.net, prepared.zone, offer, pay), value, perHourMinCents, 'min'),
  )
}

function explainTravel(travel: PreparedTravel, offer: Offer, context: JudgeContext): RuleResult {
  const gap = findTooClose(travel, context, offer)
  if (gap === null) return result('travel', true, null, null, 'min')
  // The two values are rounded in opposite directions, so that a gap that is too short never appears
  // sufficient.
  const [free, drive] = [Math.floor(gap.freeMs / MINUTE_MS), Math.ceil(gap.driveMs / MINUTE_MS)]
  return result('travel', false, free, drive, 'min')
}

function explainHeld(
  prepared: PreparedFilter,
  offer: Offer,
  context: JudgeContext,
  results: RuleResult[],
): void {
  const { zone, hours, house } = prepared
  const other = findOverlap(context.held, offer, context.now)
  results.push(result('overlap', other === null, other?.startAt ?? null, other?.endAt ?? null, 'is'))
  if (prepared.travel !== null) results.push(explainTravel(prepared.travel, offer, context))
  explainHours(OWN_HOURS, hours, zone, offer, context.held, results)
  if (house === null) return
  explainHours(HOUSE_HOURS, house.hours, zone, offer, context.held, results)
  results.push(...explainHouse(house.rules, offer, context))
}

const OWN_HOURS = {
  day: 'hours_day',
  week: 'hours_week',
  restDays: 'rest_days',
  row: 'days_in_a_row',
  restWeek: 'rest_week',
} as const

const HOUSE_HOURS = {
  day: 'house_day',
  week: 'house_week',
  restDays: 'house_rest_days',
  // No house limits them.
  row: 'days_in_a_row',
  restWeek: 'house_rest_week',
} as const

function explainHours(
  rules: Readonly<Record<keyof typeof OWN_HOURS, Rule>>,
  { maxDayMs, maxWeekMs, restMs, maxDaysInARow, weekRestMs }: HoursLimits,
  zone: ZoneOffsets,
  offer: Offer,
  held: readonly HeldSpan[],
  results: RuleResult[],
): void {
  const spanMs = offer.endAt - offer.startAt
  const explainMost = (rule: Rule, sum: number, most: number) =>
    results.push(result(rule, sum <= most, sum / MINUTE_MS, most / MINUTE_MS, 'max'))
  const explainLeast = (rule: Rule, freeMs: number, least: number) => {
    // Rounded down, so that a rest that is too short never appears sufficient.
    const value = Number.isFinite(freeMs) ? Math.floor(freeMs / MINUTE_MS) : null
    results.push(result(rule, freeMs >= least, value, least / MINUTE_MS, 'min'))
  }
  if (maxDayMs !== null) explainMost(rules.day, heldOnDayMs(zone, held, offer.startAt) + spanMs, maxDayMs)
  if (maxWeekMs !== null) explainMost(rules.week, heldInWeekMs(zone, held, offer.startAt) + spanMs, maxWeekMs)
  if (restMs > 0) explainLeast(rules.restDays, restBetweenDaysMs(zone, held, offer), restMs)
  if (maxDaysInARow > 0) {
    const days = countDaysInARow(zone, held, offer.startAt)
    results.push(result(rules.row, days <= maxDaysInARow, days, maxDaysInARow, 'max'))
  }
  if (weekRestMs > 0) explainLeast(rules.restWeek, restInWeekMs(zone, held, offer), weekRestMs)
}
