import type { Cents } from '../money.ts'
import { PAID_PLANS } from '../plans.ts'
import type { PaidPlan } from '../plans.ts'
import type { Prices } from './prices.ts'

/** A plan that would have cost less than what a week came to by the block. */
export type Saving = { plan: PaidPlan; weekCents: Cents; savesCents: Cents }

/**
 * The plan with which a week that came to `feesCents` by the block would have cost least, and what that
 * saves; null where no plan is cheaper. The fee of the way of paying comes on top of both.
 */
export function findSaving(feesCents: Cents, { weekCents }: Pick<Prices, 'weekCents'>): Saving | null {
  let best: Saving | null = null
  for (const plan of PAID_PLANS) {
    const savesCents = feesCents - weekCents[plan]
    if (savesCents > (best?.savesCents ?? 0)) best = { plan, weekCents: weekCents[plan], savesCents }
  }
  return best
}
