import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { encryptValue, EncryptionError, loadKeyRing, openValue } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'
import { opensServiceKeys } from '../../people/service-keys.ts'
import { insertCheck, lockChecks, placeOf, readChecks } from './store.ts'

type Db = Kysely<Tables>

const TEXT = 'madruga'

/**
 * Opens the key ring of a file if it is the one that encrypted this database's values. The ring is created
 * only for a database without encrypted values. Throws `StartError` with one line otherwise.
 */
export async function openKeyRing(db: Db, file: string, onRotated?: () => void): Promise<KeyRing> {
  return await db.transaction().execute(async (tx) => {
    // Otherwise two first starts at once would create two rings.
    await lockChecks(tx)
    if (!existsSync(file) && (await isSealed(tx)))
      throw new StartError(
        `No key ring at ${file}, but the database holds encrypted values: restore the ring, or set KEY_RING_FILE`,
      )
    const ring = loadKeyRing(file, onRotated)
    await requireRing(tx, ring, file)
    return ring
  })
}

/**
 * Checks that a ring opens what this database's keys encrypted, and stores the check of its current key.
 * `name` is the ring's file. Throws `StartError` with one line.
 */
export async function requireRing(db: Db, ring: KeyRing, name: string): Promise<void> {
  const checks = await readChecks(db)
  const missing = checks.find((check) => !opens(ring, check.key_id, check.sealed_check))
  // A database from before the checks has service keys, encrypted at its first start.
  if (missing !== undefined || (checks.length === 0 && !(await opensServiceKeys(db, ring)))) {
    const which = missing === undefined ? '' : ` (key ${missing.key_id} is missing)`
    throw new StartError(
      `The key ring ${name} is not the one that encrypted this database${which}: restore it, or set KEY_RING_FILE`,
    )
  }
  await recordKey(db, ring)
}

/** Stores the check of a ring's current key, unless it is there. */
export async function recordKey(db: Db, ring: KeyRing): Promise<void> {
  const { current } = ring
  await insertCheck(db, current, encryptValue(ring, placeOf(current), TEXT))
}

async function isSealed(db: Db): Promise<boolean> {
  return (await readChecks(db)).length > 0 || !(await opensServiceKeys(db, null))
}

function opens(ring: KeyRing, keyId: string, encrypted: Buffer): boolean {
  try {
    return openValue(ring, placeOf(keyId), encrypted) === TEXT
  } catch (error) {
    if (error instanceof EncryptionError) return false
    throw error
  }
}
