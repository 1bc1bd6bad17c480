import type { Handlers } from '../../http.ts'
import type { Recap } from '../../recap.ts'

/** The operations of recap. */
export function recapHandlers(recap: Pick<Recap, 'readWeek'>): Handlers['recap'] {
  return { week: ({ driverId }, { day }) => recap.readWeek(driverId, day) }
}
