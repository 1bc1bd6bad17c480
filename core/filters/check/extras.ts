import { ARRIVAL_MAX_MINUTES } from './amazon.ts'
import { isPaidIn } from '../../offers.ts'
import type { Pay } from '../../offers.ts'
import type { Filter, NetRule } from '../model.ts'
import { checkCount, checkPositive, refuse } from './findings.ts'
import type { Findings } from './findings.ts'
import { PAY_MAX_CENTS } from './price.ts'

/** A minimum below a tenth of the driver's own would ask about every offer. */
export const CONFIRMATION_LOWER_MAX_PERCENT = 90
const COUNT_MAX = 100
const DAY_MINUTES = 1440
const MPH_MAX = 120
const MILES_PER_GALLON_MAX = 500
const FUEL_MAX_CENTS = 10_000
const MILE_MAX_CENTS = 10_000

/**
 * Confirmation requests, safety limits and net pay: numbers must be present, whole and plausible; divisors
 * must be positive. `currency` is that of the filter's amounts.
 */
export function checkExtras(
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
