import { createAccounts } from './accounts.ts'
import type { Accounts, AccountsDeps } from './accounts.ts'
import { createAdmin } from './admin.ts'
import type { Admin } from './admin.ts'
import { createBots } from './bot.ts'
import type { Bots } from './bot.ts'
import type { Config } from './config.ts'
import { migrate, openDatabase } from './db.ts'
import type { Database } from './db.ts'
import { createFilters } from './filters.ts'
import type { Filters } from './filters.ts'
import { createHttp } from './http.ts'
import type { Http, HttpLimits, Words } from './http.ts'
import { createJobs } from './jobs.ts'
import type { Jobs } from './jobs.ts'
import { systemClock } from './kit/clock.ts'
import type { Clock } from './kit/clock.ts'
import { createJournal } from './kit/journal.ts'
import type { Journal } from './kit/journal.ts'
import { createSharedLimiter } from './kit/limits.ts'
import { listenChannel } from './kit/live.ts'
import { deriveSecret, loadKeyRing } from './kit/seal.ts'
import type { KeyRing } from './kit/seal.ts'
import { StartError } from './kit/start-error.ts'
import { createNotify } from './notify.ts'
import type { Notify } from './notify.ts'
import { LOG_CHANNEL, createLogTail, forgetDriver, recordEntries } from './log.ts'
import { createConnections, createMarketPlatform, readStations } from './platforms.ts'
import type { Platform } from './platforms.ts'
import { createSupport } from './support.ts'
import type { Support } from './support.ts'
import { VERSION, WEB_FOLDER } from './world/places.ts'
import { createDownloadReaders } from './world/downloads.ts'
import { createWords } from './world/words.ts'

/** Takes the place of what the configuration would give: tests pass a clock, `main` the URLs of servers that it started. */
export type Overrides = {
  clock?: Clock
  journal?: Journal
  keyRing?: KeyRing
  databaseUrl?: string
  marketUrl?: string
  restate?: Config['restate']
  /** Folder of the built web app. */
  webRoot?: string
  /** How much one caller may ask for. */
  limits?: Partial<HttpLimits>
  /** How many sign-ins and codes there may be, for tests. */
  accounts?: Partial<Pick<AccountsDeps, 'lockout' | 'codes'>>
  /** Time and chance of the searches, for tests. */
  bots?: Pick<Parameters<typeof createBots>[0], 'monotonic' | 'random' | 'openSearcher' | 'notify'>
}

/** Everything that one process of the product is made of, wired. */
export type World = {
  clock: Clock
  journal: Journal
  database: Database
  keyRing: KeyRing
  platform: Platform
  accounts: Accounts
  notify: Notify
  bots: Bots
  /** null where the role runs none. */
  jobs: Jobs | null
  filters: Filters
  support: Support
  admin: Admin
  words: Words
  http: Http
  /** Opens the port, where the role serves one; 0 otherwise. */
  listen(): Promise<{ port: number }>
  /** Ends searches and requests under way, then the connections. */
  close(): Promise<void>
}

/**
 * Builds one process of the product: the database is migrated, every word is given what it needs, and news travels upward by callbacks set here.
 * This is the only place that knows all words.
 */
