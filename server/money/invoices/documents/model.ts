import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'

/** What a document says besides what the contract shows of its invoice or payment. */
type Printed = {
  /** In which its days and times are told: the invoice's own. */
  timeZone: string
  /** Blocks of one, trips of the other. */
  variant: Variant
  /** No real money moves, and the paper says so. */
  testMode: boolean
}

/** Everything that an invoice's paper is made of. */
export type InvoiceDocument = Outputs['billing']['invoice'] & Printed
/** Everything that a receipt is made of; `billedTo` is its invoice's. */
export type ReceiptDocument = Outputs['billing']['payment'] & Printed & Pick<InvoiceDocument, 'billedTo'>
