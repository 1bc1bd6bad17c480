import type { Cents } from '@madruga/core/money.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { LedgerEntry } from '../ledger.ts'
import type { Db, Payer, PayersDeps, Tx } from '../payers.ts'
import type { CreditNoteRow } from './store/credit-notes.ts'
import type { InvoiceRow } from './store/invoices.ts'

/** Referral credits, which invoices use and subscriptions keep. */
export type ReferralCredits = {
  /** What each credit that is left takes off at most, in the order in which `takeCredits` takes them. */
  readCreditsLeft(db: Db, driverId: string): Promise<Cents[]>
  /** Those of them that the invoice of a week uses. */
  readCreditsForWeek(db: Db, payer: Payer): Promise<Cents[]>
  /**
   * Reserves this many of a driver's credits for an invoice, the oldest first; answers how many there were.
   */
  takeCredits(tx: Db, use: { driverId: string; invoiceId: string; count: number }): Promise<number>
}

/** Suspensions for unpaid invoices, which dunning decides. */
export type Suspensions = {
  /** When an account is suspended for an invoice that is issued at `at` and stays unpaid. */
  suspendsAfter(invoice: Pick<InvoiceRow, 'time_zone'>, at: Timestamp): Timestamp
  /** Ends a suspension where no unpaid invoice is left that suspends. */
  restoreIfClear(tx: Tx, payer: Payer): Promise<void>
}

/** What is to be credited of an invoice, and why. */
export type CreditRequest = {
  /** As it is now, locked by the caller, and so is its driver. */
  invoice: InvoiceRow
  /** Items by their positions; those that are credited already are left out. */
  positions: readonly number[] | 'all'
  cause: CreditNoteRow['cause']
  reason: string
  /** Who a refund that comes of it is made by; the service itself where no one is named. */
  actor?: string
  at: Timestamp
}

/**
 * A credit note that was written; a refund that was opened for it and is to be asked for after the commit
 * (the sweep does it otherwise); and what the caller posts at the end of its transaction.
 */
export type Credited = { number: string; cents: number; refundId: string | null; rows: LedgerEntry[] }

/** What invoices need. Payments and subscriptions stand above them, so that these effects are arguments. */
export type InvoicesDeps = PayersDeps &
  ReferralCredits &
  Suspensions & {
    /** Whether a driver had paid for an instant. */
    readSubscribed(db: Db, driverId: string): Promise<(time: Timestamp) => boolean>
    /** Refuses unless an invoice, which the caller holds locked, waits to be paid. */
    refuseSettled(tx: Tx, invoice: InvoiceRow): Promise<void>
    /** Takes items of an invoice back by a credit note; a refund may come of it. */
    creditItems(tx: Tx, request: CreditRequest): Promise<Credited>
  }
