import { sql } from 'kysely'
import type { Db } from '../../payers.ts'

/** Leaves of a driver's payments what names nobody. */
export async function anonymizePayments(tx: Db, driverId: string): Promise<void> {
  await sql`
    update payments set customer_id = null,
      method = case when method is null then null
        else jsonb_build_object('id', '', 'kind', method->'kind', 'brand', '', 'last4', '') end
    where driver_id = ${driverId}`.execute(tx)
}
