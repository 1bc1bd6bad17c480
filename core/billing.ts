/**
 * The door of money: what things cost, what a driver owes, what is paid for until when. Integer cents
 * throughout.
 */
export * from './billing/coupons.ts'
export * from './billing/credit.ts'
export * from './billing/dunning.ts'
export * from './billing/fees.ts'
export * from './billing/invoice.ts'
export * from './billing/ledger.ts'
export * from './billing/prices.ts'
export * from './billing/referral.ts'
export * from './billing/subscription.ts'
export * from './billing/week.ts'
