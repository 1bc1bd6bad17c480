import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { LaterDiscounts } from '@madruga/core/invoices.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../../payers.ts'

export type CreditNoteRow = Selectable<Tables['credit_notes']>

/**
 * Writes a credit note, and marks the items that it takes back, if any; the caller holds the invoice locked.
 */
export async function insertCreditNote(
  tx: Db,
  note: Omit<CreditNoteRow, 'at'> & { at: Timestamp; positions: readonly number[] },
): Promise<void> {
  const { positions, at, ...row } = note
  await tx
    .insertInto('credit_notes')
    .values({ ...row, at: new Date(at) })
    .execute()
  if (positions.length === 0) return
  await tx
    .updateTable('invoice_items')
    .set({ credited_by: row.number })
    .where('invoice_id', '=', row.invoice_id)
    .where('position', 'in', positions)
    .execute()
}

/** What coupons took off an issued invoice, as far as it was not taken back with items. */
export async function readLaterDiscounts(db: Db, invoiceId: string): Promise<LaterDiscounts> {
  const { rows } = await sql<LaterDiscounts>`
    select coalesce(sum(coupon_cents), 0)::bigint as "couponCents", coalesce(sum(waived_cents), 0)::bigint as "waivedCents"
    from credit_notes where invoice_id = ${invoiceId}`.execute(db)
  return rows[0]!
}

/** Credit notes of an invoice, the oldest first. */
export async function readCreditNotes(db: Db, invoiceId: string): Promise<CreditNoteRow[]> {
  return await db
    .selectFrom('credit_notes')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('number')
    .execute()
}
