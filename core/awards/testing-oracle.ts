import type { Award, OpenShift } from '../awards.ts'
import type { Offer } from '../offers.ts'
import { drawLot } from './lot.ts'

/** A member as the oracle knows them, written apart from what decides. */
export type Witness = {
  id: string
  workMs: number
  /**
   * Why they may not have a shift, besides what they held before with these; null = they may. `allowance`:
   * nothing else keeps them from it.
   */
  refusalOf(offer: Offer, given: readonly Offer[]): string | null
  /** The hours that they may hold at once; null = any number. */
  allowanceHours: number | null
}

type Book = { witness: Witness; given: Offer[]; workMs: number; round: number }

function refusalOf({ witness, given }: Book, { offer, closedTo }: OpenShift): string | null {
  if (closedTo.has(witness.id)) return 'closed'
  return given.some(({ id }) => id === offer.id) ? 'has it' : witness.refusalOf(offer, given)
}

const hoursOf = ({ workMs }: Book): number => workMs / 3_600_000

/** Replays awards by the rules of turns alone; answers what breaks one, nothing for a right decision. */
export function replayTurns(
  shifts: readonly OpenShift[],
  witnesses: readonly Witness[],
  awards: readonly Award[],
  seed: string,
  now: number,
): string[] {
  const faults: string[] = []
  const books = witnesses.map((witness): Book => ({ witness, given: [], workMs: witness.workMs, round: 0 }))
  const left = new Map(shifts.map(({ offer, places }) => [offer.id, places]))
  /** A shift waits for who has fewer hours than all who may take it, and lacks nothing but allowance. */
  const waits = (shift: OpenShift): boolean => {
    const able = books.filter((book) => refusalOf(book, shift) === null).map(hoursOf)
    const lacking = books.filter((book) => refusalOf(book, shift) === 'allowance')
    const isKept = lacking.some((book) => {
      const fewer = Math.min(...able) - hoursOf(book)
      return fewer > 0 && fewer <= book.witness.allowanceHours!
    })
    return shift.offer.startAt > now + 12 * 3_600_000 && isKept
  }
  const mayHave = (book: Book, shift: OpenShift): boolean =>
    left.get(shift.offer.id)! > 0 && refusalOf(book, shift) === null && !waits(shift)
  const hasAny = (book: Book): boolean => shifts.some((shift) => mayHave(book, shift))
  let round = 1
  for (const { memberId, offer, others } of awards) {
    const check = (isRight: boolean, what: string): void => {
      if (!isRight) faults.push(`${memberId} gets ${offer.id}: ${what}`)
    }
    const winner = books.find(({ witness }) => witness.id === memberId)!
    const shift = shifts.find((each) => each.offer.id === offer.id)!
    check(left.get(offer.id)! > 0, 'no place is left')
    check(refusalOf(winner, shift) === null, refusalOf(winner, shift) ?? '')
    check(!waits(shift), 'it waits for others')
    if (books.every((book) => book.round === round || !hasAny(book))) round++
    check(winner.round < round, 'a second one in a round')
    for (const rival of books) {
      if (rival === winner || rival.round === round || rival.workMs > winner.workMs || !hasAny(rival))
        continue
      const isLot = drawLot(seed, memberId, round) <= drawLot(seed, rival.witness.id, round)
      check(rival.workMs === winner.workMs && isLot, `it is the turn of ${rival.witness.id}`)
    }
    left.set(offer.id, left.get(offer.id)! - 1)
    const missed =
      left.get(offer.id) === 0
        ? books.filter((book) => book !== winner && refusalOf(book, shift) === null)
        : []
    const ids = missed.map(({ witness }) => witness.id)
    check(others.map((other) => other.memberId).join() === ids.join(), `it could have gone to ${ids.join()}`)
    for (const { memberId: id, precedence } of others) {
      const book = books.find(({ witness }) => witness.id === id)!
      const fewerMs = book.workMs - winner.workMs
      if (precedence.by === 'hours')
        check(precedence.fewer === Math.round(fewerMs / 3_600_000) && fewerMs > 0, 'hours')
      if (precedence.by === 'lot') check(fewerMs === 0 && book.round < round, 'no lot')
      if (precedence.by === 'round') check(fewerMs <= 0 && book.round === round, 'no round')
    }
    winner.given.push(offer)
    winner.workMs += offer.endAt - offer.startAt
    winner.round = round
  }
  for (const book of books) if (hasAny(book)) faults.push(`${book.witness.id} could take what is left`)
  return faults
}
