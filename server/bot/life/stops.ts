import { nextDailyStop } from '@madruga/core/bot.ts'
import type { StopReason, StopWindow } from '@madruga/core/bot.ts'
import type { DailyStop } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { recordForMany } from '../../driver/log.ts'
import type { BotDeps } from '../deps.ts'
import { startedBefore, KILLED, SUSPENDED, subscriptionEnded, stopAtWork } from '../store/sweeps.ts'
import type { StopCondition } from '../store/sweeps.ts'

/** Longer than any local day, so that a clock change never skips the last stop. */
const LOOK_BACK_MS = 26 * HOUR_MS

/** The daily stop that is on or was the last one. */
export function lastDailyStop(now: number, stop: DailyStop | null): StopWindow | null {
  let last: StopWindow | null = null
  let next = nextDailyStop(now - LOOK_BACK_MS, stop)
  while (next !== null && next.startAt <= now) {
    last = next
    next = nextDailyStop(next.endAt, stop)
  }
  return last
}

/**
 * Stops every bot that is due to stop: the daily stop (also one for which no process was up), the operator's
 * kill switch, accounts that are no longer active, subscriptions that ended. Each is one idempotent statement
 * over rows, so that engine and workers need not be up. Answers the drivers whose bots wait for their open
 * accept.
 */
export async function stopDue(deps: BotDeps): Promise<string[]> {
  const now = deps.clock.now()
  const driverIds: string[] = []
  const daily = lastDailyStop(now, deps.settings.dailyStop)
  if (daily) {
    const began = startedBefore(daily.endAt)
    driverIds.push(...(await stopAll(deps, 'daily_stop', began)))
  }
  driverIds.push(...(await stopAll(deps, 'kill_switch', KILLED)))
  driverIds.push(...(await stopAll(deps, 'suspended', SUSPENDED)))
  driverIds.push(...(await stopAll(deps, 'subscription_ended', subscriptionEnded(now))))
  return driverIds
}

/**
 * Core's stop for many bots in one statement: Pending Termination and a new run number that fences every
 * searcher, with the log lines. A test compares it with `stepBot`.
 */
async function stopAll(deps: BotDeps, reason: StopReason, condition: StopCondition): Promise<string[]> {
  const now = deps.clock.now()
  const dueAt = now + deps.settings.settleMs
  return await deps.db.transaction().execute(async (tx) => {
    const rows = await stopAtWork(tx, reason, dueAt, condition)
    const lines = rows.map(({ driverId, mode }) => {
      const data = { phase: 'pending_termination', gps: false, reason, dueAt, mode } as const
      return { driverId, entry: { at: now, type: 'bot.state_changed', data } as const }
    })
    await recordForMany(tx, lines)
    return rows.map((row) => row.driverId)
  })
}
