import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPorts } from '@madruga/server/kit/ports.ts'

/** The product as a newcomer starts it: one process, embedded database and engine, its own market. */
export type Product = {
  url: string
  marketUrl: string
  /** The address of its embedded card gateway. */
  cardsUrl: string
  output(): string
  stop(): Promise<void>
  kill(): Promise<void>
}

const root = path.join(import.meta.dirname, '..')

/**
 * Starts `server/main.ts` on free ports and waits until it is healthy. There is no daily stop, so that a test
 * that runs at four in the morning sees what every other run sees. Without `dataDir` the data is deleted at
 * the end.
 */
export async function startProduct(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'madruga-e2e-'))
  const [port, marketPort, cardsPort] = await findPorts(3)
  const url = `http://127.0.0.1:${port}`
  let output = ''
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      MARKET_PORT: String(marketPort),
      CARDS_PORT: String(cardsPort),
      DATA_DIR: dataDir,
      SETTINGS: JSON.stringify({ dailyStop: null }),
      // Journeys count what the drivers do in them.
      DEMO_WEEKS: '0',
      ...options.env,
    },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await untilHealthy(`${url}/api/health`, child, () => output)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await gone
    }
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  return {
    url,
    marketUrl: `http://127.0.0.1:${marketPort}`,
    cardsUrl: `http://127.0.0.1:${cardsPort}`,
    output: () => output,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  }
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output()}`)
    const healthy = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (healthy) return
    await wait(100)
  }
  child.kill('SIGKILL')
  throw new Error(`the product was not healthy within two minutes:\n${output()}`)
}
