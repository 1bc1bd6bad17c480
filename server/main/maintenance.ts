import { existsSync } from 'node:fs'
import { COMMAND_LINE, recordAction } from '../console/admin.ts'
import type { Maintenance } from '../console/admin.ts'
import { backUpDatabase, backUpKeyRing, restoreDatabase, restoreKeyRing } from '../ops/backup.ts'
import type { BackupManifest } from '../ops/backup.ts'
import type { Config } from '../config.ts'
import { migrate, openDatabase, requireAnswer } from '../db.ts'
import type { Database } from '../db.ts'
import { openKeyRing } from '../ops/keys.ts'
import { systemClock } from '../kit/clock.ts'
import { readStoredRing } from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { StartError } from '../kit/start-error.ts'
import { reachDatabase } from './reach-database.ts'

/** Opens what takes care of the configured database, or of the embedded one, and of the key ring. */
export function openMaintenance(config: Config): Maintenance {
  const { keyRingFile } = config
  return {
    migrate: (say) => onDatabase(config, (database) => migrate(database, undefined, { say })),
    backUp: (folder) =>
      onDatabase(config, async (database) => {
        const made = summarize(await backUpDatabase(database, folder, readRing(keyRingFile)))
        // Operators are told when the last backup is old.
        await recordAction(database.kysely, COMMAND_LINE, systemClock.now(), { action: 'service.back_up' })
        return made
      }),
    restore: (folder, wanted) =>
      onDatabase(config, async (database) => {
        const made = summarize(
          await restoreDatabase(database, folder, { ...wanted, ring: readRing(keyRingFile) }),
        )
        const { at, release } = made
        const details = { backup: new Date(at).toISOString(), release, ...wanted }
        const action = { action: 'service.restore', details } as const
        await recordAction(database.kysely, COMMAND_LINE, systemClock.now(), action)
        return { ...made, keyRingProblem: await findKeyRingProblem(database, keyRingFile) }
      }),
    backUpKeyRing: async (file, password) => backUpKeyRing(keyRingFile, file, password),
    restoreKeyRing: async (file, password) => restoreKeyRing(file, keyRingFile, password),
  }
}

/** The ring as its file has it now; null = there is none. */
function readRing(file: string): KeyRing | null {
  return existsSync(file) ? readStoredRing(file) : null
}

function summarize({
  at,
  release,
  tables,
  keys,
  signature,
}: BackupManifest): Awaited<ReturnType<Maintenance['backUp']>> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { at, release, tables: tables.length, rows, keys, isSigned: signature !== undefined }
}

async function findKeyRingProblem({ kysely }: Database, file: string): Promise<string | null> {
  try {
    await openKeyRing(kysely, file)
    return null
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

/** Uses one connection of the database as it is: not migrated, and with any key ring. */
async function onDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, end } = await reachDatabase(config)
  const database = openDatabase(databaseUrl, { max: 1 })
  try {
    await requireAnswer(database, databaseUrl)
    return await use(database)
  } finally {
    await database.close()
    await end()
  }
}
