import type { Prices } from '../invoices.ts'
import type { Cents } from '../money.ts'

/** The numbers of money that an operator does not change while it runs. */
export type BillingSettings = {
  /** Drivers pay; otherwise everything is free, and nothing is sold. */
  charges: boolean
  /** The fee of a way of paying is added to what is paid by it. */
  cardFees: boolean
  /** What counts until an operator sets prices. */
  prices: Prices
  /** A gateway charges no less (Stripe: 50 cents). */
  leastChargeCents: Cents
  /** Days after an invoice at which the driver is reminded, and at which the account is suspended. */
  dunning: { remindDays: readonly number[]; suspendDays: number }
  /** A question of a bank that no one answers is taken back after this. */
  actionMs: number
  /**
   * A bank debit of which nothing was heard for so long no longer holds anyone off: operator and driver are
   * told, and it may be paid otherwise.
   */
  debitMs: number
  /** A weekly invoice that could not be charged by itself is tried again after this, so often. */
  autopay: { everyMs: number; tries: number }
  /** How long before its end a subscription's driver hears of it. */
  endingMs: number
  /** Invitations that a driver may send in a day. */
  invitationsPerDay: number
  /** Invitations to one phone within 30 days, from all drivers together. */
  invitationsPerPhone: number
  /**
   * What one driver may do: ask the gateway, begin with another card, have cards refused, guess coupons that
   * there are none of.
   */
  limits: { asksPerMinute: number; setupsPerHour: number; refusalsPerDay: number; guessesPerHour: number }
  /** Clean comparisons of the books are kept for so long; others for good. */
  keepReportsMs: number
}