export async function createWorld(config: Config, overrides: Overrides = {}): Promise<World> {
  const clock = overrides.clock ?? systemClock
  const journal = overrides.journal ?? createJournal(config.log)
  const keyRing = overrides.keyRing ?? loadKeyRing(config.keyRingFile)
  const databaseUrl = required(overrides.databaseUrl ?? config.databaseUrl, 'a database')
  const marketUrl = required(overrides.marketUrl ?? config.marketUrl, 'a market')
  const secret = deriveSecret(keyRing, 'sessions')
  const { publicUrl, role } = config

  const warn = (what: string) => (error: unknown) => journal.warn({ err: error }, what)
  const onIdleError = warn('a database connection broke')
  const database = openDatabase(databaseUrl, { max: config.databaseConnections, onIdleError })
  await reach(database, databaseUrl)
  await migrate(database)
  const db = database.kysely
  const dates = openDatabase(databaseUrl, { max: 4, instants: 'date', onIdleError })
  const platform = createMarketPlatform({ url: marketUrl, clock })
  const tail = createLogTail({ db, clock, onFault: warn('the live log could not be read') })
  // Lines that another process wrote show at once too; while this connection is down the tail finds them by itself.
  const announcements =
    role === 'all' || role === 'api'
      ? listenChannel({
          url: databaseUrl,
          channel: LOG_CHANNEL,
          onMessage: tail.wake,
          clock,
          onFault: warn('announcements of the log are not heard for a moment'),
        })
      : null
  const notify = await createNotify({
    database,
    databaseUrl,
    clock,
    journal,
    keyRing,
    publicUrl,
    mail: config.mail,
    phone: config.phone,
    push: config.push,
    settings: config.settings.messages,
    keepNewsDays: config.settings.news.keepDays,
    sends: role === 'all' || role === 'jobs',
  })
  const accounts = await createAccounts({
    kysely: dates.kysely,
    db,
    pool: dates.pool,
    secret,
    codeSecret: deriveSecret(keyRing, 'codes'),
    captchaSecret: deriveSecret(keyRing, 'captcha'),
    captcha: config.captcha,
    publicUrl,
    clock,
    notify,
    onFault: (message, details) => journal.error({ details }, message),
    isBotResting: (tx, driverId) => bots.isResting(tx, driverId),
    forgetLog: forgetDriver,
    onSessionEnded: (sessionId) => http.endSession(sessionId),
    ...overrides.accounts,
  })
  const filters = createFilters({
    db,
    clock,
    recordEntries,
    async readStationIds(driverId, variant) {
      return (await readStations(db, driverId, platform.name, variant)).map((station) => station.id)
    },
    onSaved: (driverId) => {
      tail.wake(driverId)
      bots.filterSaved(driverId).catch(warn('a saved filter was not announced'))
    },
  })
  const bots = await createBots({
    database,
    databaseUrl,
    clock,
    settings: config.settings,
    journal,
    keyRing,
    platformOf: () => platform,
    engine: overrides.restate === undefined ? config.restate : overrides.restate,
    worker: role === 'all' || role === 'bot' ? config.bot : null,
    notify,
    ...overrides.bots,
  })
  const perHour = (name: string, points: number) =>
    createSharedLimiter(database.pool, name, { points, windowS: 3600 })
  const connections = createConnections({
    db,
    keyRing,
    clock,
    platformOf: () => platform,
    isResting: bots.isResting,
    removeFilter: filters.removeFilter,
    connectLimit: perHour('platform_connect', config.settings.platform.connectsPerHour),
    syncLimit: perHour('platform_sync', config.settings.platform.syncsPerHour),
  })
  const jobs =
    role === 'all' || role === 'jobs'
      ? createJobs({
          database,
          clock,
          journal,
          bots,
          notify,
          keepLogDays: config.keepLogDays,
          forgetSessions: accounts.forgetSessions,
          forgetTickets: accounts.forgetTickets,
        })
      : null
  const support = createSupport({ db, clock, settings: config.settings.support, notify })
  const admin = createAdmin({
    db,
    clock,
    accounts,
    support,
    notify,
    stopBot: (driverId) => bots.stopBot(driverId, 'suspended'),
    stopDue: bots.sweeps.stopDue,
    endSession: (sessionId) => http.endSession(sessionId),
    onFault: (error, what) => journal.warn({ err: error }, what),
  })
  const words = createWords({
    database,
    accounts,
    platform,
    connections,
    filters,
    tail,
    history: config.settings.history,
    keepLogDays: config.keepLogDays,
    bots,
    notify,
    support,
    admin,
    version: VERSION,
    demo: config.demo,
  })
  const http: Http = createHttp({
    accounts,
    words,
    downloads: createDownloadReaders({ accounts, clock, db, history: config.settings.history }),
    captcha: config.captcha.provider,
    demo: config.demo,
    journal,
    clock,
    secret,
    publicUrl,
    version: VERSION,
    webRoot: overrides.webRoot ?? WEB_FOLDER,
    trustProxy: config.trustProxy,
    ...(overrides.limits && { limits: overrides.limits }),
  })
  return {
    clock,
    journal,
    database,
    keyRing,
    platform,
    accounts,
    notify,
    bots,
    jobs,
    filters,
    support,
    admin,
    words,
    http,
    async listen() {
      if (role !== 'all' && role !== 'api') return { port: 0 }
      return await http.listen(config.port, config.host)
    },
    async close() {
      await http.close()
      await admin.idle()
      await jobs?.close()
      await bots.close()
      await notify.close()
      await announcements?.close()
      tail.close()
      await platform.close()
      await dates.close()
      await database.close()
    },
  }
}

// Asked before anything else, so that a wrong address is one line and not the first query's error.
async function reach(database: Database, url: string): Promise<void> {
  try {
    await database.pool.query('select 1')
  } catch (error) {
    const place = url.replace(/\/\/[^@/]*@/, '//')
    throw new StartError(`The database at ${place} does not answer: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function required(url: string | null, what: string): string {
  if (url === null || url === '') throw new Error(`a world needs ${what}`)
  return url
}
