import { sql } from 'kysely'
import type { BillingSettings } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'

/** A day may be an hour shorter where clocks change: the rule itself decides. */
const MARGIN_MS = 2 * HOUR_MS

/** What `waitsForBank` says of an invoice, so that those who wait for their bank take no places of others. */
const WAITS_FOR_BANK = sql`(
  select coalesce(bool_or(p.state = 'processing' and p.freed_at is null) and not bool_or(p.state = 'refused'), false)
  from payments p where p.invoice_id = i.id and p.method->>'kind' = 'bank')`

/**
 * Up to `most` drivers after `after`, by id, with an unpaid invoice of which a reminder is due, or whose
 * account may have to be suspended, and that does not wait for their bank.
 */
export async function readToRemind(
  db: Db,
  { remindDays, suspendDays }: BillingSettings['dunning'],
  { now, after, most }: { now: Timestamp; after: string | null; most: number },
): Promise<string[]> {
  const dueBefore = (days: number) => new Date(now - days * DAY_MS + MARGIN_MS)
  // Of what has suspended already no one is reminded.
  const overSince = new Date(now - suspendDays * DAY_MS - MARGIN_MS)
  const reminderConditions = remindDays.map(
    (days) => sql`(i.issued_at <= ${dueBefore(days)} and i.issued_at > ${overSince} and not exists (
      select from invoice_reminders r where r.invoice_id = i.id and r.days = ${days}))`,
  )
  const suspension = sql`(i.issued_at <= ${dueBefore(suspendDays)} and d.status = 'active')`
  const { rows } = await sql<{ id: string }>`
    select distinct d.id from invoices i join drivers d on d.id = i.driver_id
    where d.id > ${after ?? ''} and i.state = 'unpaid' and d.status_cause <> 'demo' and not ${WAITS_FOR_BANK} and (${sql.join([...reminderConditions, suspension], sql` or `)})
    order by d.id limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Reminders of these invoices that were sent. */
export async function readReminders(
  db: Db,
  invoiceIds: readonly string[],
): Promise<{ invoiceId: string; days: number }[]> {
  if (invoiceIds.length === 0) return []
  return await db
    .selectFrom('invoice_reminders')
    .select(['invoice_id as invoiceId', 'days'])
    .where('invoice_id', 'in', invoiceIds)
    .execute()
}

/** Notes that a driver is reminded now; the caller holds the driver locked. */
export async function noteReminder(
  tx: Db,
  { invoiceId, days, at }: { invoiceId: string; days: number; at: Timestamp },
): Promise<void> {
  await tx
    .insertInto('invoice_reminders')
    .values({ invoice_id: invoiceId, days, at: new Date(at) })
    .execute()
}
