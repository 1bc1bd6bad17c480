import type { Kysely } from 'kysely'
import { readGeography } from '../filters.ts'
import type { Geography } from '@madruga/core/filters.ts'
import { closedCards, describeGateway, openCards } from '../payments.ts'
import type { Cards, Gateway, GatewayAccess } from '../payments.ts'
import type { Config } from '../config.ts'
import { migrate, openDatabase, ping } from '../db.ts'
import type { Database, Tables } from '../db.ts'
import { systemClock } from '../kit/clock.ts'
import type { Clock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import type { Logger } from '../kit/logger.ts'
import { loadKeyRing } from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { StartError } from '../kit/start-error.ts'
import { createMarketPlatform } from '../platforms.ts'
import type { Platform } from '../platforms.ts'
import type { Overrides } from './model.ts'

/** What every module needs: time, keys, the migrated database, the platform, and logging of faults. */
export type Infrastructure = {
  clock: Clock
  logger: Logger
  keyRing: KeyRing
  databaseUrl: string
  database: Database
  db: Kysely<Tables>
  /** The same database, with timestamps read as `Date`. */
  dates: Database
  platform: Platform
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

/** Opens the infrastructure. Throws `StartError` when the database does not answer. */
export async function createInfrastructure(config: Config, overrides: Overrides): Promise<Infrastructure> {
  const clock = overrides.clock ?? systemClock
  const logger = overrides.logger ?? createLogger(config.log)
  let tellRotated: (() => void) | null = null
  const keyRing = overrides.keyRing ?? loadKeyRing(config.keyRingFile, () => tellRotated?.())
  const databaseUrl = required(overrides.databaseUrl ?? config.databaseUrl, 'a database')
  const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const onIdleError = warn('a database connection broke')
  const database = openDatabase(databaseUrl, { max: config.databaseConnections, onIdleError })
  await reach(database, databaseUrl)
  await migrate(database)
  const db = database.kysely
  const platform = overrides.platform ?? openMarket(overrides.marketUrl ?? config.marketUrl, clock)
  const access = overrides.gateway ?? (config.cards?.gateway === 'configured' ? config.cards.access : null)
  return {
    clock,
    logger,
    keyRing,
    databaseUrl,
    database,
    db,
    dates: openDatabase(databaseUrl, { max: 4, instants: 'date', onIdleError }),
    platform,
    cards: overrides.cards ?? openGateway(access, clock),
    gateway: describeGateway(access),
    warn,
    onRotated(tell) {
      tellRotated = tell
    },
    readGeography: (driverId) => readGeography(db, driverId, platform.name),
  }
}

function openMarket(url: string | null, clock: Clock): Platform {
  return createMarketPlatform({ url: required(url, 'a market'), clock })
}

function openGateway(access: GatewayAccess | null, clock: Clock): Cards {
  if (access === null) return closedCards
  const { secretKey, webhookSecret, url } = access
  return openCards({ secretKey, webhookSecret, now: clock.now, ...(url === null ? {} : { origin: url }) })
}

// Checked before anything else, so that a wrong address is one line and not the first query's error.
async function reach(database: Database, url: string): Promise<void> {
  try {
    await ping(database)
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
