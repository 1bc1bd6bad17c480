/**
 * The entry of payments: what a payment may be, and what comes of each reading of its charge, its refunds and
 * its disputes.
 */
export * from './payments/credit-notes.ts'
export * from './payments/decide.ts'
export * from './payments/disputes.ts'
export * from './payments/effects.ts'
export * from './payments/refunds.ts'
