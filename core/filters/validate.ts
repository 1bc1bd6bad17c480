import type { FieldError } from '../errors.ts'
import { DAY_MINUTES, HOUR_MS, isTimeZone } from '../time.ts'
import { checkAmazon, ARRIVAL_MAX_MINUTES } from './check/amazon.ts'
import { checkCount, checkPositive, refuse } from './check/findings.ts'
import type { Findings } from './check/findings.ts'
import { checkSchedule } from './check/schedule.ts'
import { CURBSIDE_MAX_STOPS, SPARK_KINDS } from './model.ts'
import type { Filter, RestRule, CourierFilter, NetRule, SparkFilter } from './model.ts'
import { stationIdsOf, stationsFieldOf } from './stations.ts'
import { JOB_KINDS, isPaidIn } from '../offers.ts'
import type { Pay } from '../offers.ts'
import { PAY_MAX_CENTS, checkPrice } from './check/price.ts'

/** The seed: "at most three settings per filter". */
export const SETTINGS_MAX = 3

/**
 * The fastest custom refresh rate, unless the service sets another: one bot's share of the engine is sized
 * for two polls a second.
 */
export const REFRESH_MIN_MS = 500

export type ValidationContext = {
  /** The driver's stations or stores on the platform; absent = any id is accepted. */
  stationIds?: ReadonlySet<string>
  /** Settings a station may have: 3, or 1 on the advanced screen with one setting each. */
  settingsMax?: number
  /** Fastest custom refresh rate in ms. */
  refreshMinMs?: number
  /** In which the driver's places pay, and the filter's amounts are meant; none = USD. */
  currency?: string | null
}

/**
 * All errors of a filter with the right shape, in the order of the fields; empty if it may be saved. Paths
 * are dotted (`shared.price.perHourMinCents`, `schedule.days.2.ranges.0`), codes are of FILTER_ERROR_CODES.
 * Runs in the browser too.
 */
export function validateFilter(filter: Filter, context: ValidationContext = {}): FieldError[] {
  const findings: Findings = []
  checkStations(findings, filter, context.stationIds)
  if (filter.variant === 'amazon') checkAmazon(findings, filter, context.settingsMax ?? SETTINGS_MAX)
  else if (filter.variant === 'spark') checkSpark(findings, filter)
  else checkCourier(findings, filter)
  if (!isTimeZone(filter.timeZone)) refuse(findings, 'timeZone', 'filters.time_zone_unknown')
  checkSchedule(findings, 'schedule', filter.schedule, 'global', filter.plan)
  checkSpeed(findings, filter, context.refreshMinMs ?? REFRESH_MIN_MS)
  checkCount(findings, 'switches.sleepAfterAwardMinutes', filter.switches.sleepAfterAwardMinutes, DAY_MINUTES)
  if (filter.maxMinutesPerDay !== null)
    checkPositive(findings, 'maxMinutesPerDay', filter.maxMinutesPerDay, DAY_MINUTES)
  if (filter.maxMinutesPerWeek !== null)
    checkPositive(findings, 'maxMinutesPerWeek', filter.maxMinutesPerWeek, 7 * DAY_MINUTES)
  if (filter.rest !== undefined) checkRest(findings, filter.rest)
  checkExtras(findings, filter, context.currency)
  return findings
}

/** The most that each may say: beyond, no week of work would be left, or what is read of held blocks. */
export const REST_MOST: Readonly<Record<keyof RestRule, number>> = {
  hoursBetweenDays: 48,
  maxDaysInARow: 6,
  hoursPerWeek: 144,
}

function checkRest(findings: Findings, rest: RestRule): void {
  checkCount(findings, 'rest.hoursBetweenDays', rest.hoursBetweenDays, REST_MOST.hoursBetweenDays)
  checkCount(findings, 'rest.maxDaysInARow', rest.maxDaysInARow, REST_MOST.maxDaysInARow)
  checkCount(findings, 'rest.hoursPerWeek', rest.hoursPerWeek, REST_MOST.hoursPerWeek)
}

