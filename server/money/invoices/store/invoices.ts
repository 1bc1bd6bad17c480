import { sql } from 'kysely'
import type { Selectable, Transaction } from 'kysely'
import type { ItemDetails } from '@madruga/core/invoices.ts'
import type { Item } from '@madruga/core/items.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../../payers.ts'

export type InvoiceRow = Selectable<Tables['invoices']>
export type ItemRow = Selectable<Tables['invoice_items']>

/** An item as its line needs it. */
export type NewItem = Item & { at: Timestamp; details?: ItemDetails }

/** An invoice that is to be written, as a draft; what is left out is none. */
export type NewInvoice = Pick<
  InvoiceRow,
  'id' | 'kind' | 'variant' | 'time_zone' | 'plan' | 'days' | 'billed_to'
> & {
  driverId: string
  from: Timestamp
  to: Timestamp
  couponCode: string | null
  priced: {
    itemsCents: number
    couponCents: number
    creditsCents: readonly number[]
    waivedCents: number
    dueCents: number
  }
  items: readonly NewItem[]
  at: Timestamp
}

/**
 * Writes a draft with its items. A driver has one draft at most, and one invoice a week: both are the
 * caller's to see to.
 */
export async function insertInvoice(tx: Db, invoice: NewInvoice): Promise<void> {
  const { priced, items, at } = invoice
  await tx
    .insertInto('invoices')
    .values({
      id: invoice.id,
      driver_id: invoice.driverId,
      kind: invoice.kind,
      variant: invoice.variant,
      state: 'draft',
      time_zone: invoice.time_zone,
      from_at: new Date(invoice.from),
      to_at: new Date(invoice.to),
      plan: invoice.plan,
      days: invoice.days,
      billed_to: JSON.stringify(invoice.billed_to),
      coupon_code: invoice.couponCode,
      items_cents: priced.itemsCents,
      coupon_cents: priced.couponCents,
      credits_cents: priced.creditsCents.reduce((sum, cents) => sum + cents, 0),
      waived_cents: priced.waivedCents,
      due_cents: priced.dueCents,
      created_at: new Date(at),
    })
    .execute()
  const rows = items.map((item, index) => ({
    invoice_id: invoice.id,
    position: index + 1,
    kind: item.kind,
    reference: item.reference,
    cents: item.cents,
    at: new Date(item.at),
    details: JSON.stringify(item.details ?? {}),
    driver_id: invoice.driverId,
  }))
  if (rows.length > 0) await tx.insertInto('invoice_items').values(rows).execute()
}

/** A draft becomes an invoice: its number, and what state it then has. */
export async function numberInvoice(
  tx: Db,
  id: string,
  { number, state, at }: { number: string; state: 'unpaid' | 'paid'; at: Timestamp },
): Promise<void> {
  const paidAt = state === 'paid' ? new Date(at) : null
  await tx
    .updateTable('invoices')
    .set({ number, state, issued_at: new Date(at), paid_at: paidAt })
    .where('id', '=', id)
    .execute()
}

/** When the weeks of a subscription begin, the first of them first. */
export async function placeWeeks(tx: Db, id: string, starts: readonly Timestamp[]): Promise<void> {
  for (const [index, at] of starts.entries())
    await tx
      .updateTable('invoice_items')
      .set({ at: new Date(at) })
      .where('invoice_id', '=', id)
      .where('position', '=', index + 1)
      .execute()
}

/** What changes of an invoice after it was written. */
export async function changeInvoice(
  tx: Db,
  id: string,
  change: Partial<{
    state: InvoiceRow['state']
    paidAt: Timestamp
    spanMs: number
    creditedCents: number
    from: Timestamp
    to: Timestamp
  }>,
): Promise<void> {
  const { state, paidAt, spanMs, creditedCents, from, to } = change
  await tx
    .updateTable('invoices')
    .set({
      ...(state !== undefined && { state }),
      ...(paidAt !== undefined && { paid_at: new Date(paidAt) }),
      ...(spanMs !== undefined && { span_ms: spanMs }),
      ...(creditedCents !== undefined && { credited_cents: creditedCents }),
      ...(from !== undefined && { from_at: new Date(from) }),
      ...(to !== undefined && { to_at: new Date(to) }),
    })
    .where('id', '=', id)
    .execute()
}

/** An invoice by its id, locked until the transaction ends; null when there is none. */
export async function lockInvoice(tx: Db, id: string): Promise<InvoiceRow | null> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** An invoice by its number, of this driver alone where one is given; null when there is none. */
export async function findInvoice(db: Db, number: string, driverId?: string): Promise<InvoiceRow | null> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('number', '=', number)
    .$if(driverId !== undefined, (query) => query.where('driver_id', '=', driverId!))
    .executeTakeFirst()
  return row ?? null
}

/** Invoices by their ids, in any order. */
export async function readInvoicesById(db: Db, ids: readonly string[]): Promise<InvoiceRow[]> {
  if (ids.length === 0) return []
  return await db.selectFrom('invoices').selectAll().where('id', 'in', ids).execute()
}

/** The subscription that a driver is buying; null = none. */
export async function readDraft(db: Db, driverId: string): Promise<InvoiceRow | null> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('state', '=', 'draft')
    .where('kind', '=', 'subscription')
    .executeTakeFirst()
  return row ?? null
}

/** Items of invoices, in the order of their lines. */
export async function readItems(db: Db, invoiceIds: readonly string[]): Promise<ItemRow[]> {
  if (invoiceIds.length === 0) return []
  return await db
    .selectFrom('invoice_items')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('invoice_id')
    .orderBy('position')
    .execute()
}

/** A driver's invoices that are not paid, the oldest first. */
export async function readUnpaid(db: Db, driverId: string): Promise<InvoiceRow[]> {
  return await db
    .selectFrom('invoices')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('state', '=', 'unpaid')
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
}

/** Issued invoices of a driver, newest first; those issued before `before` where it is given. */
export async function readIssued(
  db: Db,
  driverId: string,
  { limit, before }: { limit: number; before?: Timestamp | undefined },
): Promise<InvoiceRow[]> {
  return await db
    .selectFrom('invoices')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('number', 'is not', null)
    .$if(before !== undefined, (query) => query.where(sql<boolean>`issued_at < ${new Date(before!)}`))
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * A coupon is used by an invoice: the use is counted and noted, or nothing is. False: used up, or used by
 * this driver before.
 */
export async function takeCoupon(
  tx: Db,
  use: { code: string; driverId: string; invoiceId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update coupons set uses = uses + 1
    where code = ${use.code} and stopped_at is null and (most_uses is null or uses < most_uses)
      and not exists (select from coupon_uses where code = ${use.code} and driver_id = ${use.driverId})
    returning code`.execute(tx)
  if (rows.length === 0) return false
  const row = { code: use.code, driver_id: use.driverId, invoice_id: use.invoiceId }
  await tx.insertInto('coupon_uses').values(row).execute()
  return true
}

/** Gives back the coupon that an invoice used, if any: it counts for no one any more. */
export async function giveCouponBack(tx: Db, invoiceId: string): Promise<void> {
  await sql`
    with gone as (delete from coupon_uses where invoice_id = ${invoiceId} returning code)
    update coupons set uses = uses - 1 where code in (select code from gone)`.execute(tx)
}

/** Leaves of a driver's invoices what names no one; a purchase that was not paid is given up. */
export async function anonymizeInvoices(tx: Db, driverId: string): Promise<void> {
  await sql`
    update invoices set billed_to = '{"name": "", "email": ""}', state = case state when 'draft' then 'abandoned' else state end
    where driver_id = ${driverId}`.execute(tx)
}

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
