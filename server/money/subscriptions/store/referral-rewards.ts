import { sql } from 'kysely'
import type { Cents } from '@madruga/core/money.ts'
import type { NotificationParams } from '@madruga/core/notify.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'
import { EARNS_REWARD } from '../../payments.ts'

/** What a friend's payment earned the referrer: a credit, or why not. */
export type Thanks = { driverId: string; withheld: NotificationParams['credit_withheld']['reason'] | null }

/**
 * The first payment of a friend whose phone is confirmed earns a credit of no more than what was paid.
 * Answers whose it is; null when it was earned before. An e-mail costs nothing: a friend who has nothing else
 * may be the driver themselves. So may be a friend who shares a card with them, or with somebody who deleted
 * their account.
 */
export async function earnCredit(
  tx: Db,
  friendId: string,
  { paidCents, at }: { paidCents: Cents; at: Timestamp },
): Promise<Thanks | null> {
  // The referrer stays until they are told, and is locked before their credits, as when they are deleted.
  // What no later payment changes comes first: it is what they are told.
  const { rows } = await sql<Thanks>`
    select d.id as "driverId", case
      when exists (select from driver_cards c join driver_cards o on o.digest = c.digest
        where c.driver_id = r.friend_id and o.driver_id = r.driver_id) then 'card_shared'
      when exists (select from driver_cards c join former_identities i on i.digest = c.digest
        where c.driver_id = r.friend_id) then 'card_known'
      when not exists (select from drivers f where f.id = r.friend_id and f.phone_confirmed) then 'phone_unconfirmed'
      end as withheld
    from referrals r join drivers d on d.id = r.driver_id
    where r.friend_id = ${friendId} and r.earned_at is null
    for key share of d`.execute(tx)
  const reward = rows[0]
  if (reward === undefined || reward.withheld !== null) return reward ?? null
  const row = await tx
    .updateTable('referrals')
    .set({ earned_at: new Date(at), paid_cents: paidCents })
    .where('friend_id', '=', friendId)
    .where('earned_at', 'is', null)
    .returning('driver_id')
    .executeTakeFirst()
  return row === undefined ? null : reward
}

/** A credit that a driver had, and the friend of whom it came. */
export type LostCredit = { driverId: string; friendId: string }

/** A credit that was earned and not used is none any more; answers it, null where there was none. */
export async function loseCredit(tx: Db, friendId: string): Promise<LostCredit | null> {
  const isLost = sql`r.friend_id = ${friendId} and r.earned_at is not null and r.used_by is null`
  // The driver before their credits, as above.
  await sql`select from referrals r join drivers d on d.id = r.driver_id where ${isLost} for key share of d`.execute(
    tx,
  )
  const { rows } = await sql<LostCredit>`
    update referrals r set earned_at = null, paid_cents = null where ${isLost}
    returning driver_id as "driverId", friend_id as "friendId"`.execute(tx)
  return rows[0] ?? null
}

/**
 * Credits of a driver that are left, and came from friends with a card of the driver's own, are none any
 * more; answers them.
 */
export async function loseCreditsOfCards(
  tx: Db,
  driverId: string,
  digests: readonly string[],
): Promise<LostCredit[]> {
  const { rows } = await sql<LostCredit>`
    update referrals r set earned_at = null, paid_cents = null
    where r.driver_id = ${driverId} and r.earned_at is not null and r.used_by is null and exists (
      select from driver_cards c where c.driver_id = r.friend_id and c.digest = any(${[...digests]}::text[]))
    returning driver_id as "driverId", friend_id as "friendId"`.execute(tx)
  return rows
}

/** Credits of a driver. */
export type Credits = { earned: number; used: number; available: number }

/** Counts what a driver's referrals come to; archived ones keep their credits. */
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

/**
 * Reserves this many of a driver's referral credits for an invoice, the oldest first; answers how many there
 * were.
 */
export async function takeCredits(
  tx: Db,
  { driverId, invoiceId, count }: { driverId: string; invoiceId: string; count: number },
): Promise<number> {
  const { rows } = await sql`
    update referrals set used_by = ${invoiceId} where friend_id in (
      select friend_id from referrals where driver_id = ${driverId} and earned_at is not null and used_by is null
      order by earned_at, friend_id limit ${count} for update)
    returning friend_id`.execute(tx)
  return rows.length
}

/**
 * Credits that an invoice had reserved or used are to be had again, where a payment of the friend's still
 * earns them. Answers the others.
 */
export async function giveCreditsBack(tx: Db, invoiceId: string): Promise<LostCredit[]> {
  const { rows } = await sql<LostCredit & { earned: boolean }>`
    update referrals r set used_by = null,
      earned_at = case when exists (select from drivers where id = r.friend_id) and not exists (
        select from payments p where p.driver_id = r.friend_id and ${EARNS_REWARD})
        then null else r.earned_at end
    where used_by = ${invoiceId}
    returning driver_id as "driverId", friend_id as "friendId", earned_at is not null as earned`.execute(tx)
  return rows.filter(({ earned }) => !earned).map(({ driverId, friendId }) => ({ driverId, friendId }))
}
