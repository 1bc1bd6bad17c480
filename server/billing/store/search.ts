import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'
import type { InvoiceRow } from './invoices.ts'
import type { PaymentRow } from './payments.ts'

/** A page of what is looked for: those before an instant, where it is given. */
export type Page = { text: string; limit: number; before?: Timestamp | undefined }

/**
 * Issued invoices of all drivers by a part of the number, of the name and e-mail on them or of the driver's
 * own, newest first. A page ends with an instant: what happened at the same one as its last row is on it too,
 * so that the next page misses nothing.
 */
export async function findInvoices(
  db: Db,
  { text, limit, before, state }: Page & { state?: 'unpaid' | 'paid' | 'credited' | undefined },
): Promise<InvoiceRow[]> {
  const like = likeOf(text)
  const conditions = [
    sql`i.number is not null`,
    ...(before === undefined ? [] : [sql`i.issued_at < ${new Date(before)}`]),
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
    order by i.issued_at desc fetch first ${limit} rows with ties`.execute(db)
  return rows
}

/**
 * Payments of all drivers by a part of the reference, of the invoice's number, of the driver's name or
 * e-mail, or by the charge; pages like `findInvoices`.
 */
export async function findPayments(db: Db, { text, limit, before }: Page): Promise<PaymentRow[]> {
  const like = likeOf(text)
  const conditions = [
    sql`true`,
    ...(before === undefined ? [] : [sql`p.created_at < ${new Date(before)}`]),
    ...(text === ''
      ? []
      : [
          sql`(p.reference ilike ${like} or p.charge_id = ${text}
            or p.invoice_id in (select id from invoices where number ilike ${like})
            or p.driver_id in (${driversLike(like)}))`,
        ]),
  ]
  const { rows } = await sql<PaymentRow>`
    select p.* from payments p where ${sql.join(conditions, sql` and `)}
    order by p.created_at desc fetch first ${limit} rows with ties`.execute(db)
  return rows
}

/** E-mails of drivers by their ids; those who are gone have none. */
export async function readEmails(
  db: Db,
  driverIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(driverIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('drivers').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

function driversLike(like: string): RawBuilder<unknown> {
  return sql`select id from drivers where name ilike ${like} or email ilike ${like}`
}

/** A wildcard that was typed is looked for like any other character. */
function likeOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
