import type { Posting } from '../ledger.ts'
import type { SubscriptionDays } from '../subscriptions.ts'
import type { PaidPlan } from '../plans.ts'
import type { Cents } from '../money.ts'
import type { NotificationParams } from '../notify.ts'
import type { Timestamp } from '../time.ts'
import type { PaymentState } from '../payment-states.ts'

/** What a driver has to do at their bank. */
export type BankAction = { clientSecret: string; url: string | null }

/** The driver who pays. */
export type PaymentPayer = { id: string }

/** Columns of the payment that change; what is left out stays. */
export type PaymentChanges = {
  state?: PaymentState
  chargeId?: string
  reason?: string | null
  action?: BankAction | null
  paidAt?: Timestamp
  gatewayFeeCents?: Cents
  refundedCents?: Cents
  disputedCents?: Cents
  freedAt?: Timestamp | null
}

/** A posting of a payment, named once for ever by its reference. */
export type PaymentPosting = Posting & { at: Timestamp; reference: string }

/**
 * What is to be done besides changing the payment, its refund or its dispute. What is done to a driver or
 * told to them is decided only where there is one. `issue_invoice` gives the number that `notify_received`
 * names, and entries of its own that belong to `post`; `credit_invoice` has such entries, too.
 */
export type PaymentEffect =
  | { kind: 'issue_invoice' }
  | { kind: 'add_time'; purchase: { plan: PaidPlan; days: SubscriptionDays } }
  | { kind: 'mark_paid' }
  /** Gives up the purchase: its coupon and credits are free again. */
  | { kind: 'abandon_draft' }
  /** The invoice is to be paid again, as one that was never paid. */
  | { kind: 'reopen_invoice' }
  /** Takes all that is left of the invoice back by a credit note. */
  | { kind: 'credit_invoice'; actor: string; reason: string }
  /** Opens a refund that credit notes, or a second payment of one invoice, owe the driver. */
  | { kind: 'refund'; amountCents: Cents; actor: string; reason: string }
  /** A credit note covers all that went back of the payment, or is on its way. */
  | { kind: 'mark_refunds_credited' }
  /** Nothing of the invoice counts any more: its coupon and credits are free again. */
  | { kind: 'release_discounts' }
  | { kind: 'take_time_back'; purchase: SoldTime }
  | { kind: 'reward_referrer'; paidCents: Cents }
  /** Takes the thanks for the payment back where the driver has paid nothing else. */
  | { kind: 'revoke_reward' }
  /** Ends a suspension for unpaid invoices, unless another one still holds it. */
  | { kind: 'restore_account' }
  /** Gives back what credit notes took off the invoice while a bank had the payment, and a fee taken off. */
  | { kind: 'refund_rest' }
  | { kind: 'notify_received'; event: string; params: Omit<NotificationParams['payment_received'], 'number'> }
  | { kind: 'notify_failed'; event: string; params: NotificationParams['payment_failed'] }
  | { kind: 'notify_refunded'; event: string; params: NotificationParams['refunded'] }
  | { kind: 'notify_due'; event: string; params: NotificationParams['invoice_due'] }
  | { kind: 'post'; postings: PaymentPosting[] }

/** Time that an invoice sold. */
export type SoldTime = { plan: PaidPlan; spanMs: number }

/** What changes of the payment, and the effects in the order in which they are carried out. */
export type PaymentDecision = { changes: PaymentChanges; effects: PaymentEffect[] }
