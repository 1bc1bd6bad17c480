import { sql } from 'kysely'
import type { Db } from '../../payers.ts'

/** Leaves of a driver's invoices what names no one; a purchase that was not paid is given up. */
export async function anonymizeInvoices(tx: Db, driverId: string): Promise<void> {
  await sql`
    update invoices set billed_to = '{"name": "", "email": ""}', state = case state when 'draft' then 'abandoned' else state end
    where driver_id = ${driverId}`.execute(tx)
}
