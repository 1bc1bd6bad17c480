import { offerMinutes, payOf, payPerHourOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import { windowEnd } from '../schedule.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { AMAZON_KINDS, isAmazonKind, sparkKindOf } from './kinds.ts'
import { SPARK_KINDS } from './model.ts'
import type { DurationPrice, JudgeContext, Rule, RuleResult, SparkKind } from './model.ts'
import type { FilterPlan, SettingPlan, TravelPlan, TripPlan } from './plan.ts'
import {
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
  heldInWeekMs,
  heldOnDayMs,
  needsArrival,
  netPerHourCents,
} from './rules.ts'

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
export function explainSetting(
  plan: FilterPlan,
  setting: SettingPlan,
  offer: Offer,
  context: JudgeContext,
): RuleResult[] {
  const results = [result('station', plan.settingsOf.has(offer.stationId), offer.stationId, null, 'is')]
  const kind = plan.trip === null ? null : sparkKindOf(offer)
  if (plan.trip === null) {
    results.push(result('kind', isAmazonKind(offer.kind), offer.kind, AMAZON_KINDS.join(','), 'is'))
  } else {
    explainKind(plan.trip, kind, offer, results)
  }
  results.push(explainSchedule(setting, offer))
  if (needsArrival(setting, offer)) {
    const passed = fitsArrival(setting, offer, context.now)
    const minutesLeft = Math.floor((offer.startAt - context.now) / MINUTE_MS)
    results.push(result('time', passed, minutesLeft, setting.arrivalMinutes, 'min'))
  }
  explainPrice(setting, offer, results)
  if (plan.trip !== null) explainTripPay(plan.trip, kind, offer, results)
  explainNet(plan, setting, offer, results)
  explainHeld(plan, offer, context, results)
  return results
}

function explainKind(trip: TripPlan, kind: SparkKind | null, offer: Offer, results: RuleResult[]): void {
  const wanted = SPARK_KINDS.filter((each) => trip.kinds[each].enabled)
  const passed = kind !== null && trip.kinds[kind].enabled
  results.push(result('kind', passed, kind ?? offer.kind, wanted.join(','), 'is'))
  // A disabled kind is still judged by its own limits: they would apply if it were enabled.
  if (kind !== null && trip.kinds[kind].maxStops > 0) {
    const rule = trip.kinds[kind]
    results.push(result('stops', fitsStops(rule, offer.stops), offer.stops, rule.maxStops, 'max'))
  }
}

function explainSchedule(setting: SettingPlan, offer: Offer): RuleResult {
  const passed = fitsSchedule(setting, offer.startAt, offer.endAt)
  const end = windowEnd(setting.windows, offer.startAt)
  if (!passed && end !== -1) return result('schedule', false, offer.endAt, end, 'max')
  return result('schedule', passed, offer.startAt, null, 'is')
}

function explainPrice(setting: SettingPlan, offer: Offer, results: RuleResult[]): void {
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

function explainTripPay(trip: TripPlan, kind: SparkKind | null, offer: Offer, results: RuleResult[]): void {
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

function explainNet(plan: FilterPlan, setting: SettingPlan, offer: Offer, results: RuleResult[]): void {
  if (plan.net === null) return
  const pay = payOf(offer, (plan.trip ?? setting).countTip)
  const { perHourMinCents } = plan.net.rule
  const value = netPerHourCents(plan.net, plan.zone, offer, pay)
  results.push(result('price_net', fitsNet(plan.net, plan.zone, offer, pay), value, perHourMinCents, 'min'))
}

function explainTravel(travel: TravelPlan, offer: Offer, context: JudgeContext): RuleResult {
  const gap = findTooClose(travel, context.held, offer)
  if (gap === null) return result('travel', true, null, null, 'min')
  // The two values are rounded in opposite directions, so that a gap that is too short never appears
  // sufficient.
  const free = Math.floor(gap.freeMs / MINUTE_MS)
  return result('travel', false, free, Math.max(free + 1, Math.ceil(gap.driveMs / MINUTE_MS)), 'min')
}

function explainHeld(plan: FilterPlan, offer: Offer, context: JudgeContext, results: RuleResult[]): void {
  const { zone, maxDayMs, maxWeekMs } = plan
  const other = findOverlap(context.held, offer.startAt, offer.endAt)
  results.push(result('overlap', other === null, other?.startAt ?? null, other?.endAt ?? null, 'is'))
  if (plan.travel !== null) results.push(explainTravel(plan.travel, offer, context))
  const spanMs = offer.endAt - offer.startAt
  if (maxDayMs !== null) {
    const sum = heldOnDayMs(zone, context.held, offer.startAt) + spanMs
    results.push(result('hours_day', sum <= maxDayMs, sum / MINUTE_MS, maxDayMs / MINUTE_MS, 'max'))
  }
  if (maxWeekMs !== null) {
    const sum = heldInWeekMs(zone, context.held, offer.startAt) + spanMs
    results.push(result('hours_week', sum <= maxWeekMs, sum / MINUTE_MS, maxWeekMs / MINUTE_MS, 'max'))
  }
}
