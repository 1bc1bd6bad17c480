import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'

type Invitation = Outputs['referrals']['get']['invitations'][number]

/** The code that a driver gives to friends; null while there is none. */
export async function readCode(db: Db, driverId: string): Promise<string | null> {
  const row = await db
    .selectFrom('referral_codes')
    .select('code')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Gives a driver this code, unless they have one or somebody else has it. */
export async function insertCode(db: Db, driverId: string, code: string): Promise<void> {
  await db
    .insertInto('referral_codes')
    .values({ driver_id: driverId, code })
    .onConflict((each) => each.doNothing())
    .execute()
}

/** Whose code this is; null = no one's. */
export async function findOwner(db: Db, code: string): Promise<{ id: string; phone: string | null } | null> {
  const { rows } = await sql<{ id: string; phone: string | null }>`
    select d.id, d.phone from referral_codes c join drivers d on d.id = c.driver_id where c.code = ${code}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The same, and they stay until the transaction ends; null also where they have just been deleted. */
export async function keepOwner(tx: Db, code: string): Promise<{ id: string; phone: string | null } | null> {
  const { rows } = await sql<{ id: string; phone: string | null }>`
    select d.id, d.phone from referral_codes c join drivers d on d.id = c.driver_id
    where c.code = ${code} for key share of d`.execute(tx)
  return rows[0] ?? null
}

/** Who is thanked for a friend; null = nobody. */
export async function readReferrer(db: Db, friendId: string): Promise<string | null> {
  const row = await db
    .selectFrom('referrals')
    .select('driver_id')
    .where('friend_id', '=', friendId)
    .executeTakeFirst()
  return row?.driver_id ?? null
}

/** Writes that a driver brought a friend; false when somebody had brought them already. */
export async function insertReferral(
  tx: Db,
  referral: { friendId: string; driverId: string; at: Timestamp },
): Promise<boolean> {
  const { friendId, driverId, at } = referral
  const row = await tx
    .insertInto('referrals')
    .values({ friend_id: friendId, driver_id: driverId, joined_at: new Date(at) })
    .onConflict((each) => each.column('friend_id').doNothing())
    .returning('friend_id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many friends registered with a driver's code. */
export async function countFriends(db: Db, driverId: string): Promise<number> {
  const { friends } = await db
    .selectFrom('referrals')
    .select((each) => each.fn.countAll<number>().as('friends'))
    .where('driver_id', '=', driverId)
    .executeTakeFirstOrThrow()
  return friends
}

/**
 * A driver's invitations, newest first, `limit` at most. A friend is known by the phone of the account that
 * registered with the driver's own code: of every other account nothing shows.
 */
export async function readInvitations(db: Db, driverId: string, limit: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select i.id, i.phone, i.sent_at as "sentAt", i.archived_at is not null as archived,
      case when friend.paid then 'earned' when friend.paid is not null then 'joined' else 'sent' end as state
    from invitations i cross join lateral (
      select bool_or(r.earned_at is not null) as paid
      from referrals r join drivers d on d.id = r.friend_id
      where r.driver_id = i.driver_id and d.phone = i.phone) as friend
    where i.driver_id = ${driverId} order by i.id desc limit ${limit}`.execute(db)
  return rows
}

/** When a driver invited somebody, after `since`. */
export async function readSentAt(db: Db, driverId: string, since: Timestamp): Promise<Timestamp[]> {
  const rows = await db
    .selectFrom('invitations')
    .select('sent_at')
    .where('driver_id', '=', driverId)
    .where('sent_at', '>', sql<number>`${new Date(since)}`)
    .execute()
  return rows.map((row) => row.sent_at)
}

/**
 * How many invitations all drivers sent to a phone since an instant; none is sent to it meanwhile.
 */
export async function countSentTo(tx: Db, phone: string, since: Timestamp): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${phone}`}, 0))`.execute(tx)
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from invitations where phone = ${phone} and sent_at > ${new Date(since)}`.execute(
    tx,
  )
  return rows[0]!.sent
}

/** A driver's invitation to this phone; null = none. */
export async function findInvitation(db: Db, driverId: string, phone: string): Promise<number | null> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Answers the number of the new one. */
export async function insertInvitation(
  tx: Db,
  invitation: { driverId: string; phone: string; at: Timestamp },
): Promise<number> {
  const { driverId, phone, at } = invitation
  const { id } = await tx
    .insertInto('invitations')
    .values({ driver_id: driverId, phone, sent_at: new Date(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Puts a driver's invitation away, or brings it back with null; false when it is none of theirs. */
export async function archiveInvitation(
  db: Db,
  driverId: string,
  id: number,
  at: Timestamp | null,
): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ archived_at: at === null ? null : new Date(at) })
    .where('id', '=', id)
    .where('driver_id', '=', driverId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Does `work`, and undoes it where the phone is that of an account, whose owner needs no invitation. The
 * pains are the same, so that the time of an answer does not tell who has an account.
 */
export async function unlessAccount(tx: Db, phone: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql`select 1 from drivers where phone = ${phone} limit 1`.execute(tx)
  await sql`savepoint invitation`.execute(tx)
  await work()
  if (rows.length > 0) await sql`rollback to savepoint invitation`.execute(tx)
  else await sql`release savepoint invitation`.execute(tx)
}
