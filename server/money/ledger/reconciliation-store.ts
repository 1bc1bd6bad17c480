import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Difference, ReconciliationReport } from '@madruga/core/ledger.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'
import type { Db } from './model.ts'

export type ReconciliationRow = Selectable<Tables['reconciliations']>

/** Keeps what a comparison came to. */
export async function insertReconciliation(
  db: Db,
  { at, report }: { at: Timestamp; report: ReconciliationReport },
): Promise<ReconciliationRow> {
  return await db
    .insertInto('reconciliations')
    .values({ at: new Date(at), clean: report.differences.length === 0, report: JSON.stringify(report) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The comparison that was kept last; null = none ever was. */
export async function readLast(db: Db): Promise<ReconciliationRow | null> {
  const row = await db
    .selectFrom('reconciliations')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The last one that found no difference, and to which the gateway answered; null = none ever was. */
export async function readLastClean(db: Db): Promise<ReconciliationRow | null> {
  const row = await db
    .selectFrom('reconciliations')
    .selectAll()
    .where('clean', '=', true)
    .where(sql<boolean>`(report->>'gateway')::boolean`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Comparisons that found differences, newest first. */
export async function readFound(db: Db, most: number): Promise<ReconciliationRow[]> {
  return await db
    .selectFrom('reconciliations')
    .selectAll()
    .where('clean', '=', false)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/**
 * Forgets clean ones before an instant; the last of them stays, since the next comparison begins where it
 * ended.
 */
export async function forgetClean(db: Db, before: Timestamp): Promise<void> {
  await sql`
    delete from reconciliations where clean and at < ${new Date(before)}
      and id < (select max(id) from reconciliations where clean and (report->>'gateway')::boolean)`.execute(
    db,
  )
}

/** All balances together, which are 0 when all is well, and how many accounts there are. */
export async function sumBalances(db: Db): Promise<{ accounts: number; cents: number }> {
  const { rows } = await sql<{ accounts: number; cents: number }>`
    select count(*) as accounts, coalesce(sum(balance_cents), 0)::bigint as cents from ledger_accounts`.execute(
    db,
  )
  return rows[0]!
}

/** Money that brought nothing: of payments that changed since an instant. */
export async function readPaidForNothing(db: Db, since: Timestamp): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select 'paid_without_service' as kind, p.reference, p.amount_cents - p.refunded_cents - p.disputed_cents as ours, null as theirs
    from payments p join invoices i on i.id = p.invoice_id
    where p.changed_at >= ${new Date(since)} and p.state = 'paid' and p.refunded_cents + p.disputed_cents < p.amount_cents and (
      (i.state = 'paid' and i.kind = 'subscription' and i.span_ms is null and i.driver_id is not null)
      or (i.state <> 'paid' and p.amount_cents - p.refunded_cents - p.disputed_cents > coalesce((select sum(r.amount_cents)
        from refunds r where r.payment_id = p.id and r.state in ('open', 'pending')), 0)))
    order by p.created_at`.execute(db)
  return rows
}

/**
 * What was given for nothing: of invoices that were issued, or of whose payments one changed, since an
 * instant.
 */
export async function readGivenForNothing(db: Db, since: Timestamp): Promise<Difference[]> {
  // Of everything it is no condition: it would only cost.
  const isRecent =
    since === 0
      ? sql`true`
      : sql`i.id in (select id from invoices where number is not null and issued_at >= ${new Date(since)}
        union all select invoice_id from payments where changed_at >= ${new Date(since)})`
  const { rows } = await sql<Difference>`
    select 'service_without_payment' as kind, i.number as reference, i.due_cents - i.credited_cents as ours, null as theirs
    from invoices i
    where i.state = 'paid' and i.due_cents > i.credited_cents
      and ${isRecent}
      and not exists (select from payments p
        where p.invoice_id = i.id and p.state = 'paid' and p.refunded_cents < p.amount_cents)
    order by i.issued_at`.execute(db)
  return rows
}

/**
 * Our money at the gateway, as it should be there by now: what a bank is still giving back has left it
 * already. Null while it cannot be told, since a charge, a refund or a fee is not known yet.
 */
export async function readGatewayBalance(db: Db): Promise<number | null> {
  const { rows } = await sql<{ cents: number; waiting: boolean }>`
    select balance_cents - coalesce((select sum(amount_cents) from refunds where state = 'pending'), 0)::bigint as cents,
      exists (select from payments where state = 'open' and amount_cents > 0)
        or exists (select from payments where state = 'paid' and amount_cents > 0 and gateway_fee_cents is null)
        or exists (select from refunds where state = 'open') as waiting
    from ledger_accounts where kind = 'gateway'`.execute(db)
  return rows[0]!.waiting ? null : rows[0]!.cents
}
