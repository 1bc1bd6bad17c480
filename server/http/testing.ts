import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { createAccounts } from '../accounts.ts'
import type { Accounts, AccountsDeps, NewDriver } from '../accounts.ts'
import { createAdmin, recordAction } from '../admin.ts'
import {
  closedCards,
  createBilling,
  createBooks,
  createReferrals,
  describeGateway,
  forgetPayer,
} from '../billing.ts'
import type { BillingKit, Documents } from '../billing.ts'
import { openDatabase } from '../db.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { createFilters, readGround } from '../filters.ts'
import type { FiltersDeps } from '../filters.ts'
import { createHttp } from '../http.ts'
import type { Http, HttpDeps, HttpLimits, Words } from '../http.ts'
import { systemClock } from '../kit/clock.ts'
import type { Clock } from '../kit/clock.ts'
import { createJournal } from '../kit/journal.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import { makeKeyRing } from '../kit/seal.ts'
import type { KeyRing } from '../kit/seal.ts'
import { createLogTail, forgetDriver, recordEntries } from '../log.ts'
import type { LogTail } from '../log.ts'
import type { Bots } from '../bot.ts'
import { stubPlatform } from '../bot/testing-platform.ts'
import type { Blocks } from '../blocks.ts'
import { createConnections, createVerification } from '../platforms.ts'
import type { ConnectionsDeps, Platform, VerificationDeps } from '../platforms.ts'
import { createNotify } from '../notify.ts'
import type { NewMessage, Notify } from '../notify.ts'
import { createSightings } from '../sightings.ts'
import type { Recap } from '../recap.ts'
import { createSupport } from '../support.ts'
import { createDownloadReaders } from '../world/downloads.ts'
import { absentWord } from './testing/absent.ts'
import { accountsWord } from '../world/words/accounts.ts'
import { adminWord } from '../world/words/admin.ts'
import { billingWord } from '../world/words/billing.ts'
import { blocksWord } from '../world/words/blocks.ts'
import { booksWord } from '../world/words/books.ts'
import { filtersWord } from '../world/words/filters.ts'
import { logWord } from '../world/words/log.ts'
import { notifyWord } from '../world/words/notify.ts'
import { platformsWord } from '../world/words/platforms.ts'
import { referralsWord } from '../world/words/referrals.ts'
import { supportWord } from '../world/words/support.ts'

const SECRET = 'a secret for tests that is long enough'

