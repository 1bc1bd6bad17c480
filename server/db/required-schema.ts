import type { Pool } from 'pg'
import { isOlder } from '@madruga/core/version.ts'
import { StartError } from '../kit/start-error.ts'
import { VERSION } from '../version.ts'
import { readMigrations } from './migration-files.ts'
import type { Migration } from './migration-files.ts'
import { lookUpApplied } from './migrations-store.ts'
import type { AppliedMigration } from './migrations-store.ts'

/**
 * Checks that the database has the schema that this program needs; changes nothing. A newer schema is fine as
 * long as no contract migration removed what this release uses. Throws `StartError` with one line otherwise.
 */
export async function requireSchema(
  { pool }: { pool: Pick<Pool, 'query'> },
  migrations: readonly Migration[] = readMigrations(),
  version: string = VERSION,
): Promise<void> {
  const applied = await lookUpApplied(pool)
  refuseStrange(applied, migrations, version)
  const missing = migrations[applied.length]
  if (missing !== undefined)
    throw new StartError(
      `The database's schema is older than this Madruga: ${missing.name} is missing. Run: npm run admin -- migrate`,
    )
}

/**
 * Throws `StartError` when applied migrations are not this program's, or a newer one removed what this
 * release still uses.
 */
export function refuseStrange(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  version: string = VERSION,
): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    if (migration === undefined) refuseContracted(row, version)
    else if (migration.name !== row.name) {
      throw new StartError(`Migration ${migration.name} comes before ${row.name}, which was applied already`)
    } else if (migration.checksum !== row.checksum) {
      throw new StartError(`Migration ${row.name} was edited after it was applied: add a new file instead`)
    }
  }
}

function refuseContracted({ name, needs }: AppliedMigration, version: string): void {
  if (needs === null || !isOlder(version, needs)) return
  throw new StartError(
    `The database is too new for this Madruga ${version}: its migration ${name} needs ${needs} or newer. Install that release`,
  )
}
