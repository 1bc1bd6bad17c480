import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Accounts } from '../accounts.ts'
import { isDemoPerson, readServiceState } from '../admin.ts'
import type { Admin } from '../admin.ts'
import type { Console } from '../console.ts'
import type { Billing, Accounting } from '../billing.ts'
import type { Referrals } from '../subscriptions.ts'
import type { Bots } from '../bot.ts'
import type { Database } from '../db.ts'
import type { Filters } from '../filters.ts'
import type { Forecast } from '../forecast.ts'
import type { Health, Writes } from '../health.ts'
import type { RuntimePart } from '../version.ts'
import type { DemoDoor, Handlers } from '../http.ts'
import type { Landing } from '../landing.ts'
import type { LogTail } from '../log.ts'
import type { Notify } from '../notify.ts'
import type { Operators } from '../operators.ts'
import type { Instances, Platform, Platforms } from '../platforms.ts'
import type { Observations } from '../observations.ts'
import type { Support } from '../support.ts'
import type { Modules } from './modules.ts'
import type { Infrastructure } from './infrastructure.ts'
import { accountsHandlers } from './handlers/accounts.ts'
import { adminHandlers } from './handlers/admin.ts'
import {
  autostartHandlers,
  blocksHandlers,
  botHandlers,
  filtersHandlers,
  logHandlers,
  recapHandlers,
  supportHandlers,
} from './handlers/driver.ts'
import { accountingHandlers, billingHandlers, referralsHandlers } from './handlers/money.ts'
import { instancesHandlers } from './handlers/instances.ts'
import { notifyHandlers } from './handlers/notify.ts'
import { operatorsHandlers } from './handlers/operators.ts'
import { own } from './handlers/own.ts'
import { platformsHandlers } from './handlers/platforms.ts'

type HandlersDeps = Modules & {
  database: Database
  health: Pick<Health, 'findHindrance'>
  writes: Writes
  accounts: Accounts
  platform: Platform
  platforms: Platforms
  /** The source of the map that pages draw. */
  map: Outputs['instant']['map']
  filters: Filters
  observations: Observations
  forecast: Forecast
  readGeography: Infrastructure['readGeography']
  readPlatformName: Infrastructure['readPlatformName']
  tail: LogTail
  history: Settings['history']
  keepLogDays: number
  bots: Bots
  notify: Notify
  support: Support
  admin: Admin
  console: Console
  /** How often each job runs, ms. */
  intervals: ReadonlyMap<string, number>
  billing: Billing
  accounting: Accounting
  operators: Operators
  instances: Instances
  referrals: Referrals
  landing: Landing
  version: string
  runtime: readonly RuntimePart[]
  demo: boolean
  /** What is offered, and whether for money. */
  offer: { variants: Variant[]; billing: boolean }
  demoMarketUrl: string | null
  demoDoor: DemoDoor | null
}

/** Creates the handlers of all operations of the contract from the modules. */
export function createHandlers(deps: HandlersDeps): Handlers {
  const { database, accounts, platform, filters, tail, bots, notify, support, admin, version, demo } = deps
  const { instant } = deps
  const db = database.kysely
  return {
    service: {
      health: () => readHealth(deps),
    },
    accounts: accountsHandlers({
      accounts,
      operators: deps.operators,
      demo,
      offer: deps.offer,
      demoDoor: deps.demoDoor,
      isDemoPerson,
      readMinimumAppVersion: async () => (await readServiceState(db)).minimumAppVersion,
    }),
    platforms: platformsHandlers({
      db,
      platforms: deps.platforms,
      bots,
      connections: deps.connections,
      verification: deps.verification,
      demoMarketUrl: deps.demoMarketUrl,
    }),
    filters: filtersHandlers({
      filters,
      observations: deps.observations,
      readPlatformName: deps.readPlatformName,
      readGeography: deps.readGeography,
    }),
    bot: botHandlers(bots),
    autostart: autostartHandlers(deps.autostart),
    blocks: blocksHandlers(deps.blocks, bots),
    instant: {
      get: own(instant.read),
      map: async () => deps.map,
      saveLocation: own(instant.saveLocation),
      removeLocation: own(instant.removeLocation),
      toggle: ({ driverId }, { enabled }) => instant.toggle(driverId, enabled),
    },
    landing: landingHandlers(deps.landing),
    forecast: {
      get: async ({ driverId }) => deps.forecast.read(driverId, await deps.readPlatformName(driverId)),
    },
    recap: recapHandlers(deps.recap),
    log: logHandlers({ db, tail, history: deps.history, keepLogDays: deps.keepLogDays }),
    notify: notifyHandlers(notify),
    support: supportHandlers(support),
    billing: billingHandlers(deps.billing, deps.offer),
    referrals: referralsHandlers(deps.referrals, deps.offer),
    accounting: accountingHandlers(deps.accounting),
    operators: operatorsHandlers(deps.operators, deps.accounts),
    instances: instancesHandlers(deps.instances, deps.platforms, deps.console),
    admin: adminHandlers({
      admin,
      console: deps.console,
      version,
      runtime: deps.runtime,
      platform,
      bots,
      intervals: deps.intervals,
    }),
  }
}

type HealthDeps = Pick<HandlersDeps, 'health' | 'writes' | 'bots' | 'platform' | 'version'>

/** Without a database nothing else is known, and nothing is waited for. */
async function readHealth({
  health,
  writes,
  bots,
  platform,
  version,
}: HealthDeps): Promise<Outputs['service']['health']> {
  const hindrance = await health.findHindrance()
  const databaseAnswers = hindrance !== 'no database' && hindrance !== 'no connections'
  const [trouble, workers, silence, platformAnswers] = databaseAnswers
    ? await Promise.all([
        writes.find(),
        bots.hasWorkers().catch(() => false),
        bots.readSilence().catch(() => null),
        platform.answers(),
      ])
    : [null, false, null, false]
  const searches = silence?.unsent.count === 0
  const platforms = platformAnswers && silence?.unread.count === 0
  const stores = databaseAnswers && trouble === null
  const status = [stores, workers, searches, platforms].every(Boolean) ? 'ok' : 'degraded'
  const silentBots = silence?.count ?? 0
  return {
    status,
    database: databaseAnswers,
    writes: stores,
    workers,
    searches,
    platforms,
    silentBots,
    version,
  }
}

function landingHandlers(landing: Landing): Handlers['landing'] {
  return {
    facts: ({ caller }) => landing.readFacts(caller.address),
    near: ({ caller }, asked) => landing.readNear(caller.address, asked),
  }
}
