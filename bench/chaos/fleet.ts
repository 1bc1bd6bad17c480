import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { migrate, openDatabase } from '@madruga/server/db.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'
import type { SETTINGS } from './settings.ts'

const NODE = join(import.meta.dirname, '../../scripts/node')

/** All processes of a chaos run, in a folder of its own. */
export type Fleet = {
  folder: string
  databaseUrl: string
  marketUrl: string
  keyRingFile: string
  postgres: { readonly pid: number }
  workers: (ChildProcess | null)[]
  /** Restarts worker `index`. */
  startWorker(index: number): void
  /** Stops everything and removes the folder, unless it is `kept`. */
  stop(kept: boolean): Promise<void>
}

/** A market that runs already, and the settings of the workers; chaos's by default. */
type Given = { marketUrl?: string; settings?: keyof typeof SETTINGS }

/** Starts PostgreSQL (with fsync: acknowledged must mean written), the market and the workers. */
export async function startFleet(workerCount: number, seed: number, given: Given = {}): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-chaos-'))
  mkdirSync(join(folder, 'logs'))
  const children = new Set<ChildProcess>()
  const start = (name: string, ...args: string[]): ChildProcess => {
    const log = openSync(join(folder, 'logs', `${name}.log`), 'a')
    const child = spawn('sh', [NODE, ...args], { stdio: ['pipe', name === 'market' ? 'pipe' : log, log] })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const [marketPort = 0] = await findPorts(1)
  const [postgres, marketUrl] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres') }),
    given.marketUrl ??
      startMarket(
        start('market', join(import.meta.dirname, 'market.ts'), String(marketPort), `chaos-${seed}`),
      ),
  ])
  const database = openDatabase(postgres.url, { max: 2 })
  await migrate(database)
  await database.close()
  const keyRingFile = join(folder, 'keys.json')
  const workers: (ChildProcess | null)[] = Array.from({ length: workerCount }, () => null)
  return {
    folder,
    databaseUrl: postgres.url,
    marketUrl,
    keyRingFile,
    postgres,
    workers,
    startWorker(index) {
      const args = [postgres.url, marketUrl, keyRingFile, given.settings ?? 'chaos']
      workers[index] = start(`worker-${index}`, join(import.meta.dirname, 'worker.ts'), ...args)
    },
    async stop(kept) {
      await Promise.all(
        [...children].map(async (child) => {
          child.kill('SIGCONT')
          child.kill('SIGKILL')
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        }),
      )
      await postgres.stop()
      if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function startMarket(child: ChildProcess): Promise<string> {
  return await new Promise((started, failed) => {
    child.once('exit', () => failed(new Error('the market does not start')))
    child.stdout?.on('data', (text: Buffer) => started(text.toString().trim()))
  })
}
