import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openDatabase } from '@madruga/server/db.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'
import { openMovedClock } from './clock.ts'
import type { MovedClock } from './clock.ts'

const NODE = join(import.meta.dirname, '../../../scripts/node')
const file = (name: string) => join(import.meta.dirname, name)
const START_MS = 60_000
const AGAIN_MS = 150

/** What can be killed. */
export const VICTIMS = ['api', 'second api', 'gateway', 'postgres'] as const
export type Victim = (typeof VICTIMS)[number]

/** Everything that a storm needs running, in its own folder, on one clock. */
export type Fleet = {
  folder: string
  databaseUrl: string
  /** Two processes of one product. */
  apiUrls: readonly [string, string]
  gatewayUrl: string
  /** Where the gateway keeps its books. */
  gatewayFolder: string
  clock: MovedClock
  /** Ends a process at once, in whatever it does; it is started again automatically. */
  kill(victim: Victim): void
  /** Resolves when all of them answer. */
  up(): Promise<void>
  /** Ends the processes but the database for good, so that all books can be read. */
  endAll(): Promise<void>
  /** Ends all and removes the folder, unless it is to be `kept`. */
  stop(kept: boolean): Promise<void>
}

/**
 * Starts PostgreSQL (with fsync: acknowledged must mean written), the gateway and two processes of the API.
 */
export async function startFleet(): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-storm-'))
  const webRoot = join(folder, 'web')
  for (const each of ['logs', 'web']) mkdirSync(join(folder, each))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>storm</title>')
  const clockFile = join(folder, 'clock')
  const keyRingFile = join(folder, 'keys.json')
  loadKeyRing(keyRingFile)
  const [first, second, cards] = (await findPorts(3)) as [number, number, number]
  const apiUrls = [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`] as const
  const gatewayUrl = `http://127.0.0.1:${cards}`
  const gatewayFolder = join(folder, 'cards')
  // Its supervisor takes away the lock file that a killed server leaves, and starts it again.
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const database = openDatabase(postgres.url, { max: 2 })
  await migrate(database)
  await database.close()

  const start = (name: string, ...args: string[]) => keepAlive(folder, name, args)
  const api = (name: string, port: number) =>
    start(name, file('api.ts'), postgres.url, String(port), gatewayUrl, clockFile, keyRingFile, webRoot)
  const children = {
    gateway: start('gateway', file('gateway.ts'), String(cards), gatewayFolder, clockFile, apiUrls[0]),
    api: api('api', first),
    'second api': api('second-api', second),
  }
  const endAll = async () => void (await Promise.all(Object.values(children).map((child) => child.end())))
  return {
    folder,
    databaseUrl: postgres.url,
    apiUrls,
    gatewayUrl,
    gatewayFolder,
    clock: openMovedClock(clockFile),
    kill(victim) {
      if (victim === 'postgres') killGroup(postgres.pid)
      else children[victim].kill()
    },
    async up() {
      const asked = [`${gatewayUrl}/v1/nothing`, ...apiUrls.map((url) => `${url}/api/accounts/session`)]
      await Promise.all(asked.map(waitFor))
    },
    endAll,
    async stop(kept) {
      await endAll()
      await postgres.stop()
      if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A process that is started again whenever it ends. */
function keepAlive(folder: string, name: string, args: readonly string[]) {
  const log = openSync(join(folder, 'logs', `${name}.log`), 'a')
  let ended = false
  let child: ChildProcess
  const launch = (): void => {
    if (ended) return
    child = spawn('sh', [NODE, ...args], { stdio: ['pipe', log, log] })
    child.once('exit', () => void setTimeout(launch, AGAIN_MS))
  }
  launch()
  return {
    kill: () => void child.kill('SIGKILL'),
    async end() {
      ended = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** The server and all that it forked: alone it would have its children end what they do. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It went down by an earlier strike and is not back yet.
  }
}

async function waitFor(url: string): Promise<void> {
  const deadline = performance.now() + START_MS
  while (true) {
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer !== null && answer.status < 500) return
    if (performance.now() > deadline) throw new Error(`${url} does not answer`)
    await sleep(100)
  }
}
