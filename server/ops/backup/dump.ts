import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase, Pool } from 'pg'
import { lookUpApplied } from '../../db.ts'
import { listKeyChecks } from '../keys.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'
import { VERSION } from '../../version.ts'
import { fileOf, hashInto, signManifest, writeManifest } from './manifest.ts'
import type { BackupManifest } from './manifest.ts'
import { orderTables } from './order.ts'
import {
  listPartitions,
  listReferences,
  listSequences,
  listTables,
  readServerVersion,
} from './store/catalogue.ts'
import { holdTables, openSnapshot, readRows } from './store/rows.ts'

type Database = { pool: Pool }

/**
 * Copies every row of the database, as of one moment, to a new folder that only this user can read, while the
 * service works on; a ring signs it. An interrupted backup leaves no folder of that name. `during` is awaited
 * with the name of the snapshot before rows are read, for readers that must see the same rows. Throws
 * `StartError` with one line.
 */
export async function backUpDatabase(
  { pool }: Database,
  folder: string,
  ring: KeyRing | null,
  during: (snapshot: string) => Promise<void> = async () => {},
): Promise<BackupManifest> {
  const target = resolve(folder)
  if (existsSync(target)) throw new StartError(`${target} exists: give a backup a new folder`)
  const fresh = `${target}.part`
  makeFolder(fresh)
  const client = await pool.connect()
  try {
    const read = await dump(client, fresh, during)
    const manifest = ring ? signManifest(read, ring) : read
    writeManifest(fresh, manifest)
    renameSync(fresh, target)
    return manifest
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  } finally {
    // The session ends with its snapshot, whatever state it is in.
    client.release(true)
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`Cannot write the backup ${folder} (${code})`)
  }
}

async function dump(
  client: ClientBase,
  folder: string,
  during: (snapshot: string) => Promise<void>,
): Promise<BackupManifest> {
  const { snapshot, at } = await openSnapshot(client)
  const found = await listTables(client)
  if (found.length === 0) throw new StartError('The database is empty: there is nothing to back up')
  await holdTables(
    client,
    found.map(({ name }) => name),
  )
  await during(snapshot)
  const migrations = (await lookUpApplied(client)).map(({ name, checksum }) => ({ name, checksum }))
  const partitions = await listPartitions(client)
  const tables: BackupManifest['tables'] = []
  for (const table of orderTables(found, await listReferences(client))) {
    const rows = readRows(client, table)
    const hash = createHash('sha256')
    await pipeline(
      rows,
      createGzip(),
      hashInto(hash),
      createWriteStream(fileOf(folder, table.name), { mode: 0o600, flush: true }),
    )
    tables.push({ ...table, rows: rows.rowCount, digest: hash.digest('hex') })
  }
  return {
    format: 'madruga-backup-1',
    release: VERSION,
    at,
    server: await readServerVersion(client),
    migrations,
    keys: found.some(({ name }) => name === 'key_checks') ? await listKeyChecks(client) : [],
    tables,
    partitions,
    // Sequences know no snapshot. Read last, they are ahead of every row.
    sequences: await listSequences(client),
  }
}
