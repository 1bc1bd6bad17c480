import type { Variant } from '@madruga/core/offers.ts'

/**
 * Accounts that the demo's market has; their passwords are no secret (an e2e test holds them against the
 * demo's own list).
 */
export const DEMO_ACCOUNTS: Record<Variant, { email: string; password: string }> = {
  amazon: { email: 'ana@demo.madruga', password: 'madruga-ana' },
  spark: { email: 'luis@demo.madruga', password: 'madruga-luis' },
}
