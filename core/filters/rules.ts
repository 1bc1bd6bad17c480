import { blockMiles, centsPerMile } from '../costs.ts'
import { drivingMs } from '../geo.ts'
import { isPaidIn, isTrip, payOf } from '../offers.ts'
import type { Offer, OfferKind } from '../offers.ts'
import { wallClockMs, windowEnd } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { describeVariant } from '../variants.ts'
import { fitsHours } from './held-hours.ts'
import { fitsHouse } from './house.ts'
import { fitsJob } from './job-rules.ts'
import { CURBSIDE_MAX_STOPS } from './model.ts'
import type { DurationPrice, HeldSpan, JudgeContext, MilesTier, SparkKind, SparkKindRule } from './model.ts'
import type { PreparedFilter, PreparedNet, PreparedSetting, PreparedTravel, PreparedTrip } from './prepare.ts'

/**
 * Each rule once, as a yes-or-no question: the hot path evaluates them in order, and the explanation
 * evaluates the same ones and adds the values. They allocate nothing, and a value that is missing or not a
 * number yields no.
 */

/**
 * Whether every rule holds: the hot path. Allocates nothing; its only time-zone arithmetic is a table of
 * offsets.
 */
export function matchOffer(prepared: PreparedFilter, offer: Offer, context: JudgeContext): boolean {
  const settings = prepared.settingsOf.get(offer.stationId)
  if (settings === undefined) return false
  if (prepared.job === null) {
    if (prepared.trip === null ? !isAmazonKind(offer.kind) : !fitsTrip(prepared.trip, offer)) return false
  } else if (!fitsJob(prepared.job, offer)) return false
  if (offer.payBasis === 'unknown') return matchUnpaid(prepared, settings, offer, context)
  for (let i = 0; i < settings.length; i++) {
    const setting = settings[i]!
    if (fitsSetting(setting, offer, context.now) && fitsNetOf(prepared, setting, offer)) {
      return fitsHeld(prepared, offer, context)
    }
  }
  return false
}

/** The rest of the rules for an offer of unknown pay: no price is compared with it. */
function matchUnpaid(
  prepared: PreparedFilter,
  settings: readonly PreparedSetting[],
  offer: Offer,
  context: JudgeContext,
): boolean {
  for (let i = 0; i < settings.length; i++) {
    const setting = settings[i]!
    if (setting.takesUnknownPay && fitsTimes(setting, offer, context.now))
      return fitsHeld(prepared, offer, context)
  }
  return false
}

function fitsSetting(setting: PreparedSetting, offer: Offer, now: Timestamp): boolean {
  return (
    fitsPrice(setting, payOf(offer, setting.countTip), offer.endAt - offer.startAt) &&
    fitsTimes(setting, offer, now)
  )
}

function fitsTimes(setting: PreparedSetting, offer: Offer, now: Timestamp): boolean {
  return fitsArrival(setting, offer, now) && fitsSchedule(setting, offer.startAt, offer.endAt)
}

function fitsTrip(trip: PreparedTrip, offer: Offer): boolean {
  const kind = sparkKindOf(offer)
  if (kind === null) return false
  const rule = trip.kinds[kind]
  const pay = payOf(offer, trip.countTip)
  if (!rule.enabled || !fitsKindPay(rule, pay) || !fitsStops(rule, offer.stops)) return false
  return fitsMiles(trip, offer, pay)
}

/** Whether no held block conflicts: no overlap, driving time if required, and hours and rest left. */
export function fitsHeld(prepared: PreparedFilter, offer: Offer, context: JudgeContext): boolean {
  if (findOverlap(context.held, offer, context.now) !== null) return false
  if (prepared.travel !== null && findTooClose(prepared.travel, context, offer) !== null) return false
  if (!fitsHours(prepared.hours, prepared.zone, context.held, offer)) return false
  return prepared.house === null || fitsHouse(prepared.house, prepared.zone, offer, context)
}

export const AMAZON_KINDS: readonly OfferKind[] = describeVariant('amazon').kinds

/** Whether an offer belongs to the amazon variant. */
export function isAmazonKind(kind: OfferKind): boolean {
  return kind === 'block' || kind === 'instant' || kind === 'reserved'
}

/**
 * The kind of a spark trip: `multiple` when batched or with more than 3 stops, else `shopping`, else
 * `curbside`, which includes plain deliveries. null for an offer of the other variant.
 */
