import type { Award, Member, OpenShift } from './awards/model.ts'
import { pickShift } from './awards/best-set.ts'
import { drawLot } from './awards/lot.ts'
export type { Award, Member, OpenShift } from './awards/model.ts'
export { countToOpen } from './awards/pace.ts'
export { closesShift } from './awards/trials.ts'
export type { Trial } from './awards/trials.ts'

import type { Precedence } from './events.ts'
import type { HeldSpan } from './filters.ts'
import { HOUR_MS } from './time.ts'

type Turn = { member: Member; workMs: number; held: readonly HeldSpan[]; round: number }

/**
 * Decides who gets which of these shifts. In each round every member has one turn, who has the fewest hours
 * first, hours given here included; of equals the lot decides, which `seed` makes the same for everybody who
 * decides. In their turn a member gets the shift that suits them best. Rounds follow each other until nobody
 * can take any shift that is left. The awards are in the order of the turns.
 */
export function decideAwards(
  shifts: readonly OpenShift[],
  members: readonly Member[],
  seed: string,
): Award[] {
  const open = shifts.map((shift) => ({ ...shift, wishes: countWishes(shift, members) }))
  const turns: Turn[] = members.map((member) => ({
    member,
    workMs: member.workMs,
    held: member.held,
    round: 0,
  }))
  const given = new Map<string, Set<string>>()
  const awards: Award[] = []
  let inPlay = turns
  for (let round = 1; inPlay.length > 0; round++) {
    const lots = new Map(inPlay.map(({ member }) => [member, drawLot(seed, member.id, round)]))
    const waiting = new Set(inPlay)
    while (waiting.size > 0) {
      const next = firstOf(waiting, lots)
      waiting.delete(next)
      const { member, held, workMs } = next
      const mayHave = ({ offer, places, closedTo }: OpenShift): boolean =>
        places > 0 && !closedTo.has(member.id) && given.get(offer.id)?.has(member.id) !== true
      const shift = pickShift(open.filter(mayHave), member, held)
      if (shift === null) {
        inPlay = inPlay.filter((turn) => turn !== next)
        continue
      }
      const { offer } = shift
      shift.places -= 1
      given.set(offer.id, (given.get(offer.id) ?? new Set()).add(member.id))
      const others = shift.places > 0 ? [] : findOthers(shift, next, turns, given.get(offer.id)!)
      awards.push({ memberId: member.id, offer, others })
      next.round = round
      next.workMs = workMs + offer.endAt - offer.startAt
      next.held = [...held, { startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId }]
    }
  }
  return awards
}

function countWishes({ offer, closedTo }: OpenShift, members: readonly Member[]): number {
  return members.filter(({ id, held, fits }) => !closedTo.has(id) && fits(offer, held)).length
}

/** Whose turn it is of those who have not had one in this round. */
function firstOf(waiting: ReadonlySet<Turn>, lots: ReadonlyMap<Member, number>): Turn {
  let first: Turn | null = null
  for (const turn of waiting) {
    const sooner =
      first === null ? -1 : turn.workMs - first.workMs || lots.get(turn.member)! - lots.get(first.member)!
    if (sooner < 0) first = turn
  }
  return first!
}

/** Who could have taken a shift whose last place has just been given, and why they were not first. */
function findOthers(
  { offer, closedTo }: OpenShift,
  winner: Turn,
  turns: readonly Turn[],
  holders: ReadonlySet<string>,
): Award['others'] {
  return turns
    .filter(({ member, held }) => {
      const isOpen = !closedTo.has(member.id) && !holders.has(member.id)
      return isOpen && member.fits(offer, held)
    })
    .map((turn) => ({ memberId: turn.member.id, precedence: precedenceOf(winner, turn) }))
}

function precedenceOf(winner: Turn, other: Turn): Precedence {
  const moreMs = other.workMs - winner.workMs
  if (moreMs > 0) return { by: 'hours', fewer: Math.floor(moreMs / HOUR_MS) }
  return other.round > winner.round ? { by: 'round' } : { by: 'lot' }
}
