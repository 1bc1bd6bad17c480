import { sql } from 'kysely'
import { nextDailyStop } from '@madruga/core/bot.ts'
import type { StopReason, StopWindow } from '@madruga/core/bot.ts'
import type { DailyStop } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { LOG_CHANNEL } from '../log.ts'
import type { BotKit } from './kit.ts'
import { BOTS_CHANNEL } from './rows.ts'

/** Which bots of those at work are stopped: a condition on `bots b` and `drivers d`. */
type Condition = ReturnType<typeof sql<boolean>>

/** Longer than any local day, so that the last stop is never stepped over when clocks change. */
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
 * Stops every bot that should have been stopped: the daily stop (also one that no process was up for), the operator's kill switch,
 * accounts that are no longer active, subscriptions that ended. Each is one statement over rows, so that engine and workers need not
 * be up; saying it again changes nothing. Answers the drivers whose bots now wait for their open accept.
 */
export async function stopDue(kit: BotKit): Promise<string[]> {
  const now = kit.clock.now()
  const stopped: string[] = []
  const daily = lastDailyStop(now, kit.settings.dailyStop)
  if (daily) {
    const began = sql<boolean>`b.started_at < ${new Date(daily.endAt)}`
    stopped.push(...(await stopAll(kit, 'daily_stop', began)))
  }
  stopped.push(...(await stopAll(kit, 'kill_switch', sql<boolean>`(select killed from service_state)`)))
  stopped.push(...(await stopAll(kit, 'suspended', sql<boolean>`d.status <> 'active'`)))
  const ended = sql<boolean>`d.prepaid is not null and coalesce(d.subscribed_until <= ${new Date(now)}, true)`
  stopped.push(...(await stopAll(kit, 'subscription_ended', ended)))
  return stopped
}

/**
 * The set-wise twin of core's stop: Pending Termination, a new run number that fences every searcher at once, and the log line, in one
 * statement. A test holds it to what `stepBot` does.
 */
async function stopAll(kit: BotKit, reason: StopReason, condition: Condition): Promise<string[]> {
  const now = kit.clock.now()
  const dueAt = now + kit.settings.settleMs
  const { rows } = await sql<{ driverId: string }>`
    with chosen as (
      select b.driver_id from bots b join drivers d on d.id = b.driver_id
      where b.phase in ('preparing', 'running', 'sleeping') and ${condition}
      order by b.driver_id for update of b
    ), stopped as (
      update bots b set phase = 'pending_termination', gps = false, reason = ${reason}, due_at = ${new Date(dueAt)},
        gen = b.gen + 1, updated_at = clock_timestamp()
      from chosen where chosen.driver_id = b.driver_id
      returning b.driver_id, b.gen, b.mode
    ), heads as (
      insert into log_heads as h (driver_id, last_seq) select driver_id, 1 from stopped order by driver_id
      on conflict (driver_id) do update set last_seq = h.last_seq + 1 returning driver_id, last_seq
    ), lines as (
      insert into log_entries (driver_id, seq, at, type, data)
      select driver_id, last_seq, ${new Date(now)}, 'bot.state_changed', json_build_object(
        'phase', 'pending_termination', 'gps', false, 'reason', ${reason}::text, 'dueAt', ${dueAt}::bigint, 'mode', mode)
      from stopped join heads using (driver_id)
    )
    select driver_id as "driverId", pg_notify(${BOTS_CHANNEL}, concat_ws(' ', driver_id, gen, 'pending_termination')),
      pg_notify(${LOG_CHANNEL}, driver_id)
    from stopped`.execute(kit.db)
  return rows.map((row) => row.driverId)
}
