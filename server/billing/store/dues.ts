import { sql } from 'kysely'
import type { BillingSettings } from '@madruga/core/billing.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** A day may be an hour shorter where clocks change: the rule itself decides. */
const MARGIN_MS = 2 * HOUR_MS

/** Drivers with an unpaid invoice of which a reminder is due, or whose account may have to be suspended. */
export async function readToRemind(
  db: Db,
  { remindDays, suspendDays }: BillingSettings['dues'],
  now: Instant,
  most: number,
): Promise<string[]> {
  const dueBefore = (days: number) => new Date(now - days * DAY_MS + MARGIN_MS)
  const reminded = remindDays.map(
    (days) => sql`(i.issued_at <= ${dueBefore(days)} and not exists (
      select from invoice_reminders r where r.invoice_id = i.id and r.days = ${days}))`,
  )
  const suspended = sql`(i.issued_at <= ${dueBefore(suspendDays)} and d.status = 'active')`
  const { rows } = await sql<{ id: string }>`
    select d.id from invoices i join drivers d on d.id = i.driver_id
    where i.state = 'unpaid' and (${sql.join([...reminded, suspended], sql` or `)})
    group by d.id order by min(i.issued_at), d.id limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Notes that a driver is reminded now; false when they were before. */
export async function noteReminder(
  tx: Db,
  { invoiceId, days, at }: { invoiceId: string; days: number; at: Instant },
): Promise<boolean> {
  const row = await tx
    .insertInto('invoice_reminders')
    .values({ invoice_id: invoiceId, days, at: new Date(at) })
    .onConflict((conflict) => conflict.columns(['invoice_id', 'days']).doNothing())
    .returning('days')
    .executeTakeFirst()
  return row !== undefined
}
