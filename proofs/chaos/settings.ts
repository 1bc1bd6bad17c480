import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'

/**
 * The product's settings with every time shortened, so that a minute of chaos holds many runs, sleeps and
 * stops.
 */
export const CHAOS_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  preparingMs: 20_000,
  coolingMs: 6_000,
  settleMs: 5_000,
  recoveredMs: 2_000,
  backOff: { firstMs: 300, capMs: 1_500 },
  dailyStop: null,
  budget: { perHour: 100_000, burstMinutes: 10, reserveShare: 0.1 },
  speeds: {
    ...DEFAULT_SETTINGS.speeds,
    '1X': { runMs: 9_000, sleepMs: 1_500, pollMs: 400, totalMs: null, waitMs: null },
  },
}

/** The product's settings at 0.3 polls a second, with no daily stop in the way. */
export const FLEET_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  dailyStop: null,
  speeds: { ...DEFAULT_SETTINGS.speeds, '1X': { ...DEFAULT_SETTINGS.speeds['1X'], pollMs: 3_333 } },
}

/** What each worker bears: the product's defaults. */
export const WORKER = { capacity: 10_000, startsPerSecond: 300 }

/** The settings of a run's workers, by name. */
export const SETTINGS = { chaos: CHAOS_SETTINGS, fleet: FLEET_SETTINGS }
