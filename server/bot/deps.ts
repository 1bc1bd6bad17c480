import type { Pool } from 'pg'
import type { Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { KeyRing } from '../kit/encryption.ts'
import type { Access, Platform, PlatformTrouble } from '../platforms.ts'
import type { Forecast } from '../forecast.ts'
import type { Observations } from '../observations.ts'
import type { BotNews } from './news.ts'
import type { Placement } from './placement/model.ts'
import type { Db } from './model.ts'

/** What every room of the bot works with; made once by `createBots`. */
export type BotDeps = {
  db: Db
  /** Connections kept for accepts alone, so that no other query ever stands before one. */
  pool: Pool
  clock: Clock
  /** From 0 to 1, below 1. */
  random(): number
  settings: Settings
  logger: Logger
  keyRing: KeyRing
  platformOf(variant: Variant): Platform
  /** Set right after the kit is made: the engine, or its stand-in in tests. */
  placement: Placement
  /** Tells drivers beyond the log. */
  news: BotNews
  /** The history of the market, which every search adds to. */
  observations: Pick<Observations, 'note'>
  /** What stations are expected to release, which polls follow. */
  forecast: Pick<Forecast, 'lookOut'>
  /**
   * Has the platform make instant offers at the driver's place, for a run that searches them; what kept it
   * from that, or null.
   */
  readyInstant(driverId: string, access: Access): Promise<PlatformTrouble | null>
}

/**
 * The accept's own clock: sent within `SEND_WITHIN_MS` of its intent or never, and answered within
 * `CALL_TIMEOUT_MS` of that.
 */
export const SEND_WITHIN_MS = 1_000
export const CALL_TIMEOUT_MS = 3_000
