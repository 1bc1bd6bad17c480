import { sql } from 'kysely'
import { escapeLike } from '../../../kit/like.ts'
import { driversNamed } from '../../payers.ts'
import type { Db, Page } from '../../payers.ts'
import type { InvoiceRow } from './invoices.ts'

/**
 * Issued invoices of all drivers by a part of the number, of the name and e-mail on them or of the driver's
 * own, newest first. A page ends with an instant: what happened at the same one as its last row is on it too,
 * so that the next page misses nothing. Each way to match makes its own page, by its own index.
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
  const sort = sql`order by issued_at ${isOldest ? sql`asc` : sql`desc`} fetch first ${limit} rows with ties`
  const conditions = [
    sql`i.number is not null`,
    ...(before === undefined ? [] : [sql`i.issued_at ${isOldest ? sql`>` : sql`<`} ${new Date(before)}`]),
    ...(driverId === undefined ? [] : [sql`i.driver_id = ${driverId}`]),
    ...(state === undefined ? [] : [sql`i.state = ${state}`]),
  ]
  const ways =
    text === ''
      ? [sql`true`]
      : [
          sql`i.number ilike ${like}`,
          sql`i.billed_to->>'name' ilike ${like}`,
          sql`i.billed_to->>'email' ilike ${like}`,
          sql`i.driver_id in (${driversNamed(text)})`,
        ]
  const pages = ways.map(
    (way) => sql`(select i.* from invoices i where ${sql.join([...conditions, way], sql` and `)} ${sort})`,
  )
  const { rows } = await sql<InvoiceRow>`
    select * from (${sql.join(pages, sql` union `)}) as found ${sort}`.execute(db)
  return rows
}
