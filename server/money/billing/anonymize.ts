import { anonymizeInvoices } from '../invoices.ts'
import { lockPayer } from '../payers.ts'
import type { Db } from '../payers.ts'
import { anonymizePayments } from '../payments.ts'

/**
 * Leaves of a driver's invoices and payments what names no one, inside the transaction that deletes them: the
 * books keep the rest. What they were buying is given up.
 */
export async function forgetPayer(tx: Db, driverId: string): Promise<void> {
  // First: taking money locks it first too.
  await lockPayer(tx, driverId)
  await anonymizeInvoices(tx, driverId)
  await anonymizePayments(tx, driverId)
}
