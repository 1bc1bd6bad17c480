import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import type { Identity } from './identity.ts'

const run = promisify(execFile)
// sun_path holds 108 bytes on Linux and 104 on macOS, including the final zero.
const LONGEST_SOCKET = 103
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * Creates the data folder at the first start, by `initdb` in a temporary folder beside it that is renamed
 * when complete: an interrupted first start leaves nothing incomplete.
 */
export async function prepareDataDir(
  dataDir: string,
  binaries: Binaries,
  identity: Identity,
  durable: boolean,
): Promise<void> {
  const version = readVersion(dataDir)
  if (version === binaries.major) return
  if (version !== null) {
    throw new StartError(
      `The database in ${dataDir} was made by PostgreSQL ${version}, this Madruga brings ${binaries.major}: dump it with the old one, or give another DATA_DIR`,
    )
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new StartError(
      `${dataDir} is not a database (PG_VERSION is missing): restore it, or give another DATA_DIR`,
    )
  }
  const fresh = `${dataDir}.new`
  try {
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true, mode: 0o700 })
    identity.own(fresh)
  } catch (error) {
    throw unwritable(dataDir, error)
  }
  const command = [...identity.prefix, binaries.initdb, '-D', fresh, '-U', 'madruga', '--auth=trust']
  command.push('-E', 'UTF8', '--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8')
  command.push('--no-instructions', ...(durable ? [] : ['--no-sync']))
  try {
    await run(command[0] ?? '', command.slice(1), { cwd: '/', env: serverEnvironment() })
    renameSync(fresh, dataDir)
  } catch (error) {
    const said = (error as { stderr?: string }).stderr || (error as Error).message
    throw new StartError(`Cannot make the database in ${dataDir}: ${explain(said)}`)
  }
}

/**
 * The folder of the server's socket: in the data folder, or, if that path is too long for a socket, a private
 * one in the system's temporary folder.
 */
export function prepareSocketDir(dataDir: string, identity: Identity): string {
  const inside = join(dataDir, 'socket')
  const fits = Buffer.byteLength(inside + SOCKET_NAME) <= LONGEST_SOCKET
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = fits ? inside : join(tmpdir(), `madruga-${process.getuid?.() ?? 0}-${short}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!fits) refuseForeign(folder)
    chmodSync(folder, 0o700)
    identity.own(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw unwritable(folder, error)
  }
  return folder
}

/** Only what the server needs: no other environment variable reaches it. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** One line from the output of the server or `initdb` before it failed. */
export function explain(said: string): string {
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(said)
  if (library) return `this machine lacks the library ${library[1]}`
  if (/No space left on device/.test(said)) return 'no space left on the disk'
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /\b(PANIC|FATAL)\b|error:/.test(line)) ?? lines.at(-1)
  return (telling ?? 'it ended without a word').replace(/^.*?\b(PANIC|FATAL): */, '').trim()
}

/** The error line for a folder that is not writable. */
export function unwritable(folder: string, error: unknown): StartError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  return new StartError(`Cannot write the data folder ${folder} (${code}): make it writable, or set DATA_DIR`)
}

function readVersion(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unwritable(dataDir, error)
  }
}

// Another user may have created the folder of that name in a shared temporary folder.
function refuseForeign(folder: string): void {
  const found = lstatSync(folder)
  const uid = process.getuid?.() ?? 0
  if (!found.isDirectory() || (uid !== 0 && found.uid !== uid)) {
    throw new StartError(`${folder} belongs to somebody else: remove it, or give a shorter DATA_DIR`)
  }
}
