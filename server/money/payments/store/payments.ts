import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { PaymentState } from '@madruga/core/payment-states.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import { escapeLike } from '../../../kit/like.ts'
import type { Db } from '../../payers.ts'

export type PaymentRow = Selectable<Tables['payments']>

/** States of a payment that has not ended. */
export const UNDER_WAY = ['open', 'needs_action', 'processing'] as const

/** Whether a payment has not ended. */
export function isUnderWay({ state }: Pick<PaymentRow, 'state'>): boolean {
  return UNDER_WAY.some((each) => each === state)
}

/** Whether what a payment is for waits for it: it has not ended, and not taken too long. */
export function blocksNewPayment(payment: Pick<PaymentRow, 'state' | 'freed_at'>): boolean {
  return isUnderWay(payment) && payment.freed_at === null
}

/** A charge that is to be made, before the gateway was asked. */
export type NewPayment = Pick<
  PaymentRow,
  'id' | 'reference' | 'customer_id' | 'method' | 'amount_cents' | 'fee_cents' | 'off_session'
> & { driverId: string; invoiceId: string; at: Timestamp }

/** Writes it; the database refuses a second one of an invoice that waits. */
export async function insertPayment(tx: Db, payment: NewPayment): Promise<void> {
  const { driverId, invoiceId, at, method, ...rest } = payment
  await tx
    .insertInto('payments')
    .values({
      ...rest,
      method: method === null ? null : JSON.stringify(method),
      driver_id: driverId,
      invoice_id: invoiceId,
      state: 'open',
      created_at: new Date(at),
      changed_at: new Date(at),
    })
    .execute()
}

