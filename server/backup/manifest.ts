import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../kit/start-error.ts'

const FILE = 'backup.json'
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

const schema = z.object({
  format: z.literal('madruga-backup-1'),
  /** The release that made it. */
  release: z.string(),
  /** The moment of its rows, epoch ms. */
  at: z.int(),
  /** PostgreSQL's version, for information: any supported one takes it back. */
  server: z.string(),
  /** The migrations that the schema is made of, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Ids of the keys that the key ring must hold. */
  keys: z.array(z.string()),
  /** In an order in which no row comes before one that it refers to. */
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.int() })),
  partitions: z.array(z.object({ name, of: name, bound: z.string() })),
  /** The last number that each column's sequence has given out. */
  sequences: z.array(z.object({ table: name, column: name, last: z.string().regex(/^\d+$/) })),
})

/** The contents of a backup, stored beside its tables. */
export type BackupManifest = z.infer<typeof schema>

/** The file of a table's rows: PostgreSQL's text format, compressed. */
export function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`)
}

/** Writes the manifest: last, so that a backup that was interrupted has none. */
export function writeManifest(folder: string, manifest: BackupManifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', flush: true })
}

/** Reads a backup's manifest; throws `StartError` with one line if the folder is no complete backup. */
export function readManifest(folder: string): BackupManifest {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const why = code === 'ENOENT' ? `it has no ${FILE}` : `its ${FILE} is not readable`
    throw new StartError(`${folder} is not a complete backup: ${why}`)
  }
}
