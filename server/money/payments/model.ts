import type { PayableInvoice, SoldTime } from '@madruga/core/payments.ts'
import type { Cents } from '@madruga/core/money.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Database } from '../../db.ts'
import type { Tracing } from '../../kit/tracing.ts'
import type { InvoiceRow, ReferralCredits, Suspensions } from '../invoices.ts'
import type { Db, Payer, PayersDeps, Tx } from '../payers.ts'
import type { Cards } from './gateway.ts'

/** What comes of payments in subscriptions, which stand above them. */
export type SubscriptionEffects = Suspensions & {
  /** Adds the time that was bought to what is there, and lets the account follow it. */
  addTime(
    tx: Tx,
    payer: Payer,
    invoice: InvoiceRow,
    purchase: NonNullable<PayableInvoice['purchase']>,
    at: Timestamp,
  ): Promise<void>
  /** Takes time back that was sold, as far as it is still ahead. */
  takeTimeBack(tx: Tx, payer: Payer, purchase: SoldTime, at: Timestamp): Promise<void>
  /** Thanks the driver who brought a friend for the friend's first payment. */
  rewardReferrer(tx: Tx, friendId: string, payment: { paidCents: Cents; at: Timestamp }): Promise<void>
  /** A friend's payment was given back. */
  revokeReward(tx: Tx, friendId: string, paymentId: string): Promise<void>
  /** Releases the credits that an invoice had reserved or used. */
  releaseCredits(tx: Tx, invoiceId: string): Promise<void>
  /** Takes back the credits of friends who have one of these cards of the driver's. */
  takeBackForCards(tx: Db, driverId: string, digests: readonly string[]): Promise<void>
}

/** What payments need. */
export type PaymentsDeps = PayersDeps &
  ReferralCredits &
  SubscriptionEffects & {
    database: Database
    cards: Cards
    /** Spans of payments; null = nothing is traced. */
    tracing: Tracing | null
    /** A new transaction reference (`P-7K2M9QXW`), among all that there ever were. */
    newReference(): string
  }
