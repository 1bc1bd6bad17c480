import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../db.ts'

/**
 * The next number of the year's invoices, `M-2026-000123`. Without gaps: it is taken in the transaction that
 * finalizes the invoice, which others wait for, and given back when that rolls back. Throws RangeError for a
 * year that is none.
 */
export async function nextInvoiceNumber(tx: Transaction<Tables>, year: number): Promise<string> {
  if (!Number.isInteger(year) || year < 2000 || year > 9999) throw new RangeError(`${year} is no year`)
  const { rows } = await sql<{ last: number }>`
    insert into invoice_counters as c (year, last) values (${year}, 1)
    on conflict (year) do update set last = c.last + 1 returning last`.execute(tx)
  return `M-${year}-${String(rows[0]!.last).padStart(6, '0')}`
}
