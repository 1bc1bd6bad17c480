import { sql } from 'kysely'
import { escapeLike } from '../../../kit/like.ts'
import { driversNamed } from '../../payers.ts'
import type { Db, Page } from '../../payers.ts'
import type { PaymentRow } from './payments.ts'

/**
 * Payments of all drivers by a part of the reference, of the invoice's number, of the driver's name or
 * e-mail, or by the charge; pages and ways to match like `findInvoices`.
 */
export async function findPayments(
  db: Db,
  { text, limit, before, driverId, order }: Page,
): Promise<PaymentRow[]> {
  const isOldest = order === 'oldest'
  const like = `%${escapeLike(text)}%`
  const sort = sql`order by created_at ${isOldest ? sql`asc` : sql`desc`} fetch first ${limit} rows with ties`
  const conditions = [
    ...(before === undefined ? [] : [sql`p.created_at ${isOldest ? sql`>` : sql`<`} ${new Date(before)}`]),
    ...(driverId === undefined ? [] : [sql`p.driver_id = ${driverId}`]),
  ]
  const ways =
    text === ''
      ? [sql`true`]
      : [
          sql`p.reference ilike ${like}`,
          sql`p.charge_id = ${text}`,
          sql`p.invoice_id in (select id from invoices where number ilike ${like})`,
          sql`p.driver_id in (${driversNamed(text)})`,
        ]
  const pages = ways.map(
    (way) => sql`(select p.* from payments p where ${sql.join([...conditions, way], sql` and `)} ${sort})`,
  )
  const { rows } = await sql<PaymentRow>`
    select * from (${sql.join(pages, sql` union `)}) as found ${sort}`.execute(db)
  return rows
}

/**
 * Charges that are begun and neither paid nor refused, and what they come to, cents; those of a demo's
 * accounts count if `countsDemo`. A deleted driver was none of the demo's.
 */
export async function sumRunningCharges(
  db: Db,
  countsDemo: boolean,
): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(p.amount_cents), 0)::bigint as cents
    from payments p left join drivers d on d.id = p.driver_id
    where p.state in ('open', 'needs_action', 'processing') and (${countsDemo} or d.is_demo is not true)`.execute(
    db,
  )
  return rows[0]!
}
