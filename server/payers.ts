/** The entry of payers: a driver as money sees them, by what they are known again, and idempotency. */
export type { Audit, Actor, Db, Payer, PayersDeps, Tx } from './payers/model.ts'
export { findPayer } from './payers/payer.ts'
export * from './payers/store/customers.ts'
export * from './payers/store/drivers.ts'
export * from './payers/store/idempotency.ts'
export * from './payers/store/identities.ts'
export { forEachOf, forEachPage } from './payers/sweep.ts'
