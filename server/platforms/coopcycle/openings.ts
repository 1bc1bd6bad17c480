import { markOfferId } from '../offer-ids.ts'
import { isFull, ownEntry } from './shifts.ts'
import type { Shift } from './shapes.ts'

type Opening = { wasFull: boolean; mark: number | null }

/** The ids under which one driver's feed offers shifts. */
export type Openings = {
  /** The shifts that are not the driver's own, each with the id of its present listing. */
  name(shifts: readonly Shift[], username: string, now: number): { shift: Shift; offerId: string }[]
}

/**
 * A shift keeps its id when somebody gives a place back, while our ids name one listing. A place that came
 * free in a full shift is a new listing. A shift that the driver gave back is not: they did not want it.
 */
export function createOpenings(): Openings {
  let openings = new Map<number, Opening>()
  return {
    name(shifts, username, now) {
      const listed = new Map<number, Opening>()
      const named: { shift: Shift; offerId: string }[] = []
      for (const shift of shifts) {
        const known = openings.get(shift.id)
        const isOwn = ownEntry(shift, username) !== null
        const isFreed = known?.wasFull === true && !isFull(shift)
        const mark = isFreed ? Math.floor(now / 1_000) : (known?.mark ?? null)
        listed.set(shift.id, { wasFull: !isOwn && isFull(shift), mark })
        const id = String(shift.id)
        if (!isOwn) named.push({ shift, offerId: mark === null ? id : markOfferId(id, mark) })
      }
      openings = listed
      return named
    },
  }
}
