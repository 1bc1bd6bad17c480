import type { Maintenance } from '../admin.ts'
import type { Config } from '../config.ts'
import { migrate, openDatabase, requireAnswer } from '../db.ts'
import type { Database } from '../db.ts'
import { reachDatabase } from './reach-database.ts'

/** Opens what takes care of the configured database, or of the embedded one. */
export function openMaintenance(config: Config): Maintenance {
  return {
    migrate: (say) => onDatabase(config, (database) => migrate(database, undefined, { say })),
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
