import type { Kysely } from 'kysely'
import type { Geography } from '@madruga/core/filters.ts'
import type { Billing } from '../../money/billing.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Filters } from '../filters.ts'
import type { Observations } from '../observations.ts'

/** What recaps need from other modules. */
export type RecapDeps = {
  db: Kysely<Tables>
  clock: Clock
  observations: Pick<Observations, 'read' | 'oldest'>
  /** The platform of a driver's account now. */
  readPlatformName(driverId: string): Promise<string>
  filters: Pick<Filters, 'readFilter'>
  /** What our service costs. */
  fees: Pick<Billing, 'readWeekFees' | 'readBlockFees' | 'readOfferFee'>
  /** The driver's locations. */
  readGeography(driverId: string): Promise<Geography>
}
