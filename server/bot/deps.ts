import type { Pool } from 'pg'
import type { Settings } from '@madruga/core/settings.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { KeyRing } from '../kit/encryption.ts'
import type { Access, Platforms, PlatformTrouble } from '../platforms.ts'
import type { Forecast } from '../driver/forecast.ts'
import type { Observations } from '../driver/observations.ts'
import type { BotNews } from './news.ts'
import type { Db } from './model.ts'

/** What all files of the bot work with; created once by `createBots`. */
export type BotDeps = {
  db: Db
  /** Connections for accepts alone, so that an accept never waits for another query. */
  pool: Pool
  clock: Clock
  /** A random number from 0 to 1, exclusive. */
  random(): number
  settings: Settings
  logger: Logger
  keyRing: KeyRing
  platforms: Platforms
  /** Whether any process that searches lives. */
  hasWorkers(): Promise<boolean>
  /** Notifies drivers. */
  news: BotNews
  /** The shared history of offers, to which every search adds. */
  observations: Pick<Observations, 'note'>
  /** Expected releases of stations, which the poll schedule follows. */
  forecast: Pick<Forecast, 'lookOut'>
  /**
   * Switches instant offers on at the platform, for a run that searches for them; answers what prevented it,
   * or null.
   */
  readyInstant(driverId: string, access: Access): Promise<PlatformTrouble | null>
  /** Where a driver wants offers from, as they saved it; null if they did not. */
  savedPlace(driverId: string): Promise<{ latitude: number; longitude: number } | null>
}

/**
 * An accept is sent within `SEND_WITHIN_MS` of its intent or never, and times out `CALL_TIMEOUT_MS` later.
 */
export const SEND_WITHIN_MS = 1_000
export const CALL_TIMEOUT_MS = 3_000
