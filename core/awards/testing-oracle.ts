import type { Award, OpenShift } from '../awards.ts'
import type { Offer } from '../offers.ts'
import { drawLot } from './lot.ts'

/** A member as the oracle knows them, written apart from what decides. */
export type Witness = {
  id: string
  workMs: number
  /** Why they may not have a shift, besides what they held before with these; null = they may. */
  refusalOf(offer: Offer, given: readonly Offer[]): string | null
}

type Book = { witness: Witness; given: Offer[]; workMs: number; round: number }

function refusalOf({ witness, given }: Book, { offer, closedTo }: OpenShift): string | null {
  if (closedTo.has(witness.id)) return 'closed'
  return given.some(({ id }) => id === offer.id) ? 'has it' : witness.refusalOf(offer, given)
}

/** Replays awards by the rules of turns alone; answers what breaks one, nothing for a right decision. */
export function replayTurns(
  shifts: readonly OpenShift[],
  witnesses: readonly Witness[],
  awards: readonly Award[],
  seed: string,
): string[] {
  const faults: string[] = []
  const books = witnesses.map((witness): Book => ({ witness, given: [], workMs: witness.workMs, round: 0 }))
  const left = new Map(shifts.map(({ offer, places }) => [offer.id, places]))
  const hasAny = (book: Book): boolean =>
    shifts.some((shift) => left.get(shift.offer.id)! > 0 && refusalOf(book, shift) === null)
  let round = 1
  for (const { memberId, offer, others } of awards) {
    const check = (isRight: boolean, what: string): void => {
      if (!isRight) faults.push(`${memberId} gets ${offer.id}: ${what}`)
    }
    const winner = books.find(({ witness }) => witness.id === memberId)!
    const shift = shifts.find((each) => each.offer.id === offer.id)!
    check(left.get(offer.id)! > 0, 'no place is left')
    check(refusalOf(winner, shift) === null, refusalOf(winner, shift) ?? '')
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
        check(precedence.fewer === Math.floor(fewerMs / 3_600_000) && fewerMs > 0, 'hours')
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
