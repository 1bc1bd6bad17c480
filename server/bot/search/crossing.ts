import type { MissCause } from '@madruga/core/events.ts'
import type { Verdict } from '@madruga/core/filters.ts'

/**
 * Why a confirmed offer cannot be accepted: it overlaps with a held block, or the driver's hours are full;
 * null = it can.
 */
export function findCrossing(verdict: Verdict): MissCause | null {
  const { failed } = verdict.explain()
  if (failed.some(({ rule }) => rule === 'overlap' || rule === 'travel')) return 'conflict'
  return failed.some(({ rule }) => rule === 'hours_day' || rule === 'hours_week') ? 'hour_limit' : null
}
