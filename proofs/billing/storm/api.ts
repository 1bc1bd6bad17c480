import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@madruga/core/errors.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import { recordAction } from '@madruga/server/console/admin/store/actions.ts'
import { openDatabase } from '@madruga/server/db.ts'
import { forgetDriver } from '@madruga/server/driver/log.ts'
import { createHttp } from '@madruga/server/http.ts'
import type { Downloads } from '@madruga/server/http.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import type { Handlers } from '@madruga/server/module.ts'
import { createBilling, createAccounting, forgetPayer } from '@madruga/server/money/billing.ts'
import type { AccountingDeps } from '@madruga/server/money/billing.ts'
import {
  accountingHandlers,
  billingHandlers,
  referralsHandlers,
} from '@madruga/server/money/billing/handlers.ts'
import { describeGateway, openCards } from '@madruga/server/money/payments.ts'
import { createReferrals } from '@madruga/server/money/subscriptions.ts'
import { createNotify } from '@madruga/server/notify.ts'
import { createHealth, createProbes } from '@madruga/server/ops/health.ts'
import { createMetrics } from '@madruga/server/ops/metrics.ts'
import { silentSecurity } from '@madruga/server/ops/security.ts'
import { createAccounts, openAccountSecrets } from '@madruga/server/people/accounts.ts'
import { accountsHandlers } from '@madruga/server/people/accounts/handlers.ts'
import { openMovedClock } from './clock.ts'
import { KEYS } from './keys.ts'

const EVERY_MS = 300
/** What reads more has its turn this much less often, as in the product's table of jobs. */
const RARELY = 12
const OFFER = { variants: [...VARIANTS], billing: true, texts: true }

// One process of a storm: the web server with the words that money needs, and its recurring work. It ends
// when its parent process does.
const [databaseUrl, port, gatewayUrl, clockFile, keyRingFile, webRoot] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const PUBLIC_URL = 'http://127.0.0.1'
const MANY = { points: 1_000_000, windowS: 60 }
const NO_LIMITS = { asksPerMinute: 1e9, setupsPerHour: 1e9, refusalsPerDay: 1e9, guessesPerHour: 1e9 }

process.stdin.on('end', () => process.exit(0)).resume()
const logger = createLogger({ level: 'warn', style: 'plain' })
const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
// A request whose connection the database closed may leave a rejection behind; a process that dies of it is
// started again, and that counts.
process.on('uncaughtException', (error) => {
  logger.error({ err: error }, 'the process dies of a fault')
  process.exit(2)
})

const clock = openMovedClock(clockFile)
const keyRing = loadKeyRing(keyRingFile)
const onIdleError = warn('a database connection broke')
const database = openDatabase(databaseUrl, { max: 12, onIdleError })
const dates = openDatabase(databaseUrl, { max: 4, instants: 'date', onIdleError })
const db = database.kysely
const secrets = await openAccountSecrets(db, keyRing, systemClock)
const gateway = describeGateway({ ...KEYS, url: gatewayUrl, publicUrl: gatewayUrl })
const cards = openCards({
  secretKey: KEYS.secretKey,
  webhookSecret: KEYS.webhookSecret,
  origin: gatewayUrl,
  now: clock.now,
})

