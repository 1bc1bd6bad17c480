import { sql } from 'kysely'
import type { Db } from '../model.ts'
import { lockPayer } from './drivers.ts'

/**
 * Leaves of a driver's invoices and payments what names nobody, inside the transaction that deletes them: the
 * books keep the rest. What they were buying is given up.
 */
export async function forgetPayer(tx: Db, driverId: string): Promise<void> {
  // First: taking money locks it first too.
  await lockPayer(tx, driverId)
  await sql`
    update invoices set billed_to = '{"name": "", "email": ""}', state = case state when 'draft' then 'abandoned' else state end
    where driver_id = ${driverId}`.execute(tx)
  await sql`
    update payments set customer_id = null,
      method = case when method is null then null
        else jsonb_build_object('id', '', 'kind', method->'kind', 'brand', '', 'last4', '') end
    where driver_id = ${driverId}`.execute(tx)
}
