import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openDatabase } from '@madruga/server/db.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_MS = 120_000
/** The product's own settings, but for the daily stop, which would depend on the hour. */
const SETTINGS = { dailyStop: null }

/** The product on several processes over one database, as an operator of several machines starts it. */
export type Processes = { url: string; databaseUrl: string; keyRingFile: string; stop(): Promise<void> }

/** Starts PostgreSQL, one process of the roles api and jobs each, and this many of the role bot. */
export async function startProcesses(bots: number): Promise<Processes> {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-budget-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const database = openDatabase(postgres.url, { max: 2 })
  await migrate(database)
  await database.close()
  const keyRingFile = join(folder, 'keys.json')
  const [port = 0, jobsProbe = 0, ...probes] = await findPorts(2 + bots)
  const children: ChildProcess[] = []
  const start = (name: string, env: Record<string, string>, role: string): void => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    const log = openSync(join(folder, `${name}.log`), 'a')
    const own = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }
    const shared = { DATABASE_URL: postgres.url, KEY_RING_FILE: keyRingFile, DEMO: 'off' }
    const cards = {
      CARDS_URL: 'http://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_bench0000000000000000',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bench0000000000000000',
      STRIPE_WEBHOOK_SECRET: 'whsec_bench0000000000000000',
    }
    const market = { MARKET_URL: 'http://127.0.0.1:9', SETTINGS: JSON.stringify(SETTINGS) }
    const child = spawn(process.execPath, ['server/main.ts', `--role=${role}`], {
      cwd: ROOT,
      stdio: ['ignore', log, log],
      env: { ...own, ...shared, ...market, ...cards, DATA_DIR: dataDir, ...env },
    })
    children.push(child)
  }
  const stop = async (): Promise<void> => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(async (child) => child.exitCode ?? (await once(child, 'exit'))))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    start('api', { PORT: String(port) }, 'api')
    const url = `http://127.0.0.1:${port}`
    // It creates the keys.
    await untilHealthy(`${url}/api/health`, children[0]!)
    // It reads back what is not decided yet.
    start('jobs', { HEALTH_PORT: String(jobsProbe) }, 'jobs')
    for (const [index, probe] of probes.entries())
      start(`bot-${index}`, { HEALTH_PORT: String(probe) }, 'bot')
    return { url, databaseUrl: postgres.url, keyRingFile, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    const healthy = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (healthy) return
  }
  throw new Error('the product did not become healthy')
}
