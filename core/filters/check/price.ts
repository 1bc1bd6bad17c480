import type { PriceRule } from '../model.ts'
import type { Plan } from '../../plans.ts'
import { DAY_MINUTES } from '../../time.ts'
import { checkCount, checkPositive, refuse } from './findings.ts'
import type { Findings } from './findings.ts'

/** A million in any currency: the contract's maximum. */
export const PAY_MAX_CENTS = 100_000_000

/**
 * Pay limits of one setting: present, not negative, maxima above minima, table rows with unique lengths and a
 * price.
 */
export function checkPrice(findings: Findings, path: string, price: PriceRule, plan: Plan): void {
  checkBounds(findings, `${path}.perHour`, price.perHourMinCents, price.perHourMaxCents, plan)
  checkBounds(findings, `${path}.total`, price.totalMinCents, price.totalMaxCents, plan)
  if (price.byDuration.length > 0) checkDurations(findings, `${path}.byDuration`, price, plan)
}

function checkBounds(
  findings: Findings,
  path: string,
  minCents: number,
  maxCents: number | null,
  plan: Plan,
): void {
  const minFine = checkCount(findings, `${path}MinCents`, minCents, PAY_MAX_CENTS)
  if (maxCents === null) return
  if (plan !== 'professional') refuse(findings, `${path}MaxCents`, 'filters.needs_professional')
  else checkMax(findings, `${path}MaxCents`, minFine ? minCents : 0, maxCents)
}

function checkMax(findings: Findings, path: string, minCents: number, maxCents: number): void {
  if (!checkCount(findings, path, maxCents, PAY_MAX_CENTS)) return
  if (maxCents < minCents) refuse(findings, path, 'filters.max_below_min')
}

function checkDurations(findings: Findings, path: string, price: PriceRule, plan: Plan): void {
  if (plan !== 'professional') {
    refuse(findings, path, 'filters.needs_professional')
    return
  }
  if (price.byDuration.every((row) => row.minCents === 0 && row.maxCents === null)) {
    refuse(findings, path, 'filters.no_duration_price')
  }
  const lengths = new Set<number>()
  for (const [index, row] of price.byDuration.entries()) {
    const at = `${path}.${index}`
    checkPositive(findings, `${at}.minutes`, row.minutes, DAY_MINUTES)
    if (lengths.has(row.minutes))
      refuse(findings, `${at}.minutes`, 'filters.duration_twice', { minutes: row.minutes })
    lengths.add(row.minutes)
    const minFine = checkCount(findings, `${at}.minCents`, row.minCents, PAY_MAX_CENTS)
    if (row.maxCents !== null) checkMax(findings, `${at}.maxCents`, minFine ? row.minCents : 0, row.maxCents)
  }
}