function checkStations(findings: Findings, filter: Filter, knownIds: ReadonlySet<string> | undefined): void {
  const field = stationsFieldOf(filter)
  const ids = stationIdsOf(filter)
  if (ids.length === 0) refuse(findings, field, 'filters.no_station')
  const seenIds = new Set<string>()
  for (const [index, station] of ids.entries()) {
    const path = field === 'stations' ? `stations.${index}.stationId` : `${field}.${index}`
    if (seenIds.has(station)) refuse(findings, path, 'filters.station_twice', { station })
    else if (knownIds !== undefined && !knownIds.has(station))
      refuse(findings, path, 'filters.station_unknown', { station })
    seenIds.add(station)
  }
}

const MILES_MAX = 10_000
const SKILLS_MAX = 50

/** Kinds, lengths, price, own rate, distance, skills and the arrival time. */
function checkCourier(findings: Findings, filter: CourierFilter): void {
  if (JOB_KINDS.every((kind) => !filter.kinds[kind])) refuse(findings, 'kinds', 'filters.no_kind')
  checkLengths(findings, filter)
  checkPrice(findings, 'price', filter.price, filter.plan)
  checkOwnRate(findings, filter)
  checkCount(findings, 'maxMiles', filter.maxMiles, MILES_MAX, false)
  if (filter.skills.length > SKILLS_MAX) refuse(findings, 'skills', 'filters.too_high', { max: SKILLS_MAX })
  for (const [index, skill] of filter.skills.entries()) {
    if (skill.trim() === '') refuse(findings, `skills.${index}`, 'filters.required')
  }
  checkCount(findings, 'arrivalMinutes', filter.arrivalMinutes, ARRIVAL_MAX_MINUTES)
}

function checkLengths(findings: Findings, { minMinutes, maxMinutes }: CourierFilter): void {
  const minFine = checkCount(findings, 'minMinutes', minMinutes, DAY_MINUTES)
  if (maxMinutes === null || !checkPositive(findings, 'maxMinutes', maxMinutes, DAY_MINUTES)) return
  if (minFine && maxMinutes < minMinutes) refuse(findings, 'maxMinutes', 'filters.max_below_min')
}

/** A rate of nothing estimates every job at nothing: one of its two figures is needed once it decides. */
function checkOwnRate(findings: Findings, { unknownPay, ownRate }: CourierFilter): void {
  checkCount(findings, 'ownRate.perHourCents', ownRate.perHourCents, PAY_MAX_CENTS)
  checkCount(findings, 'ownRate.perMileCents', ownRate.perMileCents, PAY_MAX_CENTS)
  if (unknownPay === 'own_rate' && ownRate.perHourCents === 0 && ownRate.perMileCents === 0)
    refuse(findings, 'ownRate.perHourCents', 'filters.not_positive')
}

/**
 * The custom speed 4X: professional only, with a refresh rate, a run time and a sleep time, which may be 0.
 */
function checkSpeed(findings: Findings, filter: Filter, refreshMinMs: number): void {
  const { speed, custom } = filter
  if (speed !== '4X') {
    if (custom !== null) refuse(findings, 'custom', 'filters.custom_speed_unused')
    return
  }
  if (filter.plan !== 'professional') {
    refuse(findings, 'speed', 'filters.needs_professional')
    return
  }
  if (custom === null) {
    refuse(findings, 'custom', 'filters.custom_speed_missing')
    return
  }
  if (
    checkCount(findings, 'custom.refreshMs', custom.refreshMs, HOUR_MS) &&
    custom.refreshMs < refreshMinMs
  ) {
    refuse(findings, 'custom.refreshMs', 'filters.refresh_too_fast', { minMs: refreshMinMs })
  }
  checkPositive(findings, 'custom.runMinutes', custom.runMinutes, DAY_MINUTES)
  checkCount(findings, 'custom.sleepMinutes', custom.sleepMinutes, DAY_MINUTES)
}

/** A minimum below a tenth of the driver's own would ask about every offer. */
const CONFIRMATION_LOWER_MAX_PERCENT = 90
const COUNT_MAX = 100
const MPH_MAX = 120
const MILES_PER_GALLON_MAX = 500
const FUEL_MAX_CENTS = 10_000
const MILE_MAX_CENTS = 10_000

