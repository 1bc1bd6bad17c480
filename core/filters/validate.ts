import type { FieldError } from '../errors.ts'
import { isTimeZone } from '../time.ts'
import { checkAmazon } from './check/amazon.ts'
import { checkCourier } from './check/courier.ts'
import { checkExtras } from './check/extras.ts'
import { checkCount, checkPositive, refuse } from './check/findings.ts'
import type { Findings } from './check/findings.ts'
import { checkSchedule } from './check/schedule.ts'
import { checkSpark } from './check/spark.ts'
import { checkSpeed } from './check/speed.ts'
import type { Filter, RestRule } from './model.ts'
import { stationIdsOf, stationsFieldOf } from './stations.ts'

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
  checkCount(findings, 'switches.sleepAfterAwardMinutes', filter.switches.sleepAfterAwardMinutes, 1440)
  if (filter.maxMinutesPerDay !== null)
    checkPositive(findings, 'maxMinutesPerDay', filter.maxMinutesPerDay, 1440)
  if (filter.maxMinutesPerWeek !== null)
    checkPositive(findings, 'maxMinutesPerWeek', filter.maxMinutesPerWeek, 10_080)
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

function checkStations(findings: Findings, filter: Filter, known: ReadonlySet<string> | undefined): void {
  const field = stationsFieldOf(filter)
  const ids = stationIdsOf(filter)
  if (ids.length === 0) refuse(findings, field, 'filters.no_station')
  const seen = new Set<string>()
  for (const [index, station] of ids.entries()) {
    const path = field === 'stations' ? `stations.${index}.stationId` : `${field}.${index}`
    if (seen.has(station)) refuse(findings, path, 'filters.station_twice', { station })
    else if (known !== undefined && !known.has(station))
      refuse(findings, path, 'filters.station_unknown', { station })
    seen.add(station)
  }
}
