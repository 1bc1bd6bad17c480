import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_DRIVERS, DEMO_OPERATOR } from '@madruga/server/console/admin/demo-drivers.ts'
import { findPorts } from '@madruga/server/kit/ports.ts'

/**
 * `npm run bench -- silence`: starts the market and the demo as processes, freezes the market while a bot
 * searches in it, and prints after how many seconds home, console and health each say that it does not
 * answer, and after how many from its return home and health say so no longer. It exits with 1 beyond 20 s.
 */
const GOAL_MS = 20_000
const GIVES_UP_MS = 120_000
const LOOKS_MS = 100
/** How often home reads whether the delivery app answers (`web/queries.ts`). */
const STATUS_MS = 10_000
/** A poll of this age is out when the market freezes. */
const POLL_MS = 5_000
const ROUNDS = 3
const ROOT = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'madruga-silence-'))
const [port = 0, cardsPort = 0, marketPort = 0] = await findPorts(3)
const url = `http://127.0.0.1:${port}`
const children: ChildProcess[] = []
let output = ''

function start(program: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  children.push(child)
  return child
}

/** How long it takes until something is so, ms. */
async function measure(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const begin = performance.now()
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - begin > GIVES_UP_MS) throw new Error(`not within two minutes: ${what}\n${output}`)
    await sleep(LOOKS_MS)
  }
  return performance.now() - begin
}

type Visitor = (method: string, operation: string, body?: object) => Promise<Record<string, unknown>>

/** The cookie of a browser that has opened the link of the terminal. */
async function enter(): Promise<string> {
  const link = new RegExp(`${url}/demo/\\S+`).exec(output)?.[0] ?? url
  const reply = await fetch(link, { redirect: 'manual' })
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

type Account = { email: string; password: string }

/** A session of one account in that browser. */
async function signIn(door: string, { email, password }: Account): Promise<Visitor> {
  const cookies = new Map([door.split(/=(.*)/s).slice(0, 2) as [string, string]])
  const ask = async (address: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const token = decodeURIComponent(cookies.get('XSRF-TOKEN') ?? '')
    const headers = { cookie, 'content-type': 'application/json', 'x-xsrf-token': token, origin: url }
    const reply = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
      cookies.set(name, value)
    }
    return reply
  }
  let as = ''
  const call: Visitor = async (method, operation, body) => {
    const reply = await ask(`${url}/api${operation}${as}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${operation}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Record<string, unknown>
  }
  await call('GET', '/accounts/session')
  const { driver } = await call('POST', '/accounts/sign-in', { email, password })
  as = `?as=${(driver as { id: string }).id}`
  return call
}

type Place = 'home' | 'console' | 'health'
type Looks = Record<Place, () => Promise<boolean>>

/** Whether each place says that the market does not answer; the console, that it was found since `since`. */
function look(ana: Visitor, operator: Visitor, since: number): Looks {
  let read = { at: performance.now() - Math.random() * STATUS_MS, isSilent: false }
  /** As home reads it: at any time of its interval when the market freezes. */
  const readStatus = async (): Promise<boolean> => {
    if (performance.now() - read.at >= STATUS_MS) {
      const { platform } = await ana('GET', '/platforms/status')
      read = { at: performance.now(), isSilent: platform === 'unavailable' }
    }
    return read.isSilent
  }
  return {
    home: async () => {
      const { phase, reason, silentSince } = await ana('GET', '/bot')
      if (phase === 'running' && (reason !== null || silentSince !== null)) return true
      return await readStatus()
    },
    console: async () => {
      const { incidents } = await operator('GET', '/admin/overview')
      const { open } = incidents as { open: { kind: string; since: number | null; openedAt: number }[] }
      return open.some((one) => one.kind === 'platform_silent' && (one.since ?? one.openedAt) > since)
    },
    health: async () => {
      const { status } = (await (await fetch(`${url}/api/health`)).json()) as { status: string }
      return status !== 'ok'
    },
  }
}

async function measureAll(looks: Partial<Looks>, wanted: boolean): Promise<Partial<Record<Place, number>>> {
  const each = Object.entries(looks).map(async ([place, isSaid]) => {
    const isSo = async () => (await isSaid()) === wanted
    return [place, await measure(`${place} says ${wanted ? 'so' : 'nothing'}`, isSo)] as const
  })
  return Object.fromEntries(await Promise.all(each))
}

async function run(): Promise<boolean> {
  const market = start('simulator/main.ts', {
    MARKET_PORT: String(marketPort),
    MARKET_DATA: path.join(folder, 'market'),
  })
  start('server/main.ts', {
    PORT: String(port),
    CARDS_PORT: String(cardsPort),
    MARKET_URL: `http://127.0.0.1:${marketPort}`,
    DATA_DIR: path.join(folder, 'data'),
    DEMO: 'on',
    DEMO_WEEKS: '0',
    VARIANTS: 'amazon',
    SETTINGS: JSON.stringify({ dailyStop: null }),
  })
  await measure('the demo is ready', () => Promise.resolve(/Press Ctrl-C/.test(output)))
  const door = await enter()
  const ana = await signIn(door, DEMO_DRIVERS[0]!)
  const operator = await signIn(door, DEMO_OPERATOR)
  let isWithinGoal = true
  for (let round = 1; round <= ROUNDS; round++) {
    // An incident that is over stays open in the console for minutes, in case it comes again.
    const { console: _, ...places } = look(ana, operator, 0)
    await measureAll(places, false)
    // What the round before left in the console is older than this round then.
    await sleep(2 * POLL_MS)
    market.kill('SIGSTOP')
    const said = await measureAll(look(ana, operator, Date.now() - POLL_MS), true)
    market.kill('SIGCONT')
    const over = await measureAll(places, false)
    for (const [place, ms] of Object.entries(said))
      console.log(`round ${round}, ${place}: said after ${seconds(ms)}`)
    for (const [place, ms] of Object.entries(over))
      console.log(`round ${round}, ${place}: over ${seconds(ms)} after the market's return`)
    isWithinGoal &&= Object.values(said).every((ms) => ms <= GOAL_MS)
  }
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}`)
  return isWithinGoal
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

let isWithinGoal = false
try {
  isWithinGoal = await run()
} finally {
  for (const child of children.toReversed()) {
    child.kill('SIGCONT')
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
process.exit(isWithinGoal ? 0 : 1)
