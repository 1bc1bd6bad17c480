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
