import type { MissCause } from '@madruga/core/events.ts'
import { isHouseRule, isRestLimit } from '@madruga/core/filters.ts'
import type { Rule, Verdict } from '@madruga/core/filters.ts'
import type { Agreed } from './model.ts'

/**
 * Why a confirmed offer cannot be accepted: it overlaps with a held block, the driver's hours are full or
 * their rest too short, or the house forbids it; null = it can.
 */
export function findCrossing(verdict: Verdict): MissCause | null {
  const { failed } = verdict.explain()
  if (failed.some(({ rule }) => rule === 'overlap' || rule === 'travel')) return 'conflict'
  if (failed.some(({ rule }) => isHouseRule(rule))) return 'house_rule'
  return failed.some(({ rule }) => isOwnLimit(rule)) ? 'hour_limit' : null
}

function isOwnLimit(rule: Rule): boolean {
  return rule === 'hours_day' || rule === 'hours_week' || isRestLimit(rule)
}

/** Why what was agreed cannot be accepted now; null = it can. A turn stands for no rule of the filter. */
export function findObstacle(agreed: Agreed, verdict: Verdict): MissCause | null {
  const isLeft = 'awardId' in agreed && verdict.outcome === 'ignored'
  return findCrossing(verdict) ?? (isLeft ? 'conflict' : null)
}
