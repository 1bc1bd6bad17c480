import type { Difference } from '@madruga/core/ledger.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Span } from './model.ts'

/**
 * One line of the provider's books. `chargeId` is the charge that was paid, given back or disputed; null for
 * lines of other kinds.
 */
export type BalanceLine = {
  lineId: string
  kind: 'charge' | 'refund' | 'dispute' | 'other'
  chargeId: string | null
  amountCents: number
  feeCents: number
  netCents: number
  /** Epoch ms, whole seconds. */
  at: number
}

/** What comparing payments with charges came to. */
export type Compared = { payments: number; charges: number; differences: Difference[] }

/** The gateway did not answer: nothing can be said of it now. */
export class GatewaySilent extends Error {}

/** The gateway's books, as payments can read and compare them. Each throws `GatewaySilent`. */
export type GatewayBooks = {
  readLines(span: Span): Promise<BalanceLine[]>
  /** Asks how disputes stand that have not ended. */
  syncOpenDisputes(): Promise<void>
  /** Compares payments since an instant with lines of the books, and heals what needs no person. */
  comparePayments(what: { since: Timestamp; lines: readonly BalanceLine[] }): Promise<Compared>
}
