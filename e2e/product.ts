import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import type { Database } from '@madruga/server/db.ts'
import { testDatabase } from '@madruga/server/db/testing.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'
import { until } from '@madruga/server/kit/testing.ts'
import { moveDatabase } from './moved-database.ts'

/** The product of a journey: one process with the demo, its own market and its own database. */
export type Product = {
  url: string
  marketUrl: string
  /** The address of its embedded card gateway. */
  cardsUrl: string
  database: Database
  /** The environment of its commands. */
  environment: NodeJS.ProcessEnv
  /** Moves the database's time on, which the product follows within two seconds. */
  pass(ms: number): Promise<void>
  output(): string
  stop(): Promise<void>
  kill(): Promise<void>
}

/** The cookie that the link of the last demo sets: every visitor of a journey has come by it. */
let demoCookie = ''

/** Lets a visitor into the demo that started last. */
export async function enterDemo(context: BrowserContext): Promise<void> {
  const [name = '', value = ''] = demoCookie.split('=')
  if (name !== '') await context.addCookies([{ name, value, url: 'http://127.0.0.1', httpOnly: true }])
}

const root = path.join(import.meta.dirname, '..')

/**
 * Starts `server/main.ts` on free ports and waits until it is healthy. There is no daily stop, so that a test
 * that runs at four in the morning sees what every other run sees. Its data is deleted at the end.
 */
export async function startProduct(options: { env?: Record<string, string> } = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'madruga-e2e-'))
  const fresh = await testDatabase()
  const pass = await moveDatabase(fresh, Number(process.env.TEST_SHIFT_MS ?? 0))
  const [port, marketPort, cardsPort] = await findPorts(3)
  const url = `http://127.0.0.1:${port}`
  let output = ''
  const environment = {
    ...process.env,
    PORT: String(port),
    MARKET_PORT: String(marketPort),
    CARDS_PORT: String(cardsPort),
    DATA_DIR: dataDir,
    DATABASE_URL: fresh.url,
    DEMO: 'on',
    SETTINGS: JSON.stringify({ dailyStop: null }),
    // Journeys count what the drivers do in them.
    DEMO_WEEKS: '0',
    ...options.env,
  }
  const child = spawn(
    process.execPath,
    ['--import', path.join(import.meta.dirname, 'shifted-clock.ts'), 'server/main.ts'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment },
  )
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await untilHealthy(`${url}/api/health`, child, () => output)
  demoCookie = await openDemo(url, () => output)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await gone
    }
    await fresh.drop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  return {
    url,
    marketUrl: `http://127.0.0.1:${marketPort}`,
    cardsUrl: `http://127.0.0.1:${cardsPort}`,
    database: fresh.database,
    environment,
    pass,
    output: () => output,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  }
}

/** Follows the link that the terminal shows; empty where there is none. */
async function openDemo(url: string, output: () => string): Promise<string> {
  await until(() => /Press Ctrl-C/.test(output()), 'the product says where it is')
  const link = new RegExp(`${url}/demo/\\S+`).exec(output())?.[0]
  const reply = link && (await fetch(link, { redirect: 'manual' }))
  return reply ? (reply.headers.getSetCookie()[0]?.split(';')[0] ?? '') : ''
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const isHealthy = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    return await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
  }
  await until(isHealthy, 'the product is healthy').catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`the product does not start:\n${output()}`, { cause: error })
  })
}
