import type { Edition } from '@madruga/core/filters.ts'
import type { KnownDriver } from '../../driver.ts'

/** What the driver pays for: the seed's prepaid 1 is advanced, 2 professional. */
export function editionOf({ prepaid }: Pick<KnownDriver, 'prepaid'>): Edition {
  return prepaid === 1 ? 'advanced' : prepaid === 2 ? 'professional' : 'basic'
}
