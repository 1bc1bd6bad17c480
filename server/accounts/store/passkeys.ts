import type { Db } from '../model.ts'

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
