import { payOf } from '../offers.ts'
import type { Offer } from '../offers.ts'
import type { Timestamp } from '../time.ts'
import { isAmazonKind, sparkKindOf } from './kinds.ts'
import type { JudgeContext } from './model.ts'
import type { FilterPlan, SettingPlan, TripPlan } from './plan.ts'
import {
  findOverlap,
  findTooClose,
  fitsArrival,
  fitsKindPay,
  fitsMiles,
  fitsNetOf,
  fitsPrice,
  fitsSchedule,
  fitsStops,
  heldInWeekMs,
  heldOnDayMs,
} from './rules.ts'

/**
 * Whether every rule holds: the hot path. Allocates nothing; its only time-zone arithmetic is a table of
 * offsets.
 */
export function matchOffer(plan: FilterPlan, offer: Offer, context: JudgeContext): boolean {
  const settings = plan.settingsOf.get(offer.stationId)
  if (settings === undefined) return false
  if (plan.trip === null ? !isAmazonKind(offer.kind) : !fitsTrip(plan.trip, offer)) return false
  for (let i = 0; i < settings.length; i++) {
    const setting = settings[i]!
    if (fitsSetting(setting, offer, context.now) && fitsNetOf(plan, setting, offer)) {
      return fitsHeld(plan, offer, context)
    }
  }
  return false
}

function fitsSetting(setting: SettingPlan, offer: Offer, now: Timestamp): boolean {
  return (
    fitsPrice(setting, payOf(offer, setting.countTip), offer.endAt - offer.startAt) &&
    fitsArrival(setting, offer, now) &&
    fitsSchedule(setting, offer.startAt, offer.endAt)
  )
}

function fitsTrip(trip: TripPlan, offer: Offer): boolean {
  const kind = sparkKindOf(offer)
  if (kind === null) return false
  const rule = trip.kinds[kind]
  const pay = payOf(offer, trip.countTip)
  if (!rule.enabled || !fitsKindPay(rule, pay) || !fitsStops(rule, offer.stops)) return false
  return fitsMiles(trip, offer, pay)
}

/** Whether no held block conflicts: no overlap, driving time if required, and hours left. */
export function fitsHeld(plan: FilterPlan, offer: Offer, context: JudgeContext): boolean {
  const { held } = context
  if (findOverlap(held, offer.startAt, offer.endAt) !== null) return false
  if (plan.travel !== null && findTooClose(plan.travel, held, offer) !== null) return false
  return fitsHours(plan, offer, context)
}

function fitsHours(plan: FilterPlan, offer: Offer, context: JudgeContext): boolean {
  const spanMs = offer.endAt - offer.startAt
  const { maxDayMs, maxWeekMs, zone } = plan
  if (maxDayMs !== null && !(heldOnDayMs(zone, context.held, offer.startAt) + spanMs <= maxDayMs))
    return false
  return maxWeekMs === null || heldInWeekMs(zone, context.held, offer.startAt) + spanMs <= maxWeekMs
}
