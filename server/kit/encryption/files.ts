import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** Puts a file of secrets where there is none: of two processes that start at once, the first one's stays. */
export function createFile(file: string, content: string): void {
  // A link, not a rename: it fails where the name is taken.
  place(file, content, (fresh) => linkSync(fresh, file))
}

/**
 * Puts a file of secrets in another's place; a reader finds the old one or the new one, whole, and so does
 * whoever comes after a crash.
 */
export function replaceFile(file: string, content: string): void {
  place(file, content, (fresh) => renameSync(fresh, file))
}

/** Keeps a copy of the file as it is now, in place of the copy before. */
export function backUpFile(file: string): void {
  replaceFile(`${file}.backup`, readFileSync(file, 'utf8'))
}

function place(file: string, content: string, put: (fresh: string) => void): void {
  const fresh = `${file}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(fresh, content, { mode: 0o600, flush: true })
    chmodSync(fresh, 0o600)
    put(fresh)
    syncFolder(dirname(file))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EEXIST')
      throw new StartError(`Cannot write the key ring ${file} (${code}): set KEY_RING_FILE`)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Without it the new name may be gone after a power cut; some systems do not let a folder be synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    closeSync(handle)
  }
}
