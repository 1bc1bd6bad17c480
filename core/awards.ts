import type { Award, Member, OpenShift } from './awards/model.ts'
import { pickShift } from './awards/best-set.ts'
import { drawLot } from './awards/lot.ts'
import { findMeans, waits } from './awards/wait.ts'
import type { Standing } from './awards/wait.ts'
export type { Award, Member, OpenShift } from './awards/model.ts'
export { countToOpen } from './awards/pace.ts'
export { countWork, HOURS_HALVE_MS, HOURS_WHOLE_MS } from './awards/work.ts'
export { closesShift } from './awards/trials.ts'
export type { Trial } from './awards/trials.ts'

import type { Precedence } from './events.ts'
import { HOUR_MS } from './time.ts'
import type { Timestamp } from './time.ts'

type Turn = Standing & { round: number }

/**
 * Decides who gets which of these shifts. In each round every member has one turn, who has the fewest hours
 * first, hours given here included; of equals the lot decides, which `seed` makes the same for everybody who
 * decides. In their turn a member gets the shift that suits them best; one that waits for a member with fewer
 * hours is left. Rounds follow each other until one gives nothing. The awards are in the order of the turns.
 */
export function decideAwards(
  shifts: readonly OpenShift[],
  members: readonly Member[],
  seed: string,
  now: Timestamp,
): Award[] {
  const turns = members.map((member): Turn => {
    const { workMs, held } = member
    return { member, workMs, held, means: findMeans(shifts, member, held), round: 0 }
  })
  const open = shifts.map((shift) => ({ ...shift, wishes: findAble(shift, turns).length }))
  const awards: Award[] = []
  for (let round = 1, before = -1; awards.length > before; round++) {
    before = awards.length
    const lots = new Map(members.map((member) => [member, drawLot(seed, member.id, round)]))
    const waiting = new Set(turns)
    while (waiting.size > 0) {
      const next = firstOf(waiting, lots)
      waiting.delete(next)
      const { member, held, workMs } = next
      const free = open.filter((shift) => {
        const isTheirs = shift.places > 0 && next.means.get(shift.offer.id) === 'able'
        return isTheirs && !waits(shift.offer, turns, now)
      })
      const shift = pickShift(free, member, held)
      if (shift === null) continue
      const { offer } = shift
      shift.places -= 1
      const others = shift.places > 0 ? [] : findAble(shift, turns).filter((turn) => turn !== next)
      awards.push({
        memberId: member.id,
        offer,
        others: others.map((turn) => ({ memberId: turn.member.id, precedence: precedenceOf(next, turn) })),
      })
      next.round = round
      next.workMs = workMs + offer.endAt - offer.startAt
      next.held = [...held, { startAt: offer.startAt, endAt: offer.endAt, stationId: offer.stationId }]
      next.means = findMeans(shifts, member, next.held).set(offer.id, null)
    }
  }
  return awards
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

function findAble({ offer }: OpenShift, turns: readonly Turn[]): Turn[] {
  return turns.filter(({ means }) => means.get(offer.id) === 'able')
}

function precedenceOf(winner: Turn, other: Turn): Precedence {
  const moreMs = other.workMs - winner.workMs
  if (moreMs > 0) return { by: 'hours', fewer: Math.round(moreMs / HOUR_MS) }
  return other.round > winner.round ? { by: 'round' } : { by: 'lot' }
}
