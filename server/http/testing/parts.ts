import { randomInt, randomUUID } from 'node:crypto'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { createAccounts } from '../../accounts.ts'
import type { Accounts } from '../../accounts.ts'
import { createAdmin, recordAction } from '../../admin.ts'
import { createBilling, forgetPayer } from '../../billing.ts'
import { closedCards, describeGateway } from '../../payments.ts'
import { createReferrals } from '../../subscriptions.ts'
import type { BillingDeps } from '../../billing.ts'
import { stubPlatform } from '../../bot/testing-platform.ts'
import { openDatabase } from '../../db.ts'
import { testDatabase } from '../../db/testing.ts'
import { createFilters } from '../../filters.ts'
import type { Filters } from '../../filters.ts'
import type { Http } from '../../http.ts'
import { systemClock } from '../../kit/clock.ts'
import { createLogger } from '../../kit/logger.ts'
import { createSharedLimiter } from '../../kit/limits.ts'
import { fixedSecrets, makeKeyRing } from '../../kit/encryption.ts'
import { createLogTail, forgetDriver, recordEntries } from '../../log.ts'
import { createNotify } from '../../notify.ts'
import type { NewMessage, Notify } from '../../notify.ts'
import { createOperators } from '../../operators.ts'
import { createConnections, createVerification } from '../../platforms.ts'
import type { Platform } from '../../platforms.ts'
import { createSecurity } from '../../security.ts'
import { createObservations } from '../../observations.ts'
import { createSupport } from '../../support.ts'
import type { TestHttp, TestHttpOptions } from './model.ts'

export const SECRET = 'a secret for tests that is long enough'

/** The dependencies of the product's modules in a test, and the modules themselves. */
export type Geography = Awaited<ReturnType<typeof createGeography>>
export type Parts = Geography & Awaited<ReturnType<typeof createParts>>

/** A fresh database or another process's, and everything that belongs to no module. */
export async function createGeography(options: TestHttpOptions, endSession: Http['endSession']) {
  const database = options.beside?.database ?? (await testDatabase())
  const lines: string[] = []
  const logger = createLogger({ level: 'info', style: 'json', write: (line) => lines.push(line) })
  return {
    options,
    endSession,
    database,
    db: database.database.kysely,
    dates: openDatabase(database.url, { instants: 'date', max: 4 }),
    /** Captured log lines. */
    lines,
    logger,
    publicUrl: options.publicUrl ?? 'http://127.0.0.1',
    keyRing: options.keyRing ?? makeKeyRing(),
    security: createSecurity({ logger, secret: SECRET }),
    clock: options.clock ?? systemClock,
  }
}

/** The real modules in a test of the web server, and what they announced. */
export async function createParts(geography: Geography) {
  const { db, database, options } = geography
  const { notify, sent } = await createTestNotify(geography)
  const referrals = createReferrals({
    identityKey: SECRET,
    db,
    clock: geography.clock,
    notify,
    settings: DEFAULT_SETTINGS.billing,
    publicUrl: geography.publicUrl,
    pick: randomInt,
  })
  const moveFilters: Filters['moveFilters'] = (...given) => filters.moveFilters(...given)
  const accounts = await createTestAccounts(geography, notify, referrals, moveFilters)
  const saves: TestHttp['saves'] = []
  const filters = createFilters({
    db,
    clock: systemClock,
    recordEntries,
    readStationIds: options.readStationIds ?? (async () => ['s1', 's2']),
    onSaved: (driverId, _variant, version) => saves.push({ driverId, version }),
  })
  const platform = options.platform ?? stubPlatform(systemClock)
  const support = createSupport({ db, clock: systemClock, settings: DEFAULT_SETTINGS.support, notify })
  return {
    notify,
    sent,
    referrals,
    accounts,
    saves,
    filters,
    platform,
    support,
    tail: createLogTail({ db, clock: systemClock, pollMs: 20 }),
    observations: createObservations({
      database: database.database,
      clock: systemClock,
      settings: DEFAULT_SETTINGS.observations,
    }),
    ...createPlatformParts(geography, platform, filters),
    blocks: options.blocks?.({ database, notify }),
    admin: createAdmin({
      db,
      clock: systemClock,
      accounts,
      support,
      notify,
      version: '0.3.0',
      stopBot: async () => {},
      stopDue: async () => {},
      endSession: geography.endSession,
      onFault: (error, what) => geography.logger.error({ err: error }, what),
    }),
    operators: createOperators({
      db,
      pool: database.database.pool,
      keyRing: geography.keyRing,
      clock: geography.clock,
      secret: SECRET,
      settings: DEFAULT_SETTINGS.operators,
      security: geography.security,
      accounts,
      recordAction,
    }),
    money: describeMoney(geography, accounts, notify),
  }
}

