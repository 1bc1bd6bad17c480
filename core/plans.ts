/** The plans that are paid for ahead, from the smaller to the larger. */
export const PAID_PLANS = ['advanced', 'professional'] as const
export type PaidPlan = (typeof PAID_PLANS)[number]

/** What a driver has: a paid plan, or basic, which pays by the week for what it got. */
export type Plan = 'basic' | PaidPlan
/** Each holds all that the one before it does. */
export const PLANS: readonly Plan[] = ['basic', ...PAID_PLANS]

/** The number by which an account stores its plan (the seed's "prepaid"); null = basic. */
export type PlanNumber = 1 | 2 | null

/** The plan that an account's number stands for. */
export function planOf(planNumber: PlanNumber): Plan {
  return PLANS[planNumber ?? 0]!
}

/** The number by which an account stores a plan. */
export function planNumberOf(plan: Plan): PlanNumber {
  return plan === 'basic' ? null : plan === 'advanced' ? 1 : 2
}
