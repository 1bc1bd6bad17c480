import type { Config } from '../config.ts'
import { migrate, openDatabase, requireAnswer, requireSchema } from '../db.ts'
import type { Database } from '../db.ts'
import { openKeyRing } from '../ops/keys.ts'
import type { KeyRing } from '../kit/encryption.ts'

/** A database that this process checks before it starts anything on it. */
export type CheckedDatabase = { database: Database; keyRing: KeyRing }

/**
 * Opens a database for a start: our own embedded server is migrated, any other must have been. Throws
 * `StartError` with one line when it does not answer, has another schema, or another key ring encrypted it.
 */
export async function openChecked(
  url: string,
  { keyRingFile, isOurs, max }: { keyRingFile: Config['keyRingFile']; isOurs: boolean; max: number },
): Promise<CheckedDatabase> {
  const database = openDatabase(url, { max })
  try {
    await requireAnswer(database, url)
    if (isOurs) await migrate(database)
    await requireSchema(database)
    return { database, keyRing: await openKeyRing(database.kysely, keyRingFile) }
  } catch (error) {
    await database.close()
    throw error
  }
}
