import type { Cents } from '../money.ts'
import type { OfferKind, TripKind } from '../offers.ts'
import type { Timestamp } from '../time.ts'
import type { FeeRule } from './fees.ts'
import type { PaidPlan } from '../plans.ts'

/** The ways of paying; each has its fee. */
export const METHOD_KINDS = ['card', 'bank'] as const
export type MethodKind = (typeof METHOD_KINDS)[number]

/** What everything costs. An operator sets it; what was invoiced before stays as it was. */
export type Prices = {
  /** One awarded block of a basic driver who works with amazon. */
  blockCents: Cents
  /** One awarded trip of a basic driver who works with spark, by its kind. */
  tripCents: Record<TripKind, Cents>
  /** One day on which instant offers were on (the seed: $2.00). */
  instantDayCents: Cents
  /** One check-in in a week without an award (the seed: $2). */
  checkInCents: Cents
  /** One week of a plan; 14 days are two. */
  weekCents: Record<PaidPlan, Cents>
  /** The seed: 2.9% + 30 cents, or flat 99 cents. */
  fees: Record<MethodKind, FeeRule>
  /** What a referral credit takes off one week, percent (the seed: 50). */
  referralPercent: number
}

/** The numbers of money that an operator does not change while it runs. */
export type BillingSettings = {
  /** What counts until an operator sets prices. */
  prices: Prices
  /** A gateway charges no less (Stripe: 50 cents). */
  leastChargeCents: Cents
  /** Days after an invoice at which the driver is reminded, and at which the account is suspended. */
  dunning: { remindDays: readonly number[]; suspendDays: number }
  /** A question of a bank that nobody answers is taken back after this. */
  actionMs: number
  /**
   * A bank debit of which nothing was heard for so long holds off nobody any more: operator and driver are
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

/** Where an invoice stands; a draft has no number yet, an abandoned one never gets one. */
export const INVOICE_STATES = ['draft', 'abandoned', 'unpaid', 'paid', 'credited'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** What the line of an item names, as it was then: of a block its own, of a check-in its block's. */
export type ItemDetails = {
  stationCode?: string
  startAt?: Timestamp
  endAt?: Timestamp
  payCents?: Cents
  offerKind?: OfferKind
  /** Of a day of instant offers: `2026-11-21`. */
  day?: string
}

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
   * What the gateway's lines before an instant come to, which need not be read again; null until all of them
   * were compared once.
   */
  known: { before: Timestamp; netCents: Cents } | null
}
