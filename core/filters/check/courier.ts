import { JOB_KINDS } from '../../offers.ts'
import type { CourierFilter } from '../model.ts'
import { ARRIVAL_MAX_MINUTES } from './amazon.ts'
import { checkCount, checkPositive, refuse } from './findings.ts'
import type { Findings } from './findings.ts'
import { PAY_MAX_CENTS, checkPrice } from './price.ts'

const MINUTES_MAX = 1440
const MILES_MAX = 10_000
const SKILLS_MAX = 50

/** Kinds, lengths, price, own rate, distance, skills and the arrival time. */
export function checkCourier(findings: Findings, filter: CourierFilter): void {
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
  const minFine = checkCount(findings, 'minMinutes', minMinutes, MINUTES_MAX)
  if (maxMinutes === null || !checkPositive(findings, 'maxMinutes', maxMinutes, MINUTES_MAX)) return
  if (minFine && maxMinutes < minMinutes) refuse(findings, 'maxMinutes', 'filters.max_below_min')
}

/** A rate of nothing estimates every job at nothing: one of its two figures is needed once it decides. */
function checkOwnRate(findings: Findings, { unknownPay, ownRate }: CourierFilter): void {
  checkCount(findings, 'ownRate.perHourCents', ownRate.perHourCents, PAY_MAX_CENTS)
  checkCount(findings, 'ownRate.perMileCents', ownRate.perMileCents, PAY_MAX_CENTS)
  if (unknownPay === 'own_rate' && ownRate.perHourCents === 0 && ownRate.perMileCents === 0)
    refuse(findings, 'ownRate.perHourCents', 'filters.not_positive')
}
