import type { Bot } from '../bot.ts'
import type { CustomSpeed, Speed } from '../filters.ts'
import type { RequestBudget, Settings, SpeedSetting } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, type Timestamp } from '../time.ts'

/**
 * The run schedule of a speed. 4X is the driver's own, kept above the shortest run window and the fastest
 * poll; without numbers of its own it is 1X.
 */
export function runScheduleOf(speed: Speed, custom: CustomSpeed | null, settings: Settings): SpeedSetting {
  if (speed !== '4X') return settings.speeds[speed]
  if (custom === null) return settings.speeds['1X']
  return {
    runMs: Math.max(settings.shortestRunMs, custom.runMinutes * MINUTE_MS),
    sleepMs: Math.max(0, custom.sleepMinutes * MINUTE_MS),
    pollMs: Math.max(settings.fastestPollMs, custom.refreshMs),
    totalMs: null,
    waitMs: null,
  }
}

/**
 * When the run is over in total (2X15's three hours, counted from the driver's start); null = never. Of a run
 * that sleeps before its first search the hours have not begun.
 */
export function runLimitAt(bot: Bot, settings: Settings): Timestamp | null {
  if (bot.phase === 'sleeping' && bot.windowStartedAt === null) return null
  const { totalMs } = runScheduleOf(bot.speed, bot.custom, settings)
  return totalMs === null || bot.startedAt === null ? null : bot.startedAt + totalMs
}

/**
 * When the run is over whatever it does: its speed's limit in total, or the end of shadow mode; null = never.
 */
export function runEndAt(bot: Bot, settings: Settings): Timestamp | null {
  const limitAt = runLimitAt(bot, settings)
  if (limitAt === null || bot.shadowUntil === null) return limitAt ?? bot.shadowUntil
  return Math.min(limitAt, bot.shadowUntil)
}

/** Most time that run windows of this run schedule can fill in any rolling hour, ms. */
function busyMsPerHour({ runMs, sleepMs }: SpeedSetting): number {
  const cycleMs = runMs + sleepMs
  return Math.floor(HOUR_MS / cycleMs) * runMs + Math.min(runMs, HOUR_MS % cycleMs)
}

/**
 * Time between two polls of this run schedule, ms: as fast as the speed asks, and not faster than the budget
 * bears all window long, so that a window ends as it began instead of running dry. What `reserveShare` keeps
 * back is for accepts and signing in.
 */
export function findPollMs(runSchedule: SpeedSetting, budget: RequestBudget): number {
  const perHour = Math.max(1, budget.perHour * (1 - budget.reserveShare))
  const perMs = perHour / HOUR_MS
  const burst = Math.min(budget.burstMinutes * MINUTE_MS, runSchedule.sleepMs) * perMs
  const hourly = busyMsPerHour(runSchedule) / perHour
  const windowed = runSchedule.runMs / (burst + runSchedule.runMs * perMs)
  return Math.max(runSchedule.pollMs, Math.ceil(hourly), Math.ceil(windowed))
}
