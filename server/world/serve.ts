import { join } from 'node:path'
import type { AccountSecrets } from '../people/accounts.ts'
import { enrolNewcomer, isDemoOperator, isDemoPerson, readServiceState } from '../console/admin.ts'
import type { Documents } from '../money/invoices.ts'
import type { Config } from '../config.ts'
import type { Console } from '../console/overview.ts'
import { createProbes } from '../ops/health.ts'
import { createDemoDoor, createHttp } from '../http.ts'
import type { DemoDoor, Http } from '../http.ts'
import { readPrices } from '../money/invoices.ts'
import { createLanding } from '../driver/landing.ts'
import type { Landing, LandingDeps } from '../driver/landing.ts'
import { listHandlers } from '../module.ts'
import type { Handlers, PartsOf } from '../module.ts'
import type { Operators } from '../people/operators.ts'
import { MODULES } from '../product.ts'
import type { Security } from '../ops/security.ts'
import { listRuntime, VERSION } from '../version.ts'
import { createDownloadReaders } from './downloads.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Overrides, World } from './model.ts'

/** What handlers need and only this file knows. */
type Shown = ReturnType<typeof configured> & {
  landing: Landing
  isDemoPerson: typeof isDemoPerson
  enrolNewcomer: typeof enrolNewcomer
  readServiceState(): ReturnType<typeof readServiceState>
  demoDoor: DemoDoor | null
  demoMarketUrl: string | null
}

/** What is there of the product: all that its modules' handlers need, and what the server needs. */
type Served = Omit<PartsOf<typeof MODULES, 'handlers'>, keyof Shown> &
  Pick<World, 'accounts' | 'billing' | 'blocks' | 'notify' | 'observations' | 'recap'> & {
    console: Console
    operators: Operators
    offer: LandingDeps['offer']
    documents: Documents
    secrets: AccountSecrets
    security: Security
  }

/** Creates the handlers of the API and the server in front of them; it does not listen yet. */
export function createServing(
  { clock, logger, db, platform, gateway, metrics, health, writes }: Infrastructure,
  config: Config,
  overrides: Overrides,
  parts: Served,
): { handlers: Handlers; http: Http; demoDoor: DemoDoor | null } {
  const { accounts, offer, billing, blocks, documents, notify, operators, secrets, security } = parts
  const demoDoor = openDoor(config, secrets)
  const webRoot = overrides.webRoot ?? join(import.meta.dirname, '../../web/dist')
  const landing = openLanding({ db, clock, platform }, config, parts.observations, webRoot, offer)
  const extras: Shown = {
    ...configured(config),
    landing,
    isDemoPerson,
    enrolNewcomer,
    readServiceState: () => readServiceState(db),
    demoDoor,
    demoMarketUrl: config.demo ? (overrides.marketUrl ?? config.marketUrl) : null,
  }
  const handlers: Handlers = listHandlers(MODULES, { ...parts, ...extras })
  const http = createHttp({
    accounts,
    handlers,
    readFeed: blocks.readFeed,
    takeWebhook: billing.takeWebhook,
    notify,
    downloads: createDownloadReaders({ ...parts, documents, clock, db, history: config.settings.history }),
    captcha: config.captcha.provider,
    map: config.map,
    gateway,
    demoDoor,
    logger,
    clock,
    secrets: secrets.sessionSecrets,
    security,
    operators,
    isExempt: isDemoOperator,
    publicUrl: config.publicUrl,
    version: VERSION,
    phoneApps: config.phoneApps,
    webRoot,
    readStanding: landing.readStanding,
    trustProxy: config.trustProxy,
    tls: config.tls,
    metrics,
    probes: createProbes(health),
    findWriteTrouble: () => findWriteTrouble(writes),
    ...(overrides.limits && { limits: overrides.limits }),
  })
  return { handlers, http, demoDoor }
}

/** Sent messages contain codes that open accounts: a demo reachable by strangers has no link to them. */
function openDoor({ demo, beyond, publicUrl }: Config, { sessionSecrets }: AccountSecrets): DemoDoor | null {
  if (!demo || beyond !== null) return null
  return createDemoDoor({ secrets: sessionSecrets, secure: publicUrl.startsWith('https:') })
}

async function findWriteTrouble(writes: Infrastructure['writes']) {
  const trouble = await writes.find()
  // Who waits for a connection may still get one.
  return trouble === 'no_connections' ? null : trouble
}

function openLanding(
  { db, clock, platform }: Pick<Infrastructure, 'db' | 'clock' | 'platform'>,
  { settings, operator }: Config,
  observations: World['observations'],
  webRoot: string,
  offer: LandingDeps['offer'],
): Landing {
  return createLanding({
    db,
    clock,
    settings: settings.landing,
    observations,
    platformName: platform.name,
    offer,
    readPrices: () => readPrices(db, settings.billing),
    operator,
    webRoot,
  })
}

/** What the operations show of the configuration. */
function configured({ map, settings, keepLogDays, demo, databaseUrl }: Config) {
  return { map, settings, keepLogDays, demo, runtime: listRuntime(databaseUrl === null) }
}
