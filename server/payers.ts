/** The entry of payers: a driver as money sees them, by what they are known again, and idempotency. */
import { defineModule } from './module.ts'
export type { Audit, Actor, Db, Payer, PayersDeps, Tx } from './payers/model.ts'
export { findPayer } from './payers/payer.ts'
export * from './payers/store/customers.ts'
export * from './payers/store/drivers.ts'
export * from './payers/store/idempotency.ts'
export * from './payers/store/identities.ts'
export { forEachOf, forEachPage } from './payers/sweep.ts'

/** The declaration of payers. */
export const payers = defineModule({
  tables: ['driver_cards', 'former_identities', 'idempotency_keys', 'payers'],
  sections: [
    {
      name: 'payer',
      from: 'payers',
      columns: 'customer_id, default_method, autopay, created_at',
      key: [['created_at', 'timestamptz']],
    },
  ],
})
