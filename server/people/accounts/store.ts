import { deleteOlder } from '../../db.ts'
import type { Db } from './model.ts'
import { sql } from 'kysely'
import { DAY_MS } from '@madruga/core/time.ts'
import { ABSOLUTE_DAYS } from './auth.ts'

/**
 * Entry of the accounts' tables: drivers with their credentials and passkeys, sessions, tickets of
 * codes, used challenges.
 */

export * from './store/drivers.ts'

export * from './store/tickets.ts'

/** Stores a solved challenge; false if it was used before. */
export async function useChallenge(db: Db, id: string, expiresAt: number): Promise<boolean> {
  const row = await db
    .insertInto('captcha_uses')
    .values({ id, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes challenges that have expired anyway, and what the sign-in library stored until a time. */
export async function deleteEndedChallenges(db: Db, now: number): Promise<void> {
  await deleteOlder(db, { table: 'captcha_uses', column: 'expires_at' }, now + 1)
  await deleteOlder(db, { table: 'verifications', column: 'expires_at' }, now + 1)
}

/** A driver's passkeys, the oldest first; timestamps are epoch ms. */
export async function readPasskeys(db: Db, driverId: string) {
  return await db
    .selectFrom('passkeys')
    .select(['id', 'credential_id as credentialId', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('driver_id', '=', driverId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What a signature by a passkey is verified with. */
export async function findPasskey(db: Db, credentialId: string) {
  return await db
    .selectFrom('passkeys')
    .select(['driver_id as driverId', 'credential_id as credentialId', 'public_key as publicKey', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Stores a passkey; false if the key belongs to an account already. */
export async function insertPasskey(
  tx: Db,
  passkey: {
    driverId: string
    credentialId: string
    publicKey: Uint8Array
    counter: number
    name: string
    now: number
  },
): Promise<boolean> {
  const { driverId, credentialId, publicKey, counter, name, now } = passkey
  const row = await tx
    .insertInto('passkeys')
    .values({
      driver_id: driverId,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      counter,
      name,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a use of a passkey. */
export async function notePasskeyUse(
  db: Db,
  credentialId: string,
  { counter, now }: { counter: number; now: number },
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, used_at: new Date(now) })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** Deletes one passkey of a driver, or all of them; returns how many. */
export async function deletePasskeys(tx: Db, driverId: string, id?: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('driver_id', '=', driverId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** One session of a driver; timestamps are epoch ms. */
export type SessionRow = {
  id: string
  createdAt: number
  lastUsedAt: number
  address: string | null
  userAgent: string | null
}

// By its last use or by its age, whichever comes first.
const end = sql<Date>`least(expires_at, created_at + ${ABSOLUTE_DAYS}::int * interval '1 day')`

/** A driver's valid sessions, the most recently used first. */
export async function readSessions(db: Db, driverId: string, now: number): Promise<SessionRow[]> {
  return await db
    .selectFrom('sessions')
    .select([
      'id',
      'created_at as createdAt',
      'updated_at as lastUsedAt',
      sql<string | null>`nullif(ip_address, '')`.as('address'),
      sql<string | null>`nullif(user_agent, '')`.as('userAgent'),
    ])
    .where('driver_id', '=', driverId)
    .where(sql<boolean>`${end} > ${new Date(now)}`)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** When a session ends (epoch ms), by its last use or by its age; null if there is none. */
export async function readSessionEnd(db: Db, sessionId: string): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row ? Math.min(row.expires_at, row.created_at + ABSOLUTE_DAYS * DAY_MS) : null
}

/**
 * Replaces the digest of a session's token, and keeps the former one until `formerUntil`. Returns when the
 * session ends; null if there is none.
 */
export async function replaceToken(
  db: Db,
  sessionId: string,
  { digest, formerUntil }: { digest: string; formerUntil: number },
): Promise<number | null> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('sessions')
      .select(['token', 'expires_at'])
      .where('id', '=', sessionId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return null
    await tx.updateTable('sessions').set({ token: digest }).where('id', '=', sessionId).execute()
    const former = {
      digest: Buffer.from(row.token, 'hex'),
      session_id: sessionId,
      until: new Date(formerUntil),
    }
    await tx.insertInto('former_tokens').values(former).execute()
    return row.expires_at
  })
}

/** Whether a session had the token of this digest until recently, and another one since. */
export async function isFormerToken(db: Db, digest: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('former_tokens')
    .select('session_id')
    .where('digest', '=', Buffer.from(digest, 'hex'))
    .where('until', '>', new Date(now) as never)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends one session of a driver; returns the ended ids, none if it is not theirs. */
export async function deleteSession(db: Db, driverId: string, sessionId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('driver_id', '=', driverId)
    .where('id', '=', sessionId)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Ends a driver's sessions, except for one if given; returns the ended ids. */
export async function deleteSessions(
  db: Db,
  driverId: string,
  butId: string | null = null,
): Promise<string[]> {
  const all = db.deleteFrom('sessions').where('driver_id', '=', driverId)
  const rows = await (butId === null ? all : all.where('id', '<>', butId)).returning('id').execute()
  return rows.map((row) => row.id)
}

/** Deletes sessions that have expired at a time, and old digests of renewed tokens. */
export async function deleteEndedSessions(db: Db, now: number): Promise<void> {
  await deleteOlder(db, { table: 'former_tokens', column: 'until' }, now + 1)
  await deleteOlder(db, { table: 'sessions', column: 'expires_at' }, now + 1)
  await deleteOlder(db, { table: 'sessions', column: 'created_at' }, now + 1 - ABSOLUTE_DAYS * DAY_MS)
}

/** Records that a session gave its second factor now. */
export async function markSecondFactor(db: Db, sessionId: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
}
