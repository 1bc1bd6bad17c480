import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPorts } from './restate/ports.ts'
import { StartError } from './start-error.ts'

export { findPorts }

/** Options of the embedded engine. */
export type RestateOptions = {
  /**
   * Emptied at each start: it holds no unique data, and a stale journal can never block a new program. The
   * log is beside it, as `<dataDir>.log`.
   */
  dataDir: string
  /** Memory of its stores; 128 to 256. */
  memoryMb?: number
  /** Maximum concurrent handlers. */
  invocations?: number
  /** Called with one line each time it went down and comes back. */
  say?: (line: string) => void
  /** Called if it is down and cannot be restarted. */
  onExit?: (why: StartError) => void
}

/** The running engine; its URLs stay the same after a crash. */
export type Restate = {
  /** The ingress, which accepts calls. */
  ingressUrl: string
  /**
   * The admin API, which registers deployments; it has no authentication, so it listens only on 127.0.0.1.
   */
  adminUrl: string
  /** Process id of the current process; changes after a crash. */
  readonly pid: number
  stop(): Promise<void>
}

const START_MS = 60_000
const POLL_MS = 50
const RESTARTS_A_MINUTE = 30

/**
 * Starts the Restate server that npm installed and keeps it running: only on 127.0.0.1, on free ports,
 * without telemetry, restarted after a crash (with an empty folder if it was deleted), killed by the kernel
 * when this process dies in any way. Throws `StartError` with one line that says how to fix the problem.
 */
export async function startRestate(options: RestateOptions): Promise<Restate> {
  const program = findProgram()
  const dataDir = resolve(options.dataDir)
  const say = options.say ?? (() => {})
  const [ingress, admin, fabric] = (await findPorts(3)) as [number, number, number]
  const ingressUrl = `http://127.0.0.1:${ingress}`
  const adminUrl = `http://127.0.0.1:${admin}`
  try {
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw new StartError(
      `Cannot write the engine's folder ${dataDir} (${(error as NodeJS.ErrnoException).code}): make it writable, or set DATA_DIR`,
    )
  }
  const env = engineEnvironment(dataDir, { ingress, admin, fabric }, options)
  const launch = async (): Promise<Server> => {
    const server = spawnServer(program, env, `${dataDir}.log`)
    await untilHealthy(server, [`${ingressUrl}/restate/health`, `${adminUrl}/health`], `${dataDir}.log`)
    return server
  }

  let server = await launch()
  let stopping = false
  const supervision = (async () => {
    let restarts: number[] = []
    while (true) {
      const how = await server.exited
      if (stopping) return
      restarts = [...restarts.filter((at) => at > performance.now() - 60_000), performance.now()]
      say(`Restate went down (${how}); starting it again`)
      try {
        if (restarts.length > RESTARTS_A_MINUTE) throw new StartError(`Restate keeps going down (${how})`)
        server = await launch()
        if (stopping) server.child.kill('SIGTERM')
        else say('Restate is up again')
      } catch (error) {
        if (stopping) return
        options.onExit?.(error as StartError)
        return
      }
    }
  })()
  return {
    ingressUrl,
    adminUrl,
    get pid() {
      return server.child.pid ?? 0
    },
    async stop() {
      stopping = true
      // A graceful shutdown has no value: rows contain everything.
      const timer = setTimeout(() => server.child.kill('SIGKILL'), 2_000)
      server.child.kill('SIGTERM')
      await supervision
      clearTimeout(timer)
    },
  }
}

type Server = { child: ChildProcess; exited: Promise<string> }

function findProgram(): string {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin/restate-server')
  } catch {
    throw new StartError(
      `No embedded Restate for ${process.platform} ${process.arch} in node_modules. Run: npm ci, or give a server in RESTATE_URL`,
    )
  }
}

function engineEnvironment(
  dataDir: string,
  ports: { ingress: number; admin: number; fabric: number },
  { memoryMb = 192, invocations = 20_000 }: RestateOptions,
): Record<string, string> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    RESTATE_BASE_DIR: dataDir,
    RESTATE_NODE_NAME: 'embedded',
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_ADVERTISED_HOST: '127.0.0.1',
    RESTATE_BIND_PORT: String(ports.fabric),
    RESTATE_INGRESS__BIND_PORT: String(ports.ingress),
    RESTATE_ADMIN__BIND_PORT: String(ports.admin),
    RESTATE_ADMIN__DISABLE_WEB_UI: 'true',
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_DEFAULT_NUM_PARTITIONS: '4',
    RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: `${memoryMb}MB`,
    RESTATE_WORKER__INVOKER__CONCURRENT_INVOCATIONS_LIMIT: String(invocations),
    RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_INTERVAL: '3s',
    RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_TIMEOUT: '3s',
    RESTATE_WORKER__INVOKER__CONNECT_TIMEOUT: '2s',
    // A call that fails permanently is dropped, never paused: a paused one would hold its key, and rows
    // recreate it anyway.
    RESTATE_DEFAULT_RETRY_POLICY__ON_MAX_ATTEMPTS: 'kill',
    RESTATE_DEFAULT_RETRY_POLICY__INITIAL_INTERVAL: '100ms',
    RESTATE_DEFAULT_RETRY_POLICY__MAX_INTERVAL: '1s',
    RESTATE_DEFAULT_RETRY_POLICY__MAX_ATTEMPTS: '600',
    RESTATE_LOG_FILTER: 'warn',
    RESTATE_LOG_DISABLE_ANSI_CODES: 'true',
    DO_NOT_TRACK: '1',
  }
}

function spawnServer(program: string, env: Record<string, string>, logFile: string): Server {
  const log = openSync(logFile, 'w', 0o600)
  const tied = diesWithParent()
  const command = tied ? ['setpriv', '--pdeathsig', 'KILL', '--', program] : [program]
  // Detached: Ctrl-C in the terminal reaches only us, and we stop it in our order.
  const child = spawn(command[0] ?? program, [...command.slice(1), '--no-logo'], {
    cwd: '/',
    env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  const exited = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`))
  })
  if (!tied && child.pid) {
    const watcher = watchParent(child.pid)
    void exited.then(() => watcher.kill('SIGKILL'))
  }
  return { child, exited }
}

let tiedAnswer: boolean | null = null
function diesWithParent(): boolean {
  return (tiedAnswer ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'KILL', '--', 'true'], { timeout: 5_000 }).status === 0)
}

// If the kernel cannot tie the server to us, a shell does: its input ends when we die.
function watchParent(pid: number): ChildProcess {
  const watcher = spawn('sh', ['-c', 'read _; kill -KILL "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return watcher
}

async function untilHealthy(server: Server, urls: readonly string[], logFile: string): Promise<void> {
  let down: string | null = null
  void server.exited.then((how) => (down = how))
  const deadline = performance.now() + START_MS
  for (const url of urls) {
    while (!(await isHealthy(url))) {
      if (down !== null) throw new StartError(`Restate does not start: ${lastWord(logFile) ?? down}`)
      if (performance.now() > deadline) {
        server.child.kill('SIGKILL')
        throw new StartError(`Restate does not answer after ${START_MS / 1000} s. Its log: ${logFile}`)
      }
      await sleep(POLL_MS)
    }
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000), redirect: 'error' })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

function lastWord(logFile: string): string | null {
  if (!existsSync(logFile)) return null
  const lines = readFileSync(logFile, 'utf8').split('\n')
  return lines.findLast((line) => /ERROR|error|panicked/.test(line))?.trim() ?? null
}
