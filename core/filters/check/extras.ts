import { ARRIVAL_MAX_MINUTES } from './amazon.ts'
import type { Filter } from '../model.ts'
import { checkCount, checkPositive } from './findings.ts'
import type { Findings } from './findings.ts'
import { PAY_MAX_CENTS } from './price.ts'

/** A minimum below a tenth of the driver's own would ask about every offer. */
export const ASK_LOWER_MAX_PERCENT = 90
const COUNT_MAX = 100
const DAY_MINUTES = 1440
const MPH_MAX = 120
const MILES_PER_GALLON_MAX = 500
const FUEL_MAX_CENTS = 10_000

/**
 * Confirmation requests, safety limits and net pay: numbers must be present, whole and plausible; divisors
 * must be positive.
 */
export function checkExtras(findings: Findings, { ask, guards, net }: Filter): void {
  checkCount(findings, 'ask.lowerPayPercent', ask.lowerPayPercent, ASK_LOWER_MAX_PERCENT)
  checkCount(findings, 'ask.lessArrivalMinutes', ask.lessArrivalMinutes, ARRIVAL_MAX_MINUTES)
  checkCount(findings, 'guards.pauseAfterMisses', guards.pauseAfterMisses, COUNT_MAX)
  checkCount(findings, 'guards.pauseAfterReleases', guards.pauseAfterReleases, COUNT_MAX)
  checkPositive(findings, 'guards.pauseMinutes', guards.pauseMinutes, DAY_MINUTES)
  checkCount(findings, 'guards.weekGoalCents', guards.weekGoalCents, PAY_MAX_CENTS)
  checkPositive(findings, 'guards.drivingMph', guards.drivingMph, MPH_MAX)
  checkCount(findings, 'net.perHourMinCents', net.perHourMinCents, PAY_MAX_CENTS)
  checkPositive(findings, 'net.milesPerGallon', net.milesPerGallon, MILES_PER_GALLON_MAX)
  checkCount(findings, 'net.fuelCentsPerGallon', net.fuelCentsPerGallon, FUEL_MAX_CENTS)
  checkCount(findings, 'net.milesPerHour', net.milesPerHour, MPH_MAX)
}
