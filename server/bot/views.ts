import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { newBot, reasonNow } from '@madruga/core/bot.ts'
import type { Phase, ReasonFacts } from '@madruga/core/bot.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { filterFits } from './plan-violation.ts'
import type { BotDeps } from './deps.ts'
import { readBotRow } from './row-store.ts'
import { silentSince } from './silence.ts'

export type BotView = Outputs['bot']['get']
export type Today = Outputs['bot']['today']

type Owner = Omit<ReasonFacts, 'filterFits'> & { variant: Variant; seq: number; silentSince: number | null }

/** A driver's bot as the screens show it, with the number of the log line up to which it is true. */
export async function readBot(deps: BotDeps, driverId: string): Promise<BotView> {
  return await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const row = await readBotRow(tx, driverId)
      const now = deps.clock.now()
      const { rows } = await sql<Owner>`
        select variant, status as "accountStatus", coalesce((select last_seq from log_heads where driver_id = d.id), 0) as seq,
          (select ${silentSince(deps.settings)} from bots b left join search_polls p using (driver_id) where b.driver_id = d.id) as "silentSince",
          (plan_number is null or coalesce(subscribed_until > ${new Date(now)}, false)) as subscribed, killed
        from drivers d cross join service_state where id = ${driverId}`.execute(tx)
      const owner = rows[0]
      const bot = row ?? newBot(driverId, owner?.variant ?? 'amazon')
      const { phase, gps, mode, liveLog, dueAt, gen, speed, startedAt, windowStartedAt } = bot
      const { shadowUntil, restUntil } = bot
      const facts = owner && { ...owner, filterFits: await filterFits(tx, driverId) }
      const reason = facts ? reasonNow(bot, facts) : bot.reason
      const view = {
        phase,
        gps,
        mode,
        liveLog,
        reason,
        dueAt,
        gen,
        speed,
        startedAt,
        windowStartedAt,
        shadowUntil,
        restUntil,
      }
      return { ...view, silentSince: owner?.silentSince ?? null, seq: owner?.seq ?? 0, now }
    })
}

/**
 * The driver's day so far, in their zone: figures, requests of this hour, the run schedule of runs and
 * sleeps, the next block.
 */
export async function readToday(deps: BotDeps, driverId: string): Promise<Today> {
  const now = deps.clock.now()
  const at = new Date(now)
  const { rows } = await sql<Figures>`
    with zone as (
      select id, variant, (${at}::timestamptz at time zone time_zone)::date as day,
        ((${at}::timestamptz at time zone time_zone)::date::timestamp at time zone time_zone) as starts_at
      from drivers where id = ${driverId}
    )
    select z.starts_at as "startsAt", coalesce(f.seen, 0) as seen, coalesce(f.accepted, 0) as accepted,
      coalesce(f.missed, 0) as missed, coalesce(f.ignored_time + f.ignored_price + f.ignored_schedule, 0) as ignored,
      coalesce(f.booked_cents, 0) as "bookedCents",
      coalesce((select used from request_hours r where r.driver_id = z.id and r.hour_at = ${new Date(now - (now % HOUR_MS))}), 0)
        as "usedThisHour",
      (select quota_per_hour from platform_accounts a where a.driver_id = z.id and a.variant = z.variant) as "quotaPerHour"
    from zone z left join day_figures f on f.driver_id = z.id and f.day = z.day`.execute(deps.db)
  const figures = rows[0]
  const [runSchedule, nextBlock] = await Promise.all([
    readRunSchedule(deps, driverId, figures?.startsAt ?? now, now),
    readNextBlock(deps, driverId, now),
  ])
  const perHour = Math.min(deps.settings.budget.perHour, figures?.quotaPerHour ?? Number.POSITIVE_INFINITY)
  const { seen = 0, accepted = 0, missed = 0, ignored = 0, bookedCents = 0, usedThisHour = 0 } = figures ?? {}
  const requests = { usedThisHour, perHour }
  return { seen, accepted, missed, ignored, bookedCents, requests, runSchedule, nextBlock }
}

type Figures = {
  startsAt: number
  seen: number
  accepted: number
  missed: number
  ignored: number
  bookedCents: number
  usedThisHour: number
  quotaPerHour: number | null
}

/** Phases of today out of the log's state lines, the one in which the day began included. */
async function readRunSchedule(
  deps: BotDeps,
  driverId: string,
  from: number,
  now: number,
): Promise<Today['runSchedule']> {
  const { rows } = await sql<{ at: number; phase: Phase }>`
    (select at, data->>'phase' as phase, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at < ${new Date(from)} order by seq desc limit 1)
    union all
    (select at, data->>'phase' as phase, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at >= ${new Date(from)} and at <= ${new Date(now)})
    order by seq`.execute(deps.db)
  const periods: Today['runSchedule'] = []
  for (const { at, phase } of rows) {
    const start = Math.max(at, from)
    const last = periods.at(-1)
    if (last?.phase === phase) continue
    if (last) last.to = start
    periods.push({ phase, from: start, to: null })
  }
  return periods
}

async function readNextBlock(deps: BotDeps, driverId: string, now: number): Promise<Today['nextBlock']> {
  const { rows } = await sql<NonNullable<Today['nextBlock']>>`
    select b.id, coalesce(s.code, b.station_id) as "stationCode", coalesce(s.name, b.station_id) as "stationName",
      s.time_zone as "timeZone",
      b.start_at as "startAt", b.end_at as "endAt", b.pay_cents as "payCents", b.tip_cents as "tipCents"
    from blocks b left join stations s on s.platform = b.platform and s.id = b.station_id
    where b.driver_id = ${driverId} and b.state in ('held', 'checked_in') and b.end_at > ${new Date(now)}
    order by b.start_at limit 1`.execute(deps.db)
  return rows[0] ?? null
}
