import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'migrations')
const CONTRACT = /^-- contract: from (\d+\.\d+\.\d+)$/m

/** One file of `db/migrations`: applied once, never edited afterwards. */
export type Migration = {
  name: string
  sql: string
  checksum: string
  /** The oldest release that runs after this contract migration; null = it is none. */
  needs?: string | null
}

/** The files in the order in which they apply. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, needs: CONTRACT.exec(sql)?.[1] ?? null }
    })
}
