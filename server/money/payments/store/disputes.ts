import type { Selectable } from 'kysely'
import type { Dispute } from '@madruga/core/payments.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../../payers.ts'

export type DisputeRow = Selectable<Tables['disputes']>

/** Disputes of these payments, the oldest first. */
export async function readDisputesOf(db: Db, paymentIds: readonly string[]): Promise<DisputeRow[]> {
  if (paymentIds.length === 0) return []
  return await db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
}

/** Payments of which a dispute has not ended, the oldest dispute first. */
export async function readDisputedPayments(
  db: Db,
): Promise<{ id: string; reference: string; chargeId: string }[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select(['payments.id', 'payments.reference', 'payments.charge_id as chargeId'])
    .where('disputes.state', '=', 'open')
    .orderBy('disputes.opened_at')
    .orderBy('disputes.id')
    .execute()
  return rows.map((row) => ({ ...row, chargeId: row.chargeId! }))
}

/** Writes a dispute down as it is known now; the caller holds its payment locked. */
export async function keepDispute(
  tx: Db,
  {
    id,
    paymentId,
    reason,
    amountCents,
    openedAt,
    endedAt,
    ...progress
  }: Dispute & {
    id: string
    paymentId: string
    reason: string
    amountCents: number
    openedAt: Timestamp
    endedAt: Timestamp | null
  },
): Promise<void> {
  const change = {
    state: progress.state,
    withdrawn: progress.withdrawn && JSON.stringify(progress.withdrawn),
    reinstated: progress.reinstated && JSON.stringify(progress.reinstated),
    ended_at: endedAt === null ? null : new Date(endedAt),
  }
  await tx
    .insertInto('disputes')
    .values({
      id,
      payment_id: paymentId,
      reason,
      amount_cents: amountCents,
      opened_at: new Date(openedAt),
      ...change,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}
