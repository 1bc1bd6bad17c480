import { sql } from 'kysely'
import type { ItemKind } from '@madruga/core/items.ts'
import type { Cents } from '@madruga/core/money.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'

type Span = { from: Timestamp; to: Timestamp }

/** What the invoice of a week came to by its use, without what was credited since. */
export async function readInvoicedWeek(
  db: Db,
  driverId: string,
  { from, to }: Span,
): Promise<{ kind: ItemKind; cents: Cents }[]> {
  const { rows } = await sql<{ kind: ItemKind; cents: Cents }>`
    select i.kind, i.cents from invoice_items i join invoices v on v.id = i.invoice_id
    where i.driver_id = ${driverId} and i.credited_by is null and v.kind = 'week'
      and v.from_at >= ${new Date(from)} and v.from_at < ${new Date(to)}`.execute(db)
  return rows
}

/** The paid weeks of a plan that touch a span: when each begins, and its price. */
export async function readPlanWeeks(
  db: Db,
  driverId: string,
  { from, to }: Span,
): Promise<{ at: Timestamp; cents: Cents }[]> {
  const { rows } = await sql<{ at: Timestamp; cents: Cents }>`
    select i.at, i.cents from invoice_items i join invoices v on v.id = i.invoice_id
    where i.driver_id = ${driverId} and i.credited_by is null and i.kind = 'subscription_week' and v.state = 'paid'
      and i.at > ${new Date(from - 7 * DAY_MS)} and i.at < ${new Date(to)}`.execute(db)
  return rows
}

/** What was invoiced for these blocks and not credited since, by their id. */
export async function readInvoicedBlocks(
  db: Db,
  driverId: string,
  blockIds: readonly string[],
): Promise<Map<string, Cents>> {
  const { rows } = await sql<{ id: string; cents: Cents }>`
    select substr(reference, length('block:') + 1) as id, cents from invoice_items
    where driver_id = ${driverId} and credited_by is null
      and reference = any(${blockIds.map((id) => `block:${id}`)}::text[])`.execute(db)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
