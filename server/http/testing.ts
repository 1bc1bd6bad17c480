import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { createAccounts } from '../accounts.ts'
import type { Accounts, NewDriver } from '../accounts.ts'
import { openDatabase } from '../db.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { createFilters } from '../filters.ts'
import { createHttp } from '../http.ts'
import type { Http, HttpLimits } from '../http.ts'
import { systemClock } from '../kit/clock.ts'
import type { Clock } from '../kit/clock.ts'
import { createJournal } from '../kit/journal.ts'
import { createLogTail, recordEntries } from '../log.ts'
import type { LogTail } from '../log.ts'
import type { Bots } from '../bot.ts'
import type { Platform } from '../platforms.ts'
import { createDownloadReaders } from '../world/downloads.ts'
import { accountsWord } from '../world/words/accounts.ts'
import { adminWord } from '../world/words/admin.ts'
import { filtersWord } from '../world/words/filters.ts'
import { logWord } from '../world/words/log.ts'
import { notifyWord } from '../world/words/notify.ts'
import { platformsWord } from '../world/words/platforms.ts'
import { supportWord } from '../world/words/support.ts'

const SECRET = 'a secret for tests that is long enough'

/** The web server over a real database, with a bot and a platform that only remember who was asked for. */
export type TestHttp = {
  url: string
  database: TestDatabase
  accounts: Accounts
  tail: LogTail
  /** Driver ids that the bot and platform words were called with. */
  asked: string[]
  /** Saves that were told on. */
  saves: { driverId: string; version: number }[]
  /** What the journal wrote. */
  journal: string[]
  addDriver(driver?: Partial<NewDriver>): Promise<{ id: string; email: string; password: string }>
  stop(): Promise<void>
}

/** Starts one on a free port. */
export async function startTestHttp(
  options: {
    limits?: Partial<HttpLimits>
    publicUrl?: string
    /** What the bot and platform words throw; null = nothing. */
    fail?: () => Error | null
    /** Of the web server alone. */
    clock?: Clock
  } = {},
): Promise<TestHttp> {
  const database = await testDatabase()
  const dates = openDatabase(database.url, { instants: 'date', max: 4 })
  const db = database.database.kysely
  const lines: string[] = []
  const journal = createJournal({ level: 'info', style: 'json', write: (line) => lines.push(line) })
  const publicUrl = options.publicUrl ?? 'http://127.0.0.1'
  const accounts = await createAccounts({
    kysely: dates.kysely,
    pool: dates.pool,
    secret: SECRET,
    publicUrl,
    clock: systemClock,
    onFault: (message) => journal.error(message),
  })
  const saves: TestHttp['saves'] = []
  const filters = createFilters({
    db,
    clock: systemClock,
    recordEntries,
    readStationIds: async () => ['s1', 's2'],
    onSaved: (driverId, _variant, version) => saves.push({ driverId, version }),
  })
  const tail = createLogTail({ db, clock: systemClock, pollMs: 20 })
  const webRoot = await makeWebRoot()
  const asked: string[] = []
  const ask = <T>(driverId: string, answer: T): T => {
    asked.push(driverId)
    const failure = options.fail?.()
    if (failure) throw failure
    return answer
  }
  const http: Http = createHttp({
    accounts,
    journal,
    clock: options.clock ?? systemClock,
    secret: SECRET,
    publicUrl,
    webRoot,
    version: '0.0.0',
    ...(options.limits && { limits: options.limits }),
    downloads: createDownloadReaders(),
    words: {
      service: {
        health: async () => ({ status: 'ok', database: true, engine: true, version: '0.0.0' }),
      },
      accounts: accountsWord({
        accounts,
        endSession: (sessionId) => http.endSession(sessionId),
        demo: false,
        readMinimumAppVersion: async () => '0.0.0',
      }),
      filters: filtersWord(filters),
      platforms: {
        ...platformsWord({ database: database.database, platform: {} as Platform, bots: {} as Bots }),
        stations: async ({ driverId }) => ask(driverId, { stations: STATIONS }),
        status: async ({ driverId }) => ask(driverId, { server: 'available', platform: 'available' }),
      },
      bot: {
        get: async ({ driverId }) => ask(driverId, BOT),
        start: async ({ driverId }) => ask(driverId, BOT),
        stop: async ({ driverId }) => ask(driverId, BOT),
        today: async ({ driverId }) => ask(driverId, TODAY),
      },
      log: logWord(db, tail),
      notify: notifyWord(),
      support: supportWord(),
      admin: adminWord(),
    },
  })
  const { port } = await http.listen(0, '127.0.0.1')
  let drivers = 0
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    accounts,
    tail,
    asked,
    saves,
    journal: lines,
    async addDriver(driver = {}) {
      const made = { name: 'Ana', email: `ana${++drivers}@example.com`, password: 'correct horse', ...driver }
      return { ...made, id: await accounts.createDriver(made) }
    },
    async stop() {
      await http.close()
      tail.close()
      await dates.close()
      await database.drop()
      await rm(webRoot, { recursive: true })
    },
  }
}

/** A browser's part: keeps cookies and sends the proof against forgery back. */
export function createBrowser(url: string) {
  const jar = new Map<string, string>()
  const headers = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })

  async function send(method: string, route: string, body?: unknown, more: Record<string, string> = {}) {
    const response = await fetch(`${url}${route}`, {
      method,
      headers: {
        ...headers(),
        ...(method !== 'GET' && { 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=', 2)
      if (attributes.includes('Max-Age=0') || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  return {
    jar,
    headers,
    send,
    /** A problem, or the answer's own body, as JSON. */
    async call<T = Problem>(method: string, route: string, body?: unknown) {
      const response = await send(method, route, body)
      return { status: response.status, headers: response.headers, body: (await response.json()) as T }
    },
    /** Loads the page and signs in. */
    async signIn(login: { email: string; password: string }) {
      await (await send('GET', '/api/accounts/session')).arrayBuffer()
      const { email, password } = login
      return send('POST', '/api/accounts/sign-in', { email, password })
    },
  }
}

const BOT: Outputs['bot']['get'] = {
  phase: 'not_running',
  gps: false,
  mode: 'regular',
  liveLog: true,
  reason: null,
  dueAt: null,
  gen: 0,
  speed: '1X',
  startedAt: null,
  windowStartedAt: null,
  seq: 0,
  now: 0,
}
const STATIONS: Outputs['platforms']['stations']['stations'] = Array.from({ length: 50 }, (_, index) => ({
  id: `s${index}`,
  variant: 'amazon',
  code: `VNY${index}`,
  name: 'Midtown',
  address: '1 Main Street',
  city: 'New York',
  state: 'NY',
  programme: 'parcels',
  latitude: 40.7,
  longitude: -74,
  timeZone: 'America/New_York',
}))
const TODAY: Outputs['bot']['today'] = {
  seen: 0,
  accepted: 0,
  missed: 0,
  ignored: 0,
  bookedCents: 0,
  requests: { usedThisHour: 0, perHour: 100 },
  rhythm: [],
  nextBlock: null,
}

async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'madruga-web-'))
  await mkdir(path.join(root, 'assets'))
  await writeFile(path.join(root, 'index.html'), `<!doctype html><title>app</title>${' '.repeat(2000)}`)
  await writeFile(path.join(root, 'assets', 'app-1a2b3c.js'), `export const text = '${'a'.repeat(5000)}'\n`)
  await writeFile(path.join(root, '.secret'), 'no')
  return root
}
