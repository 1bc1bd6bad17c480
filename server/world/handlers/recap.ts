import type { Words } from '../../http.ts'
import type { Recap } from '../../recap.ts'

/** The operations of recap. */
export function recapWord(recap: Pick<Recap, 'readWeek'>): Words['recap'] {
  return { week: ({ driverId }, { day }) => recap.readWeek(driverId, day) }
}
