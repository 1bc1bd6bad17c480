import type { Instant } from '@madruga/core/time.ts'
import type { Hunt } from './model.ts'

/** Notes that the next poll is due so long after `now`; answers that wait. */
export function pollIn(hunt: Hunt, now: Instant, waitMs: number): number {
  hunt.pollDueAt = now + waitMs
  return waitMs
}
