import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { MissCause } from '@madruga/core/events.ts'
import type { Filter, HeldSpan } from '@madruga/core/filters.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import type { BotSpan, FilterVersion, OfferHour, Stretch, WeekBlock } from '@madruga/core/recap.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'

type Db = Kysely<Tables>

/** The driver of a week. */
export type RecapOwner = { variant: Variant; timeZone: string; language: 'en' | 'es' }

/** The driver's data for a recap; null if they do not exist. */
export async function readRecapOwner(db: Db, driverId: string): Promise<RecapOwner | null> {
  const { rows } = await sql<RecapOwner>`
    select variant, time_zone as "timeZone", language from drivers where id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/** Offers in a span, by hour and station. */
export async function readHours(db: Db, driverId: string, { from, to }: Stretch): Promise<OfferHour[]> {
  const { rows } = await sql<OfferHour>`
    select hour_at as "hourAt", station_id as "stationId", accepted, missed, ignored_time as "ignoredTime",
      ignored_price as "ignoredPrice", ignored_schedule as "ignoredSchedule"
    from offer_hours where driver_id = ${driverId} and hour_at >= ${new Date(from)} and hour_at < ${new Date(to)}
    order by hour_at, station_id`.execute(db)
  return rows
}

/** Blocks that start in a span and were not released. */
export async function readWeekBlocks(db: Db, driverId: string, { from, to }: Stretch): Promise<WeekBlock[]> {
  const { rows } = await sql<WeekBlock>`
    select start_at as "startAt", end_at as "endAt", station_id as "stationId", pay_cents as "payCents",
      tip_cents as "tipCents", miles from blocks
    where driver_id = ${driverId} and state <> 'forfeited' and start_at >= ${new Date(from)} and start_at < ${new Date(to)}
    order by start_at`.execute(db)
  return rows
}

/** Committed times around a span: everything that may conflict with an offer seen in it. */
export async function readHeldAround(
  db: Db,
  driverId: string,
  { from, to }: Stretch,
): Promise<(HeldSpan & { offerId: string | null })[]> {
  const { rows } = await sql<HeldSpan & { offerId: string | null }>`
    select start_at as "startAt", end_at as "endAt", station_id as "stationId", offer_id as "offerId" from blocks
    where driver_id = ${driverId} and state <> 'forfeited'
      and end_at > ${new Date(from - 9 * DAY_MS)} and start_at < ${new Date(to + 17 * DAY_MS)}
    order by start_at`.execute(db)
  return rows
}

/** An offer that a bot tried and did not get. */
export type Miss = { cause: MissCause; cents: number }
/** A bot's attempts in a span. */
export type Tried = {
  misses: Miss[]
  /** Offers won, at the time of the win, including released ones. */
  won: Observation[]
  /** Ids of all of them, and of attempts just after the span, whose offers may have been seen in it. */
  ids: Set<string>
}

/** Counts of tried, won and missed offers. A miss that turned out to be won, however late, is no miss. */
export async function readTried(db: Db, driverId: string, { from, to }: Stretch): Promise<Tried> {
  const { rows } = await sql<{ at: number; type: string; cause: MissCause; offer: Offer; won: boolean }>`
    select at, type, data->>'cause' as cause, data->'offer' as offer, type = 'offer.accepted' or exists (
      select from attempts a where a.driver_id = l.driver_id and a.offer_id = l.data->'offer'->>'id'
        and a.state = 'accepted') as won
    from log_entries l
    where driver_id = ${driverId} and type in ('offer.accepted', 'offer.missed')
      and at >= ${new Date(from)} and at < ${new Date(to + HOUR_MS)} order by seq`.execute(db)
  const wins = rows.filter((row) => row.type === 'offer.accepted')
  const wonIds = new Set(rows.filter((row) => row.won).map((row) => row.offer.id))
  return {
    misses: rows
      .filter((row) => row.type === 'offer.missed' && row.at < to && !wonIds.has(row.offer.id))
      .map(({ cause, offer }) => ({ cause, cents: offer.payCents + offer.tipCents })),
    won: wins.filter((row) => row.at < to).map(({ at, offer }) => ({ ...offer, seenAt: at })),
    ids: new Set(rows.map((row) => row.offer.id)),
  }
}

/** The bot's states in a span, starting with the log line in force at its beginning. */
export async function readSpans(db: Db, driverId: string, { from, to }: Stretch): Promise<BotSpan[]> {
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

/** When the bot only watched in a span; an open run lasts until its planned end. */
export async function readShadows(db: Db, driverId: string, { from, to }: Stretch): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select started_at as from, coalesce(ended_at, ends_at) as to from shadow_runs
    where driver_id = ${driverId} and started_at < ${new Date(to)} and coalesce(ended_at, ends_at) > ${new Date(from)}
    order by started_at`.execute(db)
  return rows
}

/**
 * The filters in force in a span, starting with the one in force at its beginning. A removed one is no longer
 * in force.
 */
export async function readVersions(
  db: Db,
  driverId: string,
  variant: Variant,
  { from, to }: Stretch,
): Promise<FilterVersion[]> {
  const { rows } = await sql<{ from: number; filter: Filter; removed: boolean }>`
    select saved_at as from, body as filter, removed from filters
    where driver_id = ${driverId} and variant = ${variant} and saved_at < ${new Date(to)}
      and version >= coalesce((select max(version) from filters
        where driver_id = ${driverId} and variant = ${variant} and saved_at <= ${new Date(from)}), 0)
    order by version`.execute(db)
  // A removal becomes a filter without stations, so that nothing matches.
  return rows.map(({ from: at, filter, removed }) => ({
    from: at,
    filter: removed ? withoutStations(filter) : filter,
  }))
}

function withoutStations(filter: Filter): Filter {
  return filter.variant === 'amazon' ? { ...filter, stations: [] } : { ...filter, storeIds: [] }
}

/** The time of the earliest data for a recap; null if there is none. */
export async function readEarliest(db: Db, driverId: string): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select least((select min(hour_at) from offer_hours where driver_id = ${driverId}),
      (select min(start_at) from blocks where driver_id = ${driverId})) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Codes and names of stations, by id. */
export async function readStationNames(
  db: Db,
  platform: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { code: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('stations')
    .select(['id', 'code', 'name'])
    .where('platform', '=', platform)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, code, name }) => [id, { code, name }]))
}
