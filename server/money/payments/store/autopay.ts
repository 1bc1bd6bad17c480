import { sql } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'

/** An invoice that may be paid by itself, and with what; null = the newest card. */
export type ToPay = { driverId: string; invoiceId: string; issuedAt: Timestamp; methodId: string | null }

/**
 * Up to `most` unpaid weekly invoices after `after`, by when they were issued, of drivers who pay by
 * themselves, of which no payment is under way, none was tried since, and not too many were.
 */
export async function readToPay(
  db: Db,
  {
    triedBefore,
    tries,
    after,
    most,
  }: { triedBefore: Timestamp; tries: number; after: ToPay | null; most: number },
): Promise<ToPay[]> {
  const { rows } = await sql<ToPay>`
    select i.driver_id as "driverId", i.id as "invoiceId", i.issued_at as "issuedAt", p.default_method as "methodId"
    from invoices i join payers p on p.driver_id = i.driver_id join drivers d on d.id = i.driver_id
    where i.state = 'unpaid' and i.kind = 'week' and p.autopay and d.status_cause <> 'demo'
      and not exists (select from payments q where q.invoice_id = i.id
        and (q.state in ('open', 'needs_action', 'processing') or (q.off_session and q.created_at > ${new Date(triedBefore)})
          or q.freed_at is not null))
      and (select count(*) from payments q where q.invoice_id = i.id and q.off_session) < ${tries}
      and (i.issued_at, i.id) > (${new Date(after?.issuedAt ?? 0)}, ${after?.invoiceId ?? ''})
    order by i.issued_at, i.id limit ${most}`.execute(db)
  return rows
}
