import type { Timestamp } from '@madruga/core/time.ts'
import type { Accounts, AccountsOptions } from '../people/accounts.ts'
import type { Admin } from '../console/admin.ts'
import type { Autostart } from '../driver/autostart.ts'
import type { Blocks } from '../driver/blocks.ts'
import type { Accounting, AccountingDeps, Billing } from '../money/billing.ts'
import type { Console } from '../console/overview.ts'
import type { Cards, Gateway, GatewayAccess } from '../money/payments.ts'
import type { Referrals } from '../money/subscriptions.ts'
import type { Bots, createBots } from '../bot.ts'
import type { Database } from '../db.ts'
import type { Filters } from '../driver/filters.ts'
import type { Forecast } from '../driver/forecast.ts'
import type { DemoDoor, Http, HttpLimits } from '../http.ts'
import type { Instant } from '../driver/instant.ts'
import type { Job, Jobs } from '../jobs.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { KeyRing } from '../kit/encryption.ts'
import type { LogTail } from '../driver/log.ts'
import type { Handlers } from '../module.ts'
import type { Notify } from '../notify.ts'
import type { Operators } from '../people/operators.ts'
import type { Adapters, Connections, Instances, Platform, Platforms, Verification } from '../platforms.ts'
import type { Recap } from '../driver/recap.ts'
import type { Observations } from '../driver/observations.ts'
import type { Support } from '../people/support.ts'

/** Replaces what the configuration gives: tests pass a clock, `main` the URLs of servers that it started. */
export type Overrides = {
  clock?: Clock
  logger?: Logger
  keyRing?: KeyRing
  databaseUrl?: string
  marketUrl?: string
  /** Replaces the market's adapter. */
  platform?: Platform
  /** Replaces the adapters of instances. */
  adapters?: Adapters
  /** Replaces the database's time where an instance's requests are debited, for a simulation. */
  budgetTime?: () => Timestamp
  /** The recurring jobs begin once this is settled; by default at once. */
  jobsAfter?: Promise<void>
  /** Notifications stay in the inbox, and no message is sent of them. */
  quiet?: boolean
  /** The card gateway that was started. */
  gateway?: GatewayAccess
  /** Replaces the SDK's adapter at that gateway. */
  cards?: Cards
  /** Folder of the built web app. */
  webRoot?: string
  /** Limits per caller. */
  limits?: Partial<HttpLimits>
  /** Limits, cost and connections of accounts, for tests. */
  accounts?: Partial<
    Pick<AccountsOptions, 'captchaWork' | 'codes' | 'hashing' | 'hashingCost' | 'kysely' | 'lockout'>
  >
  /** Clock, randomness and connections of the searches, for tests. */
  bots?: Pick<
    Parameters<typeof createBots>[0],
    'accepts' | 'leases' | 'leasePace' | 'monotonic' | 'random' | 'notify'
  >
}

/** Everything that one process of the product is made of, wired. */
export type World = {
  clock: Clock
  logger: Logger
  database: Database
  keyRing: KeyRing
  platform: Platform
  platforms: Platforms
  /** What pages need to know about the card gateway. */
  gateway: Gateway
  accounts: Accounts
  notify: Notify
  bots: Bots
  /** null if the role runs none. */
  jobs: Jobs | null
  /** The recurring work itself, for tests that move time by hand. */
  recurring: readonly Job[]
  filters: Filters
  observations: Observations
  /** The live log. */
  tail: LogTail
  forecast: Forecast
  instant: Instant
  autostart: Autostart
  blocks: Blocks
  support: Support
  admin: Admin
  instances: Instances
  connections: Connections
  verification: Verification
  recap: Recap
  console: Console
  operators: Operators
  billing: Billing
  accounting: Accounting
  referrals: Referrals
  /** What billing and accounting are made with, for tests that put a fault in place of a part. */
  moneyDeps: AccountingDeps
  handlers: Handlers
  http: Http
  /** null = no demo, or others can reach it. */
  demoDoor: DemoDoor | null
  /** Opens the port: of the app if the role serves pages, of the probes otherwise. */
  listen(): Promise<{ port: number }>
  /** From now on `/ready` says no; everything continues until `close`. */
  drain(): void
  /** Ends searches and requests under way, then the connections. */
  close(): Promise<void>
}

/** Modules that earlier ones call back; none of them does before all are made. */
export type Later = Pick<World, 'billing' | 'bots' | 'filters' | 'http' | 'instant'>
