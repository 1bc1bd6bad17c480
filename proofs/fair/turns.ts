import { closesShift, countWork, decideAwards } from '@madruga/core/awards.ts'
import type { Award, Member, OpenShift } from '@madruga/core/awards.ts'
import { replayTurns } from '@madruga/core/awards/testing-oracle.ts'
import type { Witness } from '@madruga/core/awards/testing-oracle.ts'
import { allowanceHeldMs, allowanceOf, PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { leavesRest, lengthOf, mayHold, mayWork } from './law.ts'
import { decidesAt, endsAt, searchingAt, take } from './town.ts'
import type { Courier, DecideTurns, Town } from './town.ts'

/** How the turns of a town are asked for, judged and settled, and how they are decided in memory. */

const allowanceHours = PROPOSED_HOUSE_RULES.allowanceHours!

function memberAt({ filter }: Town, courier: Courier, now: number): Member {
  return {
    id: courier.id,
    workMs: countWork(courier.holds, now),
    held: courier.holds,
    fits: (offer, held) => filter.matches(offer, { now, held }),
    worthOf: (offer) => lengthOf(offer) / MINUTE_MS,
    allowance: {
      leftMs: (held) => allowanceHours * HOUR_MS - allowanceHeldMs(held, now),
      useMs: (offer) => allowanceOf(offer, now),
    },
  }
}

function witnessAt(courier: Courier, now: number): Witness {
  return {
    id: courier.id,
    workMs: countWork(courier.holds, now),
    allowanceHours,
    refusalOf(offer, given) {
      const holds = [...courier.holds, ...given]
      if (!mayWork(holds, offer) || !leavesRest(holds, offer) || offer.startAt <= now) return 'hours'
      return mayHold(holds, offer, now) ? null : 'allowance'
    },
  }
}

/** What a decision is made of: shifts whose head start is over, and the members who search. */
export type Question = { shifts: OpenShift[]; members: Member[]; seed: string }

/** The question of this minute, and the time of the next one; null = no shift is due. */
export function askTurns(town: Town, now: number): Question | null {
  const { open, trials } = town
  const due = open.filter((shift) => decidesAt(shift) <= now)
  town.dueAt = Math.min(now + 30 * MINUTE_MS, ...open.map(decidesAt).filter((at) => at > now))
  if (due.length === 0) return null
  const shifts = due.map(({ offer, shownAt }) => {
    const closed = trials.filter((one) => one.shiftId === offer.id && closesShift(one, shownAt, now))
    return { offer, places: 1, closedTo: new Set(closed.map(({ memberId }) => memberId)) }
  })
  const members = searchingAt(town, now).map((courier) => memberAt(town, courier, now))
  const ids = shifts.map(({ offer }) => offer.id)
  return { shifts, members, seed: ids.toSorted().join(' ') }
}

/** Lets the oracle judge awards. */
export function judgeAwards(town: Town, now: number, question: Question, awards: readonly Award[]): void {
  const witnesses = searchingAt(town, now).map((courier) => witnessAt(courier, now))
  town.result.decisions++
  town.result.awards += awards.length
  town.result.faults.push(...replayTurns(question.shifts, witnesses, awards, question.seed, now))
}

/** Each member takes what they were given, or is passed over; answers whether they took it. */
export function settleAward(town: Town, { memberId, offer }: Award, now: number): boolean {
  const { open, members, trials, result } = town
  const winner = members.find(({ id }) => id === memberId)!
  // The winner's process ends, or their sign-in is lost, between the decision and the accept.
  if (endsAt(town, winner.process, now) || town.chance('lost', memberId, offer.id, now) < 0.03) {
    trials.push({ memberId, shiftId: offer.id, came: 'passed', at: now })
    result.passed++
    town.dueAt = now + MINUTE_MS
    return false
  }
  take(
    town,
    winner,
    open.find((each) => each.offer.id === offer.id)!,
  )
  return true
}

/** Decides in memory. */
export const decideHere: DecideTurns = (town, now) => {
  const question = askTurns(town, now)
  if (question === null) return
  // The process that decides ends within its transaction: nothing is stored, and the next one decides.
  if (endsAt(town, 0, now)) {
    town.result.decisions++
    town.result.ended++
    town.dueAt = now + MINUTE_MS
    return
  }
  const awards = decideAwards(question.shifts, question.members, question.seed, now)
  judgeAwards(town, now, question, awards)
  for (const award of awards) settleAward(town, award, now)
}