const notify = await createNotify({
  database,
  databaseUrl,
  clock,
  logger,
  keyRing,
  publicUrl: PUBLIC_URL,
  mail: { url: null, from: 'hello@madruga.example' },
  phone: null,
  push: { subject: 'mailto:hello@madruga.example', hosts: [], fcm: null, apns: null },
  settings: DEFAULT_SETTINGS.messages,
  keepNewsDays: 90,
  sends: false,
})
const referrals = createReferrals({
  identityKey: secrets.secret,
  db,
  clock,
  notify,
  settings: DEFAULT_SETTINGS.billing,
  publicUrl: PUBLIC_URL,
  pick: (below) => randomInt(below),
})
// On the machine's clock: money's weeks pass, and no one's session ends with them.
const accounts = await createAccounts({
  kysely: dates.kysely,
  db,
  offered: VARIANTS,
  pool: dates.pool,
  ...secrets,
  captcha: { provider: 'altcha' },
  breachesUrl: null,
  lockout: { session: [], device: [], pair: [], strangers: [], address: [] },
  publicUrl: PUBLIC_URL,
  clock: systemClock,
  notify,
  security: silentSecurity,
  referrals,
  onFault: (message, details) => logger.error({ details }, message),
  isBotResting: async () => true,
  forgetLog: forgetDriver,
  leaveBilling: (tx, driverId) => billing.closeAccount(tx, driverId),
  forgetPayer,
  gatherCards: (driverId) => billing.gatherCards(driverId),
  moveFilters: async () => () => {},
  onSessionEnded: (sessionId) => http.endSession(sessionId),
})
const deps: AccountingDeps = {
  database,
  db,
  clock,
  settings: { ...DEFAULT_SETTINGS.billing, limits: NO_LIMITS },
  // A charge is safe by itself, however late it is asked for; a refund has nothing but its key.
  cards: { ...cards, refund: (input) => clock.hold(() => cards.refund(input)) },
  gateway,
  accounts,
  notify,
  // No one searches here.
  stopBot: async () => {},
  refusePlanViolationAtWork: async () => {},
  publicUrl: PUBLIC_URL,
  identityKey: secrets.secret,
  newId: randomUUID,
  newReference: () => `P-${randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase()}`,
  onFault: (error, what) => logger.warn({ err: error }, what),
  timeZone: 'America/New_York',
  recordAction,
  tracing: null,
}
const billing = createBilling(deps)
const accounting = createAccounting(deps)
const http = createHttp({
  accounts,
  logger,
  clock,
  secrets: secrets.sessionSecrets,
  security: silentSecurity,
  operators: { requireFactor: async () => {} },
  isExempt: () => true,
  publicUrl: PUBLIC_URL,
  webRoot,
  version: '0.0.0',
  metrics: createMetrics({ role: 'api', version: '0.0.0', token: null }),
  probes: createProbes(createHealth({ ping: async () => {}, clock, writes: { find: async () => null } })),
  gateway,
  takeWebhook: billing.takeWebhook,
  limits: { address: MANY, driver: MANY },
  readFeed: async () => null,
  downloads: absentWord<Downloads>(),
  readStanding: async () => {
    throw new Error('nobody opens the first page here')
  },
  handlers: {
    service: {
      health: async () => ({
        status: 'ok',
        database: true,
        workers: true,
        searches: true,
        platforms: true,
        writes: true,
        silentBots: 0,
        version: '0.0.0',
      }),
    },
    ...accountsHandlers({
      accounts,
      demo: false,
      offer: OFFER,
      demoDoor: null,
      isDemoPerson: () => false,
      operators: { guardPasskeys: async () => async () => {} },
      readServiceState: async () => ({ minimumAppVersion: '0.0.0' }),
    }),
    operators: absentWord<Handlers['operators']>(),
    billing: billingHandlers(billing, OFFER),
    referrals: referralsHandlers(referrals, OFFER),
    accounting: accountingHandlers(accounting),
    platforms: absentWord(),
    filters: absentWord(),
    bot: absentWord(),
    autostart: absentWord(),
    blocks: absentWord(),
    instant: absentWord(),
    landing: absentWord(),
    forecast: absentWord(),
    recap: absentWord(),
    log: absentWord(),
    notify: absentWord(),
    support: absentWord(),
    admin: absentWord(),
    instances: absentWord(),
  },
})
await http.listen(Number(port), '127.0.0.1')
logger.warn('this process serves')
await keepSweeping((error, what) => logger.warn({ err: error }, what))

/** A module that a storm never calls: every operation refuses. */
function absentWord<W extends object>(): W {
  return new Proxy({} as W, { get: () => () => Promise.reject(new AppError('server.unavailable')) })
}

/**
 * Runs money's recurring work for ever, as every process of the product does; what one sweep throws is told,
 * and the next has its turn. Nothing is forgotten here: the database dates keys by its own clock, which
 * stands still beside the storm's.
 */
async function keepSweeping(onFault: (error: unknown, what: string) => void): Promise<never> {
  const often = [
    billing.sweeps.syncUnsettled,
    accounting.sweeps.syncRefunds,
    billing.sweeps.syncPlans,
    billing.sweeps.closeWeeks,
    billing.sweeps.payByThemselves,
  ]
  const rarely = [billing.sweeps.runDunning, accounting.sweeps.reconcileRecent]
  for (let round = 0; ; round++) {
    for (const sweep of round % RARELY === 0 ? [...often, ...rarely] : often)
      await sweep().catch((error: unknown) => onFault(error, 'a sweep failed'))
    await sleep(EVERY_MS)
  }
}
