import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tables } from '../../db.ts'

type Db = Kysely<Tables>

// Any number that no other lock uses.
const CHECK_LOCK = 7_301_946_025

/** A text that one key encrypted. */
export type KeyCheck = { key_id: string; sealed_check: Buffer }

/** Where the check of a key stands. */
export const placeOf = (keyId: string) => ({ table: 'key_checks', column: 'sealed_check', row: keyId })

/** Until the transaction ends, no other process creates a ring or its first check. */
export async function lockChecks(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHECK_LOCK})`.execute(tx)
}

/** The checks of all keys that encrypt, or still may have encrypted, values of this database. */
export async function readChecks(db: Db): Promise<KeyCheck[]> {
  return await db.selectFrom('key_checks').select(['key_id', 'sealed_check']).orderBy('key_id').execute()
}

/** Stores a key's check unless it is there. */
export async function insertCheck(db: Db, keyId: string, encrypted: Buffer): Promise<void> {
  await db
    .insertInto('key_checks')
    .values({ key_id: keyId, sealed_check: encrypted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the checks of dropped keys. */
export async function deleteChecks(db: Db, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0) await db.deleteFrom('key_checks').where('key_id', 'in', keyIds).execute()
}

/** The ids of the keys that a ring must hold, by a session of the caller's. */
export async function listKeyChecks(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key_id: string }>('select key_id from key_checks order by key_id')
  return rows.map((row) => row.key_id)
}
