import { pickShift } from './awards/best-set.ts'
import { drawLot } from './awards/lot.ts'
import type { Award, Member, OpenShift } from './awards/model.ts'
import { findMeans, waits } from './awards/wait.ts'
import type { Standing } from './awards/wait.ts'
import type { Precedence, MissCause } from './events.ts'
import type { HeldSpan } from './filters.ts'
import { HOUR_MS, MINUTE_MS, DAY_MS } from './time.ts'
import type { Timestamp } from './time.ts'

export type { Award, Member, OpenShift } from './awards/model.ts'

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

/** Applications under way at once at an instance: each of another member, so that none can overlap. */
const AT_ONCE = 4
/** What a budget grants at once, as a share of a minute's requests. */
const BURST_SHARE = 0.1

/**
 * How many more awards may be opened for their members now, so that none waits for the budget of the
 * instance. `perMinute`: applications that it allows; null = any number. `lastAt`: when one was opened last.
 */
export function countToOpen(
  { open, lastAt, perMinute }: { open: number; lastAt: Timestamp | null; perMinute: number | null },
  now: Timestamp,
): number {
  const free = AT_ONCE - open
  if (perMinute === null) return Math.max(0, free)
  const allowance = lastAt === null ? AT_ONCE : Math.floor(((now - lastAt) * perMinute) / MINUTE_MS)
  return Math.max(0, Math.min(free, allowance, Math.max(1, Math.floor(perMinute * BURST_SHARE))))
}

/** Hours of this time count whole, as coming ones do. */
export const HOURS_WHOLE_MS = 56 * DAY_MS
/**
 * The time in which an older hour counts half. Hours fade rather than drop out of a span of days, so
 * that a member who was even stays nearly even.
 */
export const HOURS_HALVE_MS = 56 * DAY_MS

/** What a member's shifts at a house count in its turns, ms. */
export function countWork(shifts: readonly Pick<HeldSpan, 'startAt' | 'endAt'>[], now: Timestamp): number {
  let sum = 0
  for (const { startAt, endAt } of shifts) {
    const fadedMs = Math.max(0, now - startAt - HOURS_WHOLE_MS)
    sum += (endAt - startAt) * 0.5 ** (fadedMs / HOURS_HALVE_MS)
  }
  return sum
}

/**
 * What came of a shift and a member before. `had`: they have it, or gave it back. `under_way`: it is theirs
 * to take, or the platform has not decided. `passed`: it was theirs, and their bot did not take it.
 * Otherwise, why they did not get it.
 */
export type Trial = {
  memberId: string
  shiftId: string
  came: 'had' | 'under_way' | 'passed' | MissCause
  at: Timestamp
}

/** What passes: the same member may take the shift later, if no one else has taken it. */
const PASSING: readonly Trial['came'][] = [
  'passed',
  'quota',
  'stopped',
  'unavailable',
  'no_answer',
  'human_verification',
]
/** For so long it goes to the others first. */
const AGAIN_MS = MINUTE_MS

/**
 * Whether a shift is not given to a member after this trial. A refusal counts for one listing of the shift,
 * which was first seen at `firstSeenAt`: a place that comes free later is another one.
 */
export function closesShift({ came, at }: Trial, firstSeenAt: Timestamp, now: Timestamp): boolean {
  if (came === 'had' || came === 'under_way') return true
  return PASSING.includes(came) ? now < at + AGAIN_MS : at >= firstSeenAt
}
