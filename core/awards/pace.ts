import { MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** Applications under way at once at an instance: each of another member, so that none can overlap. */
const AT_ONCE = 4
/** What a budget grants at once, as a share of a minute's requests. */
const BURST_SHARE = 0.1

/**
 * How many more awards may be opened for their members now, so that none waits for the budget of the
 * instance. `perMinute`: applications that it bears; null = any number. `lastAt`: when one was opened last.
 */
export function countToOpen(
  { open, lastAt, perMinute }: { open: number; lastAt: Timestamp | null; perMinute: number | null },
  now: Timestamp,
): number {
  const free = AT_ONCE - open
  if (perMinute === null) return Math.max(0, free)
  const earned = lastAt === null ? AT_ONCE : Math.floor(((now - lastAt) * perMinute) / MINUTE_MS)
  return Math.max(0, Math.min(free, earned, Math.max(1, Math.floor(perMinute * BURST_SHARE))))
}
