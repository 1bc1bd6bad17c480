import { sql } from 'kysely'
import type { Credits } from '@madruga/core/billing.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** The first payment of a friend earns a credit; answers whose it is, null when there is none to earn. */
export async function earnCredit(tx: Db, friendId: string, at: Instant): Promise<string | null> {
  // Whoever brought them stays until they are told, and comes before their credits, as when they are deleted.
  const { rows } = await sql<{ id: string }>`
    select d.id from referrals r join drivers d on d.id = r.driver_id
    where r.friend_id = ${friendId} and r.earned_at is null for key share of d`.execute(tx)
  if (rows.length === 0) return null
  const row = await tx
    .updateTable('referrals')
    .set({ earned_at: new Date(at) })
    .where('friend_id', '=', friendId)
    .where('earned_at', 'is', null)
    .returning('driver_id')
    .executeTakeFirst()
  return row?.driver_id ?? null
}

/** A credit that was earned and not used is none any more. */
export async function loseCredit(tx: Db, friendId: string): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ earned_at: null })
    .where('friend_id', '=', friendId)
    .where('used_by', 'is', null)
    .execute()
}

/** What a driver's referrals come to; the rule is `countCredits` of core/billing. */
export async function readCredits(db: Db, driverId: string): Promise<Credits> {
  const { rows } = await sql<Credits>`
    select count(earned_at)::int as earned, count(used_by)::int as used,
      count(*) filter (where earned_at is not null and used_by is null)::int as available
    from referrals where driver_id = ${driverId}`.execute(db)
  return rows[0]!
}

/** Whether a driver keeps their credits for a subscription. */
export async function keepsCredits(db: Db, driverId: string): Promise<boolean> {
  const row = await db
    .selectFrom('referral_codes')
    .select('keep_credits')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row?.keep_credits ?? false
}

/** Chooses what their credits are for; the driver has a code. */
export async function keepCredits(db: Db, driverId: string, keep: boolean): Promise<void> {
  await db
    .updateTable('referral_codes')
    .set({ keep_credits: keep })
    .where('driver_id', '=', driverId)
    .execute()
}
