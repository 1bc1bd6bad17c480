import type { HeldSpan } from '../filters.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Member, OpenShift } from './model.ts'

/** A shift, and how many members could take it when the decision began. */
export type WishedShift = OpenShift & { wishes: number }

/** Allowances are spent in steps of this. */
const STEP_MS = 15 * MINUTE_MS
/** What breaks ties between sets of the same worth, as a share of it. */
const TIE = 1e-6

/**
 * The shift that a member takes in their turn, of those that they may take: of the set that is worth most to
 * them and fits into their allowance without an overlap, the one that pays best by the hour; of equals the
 * longest, so that who has the fewest hours catches up; then the one that the fewest others could take, so
 * that the most are taken in the end; then the soonest. Null = there is none.
 */
export function pickShift<Shift extends WishedShift>(
  shifts: readonly Shift[],
  member: Member,
  held: readonly HeldSpan[],
): Shift | null {
  const best = findBestSet(shifts, member, held)
  let pick: Shift | null = null
  for (const shift of best.length > 0 ? best : shifts)
    if (pick === null || goesBefore(shift, pick, member)) pick = shift
  return pick
}

function goesBefore(one: WishedShift, other: WishedShift, { worthOf }: Member): boolean {
  const perHour = ({ offer }: WishedShift): number => worthOf(offer) / hoursOf(offer)
  const order =
    perHour(other) - perHour(one) ||
    worthOf(other.offer) - worthOf(one.offer) ||
    one.wishes - other.wishes ||
    one.offer.startAt - other.offer.startAt
  return order < 0 || (order === 0 && one.offer.id < other.offer.id)
}

const hoursOf = ({ startAt, endAt }: { startAt: number; endAt: number }): number =>
  Math.max(endAt - startAt, MINUTE_MS) / HOUR_MS

/**
 * Shifts without an overlap that are worth most together within the allowance: weighted intervals with a
 * budget, by dynamic programming over ends and steps. Limits of a day and a week are left to `fits`, which
 * judges each shift again with what was given before.
 */
function findBestSet<Shift extends WishedShift>(
  shifts: readonly Shift[],
  { worthOf, allowance }: Member,
  held: readonly HeldSpan[],
): Shift[] {
  const order = [...shifts].sort(
    ({ offer: one }, { offer: other }) => one.endAt - other.endAt || (one.id < other.id ? -1 : 1),
  )
  const steps = allowance === null ? 0 : Math.max(0, Math.floor(allowance.leftMs(held) / STEP_MS))
  const uses = order.map(({ offer }) =>
    allowance === null ? 0 : Math.ceil(allowance.useMs(offer) / STEP_MS),
  )
  const worths = order.map(({ offer, wishes }) => worthOf(offer) * (1 + TIE / (1 + wishes)))
  const before = order.map(({ offer }) => countEnded(order, offer.startAt))
  const width = steps + 1
  const sums = new Float64Array((order.length + 1) * width)
  for (let row = 1; row <= order.length; row++) {
    const [use, worth, from] = [uses[row - 1]!, worths[row - 1]!, before[row - 1]!]
    for (let left = 0; left < width; left++) {
      const without = sums[(row - 1) * width + left]!
      const taken = use <= left ? sums[from * width + left - use]! + worth : 0
      sums[row * width + left] = Math.max(without, taken)
    }
  }
  const best: Shift[] = []
  for (let row = order.length, left = steps; row > 0;) {
    if (sums[row * width + left] === sums[(row - 1) * width + left]) row--
    else {
      best.push(order[row - 1]!)
      left -= uses[row - 1]!
      row = before[row - 1]!
    }
  }
  return best
}

/** How many of these, which are in order of their ends, end by this time. */
function countEnded(order: readonly WishedShift[], at: number): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order[middle]!.offer.endAt <= at) low = middle + 1
    else high = middle
  }
  return low
}
