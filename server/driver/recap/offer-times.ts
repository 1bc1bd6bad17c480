import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'

/** Log lines are kept for less; an offer starts within weeks of being seen, and none lasts for days. */
const OLDEST_MS = 400 * DAY_MS
const AHEAD_MS = 60 * DAY_MS
const LONGEST_MS = 2 * DAY_MS

/**
 * Refuses with `request.invalid` an offer of times that no platform lists: calculating the clock changes
 * of centuries would take too long.
 */
export function checkOfferTimes(
  { startAt, endAt }: { startAt: Timestamp; endAt: Timestamp },
  seenAt: Timestamp,
  now: Timestamp,
): void {
  const isKnown = Math.abs(now - seenAt) <= OLDEST_MS && Math.abs(startAt - seenAt) <= AHEAD_MS
  const length = endAt - startAt
  if (!isKnown || length < 0 || length > LONGEST_MS)
    throw new AppError('request.invalid', { fields: [{ path: 'offer', code: 'field.invalid' }] })
}
