import type { Cents } from './money.ts'
import type { Timestamp } from './time.ts'

/** What was earned, owed and paid, as balanced postings, and how the books are compared. Integer cents. */
export * from './ledger/postings.ts'

/**
 * A place where our books differ from themselves or from the gateway's; `reference` is a payment, a charge,
 * an account or a journal row.
 */
export type Difference = {
  kind:
    | 'journal_sum'
    | 'balance_drift'
    | 'unbalanced_row'
    | 'charge_unknown_here'
    | 'charge_unknown_there'
    | 'amount_differs'
    | 'refund_differs'
    | 'dispute_unknown_here'
    | 'dispute_differs'
    | 'paid_without_service'
    | 'service_without_payment'
    | 'gateway_balance'
  reference: string
  ours: number | null
  theirs: number | null
}

/**
 * What comparing came to; `checked` counts what was looked at. `gateway` false: it did not answer, so only
 * our own books were compared.
 */
export type ReconciliationReport = {
  checked: { accounts: number; payments: number; charges: number }
  gateway: boolean
  differences: Difference[]
  /**
   * The sum of the gateway's lines before an instant, which need not be read again; null until all of them
   * were compared once.
   */
  known: { before: Timestamp; netCents: Cents } | null
}