/** The web server over a real database, with a bot and a platform that only remember who was asked for. */
export type TestHttp = {
  url: string
  database: TestDatabase
  accounts: Accounts
  notify: Notify
  /** What was put into the outbox, in order: codes are read here, since they are sealed there. */
  sent: NewMessage[]
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
    /** The platform at which drivers connect, and whether their bots rest; one in memory and always, when not given. */
    platform?: Platform
    isResting?: ConnectionsDeps['isResting']
    readStationIds?: FiltersDeps['readStationIds']
    keyRing?: KeyRing
    /** Of the accounts, where a test needs them otherwise. */
    accounts?: Partial<AccountsDeps>
    captcha?: HttpDeps['captcha']
    map?: HttpDeps['map']
    gateway?: HttpDeps['gateway']
    takeWebhook?: HttpDeps['takeWebhook']
    /** Instant offers; absent when not given. */
    instant?: (http: Pick<TestHttp, 'database'>) => Words['instant']
    /** Calendar, check-in and release; absent when not given. */
    blocks?: (http: Pick<TestHttp, 'database' | 'notify'>) => Blocks
    /** What relaying the human check needs of bots. */
    human?: Pick<VerificationDeps, 'botWaits' | 'humanSolved'>
  } = {},
): Promise<TestHttp> {
  const database = await testDatabase()
  const dates = openDatabase(database.url, { instants: 'date', max: 4 })
  const db = database.database.kysely
  const lines: string[] = []
  const journal = createJournal({ level: 'info', style: 'json', write: (line) => lines.push(line) })
  const publicUrl = options.publicUrl ?? 'http://127.0.0.1'
  const keyRing = options.keyRing ?? makeKeyRing()
  const sent: NewMessage[] = []
  const notify = listenIn(
    await createNotify({
      database: database.database,
      databaseUrl: database.url,
      clock: systemClock,
      journal,
      keyRing,
      publicUrl,
      mail: { url: null, from: 'hello@madruga.example' },
      phone: null,
      push: { subject: 'mailto:hello@madruga.example', hosts: [] },
      settings: DEFAULT_SETTINGS.messages,
      keepNewsDays: 90,
      sends: false,
    }),
    sent,
  )
  const referrals = createReferrals({
    db,
    clock: options.clock ?? systemClock,
    notify,
    settings: DEFAULT_SETTINGS.billing,
    publicUrl,
    pick: randomInt,
  })
  const accounts = await createAccounts({
    kysely: dates.kysely,
    db,
    pool: dates.pool,
    secret: SECRET,
    codeSecret: `${SECRET} of codes`,
    captchaSecret: `${SECRET} of captchas`,
    captcha: { provider: 'altcha' },
    captchaWork: { cost: 10, least: 1, most: 20 },
    publicUrl,
    clock: systemClock,
    notify,
    referrals,
    onFault: (message) => journal.error(message),
    isBotResting: options.isResting ?? (async () => true),
    forgetLog: forgetDriver,
    forgetPayer,
    gatherCards: async () => () => {},
    onSessionEnded: (sessionId) => http.endSession(sessionId),
    ...options.accounts,
  })
  const saves: TestHttp['saves'] = []
  const filters = createFilters({
    db,
    clock: systemClock,
    recordEntries,
    readStationIds: options.readStationIds ?? (async () => ['s1', 's2']),
    onSaved: (driverId, _variant, version) => saves.push({ driverId, version }),
  })
  const tail = createLogTail({ db, clock: systemClock, pollMs: 20 })
  const platform = options.platform ?? stubPlatform(systemClock)
  const sightings = createSightings({
    database: database.database,
    clock: systemClock,
    settings: DEFAULT_SETTINGS.sightings,
  })
  const { history, platform: asks } = DEFAULT_SETTINGS
  const perHour = (name: string, points: number) =>
    createSharedLimiter(database.database.pool, name, { points, windowS: 3600 })
  const connections = createConnections({
    db,
    keyRing,
    clock: options.clock ?? systemClock,
    platformOf: () => platform,
    isResting: options.isResting ?? (async () => true),
    removeFilter: filters.removeFilter,
    connectLimit: perHour('platform_connect', asks.connectsPerHour),
    syncLimit: perHour('platform_sync', asks.syncsPerHour),
  })
  const verification = createVerification({
    db,
    keyRing,
    clock: options.clock ?? systemClock,
    platformOf: () => platform,
    botWaits: async () => false,
    humanSolved: async () => {},
    ...options.human,
    answerLimit: perHour('platform_answer', asks.answersPerHour),
  })
  const blocks = options.blocks?.({ database, notify })
  const webRoot = await makeWebRoot()
  const asked: string[] = []
  const ask = <T>(driverId: string, answer: T): T => {
    asked.push(driverId)
    const failure = options.fail?.()
    if (failure) throw failure
    return answer
  }
  const support = createSupport({
    db,
    clock: systemClock,
    settings: DEFAULT_SETTINGS.support,
    notify,
  })
  const admin = createAdmin({
    db,
    clock: systemClock,
    accounts,
    support,
    notify,
    stopBot: async () => {},
    stopDue: async () => {},
    endSession: (sessionId) => http.endSession(sessionId),
    onFault: (error, what) => journal.error({ err: error }, what),
  })
  const money: BillingKit = {
    database: database.database,
    db,
    clock: options.clock ?? systemClock,
    settings: DEFAULT_SETTINGS.billing,
    cards: closedCards,
    gateway: describeGateway(null),
    accounts,
    notify,
    publicUrl,
    stopBot: async () => {},
    removeDearFilter: async () => {},
    newId: randomUUID,
    newReference: () => `P-${String(randomInt(1e8)).padStart(8, '0')}`,
    onFault: (error, what) => journal.error({ err: error }, what),
  }
  const absent = absentWord<Words['bot']>()
  const http: Http = createHttp({
    accounts,
    journal,
    clock: options.clock ?? systemClock,
    secret: SECRET,
    publicUrl,
    webRoot,
    version: '0.0.0',
    ...(options.limits && { limits: options.limits }),
    ...(options.captcha && { captcha: options.captcha }),
    ...(options.map && { map: options.map }),
    ...(options.gateway && { gateway: options.gateway }),
    ...(options.takeWebhook && { takeWebhook: options.takeWebhook }),
    readFeed: async (calendarSecret) => (await blocks?.readFeed(calendarSecret)) ?? null,
    downloads: createDownloadReaders({
      recap: absentWord<Pick<Recap, 'exportWeek'>>(),
      accounts,
      blocks: blocks ?? absentWord(),
      documents: absentWord<Pick<Documents, 'readInvoice' | 'readReceipt'>>(),
      clock: options.clock ?? systemClock,
      db,
      history,
    }),
    words: {
      service: {
        health: async () => ({ status: 'ok', database: true, engine: true, version: '0.0.0' }),
      },
      accounts: accountsWord({
        accounts,
        demo: false,
        readMinimumAppVersion: async () => '0.0.0',
      }),
      filters: filtersWord({
        filters,
        sightings,
        platformName: platform.name,
        readGround: (driverId) => readGround(db, driverId, platform.name),
      }),
      platforms: {
        ...platformsWord({
          database: database.database,
          platform,
          bots: {} as Bots,
          connections,
          verification,
        }),
        stations: async ({ driverId }) => ask(driverId, { stations: STATIONS }),
        status: async ({ driverId }) => ask(driverId, { server: 'available', platform: 'available' }),
      },
      bot: {
        asks: absent.asks,
        answerAsk: absent.answerAsk,
        shadowRuns: absent.shadowRuns,
        shadowRun: absent.shadowRun,
        get: async ({ driverId }) => ask(driverId, BOT),
        start: async ({ driverId }) => ask(driverId, BOT),
        stop: async ({ driverId }) => ask(driverId, BOT),
        today: async ({ driverId }) => ask(driverId, TODAY),
      },
      autostart: absentWord(),
      blocks: blocks ? blocksWord(blocks) : absentWord(),
      instant: options.instant?.({ database }) ?? absentWord(),
      forecast: absentWord(),
      recap: absentWord(),
      log: logWord({ db, tail, history, keepLogDays: 90 }),
      notify: notifyWord(notify),
      support: supportWord(support),
      billing: billingWord(createBilling(money)),
      referrals: referralsWord(referrals),
      books: booksWord(createBooks({ ...money, timeZone: 'America/New_York', recordAction })),
      admin: adminWord({
        admin,
        version: '0.0.0',
        platform: { answers: async () => true },
        bots: { answers: async () => false },
      }),
    },
  })
  const { port } = await http.listen(0, '127.0.0.1')
  let drivers = 0
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    accounts,
    notify,
    sent,
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
      await notify.close()
      await sightings.close()
      tail.close()
      await dates.close()
      await database.drop()
      await rm(webRoot, { recursive: true })
    },
  }
}

/** The same, and whatever is put into the outbox is also shown. */
function listenIn(notify: Notify, sent: NewMessage[]): Notify {
  return {
    ...notify,
    async sendMessage(tx, message) {
      await notify.sendMessage(tx, message)
      sent.push(message)
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
  shadowUntil: null,
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
