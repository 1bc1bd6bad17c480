import { sql } from 'kysely'
import { escapeLike } from '../../kit/like.ts'
import { driversLike } from '../../payers.ts'
import type { Db, Page } from '../../payers.ts'
import type { InvoiceRow } from './invoices.ts'

/**
 * Issued invoices of all drivers by a part of the number, of the name and e-mail on them or of the driver's
 * own, newest first. A page ends with an instant: what happened at the same one as its last row is on it too,
 * so that the next page misses nothing.
 */
export async function findInvoices(
  db: Db,
  {
    text,
    limit,
    before,
    state,
    driverId,
    order,
  }: Page & { state?: 'unpaid' | 'paid' | 'credited' | undefined },
): Promise<InvoiceRow[]> {
  const isOldest = order === 'oldest'
  const like = `%${escapeLike(text)}%`
  const conditions = [
    sql`i.number is not null`,
    ...(before === undefined ? [] : [sql`i.issued_at ${isOldest ? sql`>` : sql`<`} ${new Date(before)}`]),
    ...(driverId === undefined ? [] : [sql`i.driver_id = ${driverId}`]),
    ...(state === undefined ? [] : [sql`i.state = ${state}`]),
    ...(text === ''
      ? []
      : [
          sql`(i.number ilike ${like} or i.billed_to->>'name' ilike ${like} or i.billed_to->>'email' ilike ${like}
            or i.driver_id in (${driversLike(like)}))`,
        ]),
  ]
  const { rows } = await sql<InvoiceRow>`
    select i.* from invoices i where ${sql.join(conditions, sql` and `)}
    order by i.issued_at ${isOldest ? sql`asc` : sql`desc`} fetch first ${limit} rows with ties`.execute(db)
  return rows
}
