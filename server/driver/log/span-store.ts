import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BotSpan, OfferHour, Stretch } from '@madruga/core/recap.ts'
import type { Tables } from '../../db.ts'

type Db = Kysely<Tables>

/** Offers in a span, by hour and station. */
export async function readOfferHours(db: Db, driverId: string, { from, to }: Stretch): Promise<OfferHour[]> {
  const { rows } = await sql<OfferHour>`
    select hour_at as "hourAt", station_id as "stationId", accepted, missed, ignored_time as "ignoredTime",
      ignored_price as "ignoredPrice", ignored_schedule as "ignoredSchedule"
    from offer_hours where driver_id = ${driverId} and hour_at >= ${new Date(from)} and hour_at < ${new Date(to)}
    order by hour_at, station_id`.execute(db)
  return rows
}

/** The first hour in which a bot of the driver saw an offer; null without any. */
export async function readFirstHour(db: Db, driverId: string): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(hour_at) as at from offer_hours where driver_id = ${driverId}`.execute(db)
  return rows[0]?.at ?? null
}

/** The bot's states in a span, starting with the log line in force at its beginning. */
export async function readBotSpans(db: Db, driverId: string, { from, to }: Stretch): Promise<BotSpan[]> {
  const { rows } = await sql<Omit<BotSpan, 'to'>>`
    (select at as from, data->>'phase' as phase, data->>'reason' as reason, data->>'mode' as mode, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at < ${new Date(from)} order by seq desc limit 1)
    union all
    (select at as from, data->>'phase' as phase, data->>'reason' as reason, data->>'mode' as mode, seq from log_entries
      where driver_id = ${driverId} and type = 'bot.state_changed' and at >= ${new Date(from)} and at < ${new Date(to)})
    order by seq`.execute(db)
  return rows.map(({ from: at, phase, reason, mode }, index) => ({
    from: at,
    to: rows[index + 1]?.from ?? to,
    phase,
    reason,
    mode,
  }))
}
