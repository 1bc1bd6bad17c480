import type { HeldSpan } from '@madruga/core/filters.ts'
import type { Job } from '@madruga/simulator/market.ts'
import type { Attempt, Facts } from '../facts.ts'

/** One accept of a courier that the market took, and what became of it by the market's own ledger. */
export type Stand = {
  driverId: string
  job: Job
  holdingId: string
  acceptedAt: number
  /** When somebody agreed to it, or it got the place that it waited for. */
  decidedAt: number | null
  /** When it was over, and how; null = it stands. */
  endedAt: number | null
  ended: 'release' | 'denied' | 'replaced' | 'expired' | 'finished' | null
  /** Our record of it. */
  attempt: Attempt | null
}

const ENDS = ['release', 'denied', 'replaced', 'expired', 'finished'] as const

/** All accepts of couriers that the market took, by driver, in their order. */
export function standsOf(facts: Facts): Map<string, Stand[]> {
  const idOf = new Map(facts.people.map(({ marketId, id }) => [marketId, id]))
  const attempts = new Map(facts.attempts.map((attempt) => [attempt.holdingId, attempt]))
  const stands = new Map<string, Stand>()
  for (const entry of facts.ledger) {
    const { offerId = '', blockId: holdingId = '', at: acceptedAt } = entry
    const stand = stands.get(holdingId)
    const job = facts.jobs.get(offerId)
    if (stand !== undefined) noteWhat(stand, entry)
    else if (entry.action === 'accept' && entry.status === 200 && job !== undefined) {
      const driverId = idOf.get(entry.driverId) ?? entry.driverId
      const attempt = attempts.get(holdingId) ?? null
      const open = { decidedAt: null, endedAt: null, ended: null }
      stands.set(holdingId, { driverId, job, holdingId, acceptedAt, attempt, ...open })
    }
  }
  return Map.groupBy(stands.values(), (stand) => stand.driverId)
}

/** What the ledger says of it after its accept. */
function noteWhat(stand: Stand, { action, at }: Facts['ledger'][number]): void {
  const ended = ENDS.find((each) => each === action)
  if (ended !== undefined) Object.assign(stand, { ended, endedAt: at })
  else if (action === 'agreed' || action === 'promoted') stand.decidedAt = at
}

/** Whether the courier had it at that time: held, running, pending or waiting for a place. */
export function standsAt({ acceptedAt, endedAt }: Stand, at: number): boolean {
  return acceptedAt < at && (endedAt === null || endedAt > at)
}

/**
 * The time that it occupies, as known at `at`: an order all time from its accept on, until somebody says that
 * it is over.
 */
export function spanOf({ job: { terms, station }, acceptedAt, endedAt }: Stand, at: number): HeldSpan {
  const isOrder = terms.kind === 'order'
  const isOver = endedAt !== null && endedAt <= at
  return {
    startAt: isOrder ? acceptedAt : terms.start,
    endAt: isOrder && isOver ? endedAt : terms.end,
    stationId: station.id,
    ...(isOrder && !isOver && { isOpen: true }),
  }
}
