import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { createFilters } from '../filters.ts'
import type { Filters } from '../filters.ts'
import type { Clock } from '../../kit/clock.ts'
import { recordEntries } from '../log.ts'
import { readStations } from '../../platforms.ts'
import type { RecapDeps } from './model.ts'

/** What a recap needs of other modules, for drivers whom nothing is charged. */
export function openRecapDeps(
  db: Kysely<Tables>,
  clock: Clock,
): Pick<RecapDeps, 'fees'> & { filters: Filters } {
  return {
    filters: createFilters({
      db,
      clock,
      recordEntries,
      readStations: (driverId, variant) => readStations(db, driverId, 'market', variant),
      onSaved: () => {},
    }),
    fees: {
      readWeekFees: async () => ({ useCents: 0, besidesCents: 0, planCents: 0, plan: null, saving: null }),
      readBlockFees: async () => new Map(),
      readOfferFee: async () => 0,
    },
  }
}