export function sparkKindOf(offer: Pick<Offer, 'kind' | 'batched' | 'stops'>): SparkKind | null {
  if (!isTrip(offer.kind)) return null
  if (offer.batched || (offer.stops !== null && offer.stops > CURBSIDE_MAX_STOPS)) return 'multiple'
  return offer.kind === 'shopping' ? 'shopping' : 'curbside'
}

/** Stops within the kind's maximum; unknown stops fail once a maximum is set. */
export function fitsStops(rule: SparkKindRule, stops: number | null): boolean {
  return rule.maxStops === 0 || (stops !== null && stops <= rule.maxStops)
}

/** Starts inside a window, and ends inside the same one if that is required. */
export function fitsSchedule(setting: PreparedSetting, startAt: Timestamp, endAt: Timestamp): boolean {
  const end = windowEnd(setting.windows, startAt)
  return end !== -1 && (!setting.mustEndInside || endAt <= end)
}

/**
 * Leaves the minutes needed to get there. Never applied to an instant offer, nor to an order that begins when
 * it is accepted: platforms make them for drivers who are near, and they start sooner than any useful arrival
 * time.
 */
export function fitsArrival(setting: PreparedSetting, offer: Offer, now: Timestamp): boolean {
  return offer.startAt - now >= setting.arrivalMinutes * MINUTE_MS || !needsArrival(setting, offer, now)
}

export function needsArrival(setting: PreparedSetting, offer: Offer, now: Timestamp): boolean {
  if (setting.arrivalMinutes <= 0 || offer.kind === 'instant') return false
  return offer.kind !== 'order' || offer.startAt > now
}

/** Exact, without the rounding of displayed values. An offer of no length pays nothing an hour. */
export function fitsHourly(setting: PreparedSetting, pay: number, spanMs: number): boolean {
  if (!(spanMs > 0)) return setting.hourlyMinCents <= 0
  return pay * HOUR_MS >= setting.hourlyMinCents * spanMs && pay * HOUR_MS <= setting.hourlyMaxCents * spanMs
}

export function fitsTotal(setting: PreparedSetting, pay: number): boolean {
  return pay >= setting.totalMinCents && pay <= setting.totalMaxCents
}

/** The duration table has a row of exactly this length, and the pay is within it. */
export function fitsDuration(row: DurationPrice | undefined, pay: number): boolean {
  return row !== undefined && pay >= row.minCents && (row.maxCents === null || pay <= row.maxCents)
}

/** Hourly and total, both or either, or the duration table instead. */
export function fitsPrice(setting: PreparedSetting, pay: number, spanMs: number): boolean {
  if (setting.durations !== null) return fitsDuration(setting.durations.get(spanMs / MINUTE_MS), pay)
  if (setting.either) return fitsHourly(setting, pay, spanMs) || fitsTotal(setting, pay)
  return fitsHourly(setting, pay, spanMs) && fitsTotal(setting, pay)
}

/** At least the kind's minimum; 0 = unused. */
export function fitsKindPay(rule: SparkKindRule, pay: number): boolean {
  return pay >= rule.minPayCents
}

/** At least the minimum of the tier of the trip's miles; a trip without a tier fails. */
export function fitsTierPay(tier: MilesTier | undefined, pay: number): boolean {
  return tier !== undefined && pay >= tier.minPayCents
}

/** The first tier that includes the miles; undefined if they are unknown or beyond the last tier. */
export function findTier(tiers: readonly MilesTier[], miles: number | null): MilesTier | undefined {
  if (miles === null) return undefined
  for (let i = 0; i < tiers.length; i++) {
    const tier = tiers[i]!
    if (miles <= tier.upToMiles) return tier
  }
  return undefined
}

/**
 * Net pay in cents, not rounded; null if the way to the station is unknown, or the cost of a mile in the
 * currency of the pay. The cost of a mile follows the filter's zone.
 */
function netPay(net: PreparedNet, zone: ZoneOffsets, offer: Offer, pay: number): number | null {
  if (!isPaidIn(offer, net.currency)) return null
  const way = net.wayMilesOf === null ? 0 : net.wayMilesOf.get(offer.stationId)
  if (way === undefined) return null
  const perMile = centsPerMile(net.rule, wallClockMs(zone, offer.startAt))
  return pay - blockMiles(offer, way, net.rule.milesPerHour) * perMile
}

/** Meets the minimum of its miles tier; without tiers every trip passes. */
export function fitsMiles({ tiers }: PreparedTrip, offer: Offer, pay: number): boolean {
  return tiers.length === 0 || fitsTierPay(findTier(tiers, offer.miles), pay)
}

