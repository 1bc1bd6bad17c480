import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../kit/start-error.ts'

/** The permission bits of a file for other users of the machine, all of which are removed. */
const OTHERS = 0o077
const STICKY = 0o1000

/** Entries of the data folder that belong to the product; other files there keep their modes. */
const OURS = ['keys.json', 'keys.json.backup', 'postgres', 'postgres.new', 'postgres.log', 'market', 'cards']

/**
 * Makes files that this process and its children create from now on private to their user, whatever umask the
 * shell or the service manager set. Threads share it. Every program that writes the data folder calls it
 * first.
 */
export function createFilesPrivately(): void {
  process.umask(OTHERS)
}

/**
 * Creates the data folder if it is missing, and removes other users' permissions on it and its entries: an
 * older version, a copy or a restore may have left it open. Throws `StartError` with one line if the folder
 * is not writable or is shared by all users. `say` is called with what was changed and what could not be.
 */
export function requireFolder(folder: string, say: (line: string) => void = () => {}): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(
      `Cannot write the data folder ${folder} (${code}): make it writable, or set DATA_DIR`,
    )
  }
  if ((statSync(folder).mode & STICKY) !== 0) {
    throw new StartError(
      `The data folder ${folder} is shared by all users of this machine: set DATA_DIR to a folder of its own`,
    )
  }
  const { tightened, refused } = tighten(folder)
  if (tightened > 0) {
    say(
      `Closed ${tightened} ${tightened === 1 ? 'file' : 'files'} in ${folder} to other users of this machine`,
    )
  }
  if (refused !== null) {
    say(`${refused} is open to other users of this machine and is not ours to close: chmod go-rwx it`)
  }
}

type Outcome = { tightened: number; refused: string | null }

function tighten(folder: string): Outcome {
  const outcome: Outcome = { tightened: 0, refused: null }
  // The folder first, so that no other user enters while the rest is changed. It may be a link to another
  // disk.
  close(folder, statSync(folder).mode, outcome)
  for (const name of OURS) tightenAll(join(folder, name), outcome)
  return outcome
}

function tightenAll(path: string, outcome: Outcome): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // A link has no mode of its own, and its target does not belong to the product.
  if (found === undefined || found.isSymbolicLink()) return
  close(path, found.mode, outcome)
  if (!found.isDirectory()) return
  for (const name of namesIn(path)) tightenAll(join(path, name), outcome)
}

// A running server may remove a folder during the walk.
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function close(path: string, mode: number, outcome: Outcome): void {
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS)
    outcome.tightened++
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // A server that still runs on the folder may remove its files during the walk.
    if (code === 'ENOENT') return
    outcome.refused ??= path
  }
}
