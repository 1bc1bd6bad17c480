import type { FieldError } from '../../errors.ts'
import type { FilterErrorCode } from '../codes.ts'

/** The errors found so far. */
export type Findings = FieldError[]

/** Adds one error at a dotted path. */
export function refuse(
  findings: Findings,
  path: string,
  code: FilterErrorCode,
  params?: FieldError['params'],
): void {
  findings.push(params === undefined ? { path, code } : { path, code, params })
}

/** Checks a number: present, not negative, whole, and at most `max`. Returns whether it is valid. */
export function checkCount(
  findings: Findings,
  path: string,
  value: number,
  max: number,
  whole = true,
): boolean {
  // A cleared form field arrives as NaN, undefined or null.
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

/** Like `checkCount`, and more than zero. */
export function checkPositive(findings: Findings, path: string, value: number, max: number): boolean {
  if (!checkCount(findings, path, value, max)) return false
  if (value > 0) return true
  refuse(findings, path, 'filters.not_positive')
  return false
}
