import type { Cents } from '../money.ts'
import type { OfferKind, PayBasis, TripKind } from '../offers.ts'
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

/** The same prices where the way of paying costs its payer nothing. */
export function withoutFees(prices: Prices): Prices {
  return { ...prices, fees: { card: { kind: 'none' }, bank: { kind: 'none' } } }
}

/** The prices of a service that no driver pays. */
export function freePrices(prices: Prices): Prices {
  return {
    ...withoutFees(prices),
    blockCents: 0,
    tripCents: { curbside: 0, shopping: 0, delivery: 0 },
    instantDayCents: 0,
    checkInCents: 0,
    weekCents: { advanced: 0, professional: 0 },
  }
}

/** The state of an invoice; a draft has no number yet, an abandoned one never gets one. */
export const INVOICE_STATES = ['draft', 'abandoned', 'unpaid', 'paid', 'credited'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** What the line of an item names, as it was then: of a block its own, of a check-in its block's. */
export type ItemDetails = {
  stationCode?: string
  startAt?: Timestamp
  endAt?: Timestamp
  payCents?: Cents
  tipCents?: Cents
  payBasis?: PayBasis | null
  currency?: string | null
  endEstimated?: boolean
  offerKind?: OfferKind
  /** Of a day of instant offers: `2026-11-21`. */
  day?: string
}
