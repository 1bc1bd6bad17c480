import type { Filter } from '../model.ts'
import { checkCount, checkPositive, refuse } from './findings.ts'
import type { Findings } from './findings.ts'

const REFRESH_MAX_MS = 3_600_000
const SPAN_MAX_MINUTES = 1440

/**
 * The custom speed 4X: professional only, with a refresh rate, a run time and a sleep time, which may be 0.
 */
export function checkSpeed(findings: Findings, filter: Filter, refreshMinMs: number): void {
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
    checkCount(findings, 'custom.refreshMs', custom.refreshMs, REFRESH_MAX_MS) &&
    custom.refreshMs < refreshMinMs
  ) {
    refuse(findings, 'custom.refreshMs', 'filters.refresh_too_fast', { minMs: refreshMinMs })
  }
  checkPositive(findings, 'custom.runMinutes', custom.runMinutes, SPAN_MAX_MINUTES)
  checkCount(findings, 'custom.sleepMinutes', custom.sleepMinutes, SPAN_MAX_MINUTES)
}
