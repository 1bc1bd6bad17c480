import { spawn, execFileSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { dirname, resolve, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './postgres/binaries.ts'
import {
  explain,
  prepareDataDir,
  prepareSocketDir,
  serverEnvironment,
  unwritable,
} from './postgres/folders.ts'
import { chooseIdentity } from './postgres/identity.ts'
import type { Identity } from './postgres/identity.ts'
import { StartError } from './start-error.ts'

/** Options of the embedded server. */
export type PostgresOptions = {
  /** Created at the first start. The server's log is beside it, with `.log` added to its name. */
  dataDir: string
  /** Default true; false trades safety in a power cut for speed, for tests. */
  durable?: boolean
  /** More `-c name=value` settings. */
  settings?: Record<string, string>
  /** Called with one line each time the server went down and comes back. */
  say?: (line: string) => void
  /** Called if the server is down and cannot be restarted. */
  onExit?: (why: StartError) => void
}

/** The running server. */
export type Postgres = {
  /** Connection string for `openDatabase`; unchanged after a crash and restart. */
  url: string
  /** Process id of the current server; changes after a crash. */
  readonly pid: number
  /** Ends sessions, flushes everything, waits for the exit. */
  stop(): Promise<void>
}

const POLL_MS = 15
// A predecessor that is shutting down marks its lock file at once, and may then take a while.
const IN_USE_MS = 3_000
const PREDECESSOR_MS = 20_000
const START_MS = 300_000

type Plan = { dataDir: string; socketDir: string; logFile: string; command: string[]; identity: Identity }
type Server = { child: ChildProcess; pid: number; exited: Promise<string>; isDown: () => boolean }

/**
 * Starts the PostgreSQL that npm installed and keeps it running: only on a Unix socket, as any user,
 * restarted after a crash, killed by the kernel when this process dies in any way. Call it from the main
 * thread: the kernel watches the thread that started the server. Throws `StartError` with one line that says
 * how to fix the problem.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir)
  const durable = options.durable ?? true
  const say = options.say ?? (() => {})
  const binaries = findBinaries()
  try {
    mkdirSync(dirname(dataDir), { recursive: true })
    accessSync(dirname(dataDir), constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unwritable(dirname(dataDir), error)
  }
  const identity = await chooseIdentity(dataDir)
  await prepareDataDir(dataDir, binaries, identity, durable)
  const socketDir = prepareSocketDir(dataDir, identity)
  const settings = { ...serverSettings(durable), ...options.settings }
  const command = [...identity.prefix, binaries.postgres, '-D', dataDir, '-k', socketDir]
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`)
  const plan = { dataDir, socketDir, logFile: `${dataDir}.log`, command, identity }

  let server = await launch(plan)
  let stopping = false
  const supervision = (async () => {
    while (true) {
      const how = await server.exited
      if (stopping) return
      say(`PostgreSQL went down (${how}); starting it again`)
      try {
        server = await launch(plan)
        if (stopping) server.child.kill('SIGINT')
        else say('PostgreSQL is up again')
      } catch (error) {
        options.onExit?.(error as StartError)
        return
      }
    }
  })()
  return {
    url: urlOf(socketDir),
    get pid() {
      return server.pid
    },
    async stop() {
      stopping = true
      const steps = [
        ['SIGINT', 0],
        ['SIGQUIT', 10_000],
        ['SIGKILL', 15_000],
      ] as const
      const timers = steps.map(([signal, ms]) => setTimeout(() => server.child.kill(signal), ms))
      await supervision
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * The server currently running on a data folder, started by any process; null if there is none. Waits for one
 * that is starting or stopping, and throws `StartError` if that takes too long.
 */
export async function findPostgres(dataDir: string): Promise<{ url: string } | null> {
  const folder = resolve(dataDir)
  const startedAt = performance.now()
  while (true) {
    const holder = findHolder(folder)
    if (holder === null) return null
    const lock = readLockFile(folder)
    if (lock?.ready && lock.pid === holder) return { url: urlOf(lock.socketDir) }
    if (performance.now() - startedAt > PREDECESSOR_MS) {
      throw new StartError(`The database in ${folder} is not ready (pid ${holder}): try again in a moment`)
    }
    await sleep(POLL_MS)
  }
}

function urlOf(socketDir: string): string {
  return `postgres://madruga@localhost/postgres?host=${encodeURIComponent(socketDir)}`
}

function serverSettings(durable: boolean): Record<string, string> {
  const base = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The caller reports a failed statement; the server's own log has the server's messages.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  }
  if (durable) return base
  // Memory that a killed server leaves behind goes with its folder.
  const passing = { dynamic_shared_memory_type: 'mmap', fsync: 'off', full_page_writes: 'off' }
  return { ...base, ...passing, synchronous_commit: 'off' }
}

async function launch(plan: Plan): Promise<Server> {
  const startedAt = performance.now()
  while (true) {
    const { server, said } = await attempt(plan)
    if (server) return server
    const waited = performance.now() - startedAt
    if (/lock file .* already exists/.test(said)) {
      const holder = findHolder(plan.dataDir)
      if (holder === null) clearLocks(plan.dataDir, plan.socketDir)
      else if (waited > (readLockFile(plan.dataDir)?.ready ? IN_USE_MS : PREDECESSOR_MS)) {
        throw new StartError(
          `The database in ${plan.dataDir} is in use by another running server (pid ${holder}): stop it, or set DATA_DIR`,
        )
      }
    } else if (!/pre-existing shared memory block|still in use/.test(said) || waited > PREDECESSOR_MS) {
      const hint = /shared libraries|No space/.test(said) ? '' : `. Its log: ${plan.logFile}`
      throw new StartError(`The database in ${plan.dataDir} does not start: ${explain(said)}${hint}`)
    }
    await sleep(100)
  }
}

async function attempt(plan: Plan): Promise<{ server: Server | null; said: string }> {
  const log = openLog(plan.logFile)
  const server = spawnServer(plan, log.fd)
  closeSync(log.fd)
  const deadline = performance.now() + START_MS
  while (!server.isDown() && performance.now() < deadline) {
    const lock = readLockFile(plan.dataDir)
    if (lock?.ready && lock.pid === server.pid) return { server, said: '' }
    await sleep(POLL_MS)
  }
  if (!server.isDown()) server.child.kill('SIGKILL')
  const how = await server.exited
  const said = readFileSync(plan.logFile).subarray(log.size).toString('utf8')
  return { server: null, said: said.trim() === '' ? how : said }
}

function openLog(file: string): { fd: number; size: number } {
  try {
    const fd = openSync(file, 'a', 0o600)
    return { fd, size: fstatSync(fd).size }
  } catch (error) {
    throw unwritable(dirname(file), error)
  }
}

function spawnServer(plan: Plan, logFd: number): Server {
  const [program = '', ...args] = plan.command
  // Detached: Ctrl-C in the terminal reaches only us, and we stop the server last.
  const child = spawn(program, args, {
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', logFd],
    detached: true,
  })
  child.unref()
  const exited = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`))
  })
  const release = plan.identity.diesWithParent || !child.pid ? () => {} : watchParent(child.pid)
  void exited.then(release)
  const isDown = () => !child.pid || child.exitCode !== null || child.signalCode !== null
  return { child, pid: child.pid ?? 0, exited, isDown }
}

// If the kernel cannot tie the server to us, a shell does: its input ends when we die.
function watchParent(pid: number): () => void {
  const watcher = spawn('sh', ['-c', 'read _; kill -INT "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return () => watcher.kill('SIGKILL')
}

/** Contents of `postmaster.pid`. `ready`: it answers, a standby to reads alone. */
type LockFile = { pid: number; socketDir: string; ready: boolean }

/**
 * Reads the lock file in a server's data folder, null = there is none; its fifth line is the socket's folder,
 * its eighth the progress of the start.
 */
function readLockFile(dataDir: string): LockFile | null {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    const socketDir = lines[4]?.trim() ?? ''
    return { pid: Number(lines[0]), socketDir, ready: /^(ready|standby) *$/.test(lines[7] ?? '') }
  } catch {
    return null
  }
}

/**
 * The process that holds the data folder, if it really is a PostgreSQL server on this folder and not another
 * program with a recycled pid.
 */
function findHolder(dataDir: string): number | null {
  const pid = readLockFile(dataDir)?.pid
  if (!pid) return null
  const command = commandOf(pid)
  return command?.includes('postgres') && command.includes(dataDir) ? pid : null
}

/** Removes the locks of a dead server. */
function clearLocks(dataDir: string, socketDir: string): void {
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  rmSync(join(socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

function commandOf(pid: number): string | null {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return null
  }
}
