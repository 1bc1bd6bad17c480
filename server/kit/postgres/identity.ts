import { execFile } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

const run = promisify(execFile)
const NOBODY = 65534
// Lets a server of another user reach binaries and data inside a private folder, such as root's home.
const REACH = '+dac_override,+dac_read_search'

/** The server's user: PostgreSQL refuses uid 0 and data that it does not own. */
export type Identity = {
  /**
   * Prefix of the program and its arguments; every part of it uses exec, so the child's pid is the server's.
   */
  prefix: readonly string[]
  /** Gives a folder to that user. */
  own(folder: string): void
  /** Whether the kernel kills the server when this process dies. */
  diesWithParent: boolean
}

/**
 * Chooses the user of the server. An ordinary user: itself. Root: uid 65534 in a user namespace (files stay
 * root's). If namespaces are forbidden, or the data already belongs to another user, that uid with the right
 * to traverse private folders.
 */
export async function chooseIdentity(dataDir: string): Promise<Identity> {
  const linux = process.platform === 'linux'
  const diesWithParent = linux && (await works('setpriv', '--pdeathsig', 'INT', '--', 'true'))
  const death = diesWithParent ? ['setpriv', '--pdeathsig', 'INT', '--'] : []
  if (process.getuid?.() !== 0) return { diesWithParent, prefix: death, own: () => {} }
  if (!linux)
    throw new StartError('PostgreSQL refuses to run as root here. Start Madruga as an ordinary user')

  return await chooseForRoot(dataDir, diesWithParent, death)
}

async function chooseForRoot(
  dataDir: string,
  diesWithParent: boolean,
  death: readonly string[],
): Promise<Identity> {
  const owner = ownerOf(dataDir)
  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']
  if ((owner ?? 0) === 0 && (await works(...namespace, 'true'))) {
    return { diesWithParent, own: () => {}, prefix: [...namespace, ...death] }
  }
  const uid = owner === null || owner === 0 ? NOBODY : owner
  const become = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  // The secure bit makes access(2), by which initdb looks for its programs, respect those rights too.
  const rights = [`--inh-caps=${REACH}`, `--ambient-caps=${REACH}`, '--securebits=+no_setuid_fixup']
  const reach = [...become, ...rights]
  const way = (await works(...reach, '--', 'true')) ? reach : become
  if (owner === 0) giveAll(dataDir, uid)
  return {
    diesWithParent,
    own: (folder) => chownSync(folder, uid, uid),
    prefix: [...way, ...(diesWithParent ? ['--pdeathsig', 'INT'] : []), '--'],
  }
}

async function works(...command: string[]): Promise<boolean> {
  try {
    await run(command[0] ?? '', command.slice(1), { timeout: 5000 })
    return true
  } catch {
    return false
  }
}

function ownerOf(folder: string): number | null {
  try {
    return statSync(folder).uid
  } catch {
    return null
  }
}

function giveAll(folder: string, uid: number): void {
  chownSync(folder, uid, uid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, uid)
  }
}
