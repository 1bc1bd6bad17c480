import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import { readGeography } from '../driver/filters.ts'
import type { Geography } from '@madruga/core/filters.ts'
import { needsMarket } from '@madruga/core/variants.ts'
import { closedCards, describeGateway, openCards } from '../money/payments.ts'
import type { Cards, Gateway, GatewayAccess } from '../money/payments.ts'
import { shareConnections } from '../config.ts'
import type { Config } from '../config.ts'
import { followClock, openDatabase, ping, readClock, requireAnswer, requireSchema } from '../db.ts'
import type { Database, FollowedClock, Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { createHealth, createWrites, writeThrough } from '../ops/health.ts'
import type { Health, Writes } from '../ops/health.ts'
import { createMetrics } from '../ops/metrics.ts'
import type { Metrics } from '../ops/metrics.ts'
import { openKeyRing, requireRing } from '../ops/keys.ts'
import { closedPlatform, createMarketPlatform, createPlatforms, readVariant } from '../platforms.ts'
import type { Platform, Platforms, PlatformsDeps } from '../platforms.ts'
import { startTracing } from '../kit/tracing.ts'
import type { Tracing } from '../kit/tracing.ts'
import { traceCards } from '../ops/tracing.ts'
import { VERSION } from '../version.ts'
import { createProcessLogger } from './logger.ts'
import type { Overrides } from './model.ts'

/** What every module needs: time, keys, the database, the platform, and logging of faults. */
export type Infrastructure = {
  /** By the database's time, so that all processes agree on what is due. */
  clock: Clock
  /** Stops reading the database's time. */
  closeClock(): Promise<void>
  logger: Logger
  keyRing: KeyRing
  /** The database past a pooler: for announcements, leases and accepts. */
  directUrl: string
  /** Connections for accepts alone. */
  acceptConnections: number
  database: Database
  db: Kysely<Tables>
  /** The same database, with timestamps read as `Date`. */
  dates: Database
  /** One connection for probes, which must not wait for the others. */
  probing: Database
  metrics: Metrics
  health: Health
  /** Whether the database stores what it is given. */
  writes: Writes
  /** Null = nothing is traced. */
  tracing: Tracing | null
  /** The market, where amazon and spark drivers work; one that is turned off where no one does. */
  platform: Platform
  /** All platforms, by the accounts of drivers. */
  platforms: Platforms
  /** The platform of a driver's account now; '' where they have none. */
  readPlatformName(driverId: string): Promise<string>
  cards: Cards
  /** What pages need to know about the card gateway. */
  gateway: Gateway
  /** Creates a handler that logs a fault which stops nothing else. */
  warn(what: string): (error: unknown) => void
  /** Sets the callback for when this process has loaded a rotated key ring. */
  onRotated(tell: () => void): void
  /** The driver's locations. */
  readGeography(driverId: string): Promise<Geography>
}

/** A probe's own connection is free again after this. */
const PING_MS = 2_000

/**
 * Opens the infrastructure. Throws `StartError` when the database does not answer, has another schema than
 * this release needs, or another key ring encrypted it.
 */
export async function createInfrastructure(config: Config, overrides: Overrides): Promise<Infrastructure> {
  const logger = overrides.logger ?? createProcessLogger(config)
  let tellRotated: (() => void) | null = null
  const databaseUrl = required(overrides.databaseUrl ?? config.databaseUrl, 'a database')
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const onIdleError = warn('a database connection broke')
  const { database, ...connections } = openPools(config, databaseUrl, onIdleError)
  await requireAnswer(database, databaseUrl)
  await requireSchema(database)
  const db = database.kysely
  const { keyRing: givenRing } = overrides
  if (givenRing) await requireRing(db, givenRing, 'that was given')
  const keyRing = givenRing ?? (await openKeyRing(db, config.keyRingFile, () => tellRotated?.()))
  const { clock, close: closeClock } = await openClock(overrides.clock, connections.probing, warn)
  const platform = overrides.platform ?? openMarket(config, overrides, clock)
  const platforms = await createPlatforms({
    market: platform,
    db,
    keyRing,
    clock,
    mostPerDriver: config.settings.budget.perHour,
    databaseUrl: connections.directUrl,
    onFault: (error, what) => warn(what)(error),
    ...replacedOf(overrides),
  })
  const readPlatformName = async (driverId: string): Promise<string> => {
    const [name = ''] = await platforms.namesOf([{ driverId, variant: await readVariant(db, driverId) }])
    return name
  }
  const writes = createWrites({
    clock,
    write: writeThrough(connections.probing.pool),
    connect: async () => (await database.pool.connect()).release(),
    onChange(trouble) {
      if (trouble === null) logger.info('the database stores again')
      else logger.error({ trouble }, 'the database stores nothing')
    },
  })
  const access = overrides.gateway ?? (config.cards?.gateway === 'configured' ? config.cards.access : null)
  const tracing = await openTracing(config)
  return {
    clock,
    closeClock,
    logger,
    keyRing,
    ...connections,
    database,
    db,
    metrics: createMetrics({ role: config.role, version: VERSION, token: config.metricsToken }),
    health: createHealth({ ping: () => ping(connections.probing), clock, writes }),
    writes,
    tracing,
    platform,
    platforms,
    readPlatformName,
    cards: traceCards(overrides.cards ?? openGateway(access, clock), tracing),
    gateway: describeGateway(access),
    warn,
    onRotated(tell) {
      tellRotated = tell
    },
    readGeography: async (driverId) => readGeography(db, driverId, await readPlatformName(driverId)),
  }
}

/** What tests and simulations replace of platforms. */
function replacedOf({ adapters, budgetTime }: Overrides): Pick<PlatformsDeps, 'adapters' | 'budgetTime'> {
  return { ...(adapters && { adapters }), ...(budgetTime && { budgetTime }) }
}

/** Opens the pools of a process, which with its standing connections stay within `DATABASE_CONNECTIONS`. */
function openPools(
  { databaseConnections, databaseDirectUrl, role }: Config,
  url: string,
  onIdleError: (error: Error) => void,
) {
  const { main, dates, accepts } = shareConnections(databaseConnections, role)
  const options = { onIdleError, pooler: databaseDirectUrl !== null }
  return {
    database: openDatabase(url, { ...options, max: main }),
    dates: openDatabase(url, { ...options, max: dates, instants: 'date' }),
    probing: openDatabase(url, { ...options, max: 1, statementTimeoutMs: PING_MS }),
    acceptConnections: accepts,
    directUrl: databaseDirectUrl ?? url,
  }
}

async function openClock(
  givenClock: Clock | undefined,
  database: Database,
  warn: Infrastructure['warn'],
): Promise<FollowedClock> {
  if (givenClock) return { clock: givenClock, close: async () => {} }
  return await followClock({
    read: () => readClock(database),
    onFault: warn("the database's time is not known now"),
  })
}

async function openTracing({ tracing, role }: Config): Promise<Tracing | null> {
  if (tracing === null) return null
  const resource = { 'service.version': VERSION, 'service.instance.id': `${hostname()} ${process.pid}`, role }
  return await startTracing({ ...tracing, resource })
}

function openMarket({ variants, settings, marketUrl }: Config, overrides: Overrides, clock: Clock): Platform {
  // A market that no one needs is never missing.
  if (!needsMarket(variants))
    return { ...closedPlatform('market', 'turned_off', 'no market'), answers: async () => true }
  const url = required(overrides.marketUrl ?? marketUrl, 'a market')
  return createMarketPlatform({ url, clock, idsAFeed: settings.flood.idsAFeed })
}

function openGateway(access: GatewayAccess | null, clock: Clock): Cards {
  if (access === null) return closedCards
  const { secretKey, webhookSecret, url } = access
  return openCards({ secretKey, webhookSecret, now: clock.now, ...(url === null ? {} : { origin: url }) })
}

function required(url: string | null, what: string): string {
  if (url === null || url === '') throw new Error(`a world needs ${what}`)
  return url
}
