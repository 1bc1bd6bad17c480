import { join } from 'node:path'
import { createAccounts, openAccountSecrets } from './accounts.ts'
import { createAdmin, isDemoOperator, recordAction } from './admin.ts'
import { forgetPayer, readDocuments } from './billing.ts'
import { createDocuments } from './invoices.ts'
import { createBots } from './bot.ts'
import type { Config } from './config.ts'
import { createFilters } from './filters.ts'
import { createForecast } from './forecast.ts'
import { createHttp } from './http.ts'
import type { Http } from './http.ts'
import { createJobs, listJobs } from './jobs.ts'
import { listenChannel } from './kit/live.ts'
import { createNotify } from './notify.ts'
import { LOG_CHANNEL, createLogTail, forgetDriver, recordEntries } from './log.ts'
import { readStations } from './platforms.ts'
import { createOperators } from './operators.ts'
import { createSecurity } from './security.ts'
import { createObservations } from './observations.ts'
import { createSupport } from './support.ts'
import { createModules } from './world/modules.ts'
import { createDownloadReaders } from './world/downloads.ts'
import { createInfrastructure } from './world/infrastructure.ts'
import { createFriends, createMoney } from './world/money.ts'
import type { Overrides, World } from './world/model.ts'
import { VERSION } from './version.ts'
import { createHandlers } from './world/handlers.ts'

export type { Overrides, World } from './world/model.ts'

/**
 * Builds one process of the product: the database is migrated, every word is given what it needs, and news
 * travels upward by callbacks set here. This is the only place that knows all words.
 */
export async function createWorld(config: Config, overrides: Overrides = {}): Promise<World> {
  const infrastructure = await createInfrastructure(config, overrides)
  const { clock, logger, keyRing, databaseUrl, database, db, dates, platform, warn } = infrastructure
  const secrets = await openAccountSecrets(db, keyRing, clock)
  const security = createSecurity({ logger, secret: secrets.secret })
  infrastructure.onRotated(() => security.record({ kind: 'keys.rotated' }))
  const { publicUrl, role } = config
  // What was sent shows codes that open accounts: to strangers never, whatever else a demo shows them.
  const messagesOpen = config.demo && config.beyond === null
  const tail = createLogTail({ db, clock, onFault: warn('the live log could not be read') })
  // Lines that another process wrote show at once too; while this connection is down the tail finds them by
  // itself.
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
  const { gateway } = infrastructure
  const documents = createDocuments(readDocuments({ db, settings: config.settings.billing, gateway }))
  const notify = await createNotify({
    database,
    databaseUrl,
    clock,
    logger,
    keyRing,
    publicUrl,
    mail: config.mail,
    phone: config.phone,
    push: config.push,
    attach: documents.attach,
    settings: config.settings.messages,
    keepNewsDays: config.settings.news.keepDays,
    sends: role === 'all' || role === 'jobs',
  })
  const referrals = createFriends(infrastructure, config, notify, secrets.secret)
  const accounts = await createAccounts({
    kysely: dates.kysely,
    db,
    pool: dates.pool,
    ...secrets,
    captcha: config.captcha,
    breachesUrl: config.breachesUrl,
    publicUrl,
    clock,
    notify,
    security,
    referrals,
    onFault: (message, details) => logger.error({ details }, message),
    operatorSessionMs: config.settings.operators.sessionMs,
    isBotResting: (tx, driverId) => bots.isResting(tx, driverId),
    forgetLog: forgetDriver,
    leaveBilling: (tx, driverId) => billing.closeAccount(tx, driverId),
    forgetPayer,
    gatherCards: (driverId) => billing.gatherCards(driverId),
    moveFilters: (tx, driverId, timeZone) => filters.moveFilters(tx, driverId, timeZone),
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
  const observations = createObservations({
    database,
    clock,
    settings: config.settings.observations,
    onFault: warn('what was offered is not written now; it is kept and tried again'),
  })
  const forecast = createForecast({ db, clock, settings: config.settings })
  const bots = await createBots({
    database,
    databaseUrl,
    clock,
    settings: config.settings,
    logger,
    keyRing,
    platformOf: () => platform,
    engine: overrides.restate === undefined ? config.restate : overrides.restate,
    worker: role === 'all' || role === 'bot' ? config.bot : null,
    notify,
    readyInstant: (driverId, access) => instant.ready(driverId, access),
    observations,
    forecast,
    ...overrides.bots,
  })
  const modules = createModules(infrastructure, config, { bots, filters, observations, notify })
  const { instant, blocks } = modules
  const { billing, accounting } = createMoney(infrastructure, config, {
    accounts,
    bots,
    filters,
    notify,
    identityKey: secrets.secret,
  })
  const recurring = {
    database,
    clock,
    logger,
    bots,
    ...modules,
    notify,
    observations,
    forecast,
    billing,
    accounting,
    keepLogDays: config.keepLogDays,
    forgetSessions: accounts.forgetSessions,
    forgetTickets: accounts.forgetTickets,
  }
  const jobs = role === 'all' || role === 'jobs' ? createJobs(recurring) : null
  const support = createSupport({ db, clock, settings: config.settings.support, notify })
  const admin = createAdmin({
    db,
    clock,
    accounts,
    support,
    notify,
    version: VERSION,
    stopBot: (driverId) => bots.stopBot(driverId, 'suspended'),
    stopDue: bots.sweeps.stopDue,
    endSession: (sessionId) => http.endSession(sessionId),
    onFault: (error, what) => logger.warn({ err: error }, what),
  })
  const operators = createOperators({
    db,
    pool: database.pool,
    keyRing,
    clock,
    secret: secrets.secret,
    settings: config.settings.operators,
    security,
    accounts,
    recordAction,
  })
  const handlers = createHandlers({
    database,
    operators,
    accounts,
    platform,
    ...modules,
    billing,
    accounting,
    referrals,
    map: config.map,
    filters,
    observations,
    forecast,
    readGeography: infrastructure.readGeography,
    tail,
    history: config.settings.history,
    keepLogDays: config.keepLogDays,
    bots,
    notify,
    support,
    admin,
    version: VERSION,
    demo: config.demo,
    messagesOpen,
  })
  const http: Http = createHttp({
    accounts,
    handlers,
    readFeed: blocks.readFeed,
    takeWebhook: billing.takeWebhook,
    receiveSms: notify.receiveSms,
    downloads: createDownloadReaders({
      accounts,
      ...modules,
      documents,
      clock,
      db,
      history: config.settings.history,
    }),
    captcha: config.captcha.provider,
    map: config.map,
    gateway,
    demo: messagesOpen,
    logger,
    clock,
    secrets: secrets.sessionSecrets,
    security,
    operators,
    isExempt: (email, here) => config.demo && here && isDemoOperator(email),
    publicUrl,
    metricsToken: config.metricsToken,
    version: VERSION,
    webRoot: overrides.webRoot ?? join(import.meta.dirname, '../web/dist'),
    trustProxy: config.trustProxy,
    tls: config.tls,
    gauges: { silent_bots: bots.countSilent },
    ...(overrides.limits && { limits: overrides.limits }),
  })
  return {
    clock,
    logger,
    database,
    keyRing,
    platform,
    gateway,
    accounts,
    notify,
    bots,
    jobs,
    recurring: listJobs(recurring),
    filters,
    observations,
    forecast,
    instant,
    blocks,
    support,
    admin,
    billing,
    accounting,
    referrals,
    handlers,
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
      await observations.close().catch(warn('observations lost'))
      await notify.close()
      await announcements?.close()
      tail.close()
      await platform.close()
      await dates.close()
      await database.close()
    },
  }
}
