/**
 * The door of the service's own keys: made once, encrypted in the database, the same in every process and at
 * every later start.
 */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import type { EncryptedColumn } from '../kit/rewrap.ts'
import { EncryptionError, openValue, encryptValue } from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import {
  encryptedKeys,
  insertEncryptedKey,
  placeOf,
  readAllKeys,
  readEncryptedKey,
} from './service-keys/store.ts'
import { defineModule } from '../module.ts'

/** The declaration of the service's keys. */
export const serviceKeys = defineModule({
  tables: ['service_keys'],
  encrypted: (db) => [encryptedKeys(db) as EncryptedColumn<unknown>],
})

type Db = Kysely<Tables>

/** A key by its name. The first process that asks makes it; every other one reads the same. */
export async function readServiceKey(
  db: Db,
  keyRing: KeyRing,
  name: string,
  make: () => string,
): Promise<string> {
  const current = await readEncryptedKey(db, name)
  if (current) return openValue(keyRing, placeOf(name), current)
  await insertEncryptedKey(db, name, encryptValue(keyRing, placeOf(name), make()))
  const row = await readEncryptedKey(db, name)
  if (!row) throw new Error(`the service key "${name}" was not kept`)
  return openValue(keyRing, placeOf(name), row)
}

/**
 * The key of digests that are compared with ones of years ago. A rotation encrypts it anew and leaves it as
 * it is: another key would forget everything that is known by its digest alone.
 */
export async function readDigestKey(db: Db, keyRing: KeyRing): Promise<string> {
  return await readServiceKey(db, keyRing, 'digests', () => randomBytes(32).toString('hex'))
}

/** Whether a ring decrypts every key of the service; null = no ring, so that only no keys are opened. */
export async function opensServiceKeys(db: Db, keyRing: KeyRing | null): Promise<boolean> {
  const all = await readAllKeys(db)
  return all.every(({ name, encrypted }) => keyRing !== null && opens(keyRing, name, encrypted))
}

function opens(keyRing: KeyRing, name: string, encrypted: Buffer): boolean {
  try {
    openValue(keyRing, placeOf(name), encrypted)
    return true
  } catch (error) {
    if (error instanceof EncryptionError) return false
    throw error
  }
}
