import type { Edition } from '@madruga/core/filters.ts'
import type { KnownDriver } from '../../driver.ts'

/** The driver's edition: the seed's prepaid 1 is advanced, 2 professional. */
export function editionOf({ prepaid }: Pick<KnownDriver, 'prepaid'>): Edition {
  return prepaid === 1 ? 'advanced' : prepaid === 2 ? 'professional' : 'basic'
}

/** What each edition adds to the previous one; the names end the keys of their texts. */
export const OFFERS = {
  basic: [],
  advanced: ['settings', 'own_hours', 'second_hours', 'copy'],
  professional: ['pay_by_length', 'max_pay', 'own_rhythm'],
} as const satisfies Record<Edition, readonly string[]>
