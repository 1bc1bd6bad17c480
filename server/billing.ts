/** The door of money: the ledger, numbers of invoices, what is done once, and the card gateway. */
export { openCards } from './billing/cards.ts'
export * from './billing/idempotency.ts'
export * from './billing/ledger.ts'
export * from './billing/numbers.ts'
export * from './billing/received.ts'
