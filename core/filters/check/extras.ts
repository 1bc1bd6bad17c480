import { ARRIVAL_MAX_MINUTES } from './amazon.ts'
import type { Filter } from '../model.ts'
import { checkCount, checkPositive } from './findings.ts'
import type { Findings } from './findings.ts'
import { PAY_MAX_CENTS } from './price.ts'

/** A minimum below a tenth of the driver's own would ask about every offer. */
export const CONFIRMATION_LOWER_MAX_PERCENT = 90
const COUNT_MAX = 100
const DAY_MINUTES = 1440
const MPH_MAX = 120
const MILES_PER_GALLON_MAX = 500
const FUEL_MAX_CENTS = 10_000

/**
 * Confirmation requests, safety limits and net pay: numbers must be present, whole and plausible; divisors
 * must be positive.
 */
export function checkExtras(findings: Findings, { confirmation, safetyLimits, net }: Filter): void {
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
  checkCount(findings, 'net.perHourMinCents', net.perHourMinCents, PAY_MAX_CENTS)
  checkPositive(findings, 'net.milesPerGallon', net.milesPerGallon, MILES_PER_GALLON_MAX)
  checkCount(findings, 'net.fuelCentsPerGallon', net.fuelCentsPerGallon, FUEL_MAX_CENTS)
  checkCount(findings, 'net.milesPerHour', net.milesPerHour, MPH_MAX)
}
