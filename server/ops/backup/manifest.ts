import type { Hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isSameText, signText } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'

const FILE = 'backup.json'
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const digest = z.string().regex(/^[0-9a-f]{64}$/)
// It becomes part of a statement: as PostgreSQL writes the bounds of a range of times, and nothing else.
const bound = z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[-+:. 0-9]+'\) TO \('[-+:. 0-9]+'\))$/)

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
  tables: z.array(
    z.object({
      name,
      columns: z.array(name),
      rows: z.int(),
      /** SHA-256 of its file; backups from before signatures have none. */
      digest: digest.optional(),
    }),
  ),
  partitions: z.array(z.object({ name, of: name, bound })),
  /** The last number that each column's sequence has given out. */
  sequences: z.array(z.object({ table: name, column: name, last: z.string().regex(/^\d+$/) })),
  /** By a key of the ring over everything above; absent where the backup was made without the ring. */
  signature: z.object({ key: z.string(), mac: digest }).optional(),
})

/** The contents of a backup, stored beside its tables. */
export type BackupManifest = z.infer<typeof schema>

/** The file of a table's rows: PostgreSQL's text format, compressed. */
export function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`)
}

/** A step of a pipeline that reads the octets of a file into a hash. */
export function hashInto(hash: Hash) {
  return async function* (octets: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const some of octets) {
      hash.update(some)
      yield some
    }
  }
}

/** Writes the manifest: last, so that a backup that was interrupted has none. */
export function writeManifest(folder: string, manifest: BackupManifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', flush: true })
}

/** The manifest with its signature by the ring's current key. */
export function signManifest(manifest: BackupManifest, { current, keys }: KeyRing): BackupManifest {
  const key = keys.get(current)!
  return { ...manifest, signature: { key: current, mac: macOf(manifest, key) } }
}

/** Whether a key of the ring signed what the manifest says, the digest of each table's file included. */
export function isSigned(
  { signature, ...manifest }: BackupManifest,
  { keys }: Pick<KeyRing, 'keys'>,
): boolean {
  const key = keys.get(signature?.key ?? '')
  if (signature === undefined || key === undefined) return false
  return (
    manifest.tables.every((table) => table.digest !== undefined) &&
    isSameText(signature.mac, macOf(manifest, key))
  )
}

function macOf(manifest: Omit<BackupManifest, 'signature'>, key: Buffer): string {
  // Parsed, so that what is read back has its keys in the same order.
  return signText(key, 'backup', JSON.stringify(schema.parse(manifest))).toString('hex')
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
