import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { createBots } from '@madruga/server/bot.ts'
import { openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { createMarketPlatform, onePlatform } from '@madruga/server/platforms.ts'
import { addDrivers, callMarket } from '../chaos/drivers.ts'
import type { ChaosDriver } from '../chaos/drivers.ts'
import { startFleet } from '../chaos/fleet.ts'
import type { Fleet } from '../chaos/fleet.ts'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * The product under attack: its own process with all roles, searching bots, and a proxy that measures them.
 */
export type Target = {
  url: string
  fleet: Fleet
  platform: TimedPlatform
  drivers: ChaosDriver[]
  /** Resident memory of the product's process, in MB. */
  readMemoryMb(): Promise<number>
  /** CPU time of its process (ms), including threads, excluding other processes. */
  readCpuMs(): Promise<number>
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')
const START_MS = 120_000

/** One long run each, so that no bot sleeps during the measurement. */
const SETTINGS = {
  dailyStop: null,
  preparingMs: 5_000,
  budget: { perHour: 100_000, burstMinutes: 10, reserveShare: 0.1 },
  speeds: { '1X': { runMs: 3_600_000, sleepMs: 1_500, pollMs: 400, totalMs: null, waitMs: null } },
}

/** Starts everything and the bots. */
export async function startTarget(count: number): Promise<Target> {
  const fleet = await startFleet(0, 1)
  let child: ChildProcess | null = null
  let platform: TimedPlatform | null = null
  const database = openDatabase(fleet.databaseUrl, { max: 4 })
  const stop = async (): Promise<void> => {
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    await platform?.stop()
    await database.close()
    await fleet.stop(false)
  }
  try {
    platform = await startTimedPlatform(fleet.marketUrl)
    const drivers = await addDrivers(fleet, database, count)
    await callMarket(fleet, 'PUT', '/admin/faults', { quotaPerHour: 1_000_000 })
    const [port = 0, cardsPort = 0] = await findPorts(2)
    const url = `http://127.0.0.1:${port}`
    child = spawnProduct(fleet, { port, cardsPort, marketUrl: platform.url })
    await untilHealthy(url, child)
    await startBots(fleet, database, platform, drivers)
    const { pid } = child
    return {
      url,
      fleet,
      platform,
      drivers,
      readMemoryMb: () => readMemory(pid ?? 0),
      readCpuMs: () => readCpu(pid ?? 0),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function spawnProduct(
  fleet: Fleet,
  { port, cardsPort, marketUrl }: { port: number; cardsPort: number; marketUrl: string },
): ChildProcess {
  const dataDir = join(fleet.folder, 'data')
  mkdirSync(dataDir)
  const log = openSync(join(fleet.folder, 'logs/product.log'), 'a')
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(port),
      CARDS_PORT: String(cardsPort),
      DATA_DIR: dataDir,
      KEY_RING_FILE: fleet.keyRingFile,
      DATABASE_URL: fleet.databaseUrl,
      MARKET_URL: marketUrl,
      DEMO: 'off',
      SETTINGS: JSON.stringify(SETTINGS),
    },
  })
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
    const healthy = await fetch(`${url}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (healthy) return
  }
  throw new Error('the product does not start')
}

/** Starts the bots from outside; the product does the searching. */
async function startBots(
  fleet: Fleet,
  database: Database,
  { url }: TimedPlatform,
  drivers: readonly ChaosDriver[],
): Promise<void> {
  const platform = createMarketPlatform({ url, clock: systemClock })
  const bots = await createBots({
    database,
    databaseUrl: fleet.databaseUrl,
    clock: systemClock,
    settings: { ...DEFAULT_SETTINGS, ...(SETTINGS as object) } as Settings,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    keyRing: loadKeyRing(fleet.keyRingFile),
    platforms: onePlatform(platform),
    worker: null,
  })
  await Promise.all(drivers.map(({ id }) => bots.startBot(id, { mode: 'regular', liveLog: true })))
  for (const end = Date.now() + START_MS; ; await sleep(500)) {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from bots where phase = 'running'`,
    )
    if ((rows[0]?.n ?? 0) === drivers.length) break
    if (Date.now() > end) throw new Error(`${rows[0]?.n} of ${drivers.length} bots run`)
  }
  await bots.close()
  await platform.close()
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Linux's clock tick: a hundredth of a second on every machine that Node runs on. */
const TICK_MS = 10

async function readCpu(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain anything; user and system time are the 12th and 13th field after it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * A proxy between the product and the market that measures the time from sending an offer to receiving its
 * accept.
 */
type TimedPlatform = {
  url: string
  /** Reactions (ms) since the last call: from the list's last byte written to the accept's head read. */
  takeReactions(): number[]
  stop(): Promise<void>
}

const OFFER_ID = /"offerId":"([^"]+)"/g
const ACCEPT = /^\/v1\/offers\/([^/]+)\/accept$/

/** Starts one in front of a market; it passes everything on unchanged. */
async function startTimedPlatform(marketUrl: string): Promise<TimedPlatform> {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(marketUrl)
  /** When an offer was first sent to a bot, by the bot's token and the offer; NaN once it reacted. */
  const shown = new Map<string, number>()
  let reactions: number[] = []

  const note = (bot: string, list: string): void => {
    const now = performance.now()
    for (const [, offer] of list.matchAll(OFFER_ID)) {
      const key = `${bot} ${offer}`
      if (!shown.has(key)) shown.set(key, now)
    }
  }

  const noteAccept = (bot: string, offer: string): void => {
    const key = `${bot} ${offer}`
    const since = shown.get(key)
    if (since === undefined || Number.isNaN(since)) return
    reactions.push(performance.now() - since)
    shown.set(key, Number.NaN)
  }

  async function pass(given: IncomingMessage, reply: ServerResponse): Promise<void> {
    const bot = given.headers.authorization ?? ''
    const accepted = ACCEPT.exec(given.url ?? '')?.[1]
    if (accepted !== undefined) noteAccept(bot, decodeURIComponent(accepted))
    const { method = 'GET', url: path = '/', headers } = given
    const asked = request({ agent, hostname, port, method, path, headers })
    asked.end(await buffer(given))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject)
    })
    const body = await buffer(answer)
    const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers
    reply.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': body.length })
    reply.end(body)
    if (method === 'GET' && path.startsWith('/v1/offers')) note(bot, body.toString())
  }

  const server = createServer((given, reply) => {
    pass(given, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeReactions() {
      const taken = reactions
      reactions = []
      return taken
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
