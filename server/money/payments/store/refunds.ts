import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { RefundChanges } from '@madruga/core/payments.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../../payers.ts'

export type RefundRow = Selectable<Tables['refunds']>

/**
 * Money that is to go back, before anybody was asked. `credited`: what it gives back is owed to the driver
 * already.
 */
export type NewRefund = {
  id: string
  paymentId: string
  amountCents: number
  cause: RefundRow['cause']
  /** E-mail of an operator, `command line`, `gateway` or `service`. */
  actor: string
  reason: string
  at: Timestamp
}

/** Writes it; the caller holds its payment locked. */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      state: 'open',
      amount_cents: refund.amountCents,
      cause: refund.cause,
      actor: refund.actor,
      reason: refund.reason,
      created_at: new Date(refund.at),
    })
    .execute()
}

/** A refund; null when there is none. */
export async function readRefund(db: Db, id: string): Promise<RefundRow | null> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Refunds of these payments, the oldest first. */
export async function readRefundsOf(db: Db, paymentIds: readonly string[]): Promise<RefundRow[]> {
  if (paymentIds.length === 0) return []
  return await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What became of it; what is left out stays. Answers the refund as it is then. */
export async function changeRefund(
  tx: Db,
  id: string,
  { state, refundId, cause, settledAt }: RefundChanges,
): Promise<RefundRow> {
  return await tx
    .updateTable('refunds')
    .set({
      ...(state !== undefined && { state }),
      ...(refundId !== undefined && refundId !== null && { refund_id: refundId }),
      ...(cause !== undefined && { cause }),
      ...(settledAt !== undefined && { settled_at: new Date(settledAt) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A credit note stands behind all that went back of a payment, or is on its way. */
export async function creditRefunds(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ cause: 'credited' })
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .execute()
}

/**
 * Takes refunds that have not ended: those that were not asked about since `before`, and those that the
 * gateway has but a bank has not answered since `pendingBefore`. They count as asked now, so that several
 * processes share them.
 */
export async function takeToSettle(
  db: Db,
  {
    now,
    before,
    pendingBefore,
    most,
  }: { now: Timestamp; before: Timestamp; pendingBefore: Timestamp; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update refunds set asked_at = ${new Date(now)} where id in (
      select id from refunds where state in ('open', 'pending') and (asked_at is null
        or asked_at <= case state when 'open' then ${new Date(before)}::timestamptz else ${new Date(pendingBefore)}::timestamptz end)
      order by asked_at nulls first, created_at limit ${most} for update skip locked)
    returning id`.execute(db)
  return rows.map((row) => row.id)
}
