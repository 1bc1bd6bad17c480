import type { Pay } from '@madruga/core/offers.ts'
import { sql } from 'kysely'
import type { ReasonFacts } from '@madruga/core/bot.ts'
import type { BotReason, Phase } from '@madruga/core/bot-states.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'
import { isStarting, silentSince, unreadReason } from './polls.ts'

/** What home shows of a driver besides the bot's own row; `seq` numbers their newest log line. */
export type Owner = Omit<ReasonFacts, 'filterFits'> & {
  variant: Variant
  seq: number
  silentSince: number | null
  /** The bot waits for a worker or for its first poll; null without a bot. */
  isStarting: boolean | null
  /** Why it reads no list; null = it reads them, or does not run. */
  unreadReason: BotReason | null
}

/** Reads the driver whose bot is shown; undefined for one who does not exist. */
export async function readOwner(
  db: Db,
  driverId: string,
  { now, silentAfterMs, pauseMs }: { now: number; silentAfterMs: number; pauseMs: number },
): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select variant, status as "accountStatus", coalesce((select last_seq from log_heads where driver_id = d.id), 0) as seq,
      polls.*,
      (plan_number is null or coalesce(subscribed_until > ${new Date(now)}, false)) as subscribed, killed
    from drivers d cross join service_state left join lateral (
      select ${silentSince(silentAfterMs)} as "silentSince", ${isStarting(silentAfterMs, pauseMs)} as "isStarting",
        ${unreadReason} as "unreadReason"
      from bots b left join search_polls p using (driver_id) where b.driver_id = d.id
    ) polls on true where id = ${driverId}`.execute(db)
  return rows[0]
}

/** A driver's figures of today, on the wall clock of their zone. */
export type Figures = {
  startsAt: number
  seen: number
  accepted: number
  missed: number
  ignored: number
  bookedCents: number
  /** The pay of each block accepted today. */
  booked: Pay[]
  usedThisHour: number
  quotaPerHour: number | null
  /** Of the driver's account; null without one. */
  platform: string | null
}

/** Reads what a driver's bot did today and how much of this hour's budget it has used. */
export async function readFigures(db: Db, driverId: string, now: number): Promise<Figures | undefined> {
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
      (select coalesce(json_agg(json_build_object('payCents', b.pay_cents, 'tipCents', b.tip_cents, 'payBasis', b.pay_basis,
          'currency', b.currency) order by b.accepted_at), '[]') from blocks b where b.driver_id = z.id and b.accepted_at >= z.starts_at) as booked,
      coalesce((select used from request_hours r where r.driver_id = z.id and r.hour_at = ${new Date(now - (now % HOUR_MS))}), 0)
        as "usedThisHour",
      a.quota_per_hour as "quotaPerHour", a.platform
    from zone z left join platform_accounts a on a.driver_id = z.id and a.variant = z.variant
    left join day_figures f on f.driver_id = z.id and f.day = z.day`.execute(db)
  return rows[0]
}

/** Phases that a bot entered since `from`, oldest first, after the one that it was in before. */
export async function listPhaseChanges(
  db: Db,
  driverId: string,
  from: number,
  now: number,
): Promise<{ at: number; phase: Phase }[]> {
  const { rows } = await sql<{ at: number; phase: Phase }>`
    (select at, data->>'phase' as phase, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at < ${new Date(from)} order by seq desc limit 1)
    union all
    (select at, data->>'phase' as phase, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at >= ${new Date(from)} and at <= ${new Date(now)})
    order by seq`.execute(db)
  return rows
}
