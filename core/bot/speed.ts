import type { Bot } from './model.ts'
import type { CustomSpeed, Speed } from '../settings.ts'
import type { RequestBudget, Settings, SpeedSetting } from '../settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Timestamp } from '../time.ts'

/**
 * The run schedule of a speed. 4X is the driver's own, limited by the shortest run window and the fastest
 * poll; without custom values it is 1X.
 */
export function runScheduleOf(speed: Speed, custom: CustomSpeed | null, settings: Settings): SpeedSetting {
  if (speed !== '4X') return settings.speeds[speed]
  if (custom === null) return settings.speeds['1X']
  return {
    runMs: Math.max(settings.shortestRunMs, custom.runMinutes * MINUTE_MS),
    sleepMs: custom.sleepMinutes * MINUTE_MS,
    pollMs: Math.max(settings.fastestPollMs, custom.refreshMs),
    totalMs: null,
    waitMs: null,
  }
}

/**
 * When the run's total time ends (2X15's three hours, counted from the driver's start); null = never. The
 * hours of a run that sleeps before its first search have not begun.
 */
export function runLimitAt(bot: Bot, settings: Settings): Timestamp | null {
  if (bot.phase === 'sleeping' && bot.windowStartedAt === null) return null
  const { totalMs } = runScheduleOf(bot.speed, bot.custom, settings)
  return totalMs === null || bot.startedAt === null ? null : bot.startedAt + totalMs
}

/** When the run ends at the latest: its speed's total limit, or the end of shadow mode; null = never. */
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
 * Interval between polls of this run schedule, ms: as short as the speed requests, but no shorter than the
 * budget allows for the whole window, so that a window never runs dry. `reserveShare` is reserved for accepts
 * and signing in.
 */
export function findPollMs(runSchedule: SpeedSetting, budget: RequestBudget): number {
  const perHour = Math.max(1, budget.perHour * (1 - budget.reserveShare))
  const perMs = perHour / HOUR_MS
  const burst = Math.min(budget.burstMinutes * MINUTE_MS, runSchedule.sleepMs) * perMs
  const hourly = busyMsPerHour(runSchedule) / perHour
  const windowPollMs = runSchedule.runMs / (burst + runSchedule.runMs * perMs)
  return Math.max(runSchedule.pollMs, Math.ceil(hourly), Math.ceil(windowPollMs))
}

/**
 * The least time between polls while the platform announces offers: a poll finds what an
 * announcement lost, and the rest of the budget stays for the polls that announcements trigger.
 */
export const PUSHED_POLL_MS = MINUTE_MS / 2
/** The least time between two polls that announcements trigger: many at once are one poll. */
export const ANNOUNCED_POLL_MS = SECOND_MS