/** Net pay per hour is at least the minimum; unknown net pay fails. */
export function fitsNet(net: PreparedNet, zone: ZoneOffsets, offer: Offer, pay: number): boolean {
  const takeHome = netPay(net, zone, offer, pay)
  const spanMs = offer.endAt - offer.startAt
  return takeHome !== null && spanMs > 0 && takeHome * HOUR_MS >= net.rule.perHourMinCents * spanMs
}

/**
 * The net pay for the filter's rule, if it has one: tips count as the setting says, or by the trips' own
 * rule. Of unknown pay nothing can be left: `takesUnknownPay` decides about it.
 */
export function fitsNetOf(prepared: PreparedFilter, setting: PreparedSetting, offer: Offer): boolean {
  return prepared.net === null || fitsNetRule(prepared, prepared.net, setting, offer)
}

function fitsNetRule(
  { trip, zone }: PreparedFilter,
  net: PreparedNet,
  setting: PreparedSetting,
  offer: Offer,
): boolean {
  return offer.payBasis === 'unknown' || fitsNet(net, zone, offer, payOf(offer, (trip ?? setting).countTip))
}

/**
 * Net pay per hour in whole cents, rounded down so that a failed limit never appears to be met; null if
 * unknown.
 */
export function netPerHourCents(
  net: PreparedNet,
  zone: ZoneOffsets,
  offer: Offer,
  pay: number,
): number | null {
  const takeHome = netPay(net, zone, offer, pay)
  if (takeHome === null) return null
  const perHour = Math.floor((takeHome * HOUR_MS) / (offer.endAt - offer.startAt))
  return Number.isFinite(perHour) ? perHour : null
}

/** Time between the offer and a held block, and the driving time between their stations. */
export type Gap = { freeMs: number; driveMs: number }

/**
 * The held block that is too close to drive from or to, the one with the largest shortfall; null if there is
 * none. Overlapping blocks belong to another rule, and stations without a known location are skipped.
 */
export function findTooClose(
  travel: PreparedTravel,
  { held, now }: Pick<JudgeContext, 'held' | 'now'>,
  offer: Offer,
): Gap | null {
  const there = travel.places.get(offer.stationId)
  if (there === undefined) return null
  const lateMs = begunLateMs(offer, now)
  const startAt = offer.startAt + lateMs
  const endAt = offer.endAt + lateMs
  let worst: Gap | null = null
  for (let i = 0; i < held.length; i++) {
    const span = held[i]!
    const freeMs = span.startAt >= endAt ? span.startAt - endAt : startAt - span.endAt
    // No one drives a day between two blocks, so most spans need no computation.
    if (
      freeMs > DAY_MS ||
      crosses(span, startAt, endAt) ||
      span.stationId === undefined ||
      span.stationId === offer.stationId
    )
      continue
    const place = travel.places.get(span.stationId)
    if (place === undefined) continue
    const driveMs = drivingMs(place, there, travel.mph)
    if (freeMs < driveMs && (worst === null || driveMs - freeMs > worst.driveMs - worst.freeMs))
      worst = { freeMs, driveMs }
  }
  return worst
}

/** Work without a stated end begins when it is accepted, however long it has been listed, ms. */
function begunLateMs(offer: Pick<Offer, 'startAt' | 'endEstimated'>, now: Timestamp): number {
  return offer.endEstimated === true && now > offer.startAt ? now - offer.startAt : 0
}

/** The first held span that overlaps the offer; spans that only touch do not. */
export function findOverlap(
  held: readonly HeldSpan[],
  offer: Pick<Offer, 'startAt' | 'endAt' | 'endEstimated'>,
  now: Timestamp,
): HeldSpan | null {
  const lateMs = begunLateMs(offer, now)
  return findCrossed(held, offer.startAt + lateMs, offer.endAt + lateMs)
}

function findCrossed(held: readonly HeldSpan[], startAt: Timestamp, endAt: Timestamp): HeldSpan | null {
  for (let i = 0; i < held.length; i++) {
    const span = held[i]!
    if (crosses(span, startAt, endAt)) return span
  }
  return null
}

function crosses(span: HeldSpan, startAt: Timestamp, endAt: Timestamp): boolean {
  const isBefore = span.startAt < endAt || span.isRunning === true
  return isBefore && (startAt < span.endAt || span.isOpen === true)
}
