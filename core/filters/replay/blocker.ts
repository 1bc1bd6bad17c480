import { payOf } from '../../offers.ts'
import type { Offer } from '../../offers.ts'
import { MINUTE_MS } from '../../time.ts'
import type { Timestamp } from '../../time.ts'
import { isAmazonKind, sparkKindOf } from '../kinds.ts'
import type { Rule, SparkKindRule } from '../model.ts'
import type { FilterPlan, SettingPlan } from '../plan.ts'
import {
  fitsArrival,
  fitsDuration,
  fitsHourly,
  fitsKindPay,
  fitsMiles,
  fitsNetOf,
  fitsSchedule,
  fitsStops,
  fitsTotal,
} from '../rules.ts'

/**
 * The one rule that keeps an offer from fitting while nothing is held: what `judge` names when it names one
 * alone; null when there are more. The explanation would say it too, and take fifty times as long, which a
 * history of many offers does not bear; matching ends at the first failure and cannot say whether there is a
 * second. Each rule is the one that both of them ask. Only for offers that do not match.
 */
export function findBlocker(plan: FilterPlan, offer: Offer, now: Timestamp): Rule | null {
  const settings = plan.settingsOf.get(offer.stationId) ?? plan.elsewhere
  for (let i = 0; i < settings.length; i++) {
    const rule = findOnlyFailure(plan, settings[i]!, offer, now)
    if (rule !== null) return rule
  }
  return null
}

function findOnlyFailure(plan: FilterPlan, setting: SettingPlan, offer: Offer, now: Timestamp): Rule | null {
  let only: Rule | null = null
  for (let i = 0; i < QUESTIONS.length; i++) {
    const [rule, holds] = QUESTIONS[i]!
    if (holds(plan, setting, offer, now)) continue
    if (only !== null) return null
    only = rule
  }
  return only
}

type Question = (plan: FilterPlan, setting: SettingPlan, offer: Offer, now: Timestamp) => boolean

/**
 * Every rule that has a say while nothing is held, as judging asks it; the likeliest to fail stand first,
 * since two failures end it.
 */
const QUESTIONS: readonly (readonly [Rule, Question])[] = [
  ['schedule', (_, setting, offer) => fitsSchedule(setting, offer.startAt, offer.endAt)],
  ['price_per_hour', (_, setting, offer) => !lacksHourly(setting, offer)],
  ['price_total', (_, setting, offer) => !lacksTotal(setting, offer)],
  ['price_duration', (_, setting, offer) => fitsTable(setting, offer)],
  ['time', (_, setting, offer, now) => fitsArrival(setting, offer, now)],
  ['station', (plan, _, offer) => plan.settingsOf.has(offer.stationId)],
  [
    'kind',
    (plan, _, offer) =>
      plan.trip === null ? isAmazonKind(offer.kind) : kindRule(plan, offer)?.enabled === true,
  ],
  ['stops', (plan, _, offer) => fitsKind(plan, offer, (rule) => fitsStops(rule, offer.stops))],
  [
    'price_kind',
    (plan, _, offer) => fitsKind(plan, offer, (rule) => fitsKindPay(rule, tripPay(plan, offer))),
  ],
  [
    'price_miles',
    (plan, _, offer) => plan.trip === null || fitsMiles(plan.trip, offer, tripPay(plan, offer)),
  ],
  ['price_net', fitsNetOf],
  ['hours_day', ({ maxDayMs }, _, offer) => maxDayMs === null || spanOf(offer) <= maxDayMs],
  ['hours_week', ({ maxWeekMs }, _, offer) => maxWeekMs === null || spanOf(offer) <= maxWeekMs],
]

const spanOf = (offer: Offer): number => offer.endAt - offer.startAt

/** Pay an hour is asked for and wanting; where either price is enough, only if the total is wanting too. */
function lacksHourly(setting: SettingPlan, offer: Offer): boolean {
  if (!setting.hourlyUsed || setting.durations !== null) return false
  const pay = payOf(offer, setting.countTip)
  return !fitsHourly(setting, pay, spanOf(offer)) && !(setting.either && fitsTotal(setting, pay))
}

function lacksTotal(setting: SettingPlan, offer: Offer): boolean {
  if (!setting.totalUsed || setting.durations !== null) return false
  const pay = payOf(offer, setting.countTip)
  return !fitsTotal(setting, pay) && !(setting.either && fitsHourly(setting, pay, spanOf(offer)))
}

function fitsTable({ durations, countTip }: SettingPlan, offer: Offer): boolean {
  return durations === null || fitsDuration(durations.get(spanOf(offer) / MINUTE_MS), payOf(offer, countTip))
}

/** The driver's rule for the kind of a trip, on or off; null where there are no trips. */
function kindRule({ trip }: FilterPlan, offer: Offer): SparkKindRule | null {
  if (trip === null) return null
  const kind = sparkKindOf(offer)
  return kind === null ? null : trip.kinds[kind]
}

/**
 * A kind that is off fails its own minimum and stops too: turning it on would not let the offer through. What
 * is no trip has neither.
 */
function fitsKind(plan: FilterPlan, offer: Offer, holds: (rule: SparkKindRule) => boolean): boolean {
  const rule = kindRule(plan, offer)
  return rule === null || holds(rule)
}

const tripPay = ({ trip }: FilterPlan, offer: Offer): number => payOf(offer, trip?.countTip ?? false)