/**
 * Confirmation requests, safety limits and net pay: numbers must be present, whole and plausible; divisors
 * must be positive. `currency` is that of the filter's amounts.
 */
function checkExtras(
  findings: Findings,
  { confirmation, safetyLimits, net }: Filter,
  currency: Pay['currency'],
): void {
  checkCount(
    findings,
    'confirmation.lowerPayPercent',
    confirmation.lowerPayPercent,
    CONFIRMATION_LOWER_MAX_PERCENT,
  )
  checkCount(
    findings,
    'confirmation.lessArrivalMinutes',
    confirmation.lessArrivalMinutes,
    ARRIVAL_MAX_MINUTES,
  )
  checkCount(findings, 'safetyLimits.pauseAfterMisses', safetyLimits.pauseAfterMisses, COUNT_MAX)
  checkCount(findings, 'safetyLimits.pauseAfterReleases', safetyLimits.pauseAfterReleases, COUNT_MAX)
  checkPositive(findings, 'safetyLimits.pauseMinutes', safetyLimits.pauseMinutes, DAY_MINUTES)
  checkCount(findings, 'safetyLimits.weekGoalCents', safetyLimits.weekGoalCents, PAY_MAX_CENTS)
  checkPositive(findings, 'safetyLimits.drivingMph', safetyLimits.drivingMph, MPH_MAX)
  checkNet(findings, net, currency)
}

/** A required net pay needs a cost of a mile in its currency; the tax rate is in US dollars. */
function checkNet(findings: Findings, net: NetRule, currency: Pay['currency']): void {
  checkCount(findings, 'net.perHourMinCents', net.perHourMinCents, PAY_MAX_CENTS)
  if (net.cost === 'tax' && net.perHourMinCents > 0 && !isPaidIn({ currency }, null))
    refuse(findings, 'net.cost', 'filters.tax_rate_in_dollars', { currency: currency ?? 'USD' })
  checkPositive(findings, 'net.milesPerGallon', net.milesPerGallon, MILES_PER_GALLON_MAX)
  checkCount(findings, 'net.fuelCentsPerGallon', net.fuelCentsPerGallon, FUEL_MAX_CENTS)
  const checkOwn = net.cost === 'own' ? checkPositive : checkCount
  checkOwn(findings, 'net.ownCentsPerMile', net.ownCentsPerMile ?? 0, MILE_MAX_CENTS)
  checkCount(findings, 'net.milesPerHour', net.milesPerHour, MPH_MAX)
}

const STOPS_MAX = 1000

/** Kinds, at least one of them enabled, ascending miles tiers, and the arrival time. */
function checkSpark(findings: Findings, filter: SparkFilter): void {
  checkKinds(findings, filter)
  let milesBefore = 0
  for (const [index, tier] of filter.milesTiers.entries()) {
    const path = `milesTiers.${index}`
    checkCount(findings, `${path}.minPayCents`, tier.minPayCents, PAY_MAX_CENTS)
    if (!checkCount(findings, `${path}.upToMiles`, tier.upToMiles, MILES_MAX, false)) continue
    if (tier.upToMiles < milesBefore) {
      refuse(findings, `${path}.upToMiles`, 'filters.miles_descending', { miles: milesBefore })
    }
    milesBefore = tier.upToMiles
  }
  checkCount(findings, 'arrivalMinutes', filter.arrivalMinutes, ARRIVAL_MAX_MINUTES)
}

function checkKinds(findings: Findings, filter: SparkFilter): void {
  const { kinds } = filter
  if (SPARK_KINDS.every((kind) => !kinds[kind].enabled)) refuse(findings, 'kinds', 'filters.no_kind')
  for (const kind of SPARK_KINDS) {
    const rule = kinds[kind]
    checkCount(findings, `kinds.${kind}.minPayCents`, rule.minPayCents, PAY_MAX_CENTS)
    const path = `kinds.${kind}.maxStops`
    if (!checkCount(findings, path, rule.maxStops, STOPS_MAX)) continue
    if (kind === 'curbside' && rule.maxStops > CURBSIDE_MAX_STOPS) {
      refuse(findings, path, 'filters.curbside_stops', { max: CURBSIDE_MAX_STOPS })
    }
  }
}
