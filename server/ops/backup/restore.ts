import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase, PoolClient } from 'pg'
import { applyMigration, migrate, readApplied, readMigrations } from '../../db.ts'
import type { Database, Migration } from '../../db.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'
import { forgetHeldReads } from '../../platforms.ts'
import { fileOf, hashInto, isSigned, readManifest } from './manifest.ts'
import type { BackupManifest } from './manifest.ts'
import { countOtherSessions, listObjects } from './store/catalogue.ts'
import {
  beginLoading,
  beginRestore,
  createPartition,
  dropObjects,
  endLoading,
  lowerRights,
  setSequence,
  writeRows,
} from './store/rows.ts'

/**
 * Fills a database from a backup's folder, in one transaction: afterwards it holds all of the backup or is
 * as it was. Then it is migrated to this release's schema, and every search reads first what its driver
 * holds. Refuses a database that is in use, or is not empty unless `replace` says so, and a backup that no
 * key of the ring has signed unless `unsigned` does. Throws `StartError` with one line.
 */
export async function restoreDatabase(
  database: Pick<Database, 'pool' | 'kysely'>,
  folder: string,
  { replace, unsigned, ring }: { replace: boolean; unsigned: boolean; ring: KeyRing | null },
): Promise<BackupManifest> {
  const source = resolve(folder)
  const manifest = readManifest(source)
  if (!unsigned && (ring === null || !isSigned(manifest, ring)))
    throw new StartError(
      ring === null
        ? 'Restore the key ring first: it tells whether the backup is unchanged. --unsigned restores it unproven'
        : `${source} is not signed by this key ring: it was changed, or made by another. --unsigned restores it unproven`,
    )
  const migrations = migrationsOf(manifest)
  const client = await database.pool.connect()
  let broken = false
  try {
    await beginRestore(client)
    await requireFree(client, replace)
    const restoreRights = await lowerRights(client)
    await readApplied(client)
    for (const migration of migrations) await applyMigration(client, migration)
    await load(client, source, manifest)
    await restoreRights()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
  await migrate(database)
  await forgetHeldReads(database.kysely)
  return manifest
}

/** The migrations that the backup's schema is made of. */
function migrationsOf({ release, migrations }: BackupManifest): Migration[] {
  const known = readMigrations()
  return migrations.map(({ name, checksum }, index) => {
    const own = known[index]
    if (own === undefined)
      throw new StartError(
        `The backup was made by Madruga ${release}, which is newer: restore it by that release`,
      )
    if (own.name !== name || own.checksum !== checksum)
      throw new StartError(`The backup's migration ${name} is not the one of this Madruga`)
    return own
  })
}

async function requireFree(client: ClientBase, replace: boolean): Promise<void> {
  const sessions = await countOtherSessions(client)
  if (sessions > 0)
    throw new StartError(
      `The database is in use by ${sessions} other ${sessions === 1 ? 'session' : 'sessions'}: stop the product first`,
    )
  const objects = await listObjects(client)
  if (objects.tables.length === 0) return
  if (!replace)
    throw new StartError(
      'The database is not empty: give an empty one, or --replace to delete everything in this one first',
    )
  await dropObjects(client, objects)
}

async function load(client: PoolClient, folder: string, manifest: BackupManifest): Promise<void> {
  const { tables, partitions, sequences } = manifest
  const names = tables.map(({ name }) => name)
  for (const partition of partitions) await createPartition(client, partition)
  await beginLoading(client, names)
  for (const table of tables) {
    const file = fileOf(folder, table.name)
    const rows = writeRows(client, table)
    const hash = createHash('sha256')
    try {
      await pipeline(createReadStream(file), hashInto(hash), createGunzip(), rows)
    } catch (error) {
      throw new StartError(`Cannot restore ${file}: ${(error as Error).message}`, { cause: error })
    }
    if (table.digest !== undefined && hash.digest('hex') !== table.digest)
      throw new StartError(`Cannot restore ${file}: it was changed since the backup`)
    if (rows.rowCount !== table.rows)
      throw new StartError(`Cannot restore ${file}: it has ${rows.rowCount} rows instead of ${table.rows}`)
  }
  await endLoading(client, names)
  for (const sequence of sequences) await setSequence(client, sequence)
}