/** A payment; null when there is none. */
export async function readPayment(db: Db, id: string): Promise<PaymentRow | null> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Whose payment it is, null where they are gone, and what for; null when there is none. */
export async function readParties(
  db: Db,
  id: string,
): Promise<{ driverId: string | null; invoiceId: string } | null> {
  const row = await db
    .selectFrom('payments')
    .select(['driver_id as driverId', 'invoice_id as invoiceId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The same by the gateway's id of its charge. */
export async function findByCharge(db: Db, chargeId: string): Promise<PaymentRow | null> {
  const row = await db.selectFrom('payments').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function lockPayment(tx: Db, id: string): Promise<PaymentRow | null> {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Payments of an invoice, locked like `lockPayment`, the oldest first; the caller has locked the invoice. */
export async function lockPaymentsOf(tx: Db, invoiceId: string): Promise<PaymentRow[]> {
  return await tx
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id', 'desc')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Writes down which charge its money is asked for, once for ever; answers the one that stands there, null
 * where the payment has ended.
 */
export async function keepCharge(db: Db, id: string, chargeId: string): Promise<string | null> {
  const { rows } = await sql<{ charge_id: string }>`
    update payments set charge_id = coalesce(charge_id, ${chargeId}) where id = ${id} and state = 'open' returning charge_id`.execute(
    db,
  )
  return rows[0]?.charge_id ?? null
}

/** What became of it; what is left out stays. Answers the payment as it is then. */
export async function changePayment(
  tx: Db,
  id: string,
  change: Partial<{
    state: PaymentState
    chargeId: string
    reason: string | null
    action: PaymentRow['action']
    refundedCents: number
    disputedCents: number
    gatewayFeeCents: number
    paidAt: Timestamp
    freedAt: Timestamp | null
  }> & { at: Timestamp },
): Promise<PaymentRow> {
  const { state, chargeId, reason, action, refundedCents, disputedCents, gatewayFeeCents } = change
  const { paidAt, freedAt, at } = change
  return await tx
    .updateTable('payments')
    .set({
      changed_at: new Date(at),
      ...(state !== undefined && { state }),
      ...(chargeId !== undefined && { charge_id: chargeId }),
      ...(reason !== undefined && { reason }),
      ...(action !== undefined && { action: action === null ? null : JSON.stringify(action) }),
      ...(refundedCents !== undefined && { refunded_cents: refundedCents }),
      ...(disputedCents !== undefined && { disputed_cents: disputedCents }),
      ...(gatewayFeeCents !== undefined && { gateway_fee_cents: gatewayFeeCents }),
      ...(paidAt !== undefined && { paid_at: new Date(paidAt) }),
      ...(freedAt !== undefined && { freed_at: freedAt === null ? null : new Date(freedAt) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Payments of a driver that have not ended and are waited for, the oldest first. */
export async function readUnderWay(db: Db, driverId: string): Promise<PaymentRow[]> {
  return await db
    .selectFrom('payments')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('state', 'in', UNDER_WAY)
    .where('freed_at', 'is', null)
    .orderBy('created_at')
    .execute()
}

/** Payments of these invoices, newest first. */
export async function readPaymentsOf(db: Db, invoiceIds: readonly string[]): Promise<PaymentRow[]> {
  if (invoiceIds.length === 0) return []
  return await db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** When payments of a driver were refused that they made themselves, since an instant, newest first. */
export async function readRefusals(
  tx: Db,
  driverId: string,
  { since, most }: { since: Timestamp; most: number },
): Promise<Timestamp[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('created_at')
    .where('driver_id', '=', driverId)
    .where('created_at', '>', sql<number>`${new Date(since)}`)
    .where('state', '=', 'refused')
    .where('off_session', '=', false)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.created_at)
}

/**
 * Takes payments about which the gateway is to be asked, the longest unasked first: those that have not
 * ended, and paid ones of which it is not known what it kept. They count as asked now, so that several
 * processes share them.
 */
export async function takeToAsk(
  db: Db,
  { now, before, most }: { now: Timestamp; before: { open: Timestamp; processing: Timestamp }; most: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<{ id: string }>`
    update payments set asked_at = ${new Date(now)} where id in (
      select id from payments
      where (state in ('open', 'needs_action') and coalesce(asked_at, created_at) <= ${new Date(before.open)})
        or (state = 'processing' and coalesce(asked_at, created_at) <= ${new Date(before.processing)})
        or (state = 'paid' and amount_cents > 0 and gateway_fee_cents is null
          and coalesce(asked_at, created_at) <= ${new Date(before.open)})
      order by coalesce(asked_at, created_at) limit ${most} for update skip locked)
    returning id`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  return await db.selectFrom('payments').selectAll().where('id', 'in', ids).orderBy('created_at').execute()
}

/**
 * Bank debits that have been under way since before an instant and are still waited for, the oldest first.
 */
export async function readSilentDebits(db: Db, before: Timestamp, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where state = 'processing' and freed_at is null and created_at <= ${new Date(before)}
    order by created_at limit ${most}`.execute(db)
  return rows.map((row) => row.id)
}

/** Payments that moved money and changed since an instant, and those of these charges. */
export async function readToCompare(
  db: Db,
  { since, chargeIds }: { since: Timestamp; chargeIds: readonly string[] },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select * from payments where (changed_at >= ${new Date(since)} and state = 'paid' and amount_cents > 0)
      or charge_id = any(${chargeIds}::text[])
    order by created_at, id`.execute(db)
  return rows
}

/**
 * A driver's payments, newest first, by a part of the reference, of the invoice's number or of the card's
 * last digits.
 */
export async function readPayments(
  db: Db,
  driverId: string,
  { text, limit, before }: { text: string; limit: number; before?: Timestamp | undefined },
): Promise<PaymentRow[]> {
  const like = `%${escapeLike(text).toUpperCase()}%`
  return await db
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.driver_id', '=', driverId)
    .$if(text !== '', (query) =>
      query
        .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
        .where(
          sql<boolean>`(payments.reference like ${like} or invoices.number like ${like} or payments.method->>'last4' like ${like})`,
        ),
    )
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`payments.created_at < ${new Date(before!)}`),
    )
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .limit(limit)
    .execute()
}

/**
 * Whether a payment `p` earns thanks: it was not given back, nor taken by a bank with a credit note over what
 * it paid.
 */
export const EARNS_REWARD = sql<boolean>`
  p.state = 'paid' and p.amount_cents > p.refunded_cents + case
    when exists (select from invoices i where i.id = p.invoice_id and i.state = 'credited') then p.disputed_cents else 0 end`

/** Whether a driver has ever paid anything, other than by this payment, that earns thanks. */
export async function hasPaid(db: Db, driverId: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select exists (select from payments p where p.driver_id = ${driverId} and p.id <> ${exceptId} and ${EARNS_REWARD}) as paid`.execute(
    db,
  )
  return rows[0]!.paid
}

/** Leaves of a driver's payments what names no one. */
export async function anonymizePayments(tx: Db, driverId: string): Promise<void> {
  await sql`
    update payments set customer_id = null,
      method = case when method is null then null
        else jsonb_build_object('id', '', 'kind', method->'kind', 'brand', '', 'last4', '') end
    where driver_id = ${driverId}`.execute(tx)
}
