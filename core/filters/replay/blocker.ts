import { fitsAllowance, hasWaitListPlace } from '../../house-rules.ts'
import { payOf } from '../../offers.ts'
import type { Offer } from '../../offers.ts'
import type { ZoneOffsets } from '../../schedule.ts'
import { MINUTE_MS } from '../../time.ts'
import type { Timestamp } from '../../time.ts'
import { restInWeekMs } from '../held-hours.ts'
import type { HoursLimits } from '../held-hours.ts'
import type { HeldSpan, Rule, SparkKindRule } from '../model.ts'
import type { PreparedFilter, PreparedSetting } from '../prepare.ts'
import { fitsDistance, fitsFull, fitsLength, fitsSkills, isWantedJob } from '../job-rules.ts'
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
  isAmazonKind,
  sparkKindOf,
} from '../rules.ts'

/**
 * The one rule that keeps an offer from matching while nothing is held: the rule that `judge` names when it
 * names only one; null if there are more. The explanation would give the same answer but takes fifty times as
 * long, too slow for a long history. Matching stops at the first failure and cannot tell whether there is a
 * second. Both use the same rules. Only for offers that do not match.
 */
export function findBlocker(prepared: PreparedFilter, offer: Offer, now: Timestamp): Rule | null {
  const settings = prepared.settingsOf.get(offer.stationId) ?? prepared.elsewhere
  for (let i = 0; i < settings.length; i++) {
    const rule = findOnlyFailure(prepared, settings[i]!, offer, now)
    if (rule !== null) return rule
  }
  return null
}

function findOnlyFailure(
  prepared: PreparedFilter,
  setting: PreparedSetting,
  offer: Offer,
  now: Timestamp,
): Rule | null {
  let only: Rule | null = null
  for (let i = 0; i < QUESTIONS.length; i++) {
    const [rule, holds] = QUESTIONS[i]!
    if (holds(prepared, setting, offer, now)) continue
    if (only !== null) return null
    only = rule
  }
  return only
}

type Question = (prepared: PreparedFilter, setting: PreparedSetting, offer: Offer, now: Timestamp) => boolean

/**
 * Every rule that applies while nothing is held, as in judging. The likeliest to fail come first, since two
 * failures end the loop.
 */
const QUESTIONS: readonly (readonly [Rule, Question])[] = [
  ['schedule', (_, setting, offer) => fitsSchedule(setting, offer.startAt, offer.endAt)],
  ['price_per_hour', (_, setting, offer) => !lacksHourly(setting, offer)],
  ['price_total', (_, setting, offer) => !lacksTotal(setting, offer)],
  ['price_duration', (_, setting, offer) => fitsTable(setting, offer)],
  ['time', (_, setting, offer, now) => fitsArrival(setting, offer, now)],
  ['pay_known', (_, setting, offer) => isPayKnown(offer) || setting.takesUnknownPay],
  ['station', (prepared, _, offer) => prepared.settingsOf.has(offer.stationId)],
  [
    'kind',
    (prepared, _, offer) =>
      prepared.job !== null
        ? isWantedJob(prepared.job, offer.kind)
        : prepared.trip === null
          ? isAmazonKind(offer.kind)
          : kindRule(prepared, offer)?.enabled === true,
  ],
  ['length', ({ job }, _, offer) => job === null || fitsLength(job, offer)],
  ['skills', ({ job }, _, offer) => job === null || fitsSkills(job, offer)],
  ['full', ({ job }, _, offer) => job === null || fitsFull(job, offer)],
  ['distance', ({ job }, _, offer) => job === null || fitsDistance(job, offer.miles)],
  ['stops', (prepared, _, offer) => fitsKind(prepared, offer, (rule) => fitsStops(rule, offer.stops))],
  [
    'price_kind',
    (prepared, _, offer) =>
      !isPayKnown(offer) || fitsKind(prepared, offer, (rule) => fitsKindPay(rule, tripPay(prepared, offer))),
  ],
  [
    'price_miles',
    (prepared, _, offer) =>
      prepared.trip === null ||
      !isPayKnown(offer) ||
      fitsMiles(prepared.trip, offer, tripPay(prepared, offer)),
  ],
  ['price_net', fitsNetOf],
  ['hours_day', ({ hours }, _, offer) => isWithin(hours.maxDayMs, spanOf(offer))],
  ['hours_week', ({ hours }, _, offer) => isWithin(hours.maxWeekMs, spanOf(offer))],
  ['rest_week', ({ hours, zone }, _, offer) => leavesRest(hours, zone, offer)],
  ['house_day', ({ house }, _, offer) => house === null || isWithin(house.hours.maxDayMs, spanOf(offer))],
  ['house_week', ({ house }, _, offer) => house === null || isWithin(house.hours.maxWeekMs, spanOf(offer))],
  ['house_rest_week', ({ house, zone }, _, offer) => house === null || leavesRest(house.hours, zone, offer)],
  [
    'house_allowance',
    ({ house }, _, offer, now) => house === null || fitsAllowance(house.rules, NONE, offer, now),
  ],
  [
    'house_wait_list',
    ({ house }, _, { full }) => house === null || full !== true || hasWaitListPlace(house.rules, NONE),
  ],
]

const NONE: readonly HeldSpan[] = []

const isWithin = (mostMs: number | null, spanMs: number): boolean => mostMs === null || spanMs <= mostMs

const leavesRest = ({ weekRestMs }: HoursLimits, zone: ZoneOffsets, offer: Offer): boolean =>
  weekRestMs === 0 || restInWeekMs(zone, NONE, offer) >= weekRestMs

/** No price is compared with unknown pay. */
const isPayKnown = (offer: Offer): boolean => offer.payBasis !== 'unknown'

const spanOf = (offer: Offer): number => offer.endAt - offer.startAt

/** Pay an hour is used and too low; if either price is enough, only if the total is too low as well. */
function lacksHourly(setting: PreparedSetting, offer: Offer): boolean {
  if (!setting.hourlyUsed || setting.durations !== null || !isPayKnown(offer)) return false
  const pay = payOf(offer, setting.countTip)
  return !fitsHourly(setting, pay, spanOf(offer)) && !(setting.either && fitsTotal(setting, pay))
}

function lacksTotal(setting: PreparedSetting, offer: Offer): boolean {
  if (!setting.totalUsed || setting.durations !== null || !isPayKnown(offer)) return false
  const pay = payOf(offer, setting.countTip)
  return !fitsTotal(setting, pay) && !(setting.either && fitsHourly(setting, pay, spanOf(offer)))
}

function fitsTable({ durations, countTip }: PreparedSetting, offer: Offer): boolean {
  if (durations === null || !isPayKnown(offer)) return true
  return fitsDuration(durations.get(spanOf(offer) / MINUTE_MS), payOf(offer, countTip))
}

/** The driver's rule for the kind of a trip, enabled or not; null if the offer is no trip. */
function kindRule({ trip }: PreparedFilter, offer: Offer): SparkKindRule | null {
  if (trip === null) return null
  const kind = sparkKindOf(offer)
  return kind === null ? null : trip.kinds[kind]
}

/**
 * A disabled kind fails its own minimum and stops too: enabling it would not let the offer pass. Offers that
 * are no trips have neither.
 */
function fitsKind(prepared: PreparedFilter, offer: Offer, holds: (rule: SparkKindRule) => boolean): boolean {
  const rule = kindRule(prepared, offer)
  return rule === null || holds(rule)
}

const tripPay = ({ trip }: PreparedFilter, offer: Offer): number => payOf(offer, trip?.countTip ?? false)
