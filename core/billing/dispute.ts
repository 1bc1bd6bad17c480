import { sumCents } from '../money.ts'
import type { Cents } from '../money.ts'

/** Where a dispute stands, in the order in which it rises: one that was lost may still be won, on appeal. */
export const DISPUTE_STATES = ['open', 'lost', 'won'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** The two times that a dispute moves money: the gateway takes it away, and brings it back. */
export const DISPUTE_STAGES = ['withdrawn', 'reinstated'] as const
export type DisputeStage = (typeof DISPUTE_STAGES)[number]

/** Money that a dispute moved: what was disputed, and the gateway's fee for it. Neither is below zero. */
export type DisputeMoney = { amountCents: Cents; feeCents: Cents }

/** What is known of a dispute; a stage is null until it has happened. */
export type Dispute = { state: DisputeState } & Record<DisputeStage, DisputeMoney | null>

/**
 * A dispute with one more reading of it. The state only rises, in the order of `DISPUTE_STATES`, and a stage
 * stays as it was first read: whatever the order in which readings come and however often, the same dispute
 * comes out. `stages` are those that were not known before, each of them once.
 */
export function applyDisputeReading(
  known: Dispute | null,
  read: Dispute,
): { dispute: Dispute; stages: DisputeStage[] } {
  const { state, withdrawn, reinstated } = known ?? { state: 'open', withdrawn: null, reinstated: null }
  const rises = DISPUTE_STATES.indexOf(read.state) > DISPUTE_STATES.indexOf(state)
  const before = { withdrawn, reinstated }
  return {
    dispute: {
      state: rises ? read.state : state,
      withdrawn: withdrawn ?? read.withdrawn,
      reinstated: reinstated ?? read.reinstated,
    },
    stages: DISPUTE_STAGES.filter((stage) => before[stage] === null && read[stage] !== null),
  }
}

/** What banks have now of a payment by its disputes, fees aside: taken and not brought back. */
export function disputedCents(disputes: readonly Omit<Dispute, 'state'>[]): Cents {
  return sumCents(
    disputes.map(({ withdrawn, reinstated }) =>
      Math.max(0, (withdrawn?.amountCents ?? 0) - (reinstated?.amountCents ?? 0)),
    ),
  )
}
