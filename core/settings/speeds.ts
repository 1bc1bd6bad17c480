/** How hard a bot searches: run schedules of the service, and 4X, the driver's own. */
export type Speed = '1X' | '2X15' | '2X30' | '3X' | '4X'
export const SPEEDS: readonly Speed[] = ['1X', '2X15', '2X30', '3X', '4X']

/** The driver's own run schedule (4X, professional only). */
export type CustomSpeed = { refreshMs: number; runMinutes: number; sleepMinutes: number }

/** Run schedule of one speed. */
export type SpeedSetting = {
  /** Length of a run window. */
  runMs: number
  /** Rest after a run window. */
  sleepMs: number
  /** Shortest interval between two polls that this speed requests; the budget may lengthen it. */
  pollMs: number
  /** Longest total run time, from the driver's start; null = no limit. */
  totalMs: number | null
  /** Wait before the next start after a run of this speed; null = the ordinary cooling. */
  waitMs: number | null
}
