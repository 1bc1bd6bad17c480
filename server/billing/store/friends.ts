import { sql } from 'kysely'
import type { Credits } from '@madruga/core/billing.ts'
import type { Cents } from '@madruga/core/money.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/**
 * The first payment of a friend whose phone is confirmed earns a credit of no more than what was paid; answers whose it is, null when there is
 * none to earn. An e-mail costs nothing: whoever has none but that may be the driver themselves. So may be whoever shares a card with them, or
 * with somebody who deleted their account.
 */
export async function earnCredit(
  tx: Db,
  friendId: string,
  { paidCents, at }: { paidCents: Cents; at: Instant },
): Promise<string | null> {
  // Whoever brought them stays until they are told, and comes before their credits, as when they are deleted.
  const { rows } = await sql<{ id: string }>`
    select d.id from referrals r join drivers d on d.id = r.driver_id
    where r.friend_id = ${friendId} and r.earned_at is null
      and exists (select from drivers f where f.id = r.friend_id and f.phone_confirmed)
      and not exists (
        select from driver_cards c where c.driver_id = r.friend_id and (
          exists (select from former_identities i where i.digest = c.digest)
          or exists (select from driver_cards o where o.driver_id = r.driver_id and o.digest = c.digest)))
    for key share of d`.execute(tx)
  if (rows.length === 0) return null
  const row = await tx
    .updateTable('referrals')
    .set({ earned_at: new Date(at), paid_cents: paidCents })
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
    .set({ earned_at: null, paid_cents: null })
    .where('friend_id', '=', friendId)
    .where('used_by', 'is', null)
    .execute()
}

/** Credits of a driver that are left, and came from friends with a card of the driver's own, are none any more. */
export async function loseCreditsOfCards(
  tx: Db,
  driverId: string,
  digests: readonly string[],
): Promise<void> {
  await sql`
    update referrals r set earned_at = null, paid_cents = null
    where r.driver_id = ${driverId} and r.earned_at is not null and r.used_by is null and exists (
      select from driver_cards c where c.driver_id = r.friend_id and c.digest = any(${[...digests]}::text[]))`.execute(
    tx,
  )
}

/** What a driver's referrals come to; the rule is `countCredits` of core/billing. */
export async function readCredits(db: Db, driverId: string): Promise<Credits> {
  const { rows } = await sql<Credits>`
    select count(earned_at)::int as earned, count(used_by)::int as used,
      count(*) filter (where earned_at is not null and used_by is null)::int as available
    from referrals where driver_id = ${driverId}`.execute(db)
  return rows[0]!
}

/** What each credit that is left takes off at most, in the order in which `takeCredits` takes them. */
export async function readCreditsLeft(db: Db, driverId: string): Promise<Cents[]> {
  const rows = await db
    .selectFrom('referrals')
    .select('paid_cents')
    .where('driver_id', '=', driverId)
    .where('earned_at', 'is not', null)
    .where('used_by', 'is', null)
    .orderBy('earned_at')
    .orderBy('friend_id')
    .execute()
  return rows.map(({ paid_cents: cents }) => cents ?? Infinity)
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