async function createTestNotify({ database, logger, keyRing, publicUrl, options }: Geography) {
  const sent: NewMessage[] = []
  const notify = await createNotify({
    database: database.database,
    databaseUrl: database.url,
    clock: systemClock,
    logger,
    keyRing,
    publicUrl,
    mail: { url: null, from: 'hello@madruga.example' },
    phone: options.phone ?? null,
    push: { subject: 'mailto:hello@madruga.example', hosts: [] },
    settings: DEFAULT_SETTINGS.messages,
    keepNewsDays: 90,
    sends: false,
  })
  return { notify: listenIn(notify, sent), sent }
}

/** The same, also recording every message put into the outbox. */
function listenIn(notify: Notify, sent: NewMessage[]): Notify {
  return {
    ...notify,
    async sendMessage(tx, message) {
      await notify.sendMessage(tx, message)
      sent.push(message)
    },
  }
}

async function createTestAccounts(
  geography: Geography,
  notify: Notify,
  referrals: ReturnType<typeof createReferrals>,
  moveFilters: Filters['moveFilters'],
) {
  const { options, db, dates, logger, security, publicUrl, endSession } = geography
  const accounts: Accounts = await createAccounts({
    kysely: dates.kysely,
    db,
    pool: dates.pool,
    secret: SECRET,
    sessionSecrets: fixedSecrets(SECRET),
    codeSecrets: fixedSecrets(`${SECRET} of codes`),
    captchaSecrets: fixedSecrets(`${SECRET} of captchas`),
    captcha: { provider: 'altcha' },
    breachesUrl: null,
    captchaWork: { cost: 10, least: 1, most: 20 },
    // A driver's password is hashed many times in a test, and guessed by nobody.
    hashingCost: { memoryKiB: 64, passes: 1, lanes: 1 },
    publicUrl,
    clock: systemClock,
    notify,
    security,
    referrals,
    onFault: (message) => logger.error(message),
    isBotResting: options.isResting ?? (async () => true),
    forgetLog: forgetDriver,
    leaveBilling: (tx, driverId) =>
      createBilling(describeMoney(geography, accounts, notify)).closeAccount(tx, driverId),
    forgetPayer,
    gatherCards: async () => () => {},
    moveFilters,
    onSessionEnded: endSession,
    ...options.accounts,
  })
  return accounts
}

/** A driver's connection to the platform: the account there, and its human check. */
function createPlatformParts(
  { options, db, keyRing, clock, database }: Geography,
  platform: Platform,
  { checkStations }: ReturnType<typeof createFilters>,
) {
  const asks = DEFAULT_SETTINGS.platform
  const perHour = (name: string, points: number) =>
    createSharedLimiter(database.database.pool, name, { points, windowS: 3600 })
  const connections = createConnections({
    db,
    keyRing,
    clock,
    platformOf: () => platform,
    isResting: options.isResting ?? (async () => true),
    checkStations,
    connectLimit: perHour('platform_connect', asks.connectsPerHour),
    syncLimit: perHour('platform_sync', asks.syncsPerHour),
  })
  const verification = createVerification({
    db,
    keyRing,
    clock,
    platformOf: () => platform,
    botWaits: async () => false,
    humanSolved: async () => {},
    ...options.human,
    answerLimit: perHour('platform_answer', asks.answersPerHour),
  })
  return { connections, verification }
}

/** Billing with a closed card gateway. */
function describeMoney(
  { database, db, clock, publicUrl, logger }: Geography,
  accounts: BillingDeps['accounts'],
  notify: Notify,
): BillingDeps {
  return {
    database: database.database,
    db,
    clock,
    settings: DEFAULT_SETTINGS.billing,
    cards: closedCards,
    gateway: describeGateway(null),
    accounts,
    notify,
    publicUrl,
    stopBot: async () => {},
    refusePlanViolationAtWork: async () => {},
    identityKey: SECRET,
    newId: randomUUID,
    newReference: () => `P-${String(randomInt(1e8)).padStart(8, '0')}`,
    onFault: (error, what) => logger.error({ err: error }, what),
  }
}
