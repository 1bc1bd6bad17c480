import { markOfferId, markOf, platformOfferId } from '../offer-ids.ts'
import type { TriedListing } from '../../model.ts'
import { isFull, ownEntry } from './shifts.ts'
import type { Shift } from './shapes.ts'

/** `takenAt`: another courier was known to have the last place before this feed was opened. */
type Opening = { wasFull: boolean; takenAt: number | null; mark: number | null }

/** The ids under which one driver's feed offers shifts. */
export type Openings = {
  /** The shifts that are not the driver's own, each with the id of its present listing. */
  name(shifts: readonly Shift[], username: string, now: number): { shift: Shift; offerId: string }[]
}

/**
 * A shift keeps its id when somebody gives a place back, while our ids name one listing. A place that came
 * free in a full shift is a new listing. A shift that the driver gave back is not: they did not want it.
 * `tried`, the oldest first, tells of the time without a feed: a shift that another courier got before was
 * full.
 */
export function createOpenings(tried: readonly TriedListing[]): Openings {
  const openings = new Map(
    tried.map(({ offerId, takenAt }) => [platformOfferId(offerId), openingOf(offerId, takenAt)]),
  )
  return {
    name(shifts, username, now) {
      const named: { shift: Shift; offerId: string }[] = []
      for (const shift of shifts) {
        const id = String(shift.id)
        const known = openings.get(id) ?? { wasFull: false, takenAt: null, mark: null }
        const isOwn = ownEntry(shift, username) !== null
        const isFreed = known.wasFull && !isFull(shift)
        const mark = isFreed ? nextMark(known, now) : known.mark
        const wasFull = !isOwn && isFull(shift)
        openings.set(id, { wasFull, takenAt: wasFull ? known.takenAt : null, mark })
        if (!isOwn) named.push({ shift, offerId: mark === null ? id : markOfferId(id, mark) })
      }
      return named
    },
  }
}

function openingOf(offerId: string, takenAt: number | null): Opening {
  const mark = markOf(offerId)
  return { wasFull: takenAt !== null, takenAt, mark: mark === null ? null : Number(mark) }
}

/** A second: of the loss, so that every later feed names the listing so, else of now. */
function nextMark({ takenAt, mark }: Opening, now: number): number {
  return Math.max(Math.floor((takenAt ?? now) / 1_000), (mark ?? 0) + 1)
}
