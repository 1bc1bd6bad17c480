import { defineModule } from '../module.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Db, Payer } from './payers/model.ts'
import { readPayer } from './payers/store/drivers.ts'

/** The entry of payers: a driver as money sees them, by what they are known again, and idempotency. */

export type { Audit, Actor, Db, Payer, PayersDeps, Tx } from './payers/model.ts'

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

/** The driver who asks. Refuses with `accounts.signed_out` one who is gone meanwhile. */
export async function findPayer(db: Db, driverId: string): Promise<Payer> {
  const payer = await readPayer(db, driverId)
  if (payer === null) throw new AppError('accounts.signed_out')
  return payer
}
