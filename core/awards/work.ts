import type { HeldSpan } from '../filters.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** Hours of this time count whole, as coming ones do. */
export const HOURS_WHOLE_MS = 56 * DAY_MS
/**
 * The time in which an older hour comes to count half. Hours fade rather than drop out of a span of days, so
 * that whoever was even stays nearly even.
 */
export const HOURS_HALVE_MS = 56 * DAY_MS

/** What a member's shifts at a house count in its turns, ms. */
export function countWork(shifts: readonly Pick<HeldSpan, 'startAt' | 'endAt'>[], now: Timestamp): number {
  let sum = 0
  for (const { startAt, endAt } of shifts) {
    const fadedMs = Math.max(0, now - startAt - HOURS_WHOLE_MS)
    sum += (endAt - startAt) * 0.5 ** (fadedMs / HOURS_HALVE_MS)
  }
  return sum
}
