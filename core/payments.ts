/** The entry of payments: what a payment may be, and what comes of each reading of its charge. */
export * from './payments/decide.ts'
export * from './payments/states.ts'
