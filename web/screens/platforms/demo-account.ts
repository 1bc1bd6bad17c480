import type { Variant } from '@madruga/core/offers.ts'

/**
 * The demo market's accounts; their passwords are no secret (an e2e test compares them with the demo's own
 * list).
 */
export const DEMO_ACCOUNTS: Partial<Record<Variant, { email: string; password: string }>> = {
  amazon: { email: 'newcomer@demo.madruga', password: 'madruga-newcomer' },
  spark: { email: 'newcomer.spark@demo.madruga', password: 'madruga-newcomer' },
}
