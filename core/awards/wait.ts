import type { HeldSpan } from '../filters.ts'
import type { Offer } from '../offers.ts'
import { HOUR_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { Member, OpenShift } from './model.ts'

/** A shift that starts sooner does not wait. */
const WAITS_UNTIL_MS = 12 * HOUR_MS

/**
 * Whether a member may take a shift now. `short`: but for the hours that they may hold at once, which are
 * given back when a shift of theirs starts. Null = they may not.
 */
type Means = 'able' | 'short' | null

/** A member within a decision, with what it has given them, and which shifts they may take, by their ids. */
export type Standing = {
  member: Member
  workMs: number
  held: readonly HeldSpan[]
  means: ReadonlyMap<string, Means>
}

/** Which shifts a member may take on top of what they hold. */
export function findMeans(
  shifts: readonly OpenShift[],
  { id, fits, allowance }: Member,
  held: readonly HeldSpan[],
): Map<string, Means> {
  const leftMs = allowance?.leftMs(held) ?? Number.POSITIVE_INFINITY
  return new Map(
    shifts.map(({ offer, closedTo }) => {
      if (closedTo.has(id) || !fits(offer, held)) return [offer.id, null]
      return [offer.id, allowance !== null && allowance.useMs(offer) > leftMs ? 'short' : 'able']
    }),
  )
}

/**
 * Whether a shift is kept for a member who is short of it and has fewer hours than all who are able to take
 * it. One who is further behind than all that they may hold at once, such as a new member, catches up over
 * weeks by going first, and keeps nothing from others until then.
 */
export function waits({ id, startAt }: Offer, standings: readonly Standing[], now: Timestamp): boolean {
  if (startAt - now <= WAITS_UNTIL_MS) return false
  let least = Number.POSITIVE_INFINITY
  for (const { means, workMs } of standings) if (means.get(id) === 'able') least = Math.min(least, workMs)
  return standings.some(({ member, means, workMs }) => {
    const behindMs = least - workMs
    return means.get(id) === 'short' && behindMs > 0 && behindMs <= member.allowance!.leftMs([])
  })
}
