import type { Plan } from '@madruga/core/plans.ts'

/** What each plan adds to the previous one; the names end the keys of their texts. */
export const OFFERS = {
  basic: [],
  advanced: ['settings', 'own_hours', 'second_hours', 'copy'],
  professional: ['pay_by_length', 'max_pay', 'own_rhythm'],
} as const satisfies Record<Plan, readonly string[]>
