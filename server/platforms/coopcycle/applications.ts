import { SECOND_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls } from '../json-calls.ts'
import type { AcceptResult, PlatformTokens } from '../model.ts'
import { applyTo } from './apply.ts'
import type { Shift } from './shapes.ts'
import { freePlaces, shiftIdOf } from './shifts.ts'

/** What the couriers of one instance apply for in this process. */
export type Applications = {
  /** What the last list says of free places, as it was when it differed from the one before. */
  listed(shifts: readonly Shift[]): void
  /** A list is read again, and tells more than the answers before it. */
  forgetAnswers(): void
  /** Applies for a shift; `joins`: a place on its wait list is wanted as well. */
  apply(tokens: PlatformTokens, offerId: string, joins: boolean): Promise<AcceptResult>
}

/** Who waits longer for the others' answers does not apply any more: their intent is too old. */
const WAITS_MS = SECOND_MS

/**
 * Couriers who share a list see a shift at once. No more of them apply for it than it has free places: the
 * others wait for the answers, and once these say that it is full, it is taken. Each of them would otherwise
 * join the wait list, and leave it by one more request.
 */
export function createApplications(calls: JsonCalls, clock: Clock): Applications {
  let listed = new Map<number, number>()
  const answered = new Map<number, number>()
  const underWay = new Map<number, Set<Promise<unknown>>>()

  const send = async (shiftId: number, tokens: PlatformTokens, offerId: string): Promise<AcceptResult> => {
    const sent = underWay.get(shiftId) ?? new Set()
    underWay.set(shiftId, sent)
    const answer = applyTo(calls, tokens, offerId, (shift) => answered.set(shift.id, freePlaces(shift)))
    sent.add(answer)
    try {
      return await answer
    } finally {
      sent.delete(answer)
      if (sent.size === 0) underWay.delete(shiftId)
    }
  }

  const freeIn = (shiftId: number): number =>
    answered.get(shiftId) ?? listed.get(shiftId) ?? Number.POSITIVE_INFINITY

  return {
    listed(shifts) {
      listed = new Map(shifts.map((shift) => [shift.id, freePlaces(shift)]))
      // A list that another process read tells more than the answers before it, too.
      answered.clear()
    },
    forgetAnswers: () => answered.clear(),
    async apply(tokens, offerId, joins) {
      const shiftId = Number(shiftIdOf(offerId))
      const until = clock.now() + WAITS_MS
      // Nothing is awaited between a look and the application: others look meanwhile.
      for (;;) {
        const sent = underWay.get(shiftId) ?? new Set()
        if (joins || sent.size < freeIn(shiftId)) return await send(shiftId, tokens, offerId)
        if (sent.size === 0) return { outcome: 'refused', cause: 'taken' }
        await Promise.race(sent)
        if (clock.now() > until) return { outcome: 'not_sent', cause: 'too_late' }
      }
    },
  }
}
