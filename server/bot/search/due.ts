import type { Timestamp } from '@madruga/core/time.ts'
import type { Search } from './model.ts'

/** Notes that the next poll is due so long after `now`; answers that wait. */
export function pollIn(search: Search, now: Timestamp, waitMs: number): number {
  search.pollDueAt = now + waitMs
  return waitMs
}
