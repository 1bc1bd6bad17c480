import type { FieldError } from '../../errors.ts'
import type { FilterErrorCode } from '../codes.ts'

/** The refusals found so far. */
export type Findings = FieldError[]

/** Notes one refusal at a dotted path. */
export function refuse(
  findings: Findings,
  path: string,
  code: FilterErrorCode,
  params?: FieldError['params'],
): void {
  findings.push(params === undefined ? { path, code } : { path, code, params })
}

/** A number that must be there, not negative, whole, and at most `max`. Whether it passed. */
export function checkCount(
  findings: Findings,
  path: string,
  value: number,
  max: number,
  whole = true,
): boolean {
  // A cleared field of a form arrives as NaN, undefined or null.
  const code = !Number.isFinite(value)
    ? 'filters.required'
    : value < 0
      ? 'filters.negative'
      : whole && !Number.isInteger(value)
        ? 'filters.not_whole'
        : value > max
          ? 'filters.too_high'
          : null
  if (code === null) return true
  refuse(findings, path, code, code === 'filters.too_high' ? { max } : undefined)
  return false
}

/** As `checkCount`, and more than zero. */
export function checkPositive(findings: Findings, path: string, value: number, max: number): boolean {
  if (!checkCount(findings, path, value, max)) return false
  if (value > 0) return true
  refuse(findings, path, 'filters.not_positive')
  return false
}
