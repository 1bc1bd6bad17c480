import { rm } from 'node:fs/promises'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Accounts, AccountsOptions, NewDriver } from '../accounts.ts'
import type { Documents } from '../billing.ts'
import type { Blocks } from '../blocks.ts'
import type { TestDatabase } from '../db/testing.ts'
import type { FiltersDeps } from '../filters.ts'
import { createHttp } from '../http.ts'
import type { HttpDeps, HttpLimits, Handlers } from '../http.ts'
import type { Clock } from '../kit/clock.ts'
import { localUrl } from '../kit/http.ts'
import { fixedSecrets } from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import type { LogTail } from '../log.ts'
import type { NewMessage, Notify } from '../notify.ts'
import type { ConnectionsDeps, Platform, VerificationDeps } from '../platforms.ts'
import type { Recap } from '../recap.ts'
import { createDownloadReaders } from '../world/downloads.ts'
import { absentWord } from './testing/absent.ts'
import { createGeography, createParts, SECRET } from './testing/parts.ts'
import type { Parts } from './testing/parts.ts'
import { makeWebRoot } from './testing/web-root.ts'
import { makeHandlers } from './testing/handlers.ts'

export { createBrowser } from './testing/browser.ts'

/** The web server over a real database, with a fake bot and platform that only record calls. */
export type TestHttp = {
  url: string
  database: TestDatabase
  accounts: Accounts
  notify: Notify
  /** Messages put into the outbox, in order: codes are read here, since the outbox encrypts them. */
  sent: NewMessage[]
  tail: LogTail
  /** Driver ids of calls to the bot and the platform. */
  asked: string[]
  /** Announced saves. */
  saves: { driverId: string; version: number }[]
  /** Captured log lines. */
  logger: string[]
  addDriver(driver?: Partial<NewDriver>): Promise<{ id: string; email: string; password: string }>
  stop(): Promise<void>
}

/** Overrides of a test. */
export type TestHttpOptions = {
  limits?: Partial<HttpLimits>
  publicUrl?: string
  /** The Twilio account for text messages; null by default. Nothing is sent. */
  phone?: { accountSid: string; authToken: string; from: string }
  /** The error that bot and platform throw; null = none. */
  fail?: () => Error | null
  /** Options of the web server alone. */
  clock?: Clock
  /** The platform of drivers, and whether their bots are at rest; by default one in memory, and always. */
  platform?: Platform
  isResting?: ConnectionsDeps['isResting']
  readStationIds?: FiltersDeps['readStationIds']
  keyRing?: KeyRing
  /** Overrides of accounts. */
  accounts?: Partial<AccountsOptions>
  captcha?: HttpDeps['captcha']
  map?: HttpDeps['map']
  gateway?: HttpDeps['gateway']
  takeWebhook?: HttpDeps['takeWebhook']
  metricsToken?: string
  trustProxy?: boolean
  tls?: HttpDeps['tls']
  /** Instant offers; absent when not given. */
  instant?: (http: Pick<TestHttp, 'database'>) => Handlers['instant']
  /** Calendar, check-in and release; absent when not given. */
  blocks?: (http: Pick<TestHttp, 'database' | 'notify'>) => Blocks
  /** Another process over the same database, which survives when this one stops. */
  beside?: Pick<TestHttp, 'database'>
  /** Whether operators need a second factor; default: no. */
  secondFactor?: boolean
  /** The bots' side of the human check. */
  human?: Pick<VerificationDeps, 'botWaits' | 'humanSolved'>
}

/** Starts one on a free port. */
export async function startTestHttp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const geography = await createGeography(options, (sessionId) => http.endSession(sessionId))
  const parts: Parts = { ...geography, ...(await createParts(geography)) }
  const { database, accounts, notify, sent, tail, saves } = parts
  const webRoot = await makeWebRoot()
  const asked: string[] = []
  const http = createHttp(describeHttp(parts, webRoot, asked))
  const { port } = await http.listen(0, '127.0.0.1')
  let drivers = 0
  return {
    url: localUrl('127.0.0.1', port, Boolean(options.tls)),
    database,
    accounts,
    notify,
    sent,
    tail,
    asked,
    saves,
    logger: parts.lines,
    async addDriver(driver = {}) {
      const made = { name: 'Ana', email: `ana${++drivers}@example.com`, password: 'correct horse', ...driver }
      return { ...made, id: await accounts.createDriver(made) }
    },
    async stop() {
      await http.close()
      await notify.close()
      await parts.observations.close()
      tail.close()
      await parts.dates.close()
      if (!options.beside) await database.drop()
      await rm(webRoot, { recursive: true })
    },
  }
}

function describeHttp(parts: Parts, webRoot: string, asked: string[]): HttpDeps {
  const { options, accounts, blocks, clock, db } = parts
  return {
    accounts,
    logger: parts.logger,
    security: parts.security,
    operators: parts.operators,
    isExempt: () => options.secondFactor !== true,
    clock,
    secrets: options.accounts?.sessionSecrets ?? fixedSecrets(SECRET),
    publicUrl: parts.publicUrl,
    webRoot,
    version: '0.0.0',
    ...(options.limits && { limits: options.limits }),
    ...(options.captcha && { captcha: options.captcha }),
    ...(options.map && { map: options.map }),
    ...(options.gateway && { gateway: options.gateway }),
    receiveSms: parts.notify.receiveSms,
    ...(options.takeWebhook && { takeWebhook: options.takeWebhook }),
    ...(options.tls && { tls: options.tls }),
    ...(options.trustProxy && { trustProxy: true }),
    ...(options.metricsToken && { metricsToken: options.metricsToken }),
    readFeed: async (calendarSecret) => (await blocks?.readFeed(calendarSecret)) ?? null,
    downloads: createDownloadReaders({
      recap: absentWord<Pick<Recap, 'exportWeek'>>(),
      accounts,
      blocks: blocks ?? absentWord(),
      documents: absentWord<Pick<Documents, 'readInvoice' | 'readReceipt'>>(),
      clock,
      db,
      history: DEFAULT_SETTINGS.history,
    }),
    handlers: makeHandlers(parts, asked),
  }
}
