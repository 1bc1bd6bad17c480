import { SECOND_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { AcceptResult } from '../model.ts'

/**
 * Sends an accept once no more drivers of this instance and process are after the same job than it has
 * places, by `freePlaces`, which is asked at each look. The others wait for their answers.
 */
export type AcceptTurns = (
  jobId: string,
  freePlaces: () => number,
  send: () => Promise<AcceptResult>,
) => Promise<AcceptResult>

/** Who waits longer for the others' answers does not accept any more: their intent is too old. */
const WAITS_MS = SECOND_MS

/**
 * Drivers who share a list see an offer at once, and each would send an accept. Here the next one goes after
 * a refusal, and what is full by the answers is taken. A driver who is alone never waits.
 */
export function createAcceptTurns(clock: Clock): AcceptTurns {
  const underWay = new Map<string, Set<Promise<unknown>>>()
  return async (jobId, freePlaces, send) => {
    const until = clock.now() + WAITS_MS
    for (;;) {
      // Nothing is awaited between this look and the accept, while others look as well.
      const accepts = underWay.get(jobId) ?? new Set()
      if (accepts.size < freePlaces()) {
        const accept = send()
        underWay.set(jobId, accepts.add(accept))
        try {
          return await accept
        } finally {
          accepts.delete(accept)
          if (accepts.size === 0) underWay.delete(jobId)
        }
      }
      if (accepts.size === 0) return { outcome: 'refused', cause: 'taken' }
      await Promise.race(accepts)
      if (clock.now() > until) return { outcome: 'not_sent', cause: 'too_late' }
    }
  }
}
