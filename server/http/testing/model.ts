import type { Accounts, AccountsOptions, NewDriver } from '../../accounts.ts'
import type { Blocks } from '../../blocks.ts'
import type { TestDatabase } from '../../db/testing.ts'
import type { FiltersDeps } from '../../filters.ts'
import type { HttpDeps, HttpLimits, Handlers } from '../../http.ts'
import type { Clock } from '../../kit/clock.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { LogTail } from '../../log.ts'
import type { NewMessage, Notify } from '../../notify.ts'
import type { ConnectionsDeps, Platform, VerificationDeps } from '../../platforms.ts'

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
