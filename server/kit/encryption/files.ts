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

/** Writes a secrets file unless it exists: if two processes start at once, the first one's stays. */
export function createFile(file: string, content: string): void {
  // A link, not a rename: it fails if the name is taken.
  place(file, content, (fresh) => linkSync(fresh, file))
}

/**
 * Replaces a secrets file atomically: a reader, also after a crash, finds the whole old file or the whole new
 * one.
 */
export function replaceFile(file: string, content: string): void {
  place(file, content, (fresh) => renameSync(fresh, file))
}

/** Keeps a copy of the current file, replacing the previous copy. */
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

/** Syncs the folder. Otherwise a power cut may lose the new name; some systems do not support it. */
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
